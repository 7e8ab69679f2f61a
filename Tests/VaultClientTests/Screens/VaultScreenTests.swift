import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Lists chosen on a screen, and changes that arrive later")
struct VaultScreenTests {
  @Test("the data of one account is erased when it signs out, and the next one sees none of it, also without a network")
  func otherAccount() async throws {
    let fixture = try await Fixture.signedIn()
    let library = VaultLibraryViewModel(vault: fixture.vault)
    let watchlist = VaultWatchlistViewModel(vault: fixture.vault)
    let lists = ListsViewModel(vault: fixture.vault)
    let news = NotificationsViewModel(vault: fixture.vault)
    library.load()
    watchlist.load()
    lists.load()
    lists.open(.list(try #require(fixture.server.listID(named: "Weekend", of: "alice"))))
    news.load()
    for model in [library, watchlist, lists, news] as [any ViewModel] { await model.settled() }
    #expect(library.state.entries.count > 3 && watchlist.state.unwatched != UnwatchedList())
    #expect(lists.state.contents.value?.entries.isEmpty == false && news.state.badgeCount > 0)
    _ = try await fixture.vault.account.signOut(pending: .keep)
    #expect(await eventually { library.state.library == .idle && library.state.entries.isEmpty })
    #expect(await eventually { watchlist.state == VaultWatchlistViewModel.State() })
    #expect(await eventually { lists.state == ListsViewModel.State() && news.state == NotificationsViewModel.State() })
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    fixture.network.isDown = true
    library.load()
    lists.load()
    await library.settled()
    await lists.settled()
    #expect(library.state.library.value == nil && library.state.entries == [])
    #expect(lists.state.lists.value?.map(\.id) == [.personal])
  }

  @Test("a list that was opened without loading the lists follows the cache, and is gone with its account")
  func openedAlone() async throws {
    let fixture = try await Fixture.signedIn()
    let lists = ListsViewModel(vault: fixture.vault)
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    lists.open(.list(weekend))
    await lists.settled()
    #expect(lists.state.contents.value?.movie(3)?.watched == false)
    try await fixture.vault.store.mark(.movie(3), in: weekend, ItemMark(watched: true))
    #expect(await eventually { lists.state.contents.value?.movie(3)?.watched == true })
    _ = try await fixture.vault.account.signOut(pending: .keep)
    #expect(await eventually { lists.state == ListsViewModel.State() })
  }

  @Test("a list that is opened right after another account signed in is opened", arguments: [true, false])
  func openedAtOnce(signsOut: Bool) async throws {
    let fixture = try await Fixture.signedIn()
    let lists = ListsViewModel(vault: fixture.vault)
    lists.load()
    await lists.settled()
    if signsOut {
      _ = try await fixture.vault.account.signOut(pending: .keep)
      #expect(await eventually { lists.state.lists == .idle })
    }
    try await fixture.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let trips = try #require(fixture.server.listID(named: "Long trips", of: "bob"))
    lists.open(.list(trips))
    await lists.settled()
    #expect(lists.state.opened == .list(trips))
    #expect(lists.state.contents.value?.movie(15) != nil)
  }

  @Test("a change that is sent later stops counting as waiting, and one that is refused later shows a notice")
  func later() async throws {
    let fixture = try await Fixture.signedIn()
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    try await fixture.relaunched().vault.watchlist.remove(.movie(2))
    fixture.network.isDown = true
    model.setWatched(true, for: .movie(1))
    await model.settled()
    model.setWatched(true, for: .movie(2))
    await model.settled()
    #expect((model.state.pendingCount, model.state.notice) == (2, nil))
    fixture.network.isDown = false
    await fixture.vault.store.flush()
    #expect(await eventually { model.state.pendingCount == 0 })
    #expect(await eventually { model.state.notice == "A change could not be made: what it is about is gone." })
    model.dismissNotice()
    await model.screen.show()
    #expect(model.state.notice == nil)
  }

  @Test("a mutation confirmed while another read was under way is counted once, and a list made meanwhile stays")
  func onTop() async throws {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    try await store.refreshLists()
    let someDay = try #require(fixture.server.listID(named: "Some day", of: "alice"))
    let before = try #require(try await store.lists()?.value.first { $0.id == .list(someDay) }?.itemCount)
    _ = try await store.refresh(\.news) { roles in
      try await store.add(.movie(1), to: someDay)
      await store.settled()
      return try await roles.notifications.newTitles()
    }
    #expect(try await store.lists()?.value.first { $0.id == .list(someDay) }?.itemCount == before + 1)
    let old = try #require(try await store.lists())
    _ = try await store.refresh(\.lists) { _ in
      try await store.createList(ListDraft(name: "Rain"))
      await store.settled()
      return old.value
    }
    #expect(try await store.lists()?.value.map(\.name).contains("Rain") == true)
  }
}
