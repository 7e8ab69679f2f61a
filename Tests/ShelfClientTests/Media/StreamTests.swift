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

  @Test(
    "what a proxy sends in the place of a track ends with an error, and none of it is delivered",
    arguments: WrongFileTests.impostors.indices)
  func impostors(_ index: Int) async throws {
    let transport = FakeTransport()
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    transport.answer(.shelfMediaTrack, with: WrongFileTests.impostors[index])
    let receiver = Receiver()
    let error = try await failure {
      try await shelf.media.stream(.track(1, session: "a"), range: nil, of: nil, receive: receiver.receive)
    }
    #expect([.wrongServer, .undecodable].contains(error.kind))
    #expect(error.detail != nil)
    #expect(receiver.bytes.withLock { $0.isEmpty })
  }

  @Test("a page as a part of a track, with its range and its length, is a page, whatever its type")
  func pageAsPart() async throws {
    let transport = FakeTransport()
    let shelf = ShelfService(server: .fake, transport: transport, environment: .manual())
    let page = Data("<!DOCTYPE html><html><body>Sign in here</body></html>".utf8)
    for type in ["text/html", "audio/mpeg"] {
      transport.answer(
        .shelfMediaTrack,
        with: HTTPResponse(
          status: 206,
          fields: [
            "Content-Type": type, "Accept-Ranges": "bytes", "Content-Length": "\(page.count)",
            "Content-Range": "bytes 0-\(page.count - 1)/\(page.count)",
          ], body: page))
      let receiver = Receiver()
      let error = try await failure {
        try await shelf.media.stream(.track(1, session: "a"), range: 0..<1000, of: nil, receive: receiver.receive)
      }
      #expect(error.kind == .wrongServer)
      #expect(error.detail == ClientError.Detail.html)
      #expect(receiver.bytes.withLock { $0.isEmpty })
    }
  }

  /// A transport that delivers a body in pieces of a few bytes.
  private struct Trickle: Transport {
    let response: HTTPResponse
    let size: Int

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { response }

    func download(_ request: HTTPRequest, receive: @escaping DownloadReceiver) async throws -> HTTPResponse {
      try await receive(.head(with(response) { $0.body = Data() }))
      for start in stride(from: 0, to: response.body.count, by: size) {
        try await receive(.bytes(Data(response.body.dropFirst(start).prefix(size))))
      }
      return with(response) { $0.body = Data() }
    }
  }

  @Test("a message is refused although it comes byte by byte, and sound comes whole", arguments: [1, 3, 70])
  func trickle(_ size: Int) async throws {
    for (body, isTaken) in [
      (Data("upstream is starting, please wait a little".utf8), false), (Data("{}".utf8), false),
      (Data([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 7, count: 200)), true), (Data([0xFF, 0xFB]), true),
    ] {
      let answer = HTTPResponse(status: 200, fields: ["Content-Type": "audio/mpeg"], body: body)
      let shelf = ShelfService(
        server: .fake, transport: Trickle(response: answer, size: size), environment: .manual())
      let receiver = Receiver()
      let head = try? await shelf.media.stream(
        .track(1, session: "a"), range: nil, of: nil, receive: receiver.receive)
      #expect((head != nil) == isTaken)
      #expect(receiver.bytes.withLock { $0 } == (isTaken ? body : Data()))
    }
  }

  @Test("an answer that ends before its announced length is no whole file, and an empty one needs the file's version")
  func ends() async throws {
    let rig = try await ShelfRig()
    let front = Interceptor(rig.network)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment.relaunched())
    func outcome(
      _ file: RemoteFile, _ fields: HTTPFields, _ body: Data, status: Int = 200
    ) async -> ClientError? {
      front.answer = HTTPResponse(status: status, fields: fields, body: body)
      do throws(ClientError) { _ = try await shelf.media.stream(file, range: nil, of: nil) { _ in } } catch {
        return error
      }
      return nil
    }
    let sound = Data([0xFF, 0xFB, 0x90, 0x64])
    let track = RemoteFile.track(1, session: "a")
    #expect(await outcome(track, ["Content-Length": "4"], sound) == nil)
    #expect(await outcome(track, ["Content-Length": "5"], sound)?.kind == .unreachable)
    #expect(await outcome(track, ["Content-Range": "bytes 0-4/9"], sound, status: 206)?.kind == .unreachable)
    #expect(await outcome(track, ["ETag": "\"v1\""], Data())?.detail == ClientError.Detail.empty)
    let file = RemoteFile.file("1", item: "a")
    #expect(await outcome(file, [:], Data())?.detail == ClientError.Detail.empty)
    #expect(await outcome(file, ["ETag": "\"v1\""], Data()) == nil)
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
