import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("The app's headers for requests that a system framework makes")
struct StreamHeadersTests {
  private let down = Locked<Set<String>>([])

  private func service() throws -> TestService {
    var options = ClientOptions()
    try options.setHeader("X-Gate", "home")
    var away = AlternativeAddress(try ServerAddress("away.test/books"), isConfirmed: true)
    try away.setHeader("X-Gate", "away")
    options.alternatives = [away]
    let transport = ClosureTransport { [down] request in
      if down.withLock({ $0.contains(request.url.host ?? "") }) { throw TransportFailure.unreachable(.refused) }
      return request.operation == "test.status" ? .json(["app": "test", "version": "2.35.0"]) : .text("x")
    }
    return TestService(transport, address: try ServerAddress("home.test"), options: options)
  }

  private func headers(_ service: TestService, _ url: String) throws -> [String: String] {
    service.client.streamHeaders(for: try #require(URL(string: url)))
  }

  @Test("a stream of the address in use gets the headers of this address, and follows it to another one")
  func inUse() async throws {
    let service = try service()
    try await service.signIn()
    down.withLock { $0 = ["away.test"] }
    _ = try await service.read()
    #expect(try headers(service, "https://home.test/public/session/1/track/1") == ["X-Gate": "home"])
    #expect(try headers(service, "https://away.test/books/public/session/1/track/1").isEmpty)
    down.withLock { $0 = ["home.test"] }
    _ = try await service.read()
    #expect(try headers(service, "https://away.test/books/public/session/1/track/1") == ["X-Gate": "away"])
    #expect(try headers(service, "https://home.test/public/session/1/track/1").isEmpty)
  }

  @Test("another server, another scheme, another folder and a file on the device get no header")
  func elsewhere() async throws {
    let service = try service()
    try await service.signIn()
    down.withLock { $0 = ["home.test"] }
    _ = try await service.read()
    for url in [
      "https://other.test/books/1.mp3", "http://away.test/books/1.mp3", "https://away.test:8443/books/1.mp3",
      "https://away.test/booksellers/1.mp3", "file:///books/1.mp3",
    ] { #expect(try headers(service, url).isEmpty, "\(url)") }
  }

  @Test("before an address has answered no stream gets a header")
  func unknown() throws {
    #expect(try headers(try service(), "https://home.test/1.mp3").isEmpty)
  }
}
