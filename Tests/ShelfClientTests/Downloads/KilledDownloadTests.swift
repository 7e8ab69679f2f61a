import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Downloads that are cut off")
struct KilledDownloadTests {
  @Test("a process that dies at each 31st byte it writes goes on to the same files, and leaves no other")
  func killed() async throws {
    var deaths = 0
    for byte in LongRuns.all(of: Array(stride(from: 0, to: 40_000, by: 31)), orEach: 97) {
      let rig = try await DownloadRig()
      var environment = rig.rig.environment.relaunched()
      let files = MortalFiles(rig.rig.files, diesAfter: byte)
      environment.files = files
      let first = try await DownloadRig.service(environment, rig.transport)
      try? await first.downloads.download(rig.book)
      await first.downloads.settled()
      if files.isDead { deaths += 1 }
      let again = try await rig.relaunched()
      // Call `download` again: the process may have died before it was recorded.
      try await again.downloads.download(rig.book)
      await again.downloads.settled()
      #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book), "killed after \(byte) bytes")
      #expect(rig.fileNames.count == 3, "killed after \(byte) bytes")
    }
    #expect(deaths > 5)
  }

  @Test("a connection that dies at any byte goes on to the same files, and no byte that was kept comes twice")
  func cut() async throws {
    for byte in LongRuns.all(of: Array(0..<1799), orEach: 181) {
      let received = Locked(0)
      let rig = try await DownloadRig { request, server in
        let response = try await server.send(request)
        if request.operation == .shelfMediaDownloadFile { received.withLock { $0 += response.body.count } }
        return response
      }
      let (first, files) = try await rig.mortal(MortalTransport(rig.transport, diesAfter: byte))
      try await first.downloads.download(rig.book)
      await first.downloads.settled()
      #expect(try await first.downloads.usedBytes() == min(byte, 1799))
      files.die()
      received.withLock { $0 = 0 }
      let again = try await rig.relaunched()
      await again.downloads.start()
      await again.downloads.settled()
      #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book), "cut after \(byte) bytes")
      #expect(received.withLock { $0 } == 1799 - byte, "cut after \(byte) bytes")
    }
  }

  @Test("bytes that are on disk and not recorded do not count, and neither do records whose bytes are gone")
  func unrecorded() async throws {
    for change in ["longer", "shorter", "missing"] {
      let rig = try await DownloadRig()
      let (first, files) = try await rig.mortal(MortalTransport(rig.transport, diesAfter: 300))
      try await first.downloads.download(rig.book)
      await first.downloads.settled()
      files.die()
      let path = try #require(rig.rig.files.contents.keys.first { $0.hasSuffix(".incoming") })
      switch change {
      case "longer": try rig.rig.files.append(Data(repeating: 0, count: 50), to: path)
      case "shorter": try rig.rig.files.truncate(path, to: 100)
      default: try rig.rig.files.remove(path)
      }
      let again = try await rig.relaunched()
      await again.downloads.start()
      await again.downloads.settled()
      #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book), "\(change)")
    }
  }

  @Test("files of no download are swept; a complete one whose file is gone or cut comes again")
  func sweeping() async throws {
    let rig = try await DownloadRig()
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    let path = try #require(rig.firstFile)
    let folder = path.split(separator: "/").dropLast().joined(separator: "/")
    try rig.rig.files.append(Data([1]), to: "\(folder)/orphan.mp3")
    try rig.rig.files.truncate(path, to: 10)
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book))
    #expect(rig.fileNames.count == 3)
    // Lose a file while the app runs: it must be downloaded again.
    try rig.rig.files.remove(path)
    #expect(await again.downloads.localTracks(of: rig.book) == nil)
    await again.downloads.settled()
    #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book))
  }

  @Test(
    "every sign-out erases them, and what is still on its way then is written nowhere",
    arguments: [PendingWork.keep, .discard])
  func signOut(pending: PendingWork) async throws {
    let rig = try await DownloadRig()
    let front = Interceptor(rig.transport)
    let shelf = try await rig.relaunched(front)
    try await shelf.downloads.download(rig.book(1))
    await shelf.downloads.settled()
    #expect(rig.fileNames.count == 1)
    front.hold(.shelfMediaDownloadFile)
    try await shelf.downloads.download(rig.book)
    await front.isHolding()
    try await shelf.account.signOut(pending: pending)
    front.letGo()
    await shelf.downloads.settled()
    #expect(rig.fileNames.isEmpty)
    #expect(try await failure { try await shelf.downloads.all() }.kind == .signedOut)
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await shelf.downloads.all().isEmpty)
    #expect(rig.fileNames.isEmpty)
  }
}
