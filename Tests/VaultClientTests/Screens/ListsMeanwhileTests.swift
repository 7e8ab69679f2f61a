import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Lists and counts, and what happens while they wait for an answer")
struct ListsMeanwhileTests {
  /// Lets all tasks run that are ready.
  private func rest() async { for _ in 0..<300 { await Task.yield() } }

  // MARK: Lists

  private func lists(
    _ operation: OperationID
  ) async throws -> (model: ListsViewModel, held: Held, fixture: Fixture, lists: [ListID]) {
    let fixture = try await Fixture.signedIn()
    let held = Held()
    var options = ClientOptions()
    options.middleware = [HeldMiddleware(operation: operation, held: held)]
    let model = ListsViewModel(
      vault: VaultService(
        server: .fake, transport: fixture.network, environment: fixture.vault.client.environment, options: options))
    model.load()
    await model.settled()
    let ids = (model.state.lists.value ?? []).filter { $0.type == .custom }.map(\.id)
    try #require(ids.count >= 2)
    return (model, held, fixture, ids)
  }

  @Test("of two lists that are opened one after the other the second is shown, whichever is answered first")
  func twoLists() async throws {
    let (model, held, fixture, lists) = try await lists(.vaultListsContents)
    held.hold()
    model.open(lists[0])
    #expect(await eventually { held.count == 1 })
    model.open(lists[1])
    #expect(await eventually { held.count == 2 })
    held.releaseFirst()
    await rest()
    #expect(model.state.opened == lists[1] && model.state.contents.value == nil)
    held.release()
    await model.settled()
    let shown = try await fixture.vault.lists.contents(of: lists[1])
    #expect(shown != (try await fixture.vault.lists.contents(of: lists[0])))
    #expect(model.state.opened == lists[1] && model.state.contents.value == shown)
    model.open(lists[0])
    model.open(lists[1])
    await model.settled()
    #expect(model.state.opened == lists[1] && model.state.contents.value == shown)
  }

  @Test("an open list that another device has deleted fails alone, and the lists are those that were read")
  func deletedElsewhere() async throws {
    let (model, _, fixture, lists) = try await lists(.vaultListsContents)
    model.open(lists[0])
    await model.settled()
    #expect(model.state.contents.value != nil)
    try await fixture.vault.lists.delete(try #require(lists[0].number))
    await model.refreshAndWait()
    guard case .loaded(let shown, _) = model.state.lists else {
      Issue.record("the lists are \(model.state.lists)")
      return
    }
    #expect(!shown.isEmpty && !shown.map(\.id).contains(lists[0]))
    #expect(model.state.error == nil)
    guard case .failed = model.state.contents else {
      Issue.record("the titles are \(model.state.contents)")
      return
    }
  }

  @Test("a pull also reads the titles of the open list, and reads them again after a failure")
  func openList() async throws {
    let (model, held, fixture, lists) = try await lists(.vaultListsContents)
    fixture.network.isDown = true
    model.open(lists[0])
    await model.settled()
    guard case .failed = model.state.contents else {
      Issue.record("the titles are \(model.state.contents)")
      return
    }
    fixture.network.isDown = false
    await model.refreshAndWait()
    let shown = try #require(model.state.contents.value)
    #expect(shown == (try await fixture.vault.lists.contents(of: lists[0])))
    let movie = try #require(
      try await fixture.vault.store.refreshLibrary().value.movies.first { shown.movie($0.id) == nil })
    try await fixture.vault.lists.add(
      .movie(movie.id), to: try #require(lists[0].number), notes: nil)
    await model.refreshAndWait()
    #expect(model.state.contents.value?.movie(movie.id) != nil)
    #expect(held.count == 0)
  }

  @Test("lists to copy to that are named after a sign-out are not shown to whoever signs in next")
  func targets() async throws {
    let (model, held, fixture, lists) = try await lists(.vaultListsTargets)
    held.hold()
    model.open(lists[0])
    #expect(await eventually { held.count == 1 })
    try await fixture.vault.account.signOut(pending: .discard)
    #expect(await eventually { model.state.opened == nil })
    held.release()
    await rest()
    #expect(model.state.targets == [] && model.state.opened == nil)
  }

  // MARK: Counts

  private struct SlowNews: NotificationAPI {
    let base: any NotificationAPI
    let held: Held

    func counts() async throws(ClientError) -> NewReleaseCounts {
      await held.wait()
      return with(NewReleaseCounts()) { $0.total = 7 }
    }
    func newTitles() async throws(ClientError) -> NewTitles { try await base.newTitles() }
    func markAllSeen() async throws(ClientError) { try await base.markAllSeen() }
  }

  private struct SlowCounts: WatchlistAPI {
    let base: any WatchlistAPI
    let held: Held

    func counts() async throws(ClientError) -> LibraryCounts {
      await held.wait()
      return with(LibraryCounts()) { $0.movies.total = 7 }
    }
    func all() async throws(ClientError) -> Watchlist { try await base.all() }
    func unwatched(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
      try await base.unwatched(sortedBy: sort)
    }
    func unwatchedByServer(sortedBy sort: UnwatchedSort) async throws(ClientError) -> UnwatchedList {
      try await base.unwatchedByServer(sortedBy: sort)
    }
    func toggleWatched(_ title: TitleReference) async throws(ClientError) -> ToggleResult {
      try await base.toggleWatched(title)
    }
    func markSeen(_ title: TitleReference) async throws(ClientError) { try await base.markSeen(title) }
    func remove(_ title: TitleReference) async throws(ClientError) { try await base.remove(title) }
    func clear() async throws(ClientError) { try await base.clear() }
  }

  @Test("counts that come after a sign-out are not shown, on the screen of news and on that of the watchlist")
  func counts() async throws {
    let fixture = try await Fixture.signedIn()
    let (news, titles) = (Held(), Held())
    let vault = fixture.service {
      $0.notifications = SlowNews(base: $0.notifications, held: news)
      $0.watchlist = SlowCounts(base: $0.watchlist, held: titles)
    }
    let (first, second) = (NotificationsViewModel(vault: vault), VaultWatchlistViewModel(vault: vault))
    news.hold()
    titles.hold()
    first.load()
    second.load()
    #expect(await eventually { news.count == 1 && titles.count == 1 })
    let (noNews, noCounts) = (NotificationsViewModel.State().counts, VaultWatchlistViewModel.State().counts)
    try await fixture.vault.account.signOut(pending: .discard)
    #expect(await eventually { first.state.news.value == nil && second.state.watchlist.value == nil })
    news.release()
    titles.release()
    await rest()
    #expect(first.state.counts == noNews && second.state.counts == noCounts)
  }

  @Test("a screen of news that is stopped asks no more")
  func stopped() async throws {
    let clock = ManualClock()
    let fixture = try await Fixture.signedIn(clock: clock)
    let model = NotificationsViewModel(vault: fixture.vault)
    model.start()
    await model.settled()
    let before = fixture.count(.vaultNotificationsNewTitles)
    #expect(before == 1)
    model.stop()
    await rest()
    for _ in 0..<3 {
      await clock.advance(by: NotificationsViewModel.interval)
      await model.settled()
    }
    #expect(fixture.count(.vaultNotificationsNewTitles) == before)
  }
}
