import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Signing out and changing accounts")
struct SignOutTests {
  @Test("a sign-out during a renewal wins, and the late success is not stored")
  func signOutDuringRenewal() async throws {
    let (started, gate) = (Latch(), Latch())
    let server = TokenServer(current: 1)
    let service = TestService(server) { _ in
      AuthenticationScheme(renew: { (_) async throws(ClientError) in
        started.open()
        await gate.wait()  // ignores cancellation
        return .renewed(.numbered(1))
      })
    }
    try await service.signIn()
    let calls = (0..<20).map { index in Task { await failure { try await service.read("\(index)") } } }
    await started.wait()
    await server.refusals.reached(20)
    let ended = try await service.client.session.end()
    #expect(ended == .numbered(0))
    gate.open()
    for call in calls {
      let error = await call.value
      #expect(error.kind == .signedOut)
    }
    #expect(
      await eventually {
        service.events.entries.contains { if case .renewed(.some) = $0 { true } else { false } }
      }, "the late renewal is over")
    #expect(service.stored == nil)
    #expect(try await service.client.session.status() == .signedOut)
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(server.requests.allSatisfy { $0.fields["Authorization"] != "Bearer access-1" })
  }

  @Test("a late renewal or refusal of the earlier account leaves the new one alone", arguments: [true, false])
  func newAccountDuringRenewal(succeeds: Bool) async throws {
    let (started, gate) = (Latch(), Latch())
    let server = TokenServer(current: 7)
    let service = TestService(server) { _ in
      AuthenticationScheme(renew: { (_) async throws(ClientError) in
        started.open()
        await gate.wait()
        return succeeds ? .renewed(.numbered(1)) : .refused
      })
    }
    try await service.signIn()
    let call = Task { await failure { try await service.read() } }
    await started.wait()
    try await service.client.session.end()
    try await service.signIn(7, account: "bob")
    gate.open()
    #expect(await call.value.detail == ClientError.Detail.accountChanged)
    #expect(
      await eventually {
        service.events.entries.contains { if case .renewed(.some) = $0 { true } else { false } }
      }, "the late renewal is over")
    #expect(service.stored == .numbered(7, account: "bob"))
    #expect(try await service.read() == "text 1")
    #expect(try await service.client.session.status() == .signedIn(account: "bob", name: "Bob"))
  }

  @Test("a late answer for an earlier account is dropped, whoever is signed in now", arguments: [nil, "bob", "ada"])
  func lateAnswer(next: String?) async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    let (arrived, gate) = (Latch(), Latch())
    server.whenReading { _ in
      arrived.open()
      await gate.wait()
    }
    let call = Task { await failure { try await service.read() } }
    await arrived.wait()
    try await service.client.session.end()
    if let next { try await service.signIn(0, account: next) }
    gate.open()
    let error = await call.value
    #expect(error.kind == .signedOut)
    #expect(error.detail == ClientError.Detail.accountChanged)
    #expect(error.operation == "test.read")
  }

  @Test("after a sign-out nothing starts with the old token")
  func nothingStarts() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    try await service.client.session.end()
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(server.requests.isEmpty)
    var traits = EndpointTraits.read
    traits.credentials = .optional
    _ = await failure { try await service.read(traits: traits) }
    #expect(server.requests.map { $0.fields["Authorization"] } == [nil])
  }

  @Test("a sign-in that began before a sign-out is refused")
  func oldGeneration() async throws {
    let service = TestService(TokenServer())
    let session = service.client.session
    let before = await session.currentGeneration()
    try await service.signIn(3, account: "bob")
    let error = await failure { try await session.adopt(.numbered(1), generation: before) }
    #expect(error.kind == .signedOut)
    #expect(error.detail == ClientError.Detail.accountChanged)
    #expect(service.stored == .numbered(3, account: "bob"))
    let second = await session.currentGeneration()
    try await session.end()
    #expect(await failure { try await session.adopt(.numbered(1), generation: second) }.kind == .signedOut)
    #expect(service.stored == nil)
  }

  @Test("observers hear every change of status until they let go")
  func observing() async throws {
    let server = TokenServer()
    let service = TestService(server)
    let heard = Notebook<AccountSession.Status>()
    let session = service.client.session
    let token = session.observeStatus { heard.add($0) }
    try await service.signIn()
    server.update { $0.current = 5 }
    _ = await failure { try await service.read() }
    try await service.signIn(5, account: "bob")
    try await session.end()
    #expect(
      heard.entries == [
        .signedIn(account: "ada", name: "Ada"), .expired(account: "ada", name: "Ada"),
        .signedIn(account: "bob", name: "Bob"), .signedOut,
      ])
    token.cancel()
    try await service.signIn()
    #expect(heard.entries.count == 4)
  }

  @Test("who follows the status hears the one of now before the call returns, then each new one")
  func following() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    let heard = Notebook<AccountSession.Status>()
    let token = try await service.client.session.followStatus { heard.add($0) }
    #expect(heard.entries == [.signedIn(account: "ada", name: "Ada")])
    try await service.client.session.end()
    #expect(heard.entries == [.signedIn(account: "ada", name: "Ada"), .signedOut])
    token.cancel()
  }

  @Test("a sign-out that cannot be written is reported, counts all the same, and is written later")
  func signOutWithBrokenStore() async throws {
    let store = FlakyStore()
    let service = TestService(TokenServer(), secrets: store)
    try await service.signIn()
    store.set(deletes: true)
    #expect(await failure { try await service.client.session.end() }.kind == .storage)
    #expect(try await service.client.session.status() == .signedOut)
    #expect(service.stored != nil)
    store.set()
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(service.stored == nil)
  }

  @Test(
    "a call for an account is not sent for nobody when its sign-in has ended, though the route needs no credentials")
  func forNobody() async throws {
    let transport = ClosureTransport { _ in .text("answer") }
    let service = TestService(transport)
    let open = with(EndpointTraits.read) { $0.credentials = .optional }
    let error = await failure {
      try await RequiredAccount.$id.withValue("ada") { try await service.read(traits: open) }
    }
    #expect(error.kind == .signedOut)
    #expect(transport.requests.isEmpty)
    #expect(try await service.read(traits: open) == "answer")
  }
}
