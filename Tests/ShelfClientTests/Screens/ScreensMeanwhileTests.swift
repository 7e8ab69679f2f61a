import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Answers that come after another account has signed in, or after something else was asked for")
struct ScreensMeanwhileTests {
  private struct LateSearch: SearchAPI {
    let base: any SearchAPI
    let gate: LateGate

    func results(for text: String, in library: String, limit: Int) async throws(ClientError) -> SearchResults {
      let found = try await base.results(for: text, in: library, limit: limit)
      await gate.pass(text)
      return found
    }
  }

  private struct LateHistory: ListeningAPI {
    let base: any ListeningAPI
    let gate: LateGate

    func sessions(of id: PlayableID?, page: Int, limit: Int) async throws(ClientError) -> Page<PlaybackSession> {
      let answer = try await base.sessions(of: id, page: page, limit: limit)
      await gate.pass("history \(page)")
      return answer
    }
    func stats() async throws(ClientError) -> ListeningStats { try await base.stats() }
    func year(_ year: Int) async throws(ClientError) -> YearStats {
      let answer = try await base.year(year)
      await gate.pass("\(year)")
      return answer
    }
  }

  private let rig: ShelfRig
  private let gate = LateGate()
  private let shelf: ShelfService

  /// A podcast of sixty episodes, one book, and two accounts that may see all of it.
  init() async throws {
    var world = ShelfWorld.empty()
    let books = world.addBookLibrary(name: "Books")
    for (title, genre) in [("Salt", "Fantasy"), ("Sugar", "Essay")] {
      world.addBook(in: books, title: title, tracks: [1800], genres: [genre])
    }
    let podcast = world.addPodcast(in: world.addPodcastLibrary(name: "Podcasts"), title: "Show")
    for number in 0..<60 { world.addEpisode(.init(title: "Episode \(number)", duration: 600), to: podcast) }
    for name in ["ada", "grace"] { world.addUser(name, password: ShelfRig.password(of: name), type: .root) }
    rig = try await ShelfRig(world: world)
    shelf = ShelfService(server: .fake, transport: rig.network, environment: rig.environment.relaunched()) { [gate] in
      $0.libraries = LateLibraries(base: $0.libraries, gate: gate)
      $0.search = LateSearch(base: $0.search, gate: gate)
      $0.listening = LateHistory(base: $0.listening, gate: gate)
    }
  }

  /// Signs in grace while ada's request is on its way, and then lets the answer come.
  private func change(account: () -> Bool, before name: String) async throws {
    #expect(await eventually { gate.isHolding(name) })
    try await shelf.account.signOut(pending: .discard)
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    #expect(await eventually { account() })
    await letGo(name)
  }

  /// Listens to a book, in so many sessions.
  private func listen(_ sessions: Int) async throws {
    let start = rig.clock.now() - 600
    for number in 0..<sessions {
      try await shelf.progressStore.record(
        LocalListening(
          id: rig.environment.random.uuid(), item: PlayableID(libraryItemId: rig.world.itemID(titled: "Salt") ?? ""),
          startedAt: start + Double(100 * number), endedAt: start + Double(100 * number + 60), seconds: 60,
          startPosition: 0, position: 60))
      await shelf.progressStore.settled()
    }
  }

  private func letGo(_ name: String) async {
    gate.letGo(name)
    await rig.clock.advance(by: .zero)
  }

  @Test("more of the Latest tab, for the account before, is neither shown nor an error")
  func latest() async throws {
    let latest = LatestViewModel(shelf: shelf)
    latest.load()
    await latest.settled()
    #expect(latest.state.hasMore && latest.state.entries.value?.count == 25)
    gate.hold("latest")
    latest.loadMore()
    try await change(
      account: { latest.state.entries.value?.count == 25 && !latest.state.isLoadingMore }, before: "latest")
    await latest.settled()
    #expect(latest.state.error == nil && latest.state.entries.value?.count == 25)
    #expect(!latest.state.isLoadingMore && latest.state.hasMore)
    // The next page must be this account's second one.
    latest.loadMore()
    await latest.settled()
    #expect(latest.state.entries.value?.count == 50)
  }

  @Test("more of the Latest tab stays when a shorter answer, asked for before, comes after it")
  func shorterLatest() async throws {
    let latest = LatestViewModel(shelf: shelf)
    latest.load()
    await latest.settled()
    gate.hold("latest")
    let slow = Task { [store = shelf.queueStore] in try await store.refresh() }
    #expect(await eventually { gate.isHolding("latest") })
    latest.loadMore()
    await latest.settled()
    let titles = latest.state.entries.value?.map(\.title)
    #expect(titles?.count == 50)
    await letGo("latest")
    try await slow.value
    await latest.settled()
    #expect(try await shelf.queueStore.current().entries.map(\.title) == titles)
    #expect(latest.state.entries.value?.map(\.title) == titles && latest.state.hasMore)
    // Fewer entries on request shorten the list.
    try await shelf.queueStore.refresh(limit: 25)
    #expect(try await shelf.queueStore.current().entries.count == 25)
  }

