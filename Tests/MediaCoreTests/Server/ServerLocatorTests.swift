import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Finding the server without a secret")
struct ServerLocatorTests {
  /// One host: what each scheme and path answers.
  private func world(
    _ respond: @escaping @Sendable (_ scheme: String, _ path: String) throws -> HTTPResponse
  ) -> ClosureTransport {
    ClosureTransport { try respond($0.url.scheme ?? "", $0.url.path) }
  }

  private static let genuine = HTTPResponse.json(["app": "test", "version": "2.35.0"])

  /// A service that is signed in and has headers of its own, so that there is something to leak.
  private func service(
    _ text: String, _ transport: any Transport, files: any FileSystem = MemoryFileSystem(), consent: Bool = false
  ) throws -> TestService {
    var options = ClientOptions()
    options.allowsPlainHTTP = consent
    try options.setHeader("X-Proxy-Secret", "canary")
    return TestService(transport, address: try ServerAddress(text), files: files, options: options)
  }

  private func expectNoSecrets(_ transport: ClosureTransport) {
    for request in transport.requests where request.operation == "test.status" {
      let hasHeaders = request.url.scheme == "https"
      #expect(request.fields.entries.map(\.name).sorted() == ["Accept"] + (hasHeaders ? ["X-Proxy-Secret"] : []))
      #expect(request.body == nil)
      #expect(request.url.query == nil && request.url.user == nil)
      #expect(request.redirects == .sameOrigin)
    }
  }

  @Test("https first, and nothing but the probe goes out")
  func httpsFirst() async throws {
    let transport = world { _, _ in Self.genuine }
    let service = try service("nas.local:13378", transport)
    try await service.client.session.adopt(.numbered(0), generation: 0)
    #expect(try await service.client.locator.base().absoluteString == "https://nas.local:13378")
    #expect(transport.requests.map(\.url.absoluteString) == ["https://nas.local:13378/status"])
    expectNoSecrets(transport)
    _ = try await service.read()
    #expect(transport.requests.last?.fields["X-Proxy-Secret"] == "canary")
    #expect(transport.requests.last?.fields["Authorization"] == "Bearer access-0")
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let failure: TransportFailure
    let meansNoTLS: Bool
    var testDescription: String { "\(failure)" }
  }

  static let failures: [Failure] =
    [.notTLS, .unreachable(.refused), .unreachable(.connectionLost), .timedOut].map {
      Failure(failure: $0, meansNoTLS: true)
    }
    + [
      .unreachable(.nameNotFound), .unreachable(.noNetwork), .unreachable(.unknown), .tls(.untrusted), .tls(.expired),
      .tls(.wrongHost), .tls(.clientCertificate), .tls(.unknown), .tooLarge, .malformed, .closed, .cancelled,
    ].map { Failure(failure: $0, meansNoTLS: false) }

  @Test("plain http only where nobody speaks TLS, no scheme was typed, and the host is private", arguments: failures)
  func downgrade(_ reason: Failure) async throws {
    for text in ["nas.local", "https://nas.local", "192.168.1.5:13378", "[fd12::1]", "media.example.org"] {
      let transport = world { scheme, _ in
        if scheme == "https" { throw reason.failure }
        return Self.genuine
      }
      let service = try service(text, transport)
      let mayFallBack = reason.meansNoTLS && !text.hasPrefix("https") && text != "media.example.org"
      if mayFallBack {
        #expect(try await service.client.locator.base().scheme == "http")
      } else {
        let error = await failure { try await service.client.locator.base() }
        #expect(error.kind != .signedOut)
        if text == "media.example.org", reason.meansNoTLS {
          #expect(error.kind == .tls)
          #expect(error.detail == ClientError.Detail.needsConsent)
        }
        #expect(!transport.requests.contains { $0.url.scheme == "http" })
      }
      expectNoSecrets(transport)
    }
  }

