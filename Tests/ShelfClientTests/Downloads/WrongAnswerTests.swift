import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// A proxy in front of the server answers requests for files with status 200 and something else.
@Suite("Downloads that get something else than the file")
struct WrongAnswerTests {
  /// The answer to every request for a file while it is set.
  final class Front: Sendable {
    let answer = Locked<(@Sendable (HTTPRequest) -> HTTPResponse)?>(nil)
    func set(_ make: (@Sendable (HTTPRequest) -> HTTPResponse)?) { answer.withLock { $0 = make } }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: ClientError.Kind
    let detail: String?
    var message: String?
    let answer: @Sendable (HTTPRequest) -> HTTPResponse
    var testDescription: String { name }
  }

  private static func fields(_ type: String?, _ length: Int?, _ more: HTTPFields = [:]) -> HTTPFields {
    var fields: HTTPFields = ["Accept-Ranges": "bytes"]
    fields["Content-Type"] = type
    fields["Content-Length"] = length.map(String.init)
    fields.merge(more)
    return fields
  }

  private static func whole(
    _ type: String?, _ body: Data, status: Int = 200, more: HTTPFields = [:], hasLength: Bool = true
  ) -> HTTPResponse {
    HTTPResponse(status: status, fields: fields(type, hasLength ? body.count : nil, more), body: body)
  }

  private static let page = Data("<!DOCTYPE html><html><body>Sign in here please</body></html>".utf8)
  private static let sound = Data([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 96))

  private static func part(_ request: HTTPRequest, _ type: String, _ body: Data, total: Int?) -> HTTPResponse {
    let start = request.rangeStart ?? 0
    let range = "bytes \(start)-\(start + body.count - 1)/\(total.map(String.init) ?? "*")"
    return HTTPResponse(status: 206, fields: fields(type, body.count, ["Content-Range": range]), body: body)
  }