  @Test("history of the account before is not shown to the next", arguments: [0, 1])
  func history(page: Int) async throws {
    try await listen(4)
    let history = HistoryViewModel(shelf: shelf, pageSize: 2)
    history.load()
    await history.settled()
    #expect(history.state.sessions.value?.count == 2 && history.state.hasMore)
    gate.hold("history \(page)")
    if page == 0 { history.refresh() } else { history.loadMore() }
    try await change(account: { history.state.sessions.value == [] }, before: "history \(page)")
    await history.settled()
    #expect(history.state.sessions.value == [])
    #expect(history.state.total == 0 && !history.state.hasMore && history.state.error == nil)
  }

  @Test("a refresh of the history that overtakes its next page shows no page twice")
  func historyRefreshed() async throws {
    try await listen(4)
    let history = HistoryViewModel(shelf: shelf, pageSize: 2)
    history.load()
    await history.settled()
    gate.hold("history 1")
    history.loadMore()
    #expect(await eventually { gate.isHolding("history 1") })
    history.refresh()
    #expect(await eventually { !history.state.isRefreshing })
    await letGo("history 1")
    await history.settled()
    #expect(history.state.sessions.value?.count == 2 && history.state.hasMore && !history.state.isLoadingMore)
    history.loadMore()
    await history.settled()
    #expect(history.state.sessions.value?.count == 4 && !history.state.hasMore)
  }

  @Test("after a pull that failed, the next page of the history is not loading any more, and can be asked for again")
  func historyFailed() async throws {
    try await listen(4)
    let history = HistoryViewModel(shelf: shelf, pageSize: 2)
    history.load()
    await history.settled()
    gate.hold("history 1")
    history.loadMore()
    #expect(await eventually { gate.isHolding("history 1") })
    rig.network.isDown = true
    history.refresh()
    #expect(await eventually { !history.state.isRefreshing })
    #expect(history.state.error?.kind == .unreachable && !history.state.isLoadingMore)
    await letGo("history 1")
    rig.network.isDown = false
    await history.settled()
    history.loadMore()
    await history.settled()
    #expect(history.state.sessions.value?.count == 4 && !history.state.isLoadingMore)
  }

  @Test("the year in review of the account before, or of a year before, is not shown", arguments: [true, false])
  func year(changesAccount: Bool) async throws {
    let stats = ListeningStatsViewModel(shelf: shelf)
    stats.load()
    await stats.settled()
    gate.hold("2025")
    stats.setYear(2025)
    if changesAccount {
      try await change(account: { stats.state.year == nil }, before: "2025")
      await stats.settled()
      #expect(stats.state.yearStats == .idle)
    } else {
      #expect(await eventually { gate.isHolding("2025") })
      stats.setYear(nil)
      await letGo("2025")
      await stats.settled()
      #expect(stats.state.yearStats == .idle)
    }
  }

  @Test("filters that were asked for by the account before are not shown to the next")
  func filters() async throws {
    let library = LibraryViewModel(shelf: shelf, library: rig.books)
    library.load()
    await library.settled()
    gate.hold("filters")
    library.loadFilters()
    try await change(account: { library.state.rows.value?.count == 2 }, before: "filters")
    await library.settled()
    #expect(library.state.filters == nil && library.state.notice == nil)
  }

  @Test(
    "results for a text that was changed, a library that was left or the account before are not shown",
    arguments: ["text", "cleared", "library", "account"])
  func search(change kind: String) async throws {
    let search = ShelfSearchViewModel(shelf: shelf, library: rig.books)
    search.query = "salt"
    await search.settled()
    #expect(search.state.results.value?.books.count == 1)
    gate.hold("sugar")
    search.query = "sugar"
    #expect(await eventually { gate.isHolding("sugar") })
    switch kind {
    case "text":
      search.query = "salt"
      #expect(await eventually { search.state.results.value?.books.first?.title == "Salt" })
    case "cleared": search.query = ""
    case "library":
      search.setLibrary(rig.podcasts)
      #expect(await eventually { search.state.results.value?.books.isEmpty == true })
    default:
      try await change(account: { search.state.query == "" }, before: "sugar")
    }
    let shown = search.state.results
    await letGo("sugar")
    await search.settled()
    #expect(search.state.results.value == shown.value)
    #expect(search.state.results.value?.books.first?.title != "Sugar")
    #expect(search.state.error == nil)
  }
}