  @Test("the app's consent allows it for other hosts too, a typed https never does", arguments: failures)
  func consent(_ reason: Failure) async throws {
    for text in ["media.example.org", "https://media.example.org"] {
      let transport = world { scheme, _ in
        if scheme == "https" { throw reason.failure }
        return Self.genuine
      }
      let service = try service(text, transport, consent: true)
      let base = try? await service.client.locator.base()
      #expect((base?.scheme == "http") == (reason.meansNoTLS && !text.hasPrefix("https")))
      #expect(transport.requests.contains { $0.url.scheme == "http" } == (base != nil))
    }
  }

  @Test(
    "an answer of any status is an answer",
    arguments: [200, 204, 301, 302, 400, 401, 403, 404, 418, 429, 500, 502, 503])
  func statuses(status: Int) async throws {
    let transport = world { scheme, _ in
      scheme == "https" ? .text("<html></html>", status: status, type: "text/html") : Self.genuine
    }
    let service = try service("192.168.1.5", transport, consent: true)
    let error = await failure { try await service.client.locator.base() }
    #expect(error.kind == .wrongServer && error.status == status)
    #expect(transport.requests.allSatisfy { $0.url.scheme == "https" })
  }

  @Test("who has answered at the root speaks TLS, whatever happens below", arguments: failures)
  func secondLookFails(_ reason: Failure) async throws {
    let transport = world { scheme, path in
      guard scheme == "https" else { return Self.genuine }
      if path == "/status" { return .text("another app") }
      throw reason.failure
    }
    let service = try service("nas.local", transport)
    _ = await failure { try await service.client.locator.base() }
    #expect(!transport.requests.contains { $0.url.scheme == "http" })
  }

  @Test("behind a proxy that asks for the app's header the server is found, and a dead sign-in ends")
  func proxyHeader() async throws {
    let transport = ClosureTransport { request in
      guard request.fields["X-Proxy-Secret"] == "canary" else { return .loginPage }
      switch request.operation {
      case "test.status": return Self.genuine
      case "test.renew": return .json(["error": "Invalid refresh token"], status: 401)
      default: return .text("Unauthorized", status: 401)
      }
    }
    let service = try service("nas.local", transport)
    #expect(try await service.client.locator.base().absoluteString == "https://nas.local")
    try await service.client.session.adopt(.numbered(0), generation: 0)
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(try await service.client.session.status() == .expired(account: "ada", name: "Ada"))
  }

  @Test("http as typed is tried alone")
  func typedHTTP() async throws {
    let transport = world { _, _ in Self.genuine }
    let service = try service("http://media.example.org", transport)
    #expect(try await service.client.locator.base().absoluteString == "http://media.example.org")
    #expect(transport.requests.count == 1)
    expectNoSecrets(transport)
  }

  @Test("once https has worked, http is never tried again, by this client or a later one")
  func pinned() async throws {
    let files = MemoryFileSystem()
    let good = world { _, _ in Self.genuine }
    let first = try service("nas.local", good, files: files)
    _ = try await first.client.locator.base()
    #expect(files.contents.keys.allSatisfy { !$0.contains("nas") })

    let down = world { scheme, _ in
      if scheme == "https" { throw TransportFailure.unreachable(.refused) }
      return Self.genuine
    }
    let later = try service("nas.local", down, files: files)
    try await later.client.session.adopt(.numbered(0), generation: 0)
    #expect(await failure { try await later.read() }.kind == .unreachable)
    #expect(await failure { try await later.client.locator.locate() }.kind == .unreachable)
    #expect(!down.requests.isEmpty)
    #expect(!down.requests.contains { $0.url.scheme == "http" })
  }

