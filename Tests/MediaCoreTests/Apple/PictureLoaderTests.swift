import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Pictures")
struct PictureLoaderTests {
  private static let status = HTTPResponse(
    status: 200, fields: ["Content-Type": "application/json"], body: Data(#"{"app":"test"}"#.utf8))

  private static func picture(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, fields: ["Content-Type": "image/jpeg"], body: Data(text.utf8))
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
    #expect(try await loader.picture(at: address) == Data("ours".utf8))
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
    #expect(try await loader.picture(at: address) == Data("theirs".utf8))
    let request = try #require(elsewhere.requests.last)
    #expect(request.url == address)
    #expect(request.fields["CF-Access"] == nil)
    #expect(request.fields["Authorization"] == nil)
    #expect(request.redirects == .anyWithoutCredentials)
  }

  @Test("a picture that was shown lately is not asked for again; over the capacity the one shown longest ago goes")
  func memory() async throws {
    let (loader, _) = try await make(capacity: 12)
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
    for row in rows { #expect(try await row.value == Data("once".utf8)) }
    #expect(held.requests.count == 1)
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
