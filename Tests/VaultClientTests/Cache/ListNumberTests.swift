import Testing
import VaultTesting

@testable import MediaCore
@testable import VaultClient

@Suite("A change of one account never meets the cache of another one")
struct ListNumberTests {
  private func fixture() async throws -> (fixture: Fixture, api: VaultAPI, alice: String) {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshLists()
    let api = VaultAPI(
      roles: store.roles, cache: store.cache, numbers: store.numbers, progress: store.progress, clock: fixture.clock,
      deliveries: DeliveryLog())
    return (fixture, api, try #require(try await fixture.vault.client.accounts.account()))
  }

  private func context(_ account: String) -> MutationContext {
    MutationContext(id: "change", account: account, order: 5, wasSent: false)
  }

  @Test("the number of a list that was made here is asked for by its own account alone")
  func numbers() async throws {
    let (fixture, api, alice) = try await fixture()
    let list = try #require(try await fixture.vault.store.createList(ListDraft(name: "Rain")).id.number)
    await fixture.vault.store.settled()
    let number = try #require(fixture.server.listID(named: "Rain", of: "alice"))
    #expect(try await api.serverNumber(of: list, context(alice)) == number)
    let error = await Fixture.error { _ = try await api.serverNumber(of: list, context("other")) }
    #expect(error?.kind == .signedOut && error?.detail == ClientError.Detail.accountChanged)
    let shown = with(VaultList(id: .list(77))) { $0.name = "Other" }
    let found = await Fixture.error { try await api.found(shown, madeAs: -5, context("other")) }
    #expect(found?.kind == .signedOut)
    #expect(try await api.numbers.all()[-5] == nil)
    #expect(try await fixture.vault.store.snapshot().list(77) == nil)
  }

  @Test("neither its library nor its lists come into the cache that shows another account")
  func answers() async throws {
    let (fixture, api, alice) = try await fixture()
    #expect(try await api.snapshot(context("other")) == nil)
    #expect(try await api.snapshot(context(alice))?.library != nil)
    let before = try await fixture.vault.store.snapshot()
    await fixture.clock.advance(by: .seconds(5))
    _ = try await api.library(context("other"))
    #expect(try await fixture.vault.store.snapshot() == before)
    _ = try await api.library(context(alice))
    #expect(try await fixture.vault.store.snapshot().library?.asOf != before.library?.asOf)
  }
}
