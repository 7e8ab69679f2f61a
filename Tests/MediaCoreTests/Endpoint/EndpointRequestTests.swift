import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("From endpoint to request")
struct EndpointRequestTests {
  private func url(
    _ path: [PathSegment], query: QueryParameters = [:], base: String = "https://nas.local", slash: Bool = false
  ) throws -> String {
    var endpoint = Endpoint<Void>.done("test.done", .post, path: path, query: query, traits: .write)
    endpoint.hasTrailingSlash = slash
    return try endpoint.request(base: try #require(URL(string: base)), headers: [:]).url.absoluteString
  }

  @Test(
    "ids that could leave their place are refused before anything is sent",
    arguments: [
      "", ".", "..", "../../login", "a/b", "/", "a\\b", "%2e%2e", "%2E", "a%2Fb", "a?b", "a#b", "a b", " ", "a\nb",
      "a\r\nb", "a\0b", "a\u{7F}", "\t", "\u{1B}[0m", String(repeating: "x", count: 257),
      String(repeating: "x", count: 300), String(repeating: "ü", count: 129),
    ])
  func hostileIDs(id: String) async throws {
    let transport = ClosureTransport { _ in .text("never") }
    let service = TestService(transport, address: try ServerAddress("nas.local"))
    try await service.client.session.adopt(.numbered(0), generation: 0)
    let error = await failure { try await service.read(id) }
    #expect(error.kind == .invalidRequest)
    #expect(error.operation == "test.read")
    #expect(error.detail == ClientError.Detail.badIdentifier)
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "other ids keep their place, whatever is in them",
    arguments: [
      ("li_8gch9ve09orgn4fdz8", "li_8gch9ve09orgn4fdz8"), ("4e1b-22ff", "4e1b-22ff"), ("a.b", "a.b"), ("...", "..."),
      ("a~b", "a~b"), ("a+b&c=d", "a%2Bb%26c%3Dd"), ("ü", "%C3%BC"), ("auth0|12:3", "auth0%7C12%3A3"), ("@", "%40"),
      (";", "%3B"), ("\u{202E}x", "%E2%80%AEx"), ("%".replacingOccurrences(of: "%", with: "x"), "x"),
      (String(repeating: "x", count: 256), String(repeating: "x", count: 256)),
    ])
  func ids(id: String, encoded: String) throws {
    #expect(try url(["api", "items", .id(id), "cover"]) == "https://nas.local/api/items/\(encoded)/cover")
  }

  @Test("text may hold anything but nothing, a dot or two dots")
  func text() throws {
    #expect(try url(["search", .text("a/b?c#d%e f+g")]) == "https://nas.local/search/a%2Fb%3Fc%23d%25e%20f%2Bg")
    #expect(try url([.text("a\r\nb")]) == "https://nas.local/a%0D%0Ab")
    #expect(try url([.text("😀")]) == "https://nas.local/%F0%9F%98%80")
    for text in ["", ".", ".."] { #expect(throws: ClientError.self) { try url([.text(text)]) } }
  }

  @Test("no id at random changes the number of segments, the base or the query")
  func random() throws {
    let random = SeededRandom(seed: 5)
    let pieces = [
      "..", ".", "/", "%2f", "%", "?", "#", "\\", "a", "ü", ":", "@", "//", "\u{0}", "\n", "&", "=", ";", "\u{2028}",
    ]
    for _ in 0..<3000 {
      let id = (0..<Int(random.next() % 6)).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      for segment in [PathSegment.id(id), .text(id)] {
        guard let text = try? url(["api", segment, "end"], query: ["q": id], base: "https://nas.local:8/abs") else {
          continue
        }
        let parts = try #require(URLComponents(string: text))
        #expect(parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).count == 5)
        #expect(parts.percentEncodedPath.hasPrefix("/abs/api/") && parts.percentEncodedPath.hasSuffix("/end"))
        #expect(parts.host == "nas.local" && parts.port == 8 && parts.fragment == nil)
        #expect(parts.queryItems == [URLQueryItem(name: "q", value: id)])
      }
    }
  }

  @Test("queries are encoded strictly and in order")
  func queries() throws {
    #expect(
      try url(
        ["s"],
        query: ["q": "a+b c&d=e", "ü": "…", "limit": 25, "flag": true, "none": nil as Int?, "x": 1.5, "empty": ""])
        == "https://nas.local/s?q=a%2Bb%20c%26d%3De&%C3%BC=%E2%80%A6&limit=25&flag=true&x=1.5&empty=")
    #expect(try url(["s"], query: ["a": "1", "a": "2"]) == "https://nas.local/s?a=1&a=2")
    #expect(try url(["s"], query: ["q": "#?/%\r\n"]) == "https://nas.local/s?q=%23%3F%2F%25%0D%0A")
    #expect(try url(["s"], query: ["none": nil as String?]) == "https://nas.local/s")
    var query = QueryParameters()
    query.append("n", 3)
    query.append("n", nil)
    #expect(try url(["s"], query: query) == "https://nas.local/s?n=3")
  }

  @Test(
    "numbers are written plainly",
    arguments: [
      (0, "0"), (-0.0, "0"), (1, "1"), (1.5, "1.5"), (27_599.25, "27599.25"), (1e15, "1000000000000000"), (0.1, "0.1"),
      (-3, "-3"),
    ])
  func numbers(value: Double, text: String) { #expect(value.plainText == text) }

  @Test("bases with a path, with and without slash, and endpoints with a trailing slash")
  func bases() throws {
    for base in ["https://nas.local/abs", "https://nas.local/abs/", "https://nas.local/abs//"] {
      #expect(try url(["api", "me"], base: base) == "https://nas.local/abs/api/me")
      #expect(try url(["api", "me"], base: base, slash: true) == "https://nas.local/abs/api/me/")
    }
    #expect(try url(["feed"], query: ["a": "b"], slash: true) == "https://nas.local/feed/?a=b")
    #expect(try url([], base: "https://nas.local/") == "https://nas.local")
    #expect(try url([], slash: true) == "https://nas.local/")
    #expect(try url(["x"], base: "http://[fd12::1]:13378") == "http://[fd12::1]:13378/x")
    #expect(try url(["x"], base: "https://nas.local/Media%20Server") == "https://nas.local/Media%20Server/x")
  }

  @Test(
    "a header that could become two is refused before anything is sent",
    arguments: [
      ("X-Name", "a\r\nX-Other: b"), ("X-Name", "a\nb"), ("X-Name", "a\0"), ("X Name", "a"), ("X-Name:", "a"),
      ("", "a"),
    ])
  func headerInjection(name: String, value: String) async throws {
    let transport = ClosureTransport { _ in .text("never") }
    let service = TestService(transport)
    try await service.signIn()
    let error = await failure { try await service.client.send(.text(fields: [name: value])) }
    #expect(error.kind == .invalidRequest)
    #expect(error.detail == ClientError.Detail.badHeader)
    #expect(!error.description.contains("Other"))
    #expect(transport.requests.isEmpty)
  }

  @Test("the endpoint's own fields win over the app's, the body's type over both")
  func fields() throws {
    let endpoint = Endpoint<Void>.done(
      "test.done", .post, path: ["x"], fields: ["X-A": "endpoint", "Content-Type": "text/odd"], body: .json(["a": 1]),
      traits: .write)
    let base = try #require(URL(string: "https://nas.local"))
    let request = try endpoint.request(base: base, headers: ["x-a": "app", "X-B": "app"])
    #expect(request.fields.values("X-A") == ["endpoint"])
    #expect(request.fields["X-B"] == "app")
    #expect(request.fields.values("Content-Type") == ["application/json"])
    #expect(request.fields["Accept"]?.hasPrefix("application/json") == true)
    #expect(request.body == Data(#"{"a":1}"#.utf8))
    let page = Endpoint<Void>.done("test.done", .get, path: ["x"], fields: ["Accept": "text/html"], traits: .read)
    #expect(try page.request(base: base, headers: [:]).fields.values("Accept") == ["text/html"])
  }

  @Test("traits reach the request")
  func traits() throws {
    let base = try #require(URL(string: "https://nas.local"))
    let endpoint = Endpoint<Void>.done("test.done", .post, path: ["x"], traits: .authentication)
    let request = try endpoint.request(base: base, headers: [:])
    #expect(request.redirects == .none)
    #expect(request.maximumResponseBytes == 4 << 20)
    #expect(request.timeout == EndpointTraits.authentication.attemptTimeout)
    #expect(request.operation == "test.done")
    #expect(EndpointTraits.probe.credentials == .none && !EndpointTraits.write.isRepeatable)
  }

  @Test("a mapped endpoint is the same request with another value")
  func mapping() async throws {
    let transport = FakeTransport()
    transport.answer("test.read", with: .text("42"))
    let service = TestService(transport)
    try await service.signIn()
    var endpoint = Endpoint<String>.text()
    endpoint.hasTrailingSlash = true
    #expect(try await service.client.send(endpoint.map { Int($0) }) == 42)
    #expect(transport.requests.first?.url.absoluteString == "https://server.test/texts/1/")
  }

  @Test("a request tells neither its query nor its body")
  func description() throws {
    let base = try #require(URL(string: "https://nas.local"))
    let endpoint = Endpoint<Void>.done(
      "test.done", .post, path: ["x"], query: ["q": "hidden"], body: .json(["password": "hidden"]), traits: .write)
    let request = try endpoint.request(base: base, headers: ["X-Key": "hidden"])
    var text = "\(request) \(String(reflecting: request)) \(endpoint.body.map { "\($0)" } ?? "")"
    dump(request, to: &text)
    dump(endpoint.body, to: &text)
    #expect(!text.contains("hidden"))
    #expect(request.description == "POST test.done at nas.local")
  }

  @Test("a number that cannot be written is no query", arguments: [Double.nan, .infinity, -.infinity])
  func numbers(number: Double) throws {
    let base = try #require(URL(string: "https://nas.local"))
    var query: QueryParameters = ["since": number]
    #expect(throws: ClientError(.invalidRequest, operation: "test", detail: ClientError.Detail.badIdentifier)) {
      try Endpoint<Void>.done("test", .get, path: ["x"], query: query, traits: .read).request(base: base, headers: [:])
    }
    query = ["since": 1e308]
    query.append("until", number)
    #expect(throws: ClientError.self) {
      try Endpoint<Void>.done("test", .get, path: ["x"], query: query, traits: .read).request(base: base, headers: [:])
    }
  }
}
