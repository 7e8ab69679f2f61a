import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Pictures")
struct PictureLoaderTests {
  private static let status = HTTPResponse(
    status: 200, fields: ["Content-Type": "application/json"], body: Data(#"{"app":"test"}"#.utf8))

  /// 24 bytes that begin like a JPEG and contain `text`.
  private static func bytes(_ text: String) -> Data {
    Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.padding(toLength: 20, withPad: "-", startingAt: 0).utf8)
  }

  private static func picture(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, fields: ["Content-Type": "image/jpeg"], body: bytes(text))
  }

  private let server = ClosureTransport { request in
    request.url.path.hasSuffix("status") ? status : picture("ours")
  }
  private let elsewhere = ClosureTransport { _ in picture("theirs") }

  private func make(capacity: Int = 1 << 20) async throws -> (loader: PictureLoader, base: String) {
    var options = ClientOptions()
    try options.setHeader("CF-Access", "key")
    let service = TestService(server, options: options)
    try await service.signIn()
    let base = try await service.client.locator.base().absoluteString
    return (PictureLoader(client: service.client, elsewhere: elsewhere, capacity: capacity), base)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test("the service's own server gets the app's headers and no token, at the very address")
  func ours() async throws {
    let (loader, base) = try await make()
    let address = try url("\(base)/api/items/li_1/cover?width=400&ts=17%2B5")
    #expect(try await loader.picture(at: address) == Self.bytes("ours"))
    let request = try #require(server.requests.last)
    #expect(request.url == address)
    #expect(request.fields["CF-Access"] == "key")
    #expect(request.fields["Authorization"] == nil)
    #expect(elsewhere.requests.isEmpty)
  }

  @Test("another server gets nothing of the service")
  func theirs() async throws {
    let (loader, _) = try await make()
    let address = try url("https://image.tmdb.org/t/p/w92/a.jpg")
    #expect(try await loader.picture(at: address) == Self.bytes("theirs"))
    let request = try #require(elsewhere.requests.last)
    #expect(request.url == address)
    #expect(request.fields["CF-Access"] == nil)
    #expect(request.fields["Authorization"] == nil)
    #expect(request.redirects == .anyWithoutCredentials)
  }

  @Test("a picture that was shown lately is not asked for again; over the capacity the one shown longest ago goes")
  func memory() async throws {
    let (loader, _) = try await make(capacity: 48)
    let addresses = try ["a", "b", "c"].map { try url("https://image.test/\($0)") }
    for index in [0, 1, 0, 2, 0, 1] { _ = try await loader.picture(at: addresses[index]) }
    #expect(elsewhere.requests.map(\.url.lastPathComponent) == ["a", "b", "c", "b"])
  }

  @Test("rows that show the same picture at one time share a request")
  func sharing() async throws {
    let held = HeldTransport()
    let service = TestService(server)
    let loader = PictureLoader(client: service.client, elsewhere: held)
    let address = try url("https://image.test/a")
    let rows = (0..<3).map { _ in Task { try await loader.picture(at: address) } }
    await held.arrivals.reached(1)
    held.answer(0, with: Self.picture("once"))
    for row in rows { #expect(try await row.value == Self.bytes("once")) }
    #expect(held.requests.count == 1)
  }

  struct Impostor: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: ClientError.Kind
    let detail: String
    let answer: HTTPResponse

    init(
      _ name: String, _ type: String?, _ body: Data, _ kind: ClientError.Kind, _ detail: String, status: Int = 200,
      length: Int? = nil
    ) {
      (testDescription, self.kind, self.detail) = (name, kind, detail)
      var fields: HTTPFields = [:]
      fields["Content-Type"] = type
      fields["Content-Length"] = length.map(String.init)
      answer = HTTPResponse(status: status, fields: fields, body: body)
    }

    init(_ name: String, _ type: String?, _ text: String, _ kind: ClientError.Kind, _ detail: String) {
      self.init(name, type, Data(text.utf8), kind, detail)
    }
  }

  static let impostors: [Impostor] = [
    Impostor("HTML", "text/html", "<!doctype html><html><body>Sign in</body></html>", .wrongServer, "html"),
    Impostor("HTML as JPEG", "image/jpeg", "\n<html><body>Sign in here</body></html>", .wrongServer, "html"),
    Impostor("HTML as SVG", "image/svg+xml", "<html><body><svg></svg></body></html>", .wrongServer, "html"),
    Impostor("JSON", "application/json", #"{"error": "The library is being scanned"}"#, .wrongServer, "notTheFile"),
    Impostor("JSON as JPEG", "image/jpeg", #"{"error": "The library is being scanned"}"#, .wrongServer, "notTheFile"),
    Impostor("text", "text/plain", "upstream is starting, please wait", .wrongServer, "notTheFile"),
    Impostor("text as PNG", "image/png", "upstream is starting, please wait", .wrongServer, "notTheFile"),
    Impostor(
      "sound", "audio/mpeg", Data([0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 96)),
      .wrongServer, "notTheFile"),
    Impostor("nothing", "image/jpeg", Data(), .undecodable, "empty"),
    Impostor("No Content", nil, Data(), .undecodable, "empty", status: 204),
    Impostor("the first three bytes of a JPEG", "image/jpeg", Data([0xFF, 0xD8, 0xFF]), .wrongServer, "notTheFile"),
    Impostor("half a JPEG", "image/jpeg", bytes("half"), .unreachable, "connectionLost", length: 48),
  ]

  @Test(
    "what a proxy sends in a picture's place is none, from the service's server and from others, and is asked for again",
    arguments: impostors)
  func impostor(_ impostor: Impostor) async throws {
    let isWrong = Locked(true)
    let transport = ClosureTransport { request in
      if request.url.path.hasSuffix("status") { return Self.status }
      return isWrong.withLock { $0 } ? impostor.answer : Self.picture("right")
    }
    let service = TestService(transport)
    try await service.signIn()
    let base = try await service.client.locator.base().absoluteString
    let loader = PictureLoader(client: service.client, elsewhere: transport)
    for address in ["\(base)/api/items/li_1/cover", "https://image.test/a"] {
      isWrong.withLock { $0 = true }
      let error = await failure { try await loader.picture(at: url(address)) }
      #expect(error.kind == impostor.kind, "\(address)")
      #expect(error.detail == impostor.detail, "\(address)")
      isWrong.withLock { $0 = false }
      #expect(try await loader.picture(at: url(address)) == Self.bytes("right"))
    }
  }

  @Test(
    "no picture is an error of its kind, never a page or another scheme",
    arguments: [
      ("https://image.test/a", HTTPResponse(status: 404), ClientError.Kind.notFound),
      (
        "https://image.test/a",
        HTTPResponse(status: 200, fields: ["Content-Type": "text/html"], body: Data("<p>".utf8)),
        .wrongServer
      ),
      ("file:///etc/passwd", HTTPResponse(status: 200), .invalidRequest),
    ])
  func failures(address: String, response: HTTPResponse, kind: ClientError.Kind) async throws {
    let service = TestService(server)
    let loader = PictureLoader(client: service.client, elsewhere: ClosureTransport { _ in response })
    let address = try url(address)
    let error = await failure { try await loader.picture(at: address) }
    #expect(error.kind == kind)
    #expect(!"\(error)".contains("image.test"))
  }
}
