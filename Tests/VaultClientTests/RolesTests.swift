import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@Suite("One service: its roles, and the parts that services of one folder share")
struct RolesTests {
  /// The user's titles, without any request but those to the fake itself.
  private struct Double: WatchlistAPI {
    let server: FakeVaultServer
    let calls = Recorder<String>()

    func all() async throws(ClientError) -> Watchlist {
      calls.add("all")
      return with(Watchlist()) { $0.movies = [with(Movie(id: 1)) { $0.title = "Of the double" }] }
    }

    func toggleWatched(_ title: TitleReference) async throws(ClientError) -> ToggleResult {
      calls.add("toggle \(title)")
      server.setWatched(true, movie: title.id)
      return ToggleResult(watched: true)
    }

    func unwatched(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList { throw Self.unused }
    func unwatchedByServer(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
      throw Self.unused
    }
    func markSeen(_ title: TitleReference) async throws(ClientError) { throw Self.unused }
    func remove(_ title: TitleReference) async throws(ClientError) { throw Self.unused }
    func clear() async throws(ClientError) { throw Self.unused }
    func counts() async throws(ClientError) -> LibraryCounts { throw Self.unused }

    private static let unused = ClientError(.unsupported, operation: "double")
  }

  @Test("with a role replaced, store, queue and screens call that one and never the live one")
  @MainActor func replaced() async throws {
    let fixture = try await Fixture.signedIn()
    let double = Double(server: fixture.server)
    let vault = fixture.service { $0.watchlist = double }
    let model = VaultLibraryViewModel(vault: vault)
    model.load()
    await model.settled()
    #expect(model.state.entries.map(\.title) == ["Of the double"])
    try await vault.store.setWatched(true, for: .movie(1))
    await vault.store.settled()
    #expect(double.calls.values == ["all", "toggle movie/1"])
    #expect(try await vault.queue.open() == [])
    #expect(fixture.network.operations.contains { $0.rawValue.hasPrefix("vault.watchlist") } == false)
  }

  @Test("two services of one folder keep each other's changes and share their sign-out")
  func shared() async throws {
    let fixture = try await Fixture.signedIn()
    let other = fixture.service { _ in }
    try await fixture.vault.store.refreshLibrary()
    #expect(try await other.store.library()?.value.movie(1)?.watched == false)
    fixture.network.isDown = true
    try await fixture.vault.store.setWatched(true, for: .movie(1))
    try await other.store.setWatched(true, for: .movie(2))
    #expect(try await fixture.vault.store.library()?.value.movie(2)?.watched == true)
    await fixture.vault.store.settled()
    #expect(try await fixture.relaunched().vault.queue.open().map(\.target) == ["movie/1", "movie/2"])
    _ = try await fixture.vault.account.signOut(pending: .discard)
    #expect(try await other.account.status() == .signedOut)
    #expect(await Fixture.kind { _ = try await other.queue.open() } == .signedOut)
    #expect(try await fixture.relaunched().vault.account.status() == .signedOut)
  }

  @Test("a change names its submission, by which its caller follows it")
  func submissions() async throws {
    let fixture = try await Fixture.signedIn()
    let mark = try #require(try await fixture.vault.store.setWatched(true, for: .movie(1)).first)
    #expect(await mark.settled() == .synced)
    let list = try await fixture.vault.store.createList(ListDraft(name: "Rain"))
    #expect(await list.submission.settled() == .synced)
    fixture.network.isDown = true
    let edit = try await fixture.vault.store.update(2, MovieChange(title: "Longer Fuse"))
    guard case .waiting = await edit.settled() else { return #expect(Bool(false), "sent without a network") }
    try await fixture.vault.queue.discard(edit.id)
    #expect(try await fixture.vault.queue.open() == [])
  }
}
