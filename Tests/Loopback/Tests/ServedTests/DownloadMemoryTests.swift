import Foundation
import LoopbackServer
import MediaCore
import MediaTesting
import OneAtATime
import ShelfClient
import ShelfTesting
import Testing

/// A book of 1 GB that is made block by block, each beginning with its number.
private enum HugeFile {
  static let size = 1 << 30
  static let block = 64 << 10
  static let tag = "W/\"40000000-1\""
  private static let filler = Data(repeating: 0x5A, count: block - 8)

  static func bytes(_ number: Int) -> Data { withUnsafeBytes(of: UInt64(number).bigEndian) { Data($0) } + filler }

  static func reply(_ request: HTTPRequest) -> LoopbackReply {
    let ends = (request.fields["Range"] ?? "bytes=0-").dropFirst(6).split(separator: "-").compactMap { Int($0) }
    let range = (ends.first ?? 0)..<min((ends.dropFirst().first ?? size - 1) + 1, size)
    let head = HTTPResponse(
      status: 206,
      fields: [
        "Content-Type": "audio/mpeg", "Accept-Ranges": "bytes", "ETag": tag, "Content-Length": String(range.count),
        "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)",
      ])
    let place = Locked(range.lowerBound)
    // Make each piece only when it is sent: the server runs in the measured process and must not grow either.
    return .pieces(
      head,
      AsyncThrowingStream {
        place.withLock { place in
          guard place < range.upperBound else { return nil }
          let start = place % block
          let piece = bytes(place / block).dropFirst(start).prefix(range.upperBound - place)
          place += piece.count
          return Data(piece)
        }
      })
  }
}

@Suite("A download of 1 GB", .oneAtATime, .timeLimit(.minutes(30)))
struct DownloadMemoryTests {
  @Test("over a real socket to a real disk it grows memory by at most 8 MB, and every byte is in its place")
  func memory() async throws {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    let item = world.addBook(in: library, title: "Huge", tracks: [Double(HugeFile.size - 333) / 8000])
    world.addUser("ada", password: "correct horse", type: .root)
    let fake = FakeShelfServer(world: world, clock: SystemClock())
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("huge-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await serving({ request in
      if request.url.path.hasSuffix("/download") { return HugeFile.reply(request) }
      return .whole(try await fake.transport.send(request))
    }) { server in
      let shelf = ShelfService(
        server: try ServerAddress(server.address),
        environment: .live(folder: folder, secrets: MemorySecretStore()))
      try await shelf.account.signIn(username: "ada", password: "correct horse")
      let samples = Locked<[(received: Int, resident: Int)]>([])
      let token = shelf.downloads.observeProgress { progress in
        samples.withLock { $0.append((progress.receivedBytes, residentBytes())) }
      }
      try await shelf.downloads.download(PlayableID(libraryItemId: item))
      await shelf.downloads.settled()
      token.cancel()
      let download = try await shelf.downloads.download(of: PlayableID(libraryItemId: item))
      #expect(download?.phase == .complete)
      #expect(download?.receivedBytes == HugeFile.size)
      // The first 32 MB load code and buffers that stay: measure only the growth after them.
      let taken = samples.withLock { $0 }
      let start = try #require(taken.first { $0.received >= 32 << 20 }?.resident)
      let peak = taken.filter { $0.received >= 32 << 20 }.map(\.resident).max() ?? 0
      print("resident at 32 MB: \(start >> 10) KB, peak until 1 GB: \((peak - start) >> 10) KB more")
      #expect(peak - start <= 8 << 20)
      let tracks = await shelf.downloads.localTracks(of: PlayableID(libraryItemId: item))
      let url = try #require(tracks?.first?.contentUrl.flatMap { URL(string: $0) })
      try verify(url)
    }
  }

  private func verify(_ url: URL) throws {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    for number in 0..<HugeFile.size / HugeFile.block {
      let block = try file.read(upToCount: HugeFile.block)
      if block != HugeFile.bytes(number) {
        Issue.record("block \(number) is another one")
        return
      }
    }
    #expect(try file.read(upToCount: 1)?.isEmpty ?? true)
  }
}
