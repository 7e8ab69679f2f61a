import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("One service: its roles, and what services of one folder share")
struct RolesTests {
  /// The user's titles, asked of nobody but the fake itself.
  private struct Double: WatchlistAPI {
    let server: FakeVaultServer
    let calls = Noted<String>()

    func all() async throws(ClientError) -> Watchlist {
      calls.add("all")
      return with(Watchlist()) { $0.movies = [Movie(id: 1, title: "Of the double")] }
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
    let stage = try await Stage.signedIn()
    let double = Double(server: stage.server)
    let vault = stage.service { $0.watchlist = double }
    let model = VaultLibraryViewModel(vault: vault)
    model.load()
    await model.settled()
    #expect(model.state.entries.map(\.title) == ["Of the double"])
    try await vault.store.setWatched(true, for: .movie(1))
    await vault.store.settled()
    #expect(double.calls.values == ["all", "toggle movie/1"])
    #expect(try await vault.queue.open() == [])
    #expect(stage.network.operations.contains { $0.hasPrefix("vault.watchlist") } == false)
  }

  @Test("two services of one folder lose none of each other's changes, and sign out as one")
  func shared() async throws {
    let stage = try await Stage.signedIn()
    let other = stage.service { _ in }
    try await stage.vault.store.refreshLibrary()
    #expect(try await other.store.library()?.value.movie(1)?.watched == false)
    stage.network.isDown = true
    try await stage.vault.store.setWatched(true, for: .movie(1))
    try await other.store.setWatched(true, for: .movie(2))
    #expect(try await stage.vault.store.library()?.value.movie(2)?.watched == true)
    await stage.vault.store.settled()
    #expect(try await stage.relaunched().vault.queue.open().map(\.target) == ["movie/1", "movie/2"])
    _ = try await stage.vault.account.signOut(pending: .discard)
    #expect(try await other.account.status() == .signedOut)
    #expect(await Stage.kind { _ = try await other.queue.open() } == .signedOut)
    #expect(try await stage.relaunched().vault.account.status() == .signedOut)
  }

  @Test("a change names its submission, by which its caller follows it")
  func submissions() async throws {
    let stage = try await Stage.signedIn()
    let mark = try #require(try await stage.vault.store.setWatched(true, for: .movie(1)).first)
    #expect(await mark.settled() == .synced)
    let list = try await stage.vault.store.createList(ListDraft(name: "Rain"))
    #expect(await list.submission.settled() == .synced)
    stage.network.isDown = true
    let edit = try await stage.vault.store.update(2, MovieChange(title: "Longer Fuse"))
    guard case .waiting = await edit.settled() else { return #expect(Bool(false), "sent without a network") }
    try await stage.vault.queue.discard(edit.id)
    #expect(try await stage.vault.queue.open() == [])
  }
}
