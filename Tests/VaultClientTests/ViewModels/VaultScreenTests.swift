import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Whose titles a screen shows, and what comes later")
struct VaultScreenTests {
  @Test("what one account has is gone when it signs out, and the next one sees nothing of it, also without a network")
  func otherAccount() async throws {
    let stage = try await Stage.signedIn()
    let library = VaultLibraryViewModel(vault: stage.vault)
    let watchlist = VaultWatchlistViewModel(vault: stage.vault)
    let lists = ListsViewModel(vault: stage.vault)
    let news = NotificationsViewModel(vault: stage.vault)
    library.load()
    watchlist.load()
    lists.load()
    lists.open(.list(try #require(stage.server.listID(named: "Weekend", of: "alice"))))
    news.load()
    for model in [library, watchlist, lists, news] as [any VaultViewModel] { await model.settled() }
    #expect(library.state.entries.count > 3 && watchlist.state.unwatched != UnwatchedList())
    #expect(lists.state.contents.value?.entries.isEmpty == false && news.state.badgeCount > 0)
    _ = try await stage.vault.account.signOut(pending: .keep)
    #expect(await eventually { library.state.library == .idle && library.state.entries.isEmpty })
    #expect(await eventually { watchlist.state == VaultWatchlistViewModel.State() })
    #expect(await eventually { lists.state == ListsViewModel.State() && news.state == NotificationsViewModel.State() })
    try await stage.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    stage.network.isDown = true
    library.load()
    lists.load()
    await library.settled()
    await lists.settled()
    #expect(library.state.library.value == nil && library.state.entries == [])
    #expect(lists.state.lists.value?.map(\.id) == [.personal])
  }

  @Test("a list that is opened right after somebody else signed in is opened", arguments: [true, false])
  func openedAtOnce(signsOut: Bool) async throws {
    let stage = try await Stage.signedIn()
    let lists = ListsViewModel(vault: stage.vault)
    lists.load()
    await lists.settled()
    if signsOut {
      _ = try await stage.vault.account.signOut(pending: .keep)
      #expect(await eventually { lists.state.lists == .idle })
    }
    try await stage.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let trips = try #require(stage.server.listID(named: "Long trips", of: "bob"))
    lists.open(.list(trips))
    await lists.settled()
    #expect(lists.state.opened == .list(trips))
    #expect(lists.state.contents.value?.movie(15) != nil)
  }

  @Test("a change that is sent later stops counting as waiting, and one that is refused later is told")
  func later() async throws {
    let stage = try await Stage.signedIn()
    let model = VaultLibraryViewModel(vault: stage.vault)
    model.load()
    await model.settled()
    try await stage.relaunched().vault.watchlist.remove(.movie(2))
    stage.network.isDown = true
    model.setWatched(true, for: .movie(1))
    await model.settled()
    model.setWatched(true, for: .movie(2))
    await model.settled()
    #expect((model.state.pendingCount, model.state.notice) == (2, nil))
    stage.network.isDown = false
    await stage.vault.store.flush()
    #expect(await eventually { model.state.pendingCount == 0 })
    #expect(await eventually { model.state.notice == "A change could not be made: what it is about is gone." })
    model.dismissNotice()
    await model.showKept()
    #expect(model.state.notice == nil)
  }

  @Test("what has come true while something else was asked for is counted once, and a list made meanwhile stays")
  func onTop() async throws {
    let stage = try await Stage.signedIn()
    let store = stage.vault.store
    try await store.refreshLists()
    let someDay = try #require(stage.server.listID(named: "Some day", of: "alice"))
    let before = try #require(try await store.lists()?.value.first { $0.id == .list(someDay) }?.itemCount)
    try await store.take {
      @Sendable () async throws(ClientError) in
      try await store.add(.movie(1), to: someDay)
      await store.settled()
    } into: { @Sendable _, _, _ in
    }
    #expect(try await store.lists()?.value.first { $0.id == .list(someDay) }?.itemCount == before + 1)
    let old = try #require(try await store.lists())
    try await store.take {
      @Sendable () async throws(ClientError) in
      try await store.createList(ListDraft(name: "Rain"))
      await store.settled()
    } into: { @Sendable known, _, now in
      known.lists = Dated(old.value, asOf: now)
    }
    #expect(try await store.lists()?.value.map(\.name).contains("Rain") == true)
  }
}
