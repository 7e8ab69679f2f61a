import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Files piece by piece")
struct StreamTests {
  private func ino(_ rig: ShelfRig) async throws -> (ino: String, item: String) {
    let item = try await rig.shelf.items.item(rig.item("The Salt Clock"))
    return (try #require(item.media.book?.tracks?.first?.ino), item.id)
  }

  /// The head and the bytes that a receiver got.
  private final class Receiver: Sendable {
    let heads = Locked<[FileHead]>([])
    let bytes = Locked(Data())

    @Sendable func receive(_ piece: FilePiece) {
      switch piece {
      case .head(let head): heads.withLock { $0.append(head) }
      case .bytes(let data): bytes.withLock { $0.append(data) }
      }
    }
  }

  @Test("a part comes with its place, the size of the whole and the file's marks")
  func part() async throws {
    let rig = try await ShelfRig()
    let (ino, item) = try await ino(rig)
    let receiver = Receiver()
    let head = try await rig.shelf.media.stream(
      .file(ino, item: item), range: 10..<30, of: nil, receive: receiver.receive)
    #expect(head.range == 10..<30)
    #expect(head.size == Int(1800.05 * 8000) + 333)
    #expect(head.version.entityTag?.hasPrefix("W/") == true)
    #expect(receiver.heads.withLock { $0 } == [head])
    let data = try await rig.shelf.media.file(ino, of: item, range: 10..<30)
    #expect(receiver.bytes.withLock { $0 } == data)
    let whole = try await rig.shelf.media.stream(
      .file(ino, item: item), range: 10..<30, of: FileVersion(lastModified: "Sat, 21 Nov 1998 09:04:08 GMT")
    ) { _ in }
    #expect(whole.range == nil)
    #expect(whole.size == head.size)
  }

  @Test("of a refusal the receiver gets nothing, and the caller the server's words")
  func refusal() async throws {
    let rig = try await ShelfRig(as: "linus")
    let id = try rig.episode()
    let ino = try #require(try await rig.shelf.items.episode(id).audioFile?.ino)
    let receiver = Receiver()
    let error = try await failure {
      try await rig.shelf.media.stream(
        .download(ino, item: id.libraryItemId), range: nil, of: nil, receive: receiver.receive)
    }
    #expect(error.kind == .forbidden)
    #expect(error.serverMessage == "Forbidden")
    #expect(receiver.heads.withLock { $0.isEmpty })
    #expect(receiver.bytes.withLock { $0.isEmpty })
  }

  @Test("a token that ran out is renewed, and the receiver gets one answer")
  func renewal() async throws {
    let rig = try await ShelfRig()
    let (ino, item) = try await ino(rig)
    let refusals = Locked(1)
    let front = ClosureTransport { request in
      let isRefused = refusals.withLock { left in
        guard request.operation == .shelfMediaFile, left > 0 else { return false }
        left -= 1
        return true
      }
      return isRefused
        ? HTTPResponse(status: 401, body: Data("Unauthorized".utf8)) : try await rig.network.send(request)
    }
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let receiver = Receiver()
    _ = try await shelf.media.stream(.file(ino, item: item), range: 0..<50, of: nil, receive: receiver.receive)
    #expect(receiver.heads.withLock { $0.count } == 1)
    #expect(receiver.bytes.withLock { $0.count } == 50)
  }

  @Test("it is not repeated by itself, and two that ask at a time get all of it each")
  func once() async throws {
    let rig = try await ShelfRig()
    let (ino, item) = try await ino(rig)
    rig.network.fail(.shelfMediaFile, with: .cut)
    let error = try await failure {
      try await rig.shelf.media.stream(.file(ino, item: item), range: 0..<50, of: nil) { _ in }
    }
    #expect(error.kind == .unreachable)
    #expect(rig.count(.shelfMediaFile) == 1)
    let receivers = [Receiver(), Receiver()]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for receiver in receivers {
        group.addTask {
          _ = try await rig.shelf.media.stream(
            .file(ino, item: item), range: 0..<50, of: nil, receive: receiver.receive)
        }
      }
      try await group.waitForAll()
    }
    #expect(receivers.allSatisfy { $0.bytes.withLock { $0.count } == 50 })
  }

