import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Renewing a sign-in")
struct RenewalTests {
  @Test("200 parallel calls that meet an expired token cause one renewal", arguments: [1, 2, 20, 200])
  func singleFlight(calls: Int) async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    server.update {
      $0.current = 1
      $0.alsoValid = []
    }
    // Hold the renewal until the server has refused all calls, so that none starts with the new token.
    server.whenRenewing {
      await server.refusals.reached(calls)
      return .pair(1)
    }
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<calls { group.addTask { try await service.read("\(index)") } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts == Set((0..<calls).map { "text \($0)" }))
    #expect(server.renewals == 1)
    #expect(server.refusals.value == calls)
    #expect(service.stored?.access.reveal() == "access-1")
  }

  @Test("a refusal that comes after somebody else's renewal asks with the new token instead of renewing again")
  func lateRefusal() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    server.update { $0.current = 1 }
    server.whenRenewing { .pair(1) }
    let (late, arrived) = (Latch(), Latch())
    server.whenReading { request in
      guard request.url.lastPathComponent == "late", request.fields["Authorization"] == "Bearer access-0" else {
        return
      }
      arrived.open()
      await late.wait()
    }
    async let text = service.read("late")
    await arrived.wait()
    #expect(try await service.read("early") == "text early")
    late.open()
    #expect(try await text == "text late")
    #expect(server.renewals == 1)
  }

  @Test("a read that renewed does not share the answer to somebody else's old token")
  func newTokenOldFlight() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    let (release, second) = (Latch(), Latch())
    let seen = Counter()
    server.update { $0.current = 1 }
    server.whenRenewing {
      // Hold the renewal while another caller sends the same read with the old token.
      await second.wait()
      return .pair(1)
    }
    server.whenReading { request in
      guard request.fields["Authorization"] == "Bearer access-0" else { return }
      seen.add()
      if seen.value == 2 {
        second.open()
        await release.wait()
      }
    }
    async let first = service.read("same")
    #expect(await eventually { server.renewals == 1 })
    async let other = service.read("same")
    #expect(
      await eventually {
        server.requests.contains { $0.fields["Authorization"] == "Bearer access-1" }
      }, "the read goes out with the new token")
    release.open()
    #expect(try await first == "text same")
    #expect(try await other == "text same")
    #expect(server.renewals == 1)
  }

  @Test("the first caller's leaving stops the renewal for nobody, not even when nobody else waits")
  func cancelledFirstCaller() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    server.update { $0.current = 1 }
    let (started, gate) = (Latch(), Latch())
    server.whenRenewing {
      started.open()
      await gate.wait()
      return .pair(1)
    }
    let first = Task { await failure { try await service.read("first") } }
    await started.wait()
    first.cancel()
    #expect(await first.value.kind == .cancelled)
    let second = Task { try await service.read("second") }
    await server.refusals.reached(2)
    gate.open()
    #expect(try await second.value == "text second")
    #expect(server.renewals == 1)
    #expect(service.stored?.access.reveal() == "access-1")
  }

  @Test("a renewal that all callers have left is finished and kept")
  func abandonedRenewal() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    server.update { $0.current = 1 }
    let (started, gate) = (Latch(), Latch())
    server.whenRenewing {
      started.open()
      await gate.wait()
      return .pair(1)
    }
    let caller = Task { await failure { try await service.read("first") } }
    await started.wait()
    caller.cancel()
    #expect(await caller.value.kind == .cancelled)
    gate.open()
    #expect(await eventually { service.stored?.access.reveal() == "access-1" }, "the renewed pair is stored")
    #expect(try await service.read("next") == "text next")
    #expect(server.renewals == 1)
  }

  @Test("the new pair is stored before any call goes on with it")
  func storedFirst() async throws {
    let journal = Notebook<String>()
    let server = TokenServer()
    let service = TestService(server, secrets: FlakyStore { journal.add($0) })
    try await service.signIn()
    server.update { $0.current = 1 }
    server.whenRenewing { .pair(1) }
    server.whenReading { request in
      if request.fields["Authorization"] == "Bearer access-1" { journal.add("used") }
    }
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<20 { group.addTask { _ = try? await service.read("\(index)") } }
    }
    #expect(journal.entries.prefix(3) == ["write other", "write access-1", "used"])
    #expect(journal.entries.count { $0 == "used" } == 20)
  }

  @Test("a renewal whose own call is refused never causes another, and the sign-in has expired")
  func refused() async throws {
    let server = TokenServer(current: 5)
    let service = TestService(server)
    try await service.signIn()
    let error = await failure { try await service.read() }
    #expect(error.kind == .signedOut)
    #expect(error.operation == "test.read")
    #expect(server.renewals == 1)
    #expect(try await service.client.session.status() == .expired(account: "ada", name: "Ada"))
    #expect(service.stored == nil)
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(server.renewals == 1)
  }

  @Test("a renewal that answers for another account is the wrong server's, and changes nothing")
  func anotherAccount() async throws {
    let server = TokenServer(current: 5)
    let service = TestService(server) { _ in
      AuthenticationScheme(renew: { (_) async throws(ClientError) in .renewed(.numbered(5, account: "eve")) })
    }
    try await service.signIn()
    let error = await failure { try await service.read() }
    #expect(error.kind == .wrongServer && error.detail == "anotherAccount")
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
    #expect(service.stored == .numbered(0))
    #expect(!server.requests.contains { $0.fields["Authorization"] == "Bearer access-5" })
  }

  @Test("a new token that is refused too ends in an error, not in a loop")
  func refusedAgain() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    server.update { $0.current = -1 }
    server.whenRenewing { .pair(1) }
    let error = await failure { try await service.read() }
    #expect(error.kind == .server)
    #expect(error.status == 401)
    #expect(server.renewals == 1)
    #expect(try await service.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test("a pair that another client of the same store has renewed is used, and never erased")
  func twoClients() async throws {
    let server = TokenServer()
    let store = MemorySecretStore()
    let (first, second) = (TestService(server, secrets: store), TestService(server, secrets: store))
    try await first.signIn()
    #expect(try await second.read() == "text 1")
    server.update { $0.current = 1 }
    server.whenRenewing { .pair(1) }
    #expect(try await first.read() == "text 1")
    server.whenRenewing(nil)
    server.update { $0.current = 1 }
    // The second client still has pair 0, whose refresh token is used up: it must renew with the stored pair.
    server.update { $0.alsoValid = [] }
    #expect(try await second.read() == "text 1")
    #expect(second.stored?.access.reveal() == "access-2")
    #expect(try await second.client.session.status() == .signedIn(account: "ada", name: "Ada"))
  }

  @Test("of two clients that renew at the same time, the one that lost takes the winner's pair")
  func twoClientsAtOnce() async throws {
    let server = TokenServer()
    let store = MemorySecretStore()
    let (first, second) = (TestService(server, secrets: store), TestService(server, secrets: store))
    try await first.signIn()
    _ = try await second.client.session.status()
    server.update { $0.current = 1 }
    let (lost, gate) = (Latch(), Latch())
    server.whenRenewing {
      lost.open()
      await gate.wait()
      return .json([:], status: 401)
    }
    async let text = second.read("b")
    await lost.wait()
    server.whenRenewing { .pair(1) }
    #expect(try await first.read("a") == "text a")
    gate.open()
    #expect(try await text == "text b")
    #expect(second.stored?.access.reveal() == "access-1")
  }

  @Test("nothing can be renewed without a refresh token: the server's word ends the sign-in")
  func nothingToRenewWith() async throws {
    let server = TokenServer(current: 9)
    let service = TestService(server)
    var credentials = Credentials.numbered(0)
    credentials.refresh = nil
    try await service.client.session.adopt(credentials, generation: 0)
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(server.renewals == 0)
    #expect(try await service.client.session.status() == .expired(account: "ada", name: "Ada"))
  }

  @Test("a newer sign-in that another client has stored counts, also where nothing can be renewed")
  func newerElsewhere() async throws {
    let server = TokenServer()
    let store = MemorySecretStore()
    let (first, second) = (TestService(server, secrets: store), TestService(server, secrets: store))
    for (service, number) in [(first, 0), (second, 1)] {
      var credentials = Credentials.numbered(number)
      credentials.refresh = nil
      let generation = await service.client.session.currentGeneration()
      try await service.client.session.adopt(credentials, generation: generation)
      if number == 0 { #expect(try await first.read("a") == "text a") }
    }
    server.update { $0.current = 1 }
    #expect(try await first.read("b") == "text b")
    #expect(first.stored?.access.reveal() == "access-1")
  }

  @Test("another account that another client has stored is not taken for newer credentials of one's own")
  func otherAccountElsewhere() async throws {
    let server = TokenServer()
    let store = MemorySecretStore()
    let service = TestService(server, secrets: store)
    try await service.signIn()
    try store.write(Credentials.numbered(5, account: "bob").sealed(), key: TestService.key)
    server.update { $0.current = 5 }
    #expect(await failure { try await service.read() }.kind == .signedOut)
    #expect(try await service.client.session.status() == .expired(account: "ada", name: "Ada"))
    #expect(server.requests.allSatisfy { $0.fields["Authorization"] != "Bearer access-5" })
    #expect(server.requests.allSatisfy { $0.fields["x-refresh-token"] != "refresh-5" })
  }

  @Test("work that an observer starts is its own: it is neither bound to the account nor counted as a renewal")
  func observersAreFree() {
    let observers = Observers<Int>()
    let heard = Notebook<Bool>()
    let token = observers.add { _ in heard.add(RequiredAccount.id == nil && RenewalBudget.current == nil) }
    RequiredAccount.$id.withValue("ada") { observers.notify(1) }
    #expect(heard.entries == [true])
    token.cancel()
  }

  @Test("a renewal that ends after the password was changed keeps the tokens of the new password")
  func passwordChangedMeanwhile() async throws {
    let server = TokenServer()
    let service = TestService(server)
    try await service.signIn()
    server.update {
      $0.current = 1
      $0.alsoValid = []
    }
    let session = service.client.session
    server.whenRenewing {
      try await session.replaceTokens(
        access: Secret("access-1"), refresh: Secret("refresh-new"), generation: session.currentGeneration())
      return .pair(7)
    }
    #expect(try await service.read() == "text 1")
    #expect(service.stored?.access.reveal() == "access-1")
    #expect(service.stored?.refresh?.reveal() == "refresh-new")
  }

  @Test("an answer of an earlier sign-in needs a look at the session, however sure the present one is")
  func standing() {
    let now = AccountSession.Grant(credentials: .numbered(1), generation: 2, renewal: 3)
    let standing = AccountSession.Standing(grant: now, renewAt: nil, isAccepted: true)
    #expect(standing.accepts(now))
    #expect(standing.accepts(.init(credentials: .numbered(0), generation: 2, renewal: 1)))
    #expect(!standing.accepts(.init(credentials: .numbered(0), generation: 1, renewal: 1)))
    #expect(!standing.accepts(.init(credentials: .numbered(2), generation: 2, renewal: 4)))
  }
}
