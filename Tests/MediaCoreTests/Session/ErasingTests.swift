import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Credentials are erased by nothing but a sign-out and a genuine refusal")
struct ErasingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var isGenuine = true
    let answer: @Sendable () throws -> HTTPResponse?
    var testDescription: String { name }
  }

  static let harmless: [Case] = [
    Case(name: "404") { .text("Not Found", status: 404) },
    Case(name: "403") { .text("Forbidden", status: 403) },
    Case(name: "400") { .json(["error": "bad"], status: 400) },
    Case(name: "429") { .text("Too many", status: 429) },
    Case(name: "500") { .text("", status: 500) },
    Case(name: "502 with a page") { .text("<html>Bad Gateway</html>", status: 502, type: "text/html") },
    Case(name: "503") { .text("", status: 503) },
    Case(name: "a login page with status 200") { .loginPage },
    Case(name: "a redirect") { HTTPResponse(status: 302, fields: ["Location": "https://sso.test/login"]) },
    Case(name: "an empty 200") { HTTPResponse(status: 200) },
    Case(name: "a 204") { HTTPResponse(status: 204) },
    Case(name: "JSON of another shape") { .json(["token": "x"]) },
    Case(name: "half a JSON") { .text(#"{"access":"acc"#, type: "application/json") },
    Case(name: "no JSON") { .text("OK") },
    Case(name: "timed out") { throw TransportFailure.timedOut },
    Case(name: "refused") { throw TransportFailure.unreachable(.refused) },
    Case(name: "cut") { throw TransportFailure.unreachable(.connectionLost) },
    Case(name: "no name") { throw TransportFailure.unreachable(.nameNotFound) },
    Case(name: "certificate") { throw TransportFailure.tls(.untrusted) },
    Case(name: "not TLS") { throw TransportFailure.notTLS },
    Case(name: "malformed") { throw TransportFailure.malformed },
    Case(name: "too large") { throw TransportFailure.tooLarge },
    Case(name: "closed") { throw TransportFailure.closed },
    Case(name: "an unknown error") { throw CocoaError(.featureUnsupported) },
    Case(name: "a 401 from an impostor", isGenuine: false) { .json(["error": "Invalid"], status: 401) },
    Case(name: "a 401 page of a proxy", isGenuine: false) { .text("<html>401</html>", status: 401) },
  ]

  @Test("kept after", arguments: harmless)
  func kept(_ reason: Case) async throws {
    let server = TokenServer(current: 1)
    let service = TestService(server)
    try await service.signIn()
    server.update { $0.isGenuine = reason.isGenuine }
    server.whenRenewing { try reason.answer() }
    let error = await failure { try await service.read() }
    #expect(error.kind != .signedOut)
    #expect(error.operation == "test.read")
    #expect(service.stored == .numbered(0))
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    // The real server answers again, and the stored tokens still work.
    server.update { $0.isGenuine = true }
    server.whenRenewing { .pair(1) }
    #expect(try await service.read() == "text 1")
  }

  @Test("erased after a 401 from the server itself")
  func erased() async throws {
    let server = TokenServer(current: 1)
    let service = TestService(server)
    try await service.signIn()
    server.whenRenewing { .json(["error": "Invalid refresh token"], status: 401) }
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(service.stored == nil)
  }

  @Test("a proof of identity that cannot be had just now proves nothing")
  func identityUnreachable() async throws {
    let server = TokenServer(current: 1)
    let faults = FaultTransport(server)
    let service = TestService(faults)
    try await service.signIn()
    server.whenRenewing { .json([:], status: 401) }
    faults.fail("test.status", with: .refused)
    #expect(await failure { try await service.read() }.kind == .wrongServer)
    #expect(service.stored == .numbered(0))
  }

  @Test("plain refusals of a call never touch the sign-in", arguments: [400, 402, 403, 404, 405, 409, 422, 500, 503])
  func otherStatuses(status: Int) async throws {
    let service = TestService(ClosureTransport { _ in .text("", status: status) })
    try await service.signIn()
    _ = await failure { try await service.read() }
    #expect(service.stored == .numbered(0))
  }

  // MARK: The store

  @Test("a locked store is a storage error, never a sign-out")
  func locked() async throws {
    let (store, server) = (FlakyStore(), TokenServer())
    try store.write(Credentials.numbered(0).sealed(), key: TestService.key)
    store.set(reads: true)
    let service = TestService(server, secrets: store)
    #expect(await failure { try await service.read() } == ClientError(.storage, operation: "test.read"))
    #expect(await failure { try await service.client.session.status() }.kind == .storage)
    #expect(server.requests.isEmpty)
    store.set()
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    #expect(try await service.read() == "text 1")
  }

  @Test("a pair that cannot be stored is used, reported, and stored later")
  func unsaved() async throws {
    let (store, server) = (FlakyStore(), TokenServer())
    let service = TestService(server, secrets: store)
    try await service.signIn()
    store.set(writes: true)
    server.update { $0.current = 1 }
    server.whenRenewing { .pair(1) }
    #expect(try await service.read() == "text 1")
    #expect(service.stored == .numbered(0))
    #expect(service.events.entries.contains { if case .storage = $0 { true } else { false } })
    #expect(try await service.read() == "text 1")
    store.set()
    #expect(try await service.read() == "text 1")
    #expect(service.stored?.access.reveal() == "access-1")
    #expect(server.renewals == 1)
  }

  @Test("a relaunch finds the sign-in")
  func relaunch() async throws {
    let (store, server) = (MemorySecretStore(), TokenServer())
    try await TestService(server, secrets: store).signIn()
    let second = TestService(server, secrets: store)
    #expect(try await second.read() == "text 1")
    #expect(try await second.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test("a sign-in that ran out is known after a relaunch, without a token, until somebody signs out or in")
  func expiredRelaunch() async throws {
    let (store, files, server) = (MemorySecretStore(), MemoryFileSystem(), TokenServer(current: 5))
    let first = TestService(server, secrets: store, files: files)
    try await first.signIn()
    _ = await failure { try await first.read() }
    let expired = AccountSession.Status.expired(account: "ada", name: "Ada")
    #expect(try store.read(TestService.key)?.reveal().contains("access") == false)
    #expect(try store.read(TestService.key)?.reveal().contains("refresh") == false)
    let second = TestService(server, secrets: store, files: files)
    #expect(try await second.client.session.status() == expired)
    #expect(try await second.client.accounts.account() == "ada")
    #expect(await failure { try await second.read() }.kind == .signedOut)
    _ = try await second.client.signOut(.discard)
    let third = TestService(server, secrets: store, files: files)
    #expect(try await third.client.session.status() == .signedOut)
    #expect(try store.read(TestService.key) == nil)
  }

  @Test("a store that cannot be read while the server refuses the tokens ends no sign-in")
  func lockedWhileRefused() async throws {
    let (store, server) = (FlakyStore(), TokenServer(current: 5))
    let service = TestService(server, secrets: store)
    try await service.signIn()
    store.set(reads: true)
    #expect(await failure { try await service.read() }.kind == .storage)
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    store.set()
    #expect(service.stored == .numbered(0))
  }

  @Test("a flipped bit in the stored sign-in is reported and asks for a sign-in: no other bytes go out")
  func rottenStore() async throws {
    let whole = Array(Credentials.numbered(0).sealed().reveal().utf8)
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        guard let text = String(bytes: bytes, encoding: .utf8) else { continue }
        let (store, server) = (MemorySecretStore(), TokenServer())
        try store.write(Secret(text), key: TestService.key)
        let service = TestService(server, secrets: store)
        #expect(await failure { try await service.read() }.kind == .signedOut)
        #expect(server.requests.isEmpty)
        #expect(
          service.events.entries.contains {
            if case .storage(let error) = $0 { error.detail == "damaged" } else { false }
          })
      }
    }
  }

  @Test("sealed credentials come back whole, and damaged ones not at all")
  func sealing() {
    let whole = Credentials(
      account: "id-1", name: "Ada “L.” \u{1F469}", access: Secret("a.b\"c"), refresh: Secret("r\n"),
      expiresAt: Date(milliseconds: 1_795_348_800_123))
    #expect(Credentials(sealed: whole.sealed()) == whole)
    var bare = whole
    bare.refresh = nil
    bare.expiresAt = nil
    #expect(Credentials(sealed: bare.sealed()) == bare)
    let text = whole.sealed().reveal()
    for length in 0..<text.count { #expect(Credentials(sealed: Secret(String(text.prefix(length)))) == nil) }
    #expect(Credentials(sealed: Secret(#"{"account":"x"}"#)) == nil)
    #expect(Credentials(sealed: Secret("[]")) == nil)
  }
}