  @Test("an error of the receiver ends it and comes out as it is")
  func receiverFails() async throws {
    let rig = try await ShelfRig()
    let (ino, item) = try await ino(rig)
    let full = ClientError(.storage, operation: "test", detail: "full")
    let error = try await failure {
      try await rig.shelf.media.stream(.file(ino, item: item), range: 0..<50, of: nil) { piece in
        if case .bytes = piece { throw full }
      }
    }
    #expect(error == full)
  }

  @Test("pages and parts that do not say which they are, are refused before a byte of them")
  func badHeads() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let file = RemoteFile.file("1", item: "item")
    let ranges = [
      "", "bytes", "bytes 5-4/10", "bytes 0-10/10", "bytes 0-9", "bytes a-b/c", "items 0-1/2", "bytes 0-9/x",
    ]
    for range in ranges {
      front.answer = HTTPResponse(
        status: 206, fields: ["Content-Type": "audio/mpeg", "Content-Range": range], body: Data([1, 2]))
      let receiver = Receiver()
      let error = try await failure {
        try await shelf.media.stream(file, range: 0..<2, of: nil, receive: receiver.receive)
      }
      #expect(error.kind == .undecodable, "\(range)")
      #expect(receiver.bytes.withLock { $0.isEmpty }, "\(range)")
    }
    front.answer = .loginPage
    #expect(try await failure { try await shelf.media.stream(file, range: nil, of: nil) { _ in } }.kind == .wrongServer)
  }

  @Test("calls that return all of a file take 64 MB at most, and none returns a range of nothing")
  func limits() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    let (ino, item) = try await ino(rig)
    _ = try await shelf.media.file(ino, of: item, range: 0..<10)
    #expect(front.requests.last?.maximumResponseBytes == 64 << 20)
    for range in [5..<5, -5..<3] {
      let calls: [() async throws -> Void] = [
        { _ = try await shelf.media.file(ino, of: item, range: range) },
        { _ = try await shelf.media.stream(.file(ino, item: item), range: range, of: nil) { _ in } },
      ]
      for call in calls { #expect(try await failure { try await call() }.kind == .invalidRequest) }
    }
  }

  @Test("the server's files can be asked about: unchanged, changed, and of a condition that does not hold")
  func conditions() async throws {
    let rig = try await ShelfRig()
    let (ino, item) = try await ino(rig)
    let path: [PathSegment] = ["api", "items", .id(item), "file", .id(ino)]
    func status(_ fields: HTTPFields) async throws -> Int {
      let endpoint = Endpoint<Int>("test", path: path, fields: fields, traits: .read) { response, _ in response.status }
      do { return try await rig.shelf.client.send(endpoint) } catch { return error.status ?? 0 }
    }
    let version = try await rig.shelf.media.stream(.file(ino, item: item), range: 0..<1, of: nil) { _ in }.version
    let tag = try #require(version.entityTag)
    let date = try #require(version.lastModified)
    #expect(try await status(["If-None-Match": tag]) == 304)
    #expect(try await status(["If-None-Match": String(tag.dropFirst(2))]) == 304)
    #expect(try await status(["If-None-Match": "\"x\"", "Range": "bytes=0-1"]) == 206)
    #expect(try await status(["If-Modified-Since": date]) == 304)
    #expect(try await status(["If-Match": "\"x\""]) == 412)
    #expect(try await status(["If-Range": tag, "Range": "bytes=0-1"]) == 206)
    #expect(try await status(["If-Range": date, "Range": "bytes=0-1"]) == 206)
    #expect(try await status(["If-Range": "\"x\"", "Range": "bytes=0-1"]) == 200)
    #expect(try await status(["Range": "bytes=99999999-"]) == 416)
    rig.server.edit { $0.changeFile(ino, of: item) }
    #expect(try await status(["If-Range": date, "Range": "bytes=0-1"]) == 200)
    #expect(try await status(["If-None-Match": tag, "Range": "bytes=0-1"]) == 206)
  }
}