  @Test("a pin that cannot be read now is not the same as none, and a damaged one still stands for https")
  func unreadablePin() async throws {
    let files = MemoryFileSystem()
    _ = try await service("nas.local", world { _, _ in Self.genuine }, files: files).client.locator.base()
    let down = world { scheme, _ in
      if scheme == "https" { throw TransportFailure.unreachable(.refused) }
      return Self.genuine
    }
    files.isLocked = true
    let locked = try service("nas.local", down, files: files)
    try await locked.client.session.adopt(.numbered(0), generation: 0)
    let error = await failure { try await locked.read() }
    #expect(error == ClientError(.storage, operation: "test.read", detail: "locked"))
    #expect(down.requests.isEmpty)
    files.isLocked = false
    let pin = try #require(files.contents.keys.first { $0.hasPrefix("servers/") })
    for index in 0..<(files.contents[pin]?.count ?? 0) {
      var bytes = try #require(files.contents[pin])
      bytes[index] ^= 1
      let rotten = MemoryFileSystem(files.contents.merging([pin: bytes]) { $1 })
      let later = try service("nas.local", down, files: rotten)
      #expect(await failure { try await later.read() }.kind == .unreachable)
      #expect(!down.requests.contains { $0.url.scheme == "http" })
    }
  }

  @Test("not even when the pin could not be written")
  func unwrittenPin() async throws {
    let isDown = Locked(false)
    let transport = world { scheme, _ in
      if scheme == "https", isDown.withLock({ $0 }) { throw TransportFailure.unreachable(.refused) }
      return Self.genuine
    }
    let service = try service("nas.local", transport, files: FullDisk())
    _ = try await service.client.locator.base()
    #expect(
      service.events.entries.contains {
        if case .storage(let error) = $0 { error.operation == .serverLocate && error.detail == "full" } else { false }
      })
    isDown.withLock { $0 = true }
    #expect(await failure { try await service.client.locator.locate() }.kind == .unreachable)
    #expect(!transport.requests.contains { $0.url.scheme == "http" })
  }

  @Test("a server found by http is looked for by https again at the next launch")
  func upgrade() async throws {
    let files = MemoryFileSystem()
    let hasTLS = Locked(false)
    let transport = world { scheme, _ in
      if scheme == "https", !hasTLS.withLock({ $0 }) { throw TransportFailure.notTLS }
      return Self.genuine
    }
    #expect(try await service("nas.local", transport, files: files).client.locator.base().scheme == "http")
    hasTLS.withLock { $0 = true }
    #expect(try await service("nas.local", transport, files: files).client.locator.base().scheme == "https")
  }

  @Test("the usual sub-path is tried once when another app answers at the root, and only when none was typed")
  func fallbackPath() async throws {
    let transport = world { _, path in path == "/audiobookshelf/status" ? Self.genuine : .text("nginx", status: 404) }
    let service = try service("nas.local", transport)
    #expect(try await service.client.locator.base().absoluteString == "https://nas.local/audiobookshelf")
    #expect(transport.requests.map(\.url.path) == ["/status", "/audiobookshelf/status"])

    let typed = try self.service("nas.local/media", transport)
    #expect(await failure { try await typed.client.locator.base() }.kind == .wrongServer)
    #expect(transport.requests.last?.url.path == "/media/status")
  }

  @Test("the error tells what the typed address answered, whatever the usual sub-path did")
  func statusOfTheAddress() async throws {
    let transport = world { _, path in
      if path == "/status" { return .text("bad gateway", status: 502) }
      return .text("nginx", status: 404)
    }
    let error = await failure { try await self.service("nas.local", transport).client.locator.base() }
    #expect(error.kind == .wrongServer && error.status == 502 && error.operation == .serverLocate)
    #expect(transport.requests.map(\.url.path) == ["/status", "/audiobookshelf/status"])
  }

  @Test("another app is the wrong server")
  func otherApp() async throws {
    let transport = world { _, _ in .json(["app": "another"]) }
    let service = try service("nas.local", transport)
    let error = await failure { try await service.read() }
    #expect(error.kind == .wrongServer)
    #expect(error.operation == "test.read")
    #expect(transport.requests.map(\.url.path) == ["/status", "/audiobookshelf/status"])
  }

  @Test("a search that failed is tried again by the next call")
  func again() async throws {
    let isUp = Locked(false)
    let transport = world { _, _ in
      guard isUp.withLock({ $0 }) else { throw TransportFailure.unreachable(.noNetwork) }
      return Self.genuine
    }
    let service = try service("nas.local", transport)
    #expect(await failure { try await service.client.locator.base() }.kind == .unreachable)
    isUp.withLock { $0 = true }
    #expect(try await service.client.locator.base().scheme == "https")
    let count = transport.requests.count
    #expect(try await service.client.locator.base().scheme == "https")
    #expect(transport.requests.count == count)
  }

  @Test("a redirect within the server moves the base, one to elsewhere does not")
  func redirects() async throws {
    for (answered, base) in [
      ("https://nas.local/abs/status", "https://nas.local/abs"),
      ("https://nas.local/status", "https://nas.local"),
      ("https://nas.local/abs/login", "https://nas.local"),
      ("https://evil.example/status", "https://nas.local"),
      ("https://nas.local:8443/status", "https://nas.local"),
      ("http://nas.local/status", "https://nas.local"),
    ] {
      let url = try #require(URL(string: answered))
      let transport = world { _, _ in
        var response = Self.genuine
        response.url = url
        return response
      }
      #expect(try await service("nas.local", transport).client.locator.base().absoluteString == base)
    }
    let upgraded = world { _, _ in
      var response = Self.genuine
      response.url = URL(string: "https://nas.local/status")
      return response
    }
    #expect(try await service("http://nas.local", upgraded).client.locator.base().absoluteString == "https://nas.local")
  }

  @Test("callers who ask at the same time share one search, and one leaving does not end it")
  func shared() async throws {
    let transport = HeldTransport()
    let service = TestService(transport, address: try ServerAddress("nas.local"))
    let locator = service.client.locator
    let leaver = Task { await failure { try await locator.base() } }
    await transport.arrivals.reached(1)
    let others = (0..<20).map { _ in Task { try await locator.base() } }
    #expect(await eventually { await locator.waiterCount == 21 }, "all wait")
    leaver.cancel()
    #expect(await leaver.value.kind == .cancelled)
    transport.answer(0, with: Self.genuine)
    for other in others { #expect(try await other.value.absoluteString == "https://nas.local") }
    #expect(transport.requests.count == 1)
  }

  @Test("who comes after the last caller has left searches anew")
  func abandoned() async throws {
    let transport = HeldTransport(ignoresCancellation: true)
    let service = TestService(transport, address: try ServerAddress("nas.local"))
    let locator = service.client.locator
    let leaver = Task { await failure { try await locator.base() } }
    await transport.arrivals.reached(1)
    #expect(await eventually { await locator.waiterCount == 1 })
    leaver.cancel()
    #expect(await eventually { await locator.waiterCount == 0 })
    let next = Task { try await locator.base() }
    await transport.arrivals.reached(2)
    transport.answer(1, with: Self.genuine)
    #expect(try await next.value.absoluteString == "https://nas.local")
    #expect(await leaver.value.kind == .cancelled)
    transport.fail(0, with: TransportFailure.cancelled)
  }

  @Test("a verified address and a service without a check are taken as they are")
  func unprobed() async throws {
    let transport = world { _, _ in .text("fine") }
    let url = try #require(URL(string: "http://media.example.org/abs"))
    let verified = TestService(transport, address: try #require(ServerAddress(verified: url)))
    #expect(try await verified.client.locator.base() == url)
    let unchecked = TestService(transport, address: try ServerAddress("media.example.org"), check: nil)
    #expect(try await unchecked.client.locator.base().absoluteString == "https://media.example.org")
    #expect(transport.requests.isEmpty)
  }
}

/// A disk that is full, with nothing on it.
struct FullDisk: FileSystem {
  func read(_ path: String) throws -> Data? { nil }
  func replace(_ path: String, with data: Data) throws { throw FileSystemError.full }
  func append(_ data: Data, to path: String) throws { throw FileSystemError.full }
  func truncate(_ path: String, to length: Int) throws {}
  func move(_ path: String, to destination: String) throws {}
  func remove(_ path: String) throws {}
  func list(_ folder: String) throws -> [String] { [] }
}
