import Testing
import VaultTesting

@testable import MediaCore
@testable import VaultClient

@Suite("A change of one account never meets the cache of another one")
struct ListNumberTests {
  /// The ends of the queue and the cache, as mutations have them.
  private func fixture() async throws -> (fixture: Fixture, link: VaultLink, alice: String) {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshLists()
    let link = VaultLink(clock: fixture.clock)
    link.connect(store.queue, store.cache)
    return (fixture, link, try #require(try await fixture.vault.client.accounts.account()))
  }

  private func context(_ account: String) -> MutationContext {
    MutationContext(id: "change", account: account, order: 5, wasSent: false)
  }

  @Test("the number of a list that was made here is asked for by its own account alone")
  func numbers() async throws {
    let (fixture, _, alice) = try await fixture()
    let list = try #require(try await fixture.vault.store.createList(ListDraft(name: "Rain")).id.number)
    await fixture.vault.store.settled()
    let numbers = fixture.vault.store.numbers
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(try await numbers.serverNumber(of: list, for: alice) == number)
    let error = await Fixture.error { _ = try await numbers.serverNumber(of: list, for: "other") }
    #expect(error?.kind == .signedOut && error?.detail == ClientError.Detail.accountChanged)
    let shown = with(VaultList(id: .list(77))) { $0.name = "Other" }
    let found = await Fixture.error { try await numbers.found(shown, madeAs: -5, context("other")) }
    #expect(found?.kind == .signedOut)
    #expect(try await numbers.all()[-5] == nil)
  }

  @Test("neither its library, its lists nor a new list come into the cache that shows another account")
  func link() async throws {
    let (fixture, link, alice) = try await fixture()
    let (others, own) = (try await link.readMark("other"), try await link.readMark(alice))
    #expect(others == nil && own != nil)
    #expect(try await link.snapshot(context("other")) == nil)
    #expect(try await link.snapshot(context(alice))?.library != nil)
    let before = try await fixture.vault.store.snapshot()
    try await link.merge(with(VaultList(id: .list(77))) { $0.name = "Other" }, madeAs: -5, for: "other")
    #expect(try await fixture.vault.store.snapshot() == before)
    try await link.merge(with(VaultList(id: .list(77))) { $0.name = "Mine" }, madeAs: -5, for: alice)
    #expect(try await fixture.vault.store.snapshot().list(77)?.name == "Mine")
  }

  @Test("an answer that was asked for before another account signed in is not merged")
  func late() async throws {
    let (fixture, link, alice) = try await fixture()
    let mark = try #require(try await link.readMark(alice))
    try await fixture.vault.account.signOut(pending: .discard)
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let library = with(Watchlist()) { $0.movies = [Movie(id: 900)] }
    #expect(await Fixture.kind { try await link.merge(library, askedAt: mark) } == .signedOut)
    let lists = [VaultList(id: .list(77))]
    #expect(await Fixture.kind { try await link.merge(lists, askedAt: mark, counting: "change") } == .signedOut)
    let snapshot = try await fixture.vault.store.snapshot()
    #expect(snapshot.library == nil && snapshot.lists == nil)
  }
}
