import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Downloads")
struct DownloadStoreTests {
  @Test("a book comes in whole, range by range, and appears in one step")
  func whole() async throws {
    let seen = Locked<[HTTPRequest]>([])
    let rig = try await DownloadRig { request, server in
      if request.operation == .shelfMediaDownloadFile { seen.withLock { $0.append(request) } }
      return try await server.send(request)
    }
    let tracksDuring = Locked<[Bool]>([])
    try await rig.shelf.downloads.download(rig.book, title: "soon")
    let token = rig.shelf.downloads.observeProgress { progress in
      tracksDuring.withLock { $0.append(progress.receivedBytes == progress.totalBytes) }
    }
    await rig.shelf.downloads.settled()
    token.cancel()
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
    let requests = seen.withLock { $0 }
    #expect(requests.count == 4 + 3 + 3)
    #expect(requests.prefix(4).map(\.rangeStart) == [0, 200, 400, 600])
    #expect(requests.allSatisfy { $0.fields["Accept-Encoding"] == "identity" })
    let download = try #require(try await rig.shelf.downloads.download(of: rig.book))
    #expect(download.phase == .complete)
    #expect(download.title == "Tiny")
    #expect(download.author == "Ada Small")
    #expect(download.receivedBytes == 1799)
    #expect(download.totalBytes == 1799)
    #expect(download.fraction == 1)
    let tracks = try #require(await rig.shelf.downloads.localTracks(of: rig.book))
    #expect(tracks.map(\.duration) == [0.05, 0.02, 0.03])
    #expect(tracks.compactMap(\.startOffset).map { ($0 * 100).rounded() } == [0, 5, 7])
    #expect(
      tracks.allSatisfy { $0.contentUrl?.hasPrefix("file:///") == true && $0.contentUrl?.hasSuffix(".mp3") == true })
    #expect(rig.fileNames.count == 3)
    #expect(rig.fileNames.allSatisfy { !$0.contains("Tiny") && !$0.contains("incoming") })
  }

  @Test("an episode comes in with its one file; what is not complete has no local tracks")
  func episode() async throws {
    let rig = try await DownloadRig()
    let id = try rig.rig.episode(of: "Short")
    #expect(await rig.shelf.downloads.localTracks(of: id) == nil)
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    let tracks = try #require(await rig.shelf.downloads.localTracks(of: id))
    #expect(tracks.count == 1)
    #expect(tracks.first?.startOffset == 0)
    #expect(try await rig.shelf.downloads.download(of: id)?.title == "One")
    #expect(try await rig.shelf.downloads.download(of: id)?.openedAt != nil)
  }

  @Test("asked for without a network, it waits on disk, and comes in when the network is back, also after a relaunch")
  func offline() async throws {
    let rig = try await DownloadRig()
    rig.rig.network.isDown = true
    try await rig.shelf.downloads.download(rig.book, title: "Tiny")
    await rig.shelf.downloads.settled()
    guard case .waiting(let error) = try await rig.phase(rig.book) else { throw Missing() }
    #expect(error.kind == .unreachable)
    #expect(try await rig.relaunched().downloads.all().map(\.title) == ["Tiny"])
    rig.rig.network.isDown = false
    // Any answered call shows that the network is back.
    _ = try await rig.shelf.libraries.all()
    #expect(await eventually { (try? await rig.phase(rig.book)) == .complete })
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
  }

  @Test("a lost connection loses nothing that came: the next request goes on there, with a validator")
  func lostConnection() async throws {
    let seen = Locked<[HTTPRequest]>([])
    let rig = try await DownloadRig { request, server in
      if request.operation == .shelfMediaDownloadFile { seen.withLock { $0.append(request) } }
      return try await server.send(request)
    }
    // Break off after 250 bytes, in the second range.
    let mortal = MortalTransport(rig.transport, diesAfter: 250)
    let first = try await rig.relaunched(mortal)
    try await first.downloads.download(rig.book)
    await first.downloads.settled()
    #expect(try await first.downloads.download(of: rig.book)?.receivedBytes == 250)
    seen.withLock { $0 = [] }
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book))
    let next = try #require(seen.withLock { $0.first })
    #expect(next.rangeStart == 250)
    // `If-Range` must be a date: the server's tags are weak, and `If-Range` allows only strong ones.
    #expect(next.fields["If-Range"]?.hasSuffix("GMT") == true)
  }

  @Test(
    "a file that changed on the server is begun anew, and only that file; also where nobody reads If-Range",
    arguments: [nil, 333, 5000, 0], [true, false])
  func changed(size: Int?, readsIfRange: Bool) async throws {
    let seen = Locked<[HTTPRequest]>([])
    let rig = try await DownloadRig { request, server in
      var request = request
      if !readsIfRange { request.fields["If-Range"] = nil }
      if request.operation == .shelfMediaDownloadFile { seen.withLock { $0.append(request) } }
      return try await server.send(request)
    }
    // Break off after the first file and 400 bytes of the second.
    let first = try await rig.relaunched(MortalTransport(rig.transport, diesAfter: 733 + 400))
    try await first.downloads.download(rig.book)
    await first.downloads.settled()
    let inos = try await rig.inos(of: rig.book)
    rig.rig.server.edit { $0.changeFile(inos[1], of: rig.book.libraryItemId, size: size) }
    seen.withLock { $0 = [] }
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book))
    #expect(seen.withLock { $0.first?.rangeStart } == 400)
    #expect(seen.withLock { $0.allSatisfy { !$0.url.path.contains(inos[0]) } })
  }

  @Test("a weak tag that changed within the second of the date is seen, too")
  func changedWithinASecond() async throws {
    let rig = try await DownloadRig()
    let inos = try await rig.inos(of: rig.book)
    let first = try await rig.relaunched(MortalTransport(rig.transport, diesAfter: 400))
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    rig.rig.server.edit { $0.changeFile(inos[0], of: rig.book.libraryItemId, at: start) }
    try await first.downloads.download(rig.book)
    await first.downloads.settled()
    rig.rig.server.edit { $0.changeFile(inos[0], of: rig.book.libraryItemId, at: start + 0.25) }
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.kept(rig.book, by: again) == rig.served(rig.book))
  }

  @Test("somebody in between who knows no ranges costs a restart, not the download")
  func noRanges() async throws {
    let rig = try await DownloadRig { request, server in
      var request = request
      if request.operation == .shelfMediaDownloadFile { request.fields["Range"] = nil }
      return try await server.send(request)
    }
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
  }

  @Test("answers that end early are not taken for whole ones")
  func truncated() async throws {
    let rig = try await DownloadRig()
    rig.rig.network.fail(.shelfMediaDownloadFile, with: .truncated(70), .truncated(0), .cut)
    for _ in 0..<4 {
      try await rig.shelf.downloads.download(rig.book)
      await rig.shelf.downloads.settled()
    }
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
    #expect(rig.rig.count(.shelfMediaDownloadFile) == 3 + 10)
  }

  @Test("the page of a proxy is no file: it waits, and nothing of the page is kept")
  func loginPage() async throws {
    let rig = try await DownloadRig()
    rig.rig.network.fail(.shelfMediaDownloadFile, with: .loginPage)
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    guard case .waiting(let error) = try await rig.phase(rig.book) else { throw Missing() }
    #expect(error.kind == .wrongServer)
    #expect(rig.fileNames.isEmpty)
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    #expect(try await rig.phase(rig.book) == .complete)
  }

  @Test("without the permission it fails with the server's words, and is listed so after a relaunch")
  func forbidden() async throws {
    let rig = try await DownloadRig(as: "linus")
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    for shelf in [rig.shelf, try await rig.relaunched()] {
      guard case .failed(let error) = try await rig.phase(rig.book, by: shelf) else { throw Missing() }
      #expect(error.kind == .forbidden)
      #expect(error.serverMessage == "Forbidden")
    }
  }

  @Test("a file or an item that is gone fails; an id that no server has is refused at once")
  func gone() async throws {
    let rig = try await DownloadRig()
    let inos = try await rig.inos(of: rig.book)
    rig.rig.server.edit { $0.removeFile(inos[1], of: rig.book.libraryItemId) }
    let unknown = PlayableID(libraryItemId: "6d596e63-8760-432d-a423-2549224d70e8")
    try await rig.shelf.downloads.download(rig.book)
    try await rig.shelf.downloads.download(unknown)
    await rig.shelf.downloads.settled()
    for id in [rig.book, unknown] {
      guard case .failed(let error) = try await rig.phase(id) else { throw Missing() }
      #expect(error.kind == .notFound)
    }
    let refused = try await failure { try await rig.shelf.downloads.download(PlayableID(libraryItemId: "../x")) }
    #expect(refused.kind == .invalidRequest)
    #expect(try await rig.shelf.downloads.all().count == 2)
  }

  struct Missing: Error {}
}