  static let cases: [Case] = [
    Case(name: "HTML with a length", kind: .wrongServer, detail: "html") { _ in whole("text/html", page) },
    Case(name: "HTML, as an attachment", kind: .wrongServer, detail: "html") { _ in
      whole("text/html; charset=utf-8", page, more: ["Content-Disposition": "attachment; filename=\"a.mp3\""])
    },
    Case(name: "XHTML", kind: .wrongServer, detail: "html") { _ in whole("application/xhtml+xml", page) },
    Case(name: "HTML as a part", kind: .wrongServer, detail: "html") { request in
      part(request, "text/html", page, total: page.count)
    },
    Case(name: "HTML that says it is sound", kind: .wrongServer, detail: "html") { _ in
      whole("audio/mpeg", page + Data(repeating: 0x20, count: 733 - page.count))
    },
    Case(name: "HTML that says it is a part of sound", kind: .wrongServer, detail: "html") { request in
      part(request, "audio/mpeg", page, total: 733)
    },
    Case(name: "HTML without a type", kind: .wrongServer, detail: "html") { _ in whole(nil, page, hasLength: false) },
    Case(name: "a JSON object", kind: .server, detail: "notTheFile", message: "Library is being scanned") { _ in
      whole("application/json", Data(#"{"error": "Library is being scanned"}"#.utf8))
    },
    Case(name: "a JSON object without words", kind: .wrongServer, detail: "notTheFile") { _ in
      whole("application/json; charset=utf-8", Data(#"{"ok": true}"#.utf8))
    },
    Case(name: "a JSON object that says it is sound", kind: .server, detail: "notTheFile", message: "Not now") { _ in
      whole("audio/mpeg", Data(#"{"message": "Not now"}"#.utf8), hasLength: false)
    },
    Case(name: "text", kind: .wrongServer, detail: "notTheFile", message: "upstream starts") { _ in
      whole("text/plain", Data("upstream starts".utf8))
    },
    Case(name: "much text", kind: .wrongServer, detail: "notTheFile") { _ in
      whole("text/plain", Data(repeating: 0x61, count: 100_000))
    },
    Case(name: "a picture", kind: .wrongServer, detail: "notTheFile") { _ in whole("image/png", Data([0x89, 0x50])) },
    Case(name: "nothing", kind: .undecodable, detail: "tooShort") { _ in whole("audio/mpeg", Data()) },
    Case(name: "nothing, without a length", kind: .undecodable, detail: "empty") { _ in
      whole(nil, Data(), hasLength: false)
    },
    Case(name: "No Content", kind: .undecodable, detail: "empty") { _ in HTTPResponse(status: 204) },
    Case(name: "Reset Content", kind: .undecodable, detail: "empty") { _ in HTTPResponse(status: 205) },
    Case(name: "too little sound", kind: .undecodable, detail: "tooShort") { _ in whole("audio/mpeg", sound) },
    Case(name: "too little sound, without a length", kind: .undecodable, detail: "tooShort") { _ in
      whole("audio/mpeg", sound, hasLength: false)
    },
    Case(name: "a part of too short a file", kind: .undecodable, detail: "tooShort") { request in
      part(request, "audio/mpeg", sound, total: 100)
    },
    Case(name: "packed", kind: .undecodable, detail: "compressed") { _ in
      whole(
        "audio/mpeg", Data([0x1F, 0x8B, 8, 0] + [UInt8](repeating: 7, count: 90)), more: ["Content-Encoding": "gzip"])
    },
    Case(name: "a packed part", kind: .undecodable, detail: "compressed") { request in
      var answer = part(request, "audio/mpeg", sound, total: 733)
      answer.fields["Content-Encoding"] = "gzip"
      return answer
    },
    Case(name: "several parts in one", kind: .undecodable, detail: "Content-Range") { _ in
      whole("multipart/byteranges; boundary=x", sound, status: 206)
    },
    Case(name: "several parts in one, as a whole", kind: .wrongServer, detail: "notTheFile") { _ in
      whole("multipart/byteranges; boundary=x", sound)
    },
    Case(name: "another part", kind: .undecodable, detail: "wrongRange") { _ in
      whole("audio/mpeg", sound, status: 206, more: ["Content-Range": "bytes 400-499/733"])
    },
  ]

  private func rig() async throws -> (DownloadRig, Front) {
    let front = Front()
    let rig = try await DownloadRig { request, server in
      guard request.operation == .shelfMediaDownloadFile, let make = front.answer.withLock({ $0 }) else {
        return try await server.send(request)
      }
      return make(request)
    }
    return (rig, front)
  }

  @Test("it is not complete, has the name of what came, and comes with the next request", arguments: cases)
  func refused(_ wrong: Case) async throws {
    let (rig, front) = try await rig()
    let id = try rig.book(1)
    front.set(wrong.answer)
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    let error: ClientError
    switch try await rig.phase(id) {
    case .waiting(let found), .failed(let found): error = found
    case let phase: throw Unexpected(phase: "\(String(describing: phase))")
    }
    #expect(error.kind == wrong.kind)
    #expect(error.detail == wrong.detail)
    #expect(error.serverMessage == wrong.message)
    #expect(await rig.shelf.downloads.localTracks(of: id) == nil)
    #expect(rig.fileNames.isEmpty)
    #expect(try await rig.shelf.downloads.usedBytes() == 0)
    front.set(nil)
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    #expect(try await rig.phase(id) == .complete)
    #expect(try await rig.kept(id) == rig.served(id))
  }

  @Test("it takes none of the bytes that are there", arguments: cases)
  func keepsBytes(_ wrong: Case) async throws {
    let (rig, front) = try await rig()
    let id = try rig.book(1)
    let first = try await rig.relaunched(MortalTransport(rig.transport, diesAfter: 450))
    try await first.downloads.download(id)
    await first.downloads.settled()
    #expect(try await first.downloads.download(of: id)?.receivedBytes == 450)
    front.set(wrong.answer)
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.phase(id, by: again) != .complete)
    #expect(try await again.downloads.download(of: id)?.receivedBytes == 450)
    let starts = Locked<[Int?]>([])
    front.set(nil)
    let last = try await rig.relaunched(
      ClosureTransport { [network = rig.rig.network] request in
        if request.operation == .shelfMediaDownloadFile { starts.withLock { $0.append(request.rangeStart) } }
        return try await network.send(request)
      })
    try await last.downloads.download(id)
    await last.downloads.settled()
    #expect(starts.withLock { $0.first } == 450)
    #expect(try await rig.kept(id, by: last) == rig.served(id))
  }

  @Test(
    "the right file is taken, whatever its type is called", arguments: ["application/octet-stream", "video/mp4", nil])
  func otherTypes(_ type: String?) async throws {
    let rig = try await DownloadRig { request, server in
      var answer = try await server.send(request)
      if request.operation == .shelfMediaDownloadFile { answer.fields["Content-Type"] = type }
      return answer
    }
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
  }

  @Test(
    "a file without a described size is taken when it is one, and not when it is a page or nothing",
    arguments: [0, nil])
  func undescribed(size: Int?) async throws {
    let front = Front()
    let rig = try await DownloadRig { request, server in
      if request.operation == .shelfMediaDownloadFile, let make = front.answer.withLock({ $0 }) { return make(request) }
      var answer = try await server.send(request)
      guard request.operation == .shelfItemsOne, let item = try? JSONValue(parsing: answer.body) else { return answer }
      answer.body = Self.item(item, sized: size).serialized()
      return answer
    }
    for wrong in Self.cases where wrong.detail != "tooShort" || wrong.name.hasPrefix("nothing") && size == nil {
      let id = try rig.book(1)
      front.set(wrong.answer)
      try await rig.shelf.downloads.download(id)
      await rig.shelf.downloads.settled()
      #expect(try await rig.phase(id) != .complete, "\(wrong.name)")
      #expect(rig.fileNames.isEmpty, "\(wrong.name)")
      try await rig.shelf.downloads.remove(id)
    }
    front.set(nil)
    try await rig.shelf.downloads.download(rig.book)
    await rig.shelf.downloads.settled()
    #expect(try await rig.kept(rig.book) == rig.served(rig.book))
  }

  /// The document with every size in it replaced or removed.
  private static func item(_ value: JSONValue, sized size: Int?) -> JSONValue {
    if let array = value.array { return .array(array.map { item($0, sized: size) }) }
    guard let object = value.object else { return value }
    return .object(
      object.reduce(into: [:]) { object, member in
        object[member.key] =
          member.key == "size" ? size.map { .number(Double($0)) } ?? .null : item(member.value, sized: size)
      })
  }

  @Test("a page that an earlier version took for a file is noticed at the next launch, and by the next request")
  func keptBefore() async throws {
    let (rig, _) = try await rig()
    let id = try rig.book(1)
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    let file = try #require(rig.firstFile)
    try await rig.shelf.downloads.records.update { records in
      records[id.description]?.parts[0].size = Self.page.count
      records[id.description]?.parts[0].received = Self.page.count
      records[id.description]?.parts[0].version = FileVersion()
    }
    try rig.rig.files.replace(file, with: Self.page)
    #expect(await rig.shelf.downloads.localTracks(of: id) == nil)
    await rig.shelf.downloads.settled()
    #expect(try await rig.kept(id) == rig.served(id))
    for isRelaunched in [true, false] {
      try await rig.shelf.downloads.records.update { records in
        records[id.description]?.parts[0].size = Self.page.count
        records[id.description]?.parts[0].version = FileVersion()
      }
      try rig.rig.files.replace(file, with: Self.page)
      let shelf = isRelaunched ? try await rig.relaunched() : rig.shelf
      if isRelaunched { await shelf.downloads.start() } else { try await shelf.downloads.download(id) }
      await shelf.downloads.settled()
      #expect(rig.rig.files.contents[file] == (try await rig.served(id).first), "\(isRelaunched)")
    }
  }

  @Test("a whole answer of the same version goes on where the file stands, and is not begun anew")
  func sameVersion() async throws {
    let rig = try await DownloadRig { request, server in
      var request = request
      if request.operation == .shelfMediaDownloadFile, request.rangeStart == 450 { request.fields["Range"] = nil }
      return try await server.send(request)
    }
    let id = try rig.book(1)
    let first = try await rig.relaunched(MortalTransport(rig.transport, diesAfter: 450))
    try await first.downloads.download(id)
    await first.downloads.settled()
    // The server sends the whole file again and breaks off after 300 bytes: the 450 bytes on disk must stay.
    let second = try await rig.relaunched(MortalTransport(rig.transport, diesAfter: 300))
    await second.downloads.start()
    await second.downloads.settled()
    #expect(try await second.downloads.download(of: id)?.receivedBytes == 450)
    let last = try await rig.relaunched()
    await last.downloads.start()
    await last.downloads.settled()
    #expect(try await rig.kept(id, by: last) == rig.served(id))
  }

  @Test(
    "a proxy's answer that says that a file is gone or forbidden does not end the download",
    arguments: [404, 403], ["text/html", "text/plain"])
  func refusedByProxy(status: Int, type: String) async throws {
    let (rig, front) = try await rig()
    let id = try rig.book(1)
    let body = type == "text/html" ? Self.page : Data("default backend - \(status)".utf8)
    front.set { _ in Self.whole(type, body, status: status) }
    try await rig.shelf.downloads.download(id)
    await rig.shelf.downloads.settled()
    guard case .waiting(let error) = try await rig.phase(id) else { throw Unexpected(phase: "not waiting") }
    #expect(error.kind == (status == 404 ? .notFound : .forbidden))
    front.set(nil)
    let again = try await rig.relaunched()
    await again.downloads.start()
    await again.downloads.settled()
    #expect(try await rig.phase(id, by: again) == .complete)
  }

  struct Unexpected: Error { let phase: String }
}
