import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Headers of an app")
struct ClientOptionsTests {
  @Test(
    "refused: what could become another header, and what is not an app's to set",
    arguments: [
      ("", "x"), ("X Y", "x"), ("X:Y", "x"), ("X\r\nY", "x"), ("Ü", "x"), ("X\0", "x"), ("X", "a\r\nInjected: 1"),
      ("X", "a\nb"), ("X", "a\rb"), ("X", "a\0b"), ("X", "a\u{7F}"), ("X", "\u{1B}[0m"), ("(X)", "x"), ("X\"", "x"),
      ("Host", "x"), ("host", "x"), ("CONTENT-LENGTH", "1"), ("Transfer-Encoding", "chunked"), ("Connection", "close"),
      ("Authorization", "Bearer x"), ("authorization", "x"), ("Cookie", "a=b"), ("Cookie\r\n", "x"),
    ])
  func refused(name: String, value: String) async {
    var options = ClientOptions()
    let error = await failure { try options.setHeader(name, value) }
    #expect(error.kind == .invalidRequest)
    #expect(error.detail == ClientError.Detail.badHeader)
    #expect(options.headers.isEmpty)
  }

  @Test("accepted, replaced and taken away, whatever the case of the name")
  func accepted() throws {
    var options = ClientOptions()
    try options.setHeader("CF-Access-Client-Id", "a b\tc=;,ü")
    try options.setHeader("X-!#$%&'*+-.^_`|~9", "")
    #expect(options.headers["cf-access-client-id"] == "a b\tc=;,ü")
    try options.setHeader("cf-ACCESS-client-id", "other")
    #expect(options.headers.values("CF-Access-Client-Id") == ["other"])
    try options.setHeader("CF-Access-Client-Id", nil)
    #expect(options.headers["CF-Access-Client-Id"] == nil)
    #expect(options.headers.entries.count == 1)
  }
}

@Suite("Header fields")
struct HTTPFieldsTests {
  @Test("names compare without case, values keep their order")
  func order() {
    var fields: HTTPFields = ["Accept": "a", "X-One": "1", "x-one": "2"]
    #expect(fields["X-ONE"] == "1")
    #expect(fields.values("x-One") == ["1", "2"])
    fields.append("X-Two", "3")
    fields["X-ONE"] = "9"
    #expect(fields.entries.map(\.value) == ["a", "9", "3"])
    fields["x-two"] = nil
    #expect(fields.values("X-Two").isEmpty)
    #expect(HTTPFields().isEmpty)
    #expect(fields["X-Onf"] == nil && fields["X_One"] == nil && fields["@-One"] == nil)
  }

  @Test("merging replaces by name and keeps repeated values of the other")
  func merge() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    fields.merge(["a": "4", "A": "5", "C": "6"])
    #expect(fields.values("A") == ["4", "5"])
    #expect(fields["B"] == "2" && fields["C"] == "6")
  }

  @Test("no value in a description or a dump")
  func silent() {
    let fields: HTTPFields = ["Authorization": "Bearer hidden"]
    var text = "\(fields) \(fields.entries) \(String(reflecting: fields))"
    dump(fields, to: &text)
    #expect(text.contains("Authorization"))
    #expect(!text.contains("hidden"))
  }
}

@Suite("The server's clock")
struct ServerClockTests {
  @Test("goes on by uptime, whatever the device's clock does, and is learnt again with each answer")
  func learning() async throws {
    let clock = ManualClock()
    let server = ServerClock(clock: clock)
    #expect(server.now() == nil)
    server.update(from: HTTPResponse(status: 200, fields: ["Date": "Tue, 01 Sep 2026 10:00:00 GMT"]))
    clock.setWallClock(to: .distantPast)
    await clock.advance(by: .seconds(90))
    #expect(server.now() == WireDate.parse("2026-09-01T10:01:30Z"))
    for useless in ["", "yesterday", "Tue, 01 Sep 2026 10:00:00 +0200", "Tue, 31 Feb 2026 10:00:00 GMT"] {
      server.update(from: HTTPResponse(status: 200, fields: ["Date": useless]))
    }
    server.update(
      from: HTTPResponse(status: 200, fields: ["Date": "Tue, 01 Sep 2020 10:00:00 GMT"]).dated(.now, isStale: true))
    #expect(server.now() == WireDate.parse("2026-09-01T10:01:30Z"))
    server.update(from: HTTPResponse(status: 404, fields: ["Date": "Tue, 01 Sep 2026 11:00:00 GMT"]))
    #expect(server.now() == WireDate.parse("2026-09-01T11:00:00Z"))
  }

  @Test("is not set by a page or a redirect, which a router or a proxy may have sent")
  func foreign() async throws {
    let answer = Locked(HTTPResponse.text("one"))
    let service = TestService(ClosureTransport { _ in answer.withLock { $0 } }, clock: ManualClock())
    try await service.signIn()
    func read(_ response: HTTPResponse, dated date: String) async -> Date? {
      let dated = with(response) { $0.fields["Date"] = date }
      answer.withLock { $0 = dated }
      _ = try? await service.read()
      return service.client.knownServerNow()
    }
    let ten = WireDate.parse("2026-09-01T10:00:00Z")
    #expect(await read(.text("one"), dated: "Tue, 01 Sep 2026 10:00:00 GMT") == ten)
    #expect(await read(.loginPage, dated: "Thu, 01 Jan 2015 10:00:00 GMT") == ten)
    let redirect = HTTPResponse(status: 302, fields: ["Location": "https://login.example.org/"])
    #expect(await read(redirect, dated: "Thu, 01 Jan 2015 10:00:00 GMT") == ten)
    #expect(
      await read(.text("Not Found", status: 404), dated: "Tue, 01 Sep 2026 11:00:00 GMT")
        == WireDate.parse("2026-09-01T11:00:00Z"))
  }

  @Test("is not set back by the head of a body that took minutes, and is when the server's own clock was")
  func slowBody() async {
    let clock = ManualClock()
    let server = ServerClock(clock: clock)
    server.update(from: HTTPResponse(status: 200, fields: ["Date": "Tue, 01 Sep 2026 10:00:00 GMT"]))
    let asked = clock.uptime()
    await clock.advance(by: .seconds(600))
    server.update(from: HTTPResponse(status: 200, fields: ["Date": "Tue, 01 Sep 2026 10:00:01 GMT"]), askedAt: asked)
    #expect(server.now() == WireDate.parse("2026-09-01T10:10:00Z"))
    server.update(
      from: HTTPResponse(status: 200, fields: ["Date": "Tue, 01 Sep 2026 09:00:00 GMT"]), askedAt: clock.uptime())
    #expect(server.now() == WireDate.parse("2026-09-01T09:00:00Z"))
  }
}
