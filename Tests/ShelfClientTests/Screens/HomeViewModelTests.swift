import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The home screen")
struct HomeViewModelTests {
  private func loaded(_ rig: ShelfRig, _ shelf: ShelfService? = nil, library: String? = nil) async -> HomeViewModel {
    let home = HomeViewModel(shelf: shelf ?? rig.shelf, library: library ?? rig.books)
    home.load()
    await home.settled()
    return home
  }

  private func titles(_ home: HomeViewModel, _ id: ShelfID) -> [String]? {
    home.state.shelves.value?.first { $0.id == id }?.rows.map(\.title)
  }

  private func ids(_ home: HomeViewModel) -> [ShelfID] { (home.state.shelves.value ?? []).map(\.id) }

  // MARK: Reading

  @Test("shows the server's shelves of books, series and authors, with progress")
  func books() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book("First Light"), .position(60, duration: 3000))
    try await rig.shelf.progress.update(rig.book("Only Text"), ProgressUpdate(progress: 0.5))
    let home = await loaded(rig)
    let there = try await rig.shelf.shelves.shelves(of: rig.books, limit: 20).value
    #expect(ids(home) == there.map(\.id))
    #expect(ids(home).prefix(1) == [.continueListening])
    for shelf in home.state.shelves.value ?? [] {
      let kinds = Set(shelf.rows.map(\.kind))
      let expected: ShelfRow.Kind = shelf.id == .recentSeries ? .series : shelf.id == .newestAuthors ? .author : .book
      #expect(kinds == [expected], "\(shelf.id.rawValue)")
      #expect(shelf.rows.count == there.first { $0.id == shelf.id }?.content.count)
    }
    #expect(titles(home, .continueListening) == ["First Light"])
    #expect(home.state.shelves.value?.first?.title == "Continue Listening")
    #expect(home.state.progress[try rig.item("First Light")]?.position == 60)
    #expect(home.state.emptyMessage == nil)
    #expect(home.state.choices.map(\.id) == ShelfID.ofBooks)
  }

  @Test("shows podcasts and episodes, each episode with its podcast")
  func podcasts() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.episode(2), .position(300, duration: 1882.044))
    let home = await loaded(rig, library: rig.podcasts)
    #expect(ids(home) == [.continueListening, .newestEpisodes, .recentlyAdded])
    let row = try #require(home.state.shelves.value?.first?.rows.first)
    #expect(row.kind == .episode && row.title == "Radio on the Roof" && row.subtitle == "Night Signals")
    #expect(row.playable == (try rig.episode(2)))
    #expect(titles(home, .recentlyAdded)?.sorted() == ["Bread Hour", "Night Signals"])
    #expect(home.state.choices.map(\.id) == ShelfID.ofPodcasts)
  }

  @Test("podcasts of the home screen and of a search have no number of episodes, as the server sends 0 there")
  func episodeCounts() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.homeStore.refresh(rig.podcasts)
    let home = try #require(try await rig.shelf.homeStore.current(rig.podcasts))
    let podcasts = home.shelves.flatMap(\.rows).filter { $0.kind == .podcast }
    #expect(podcasts.contains { $0.title == "Night Signals" } && podcasts.allSatisfy { $0.count == nil })
    let found = try await rig.shelf.search.results(for: "night", in: rig.podcasts).podcasts
    #expect(try await rig.shelf.lists.rows.entries(of: found).map(\.count) == [nil])
    let library = LibraryViewModel(shelf: rig.shelf, library: rig.podcasts)
    library.load()
    await library.settled()
    #expect(library.state.rows.value?.first { $0.title == "Night Signals" }?.count == 3)
  }

  @Test("a relaunch without a network shows the shelves of the last answer, with its date")
  func relaunch() async throws {
    let rig = try await ShelfRig()
    let before = await loaded(rig).state.shelves
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let home = await loaded(rig, rig.relaunched())
    #expect(home.state.shelves.value == before.value)
    #expect(home.state.error?.kind == .unreachable)
    #expect(home.state.emptyMessage == nil)
    let kept = try #require(try await rig.shelf.homeStore.current(rig.books))
    #expect(kept.asOf != nil)
  }

  @Test("a library that was never shown says why it is empty, and an empty one says so")
  func empty() async throws {
    let rig = try await ShelfRig(world: .sparse(), as: nil)
    try await rig.shelf.account.signIn(username: "nora", password: "one quiet room")
    rig.network.isDown = true
    #expect(await loaded(rig, library: rig.world.libraryIDs[0]).state.emptyMessage == "The server cannot be reached.")
    rig.network.isDown = false
    let home = await loaded(rig, library: rig.world.libraryIDs[0])
    #expect(home.state.shelves.value == [])
    #expect(home.state.emptyMessage == "Nothing here yet. Add books or podcasts on the server.")
  }

  // MARK: Changes that wait

  @Test("a book that is finished without a network leaves the books in progress, and its series goes on")
  func finished() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book("First Light"), .position(60, duration: 3000))
    try await rig.shelf.sequences.refresh(rig.book("First Light"))
    let home = await loaded(rig)
    rig.network.isDown = true
    home.markFinished(try rig.book("First Light"))
    await home.settled()
    #expect(titles(home, .continueListening) == nil)
    #expect(titles(home, .listenAgain) == ["First Light"])
    #expect(titles(home, .continueSeries) == ["Second Light"])
    // After the change was sent, the server has the same shelves.
    rig.network.isDown = false
    home.refresh()
    await home.settled()
    #expect(titles(home, .continueListening) == nil)
    #expect(titles(home, .listenAgain) == ["First Light"])
    #expect(titles(home, .continueSeries) == ["Second Light"])
  }

  @Test("a book that is begun without a network is the first to continue, and nothing to discover any more")
  func begun() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book("First Light"), .position(60, duration: 3000))
    let home = await loaded(rig)
    #expect(titles(home, .discover)?.contains("Field Notes") == true)
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.setPosition(rig.book("Field Notes"), to: 30, duration: 2700)
    #expect(await eventually { titles(home, .continueListening) == ["Field Notes", "First Light"] })
    #expect(titles(home, .discover)?.contains("Field Notes") == false)
    home.restart(try rig.book("Field Notes"))
    await home.settled()
    #expect(titles(home, .continueListening) == ["First Light"])
  }

  @Test("the first book that is begun without a network makes the shelf, also on the screen of its library alone")
  func firstBegun() async throws {
    let rig = try await ShelfRig()
    let home = await loaded(rig)
    let podcasts = await loaded(rig, library: rig.podcasts)
    #expect(titles(home, .continueListening) == nil)
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.setPosition(rig.book("Field Notes"), to: 30, duration: 2700)
    #expect(await eventually { titles(home, .continueListening) == ["Field Notes"] })
    #expect(ids(home).first == .continueListening)
    await podcasts.settled()
    #expect(titles(podcasts, .continueListening) == nil)
  }

  // MARK: Hiding

  @Test("hiding an item works without a network, keeps the date of its place, and ends with the next listening")
  func hiding() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book("First Light")
    try await rig.shelf.progress.update(book, .position(60, duration: 3000))
    let home = await loaded(rig)
    let dated = rig.stored(book)?["lastUpdate"]
    rig.network.isDown = true
    home.hide(book)
    await home.settled()
    #expect(titles(home, .continueListening) == nil)
    #expect(home.state.notice == nil)
    let later = HomeViewModel(shelf: rig.shelf, library: rig.books)
    later.load()
    await later.settled()
    #expect(titles(later, .continueListening) == nil)
    rig.network.isDown = false
    await rig.clock.advance(by: .seconds(30))
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(book)?["hideFromContinueListening"]?.bool == true)
    #expect(rig.stored(book)?["lastUpdate"] == dated)
    await home.settled()
    #expect(titles(home, .continueListening) == nil)
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.setPosition(book, to: 90, duration: 3000)
    #expect(await eventually { titles(home, .continueListening) == ["First Light"] })
  }

  @Test("hiding waits for earlier listening, which would show the item again")
  func hidingAfterListening() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book("First Light")
    let home = await loaded(rig)
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.setPosition(book, to: 90, duration: 3000)
    await rig.clock.advance(by: .seconds(5))
    home.hide(book)
    await home.settled()
    #expect(titles(home, .continueListening) == nil)
    rig.network.isDown = false
    await rig.shelf.progressStore.flush()
    await rig.shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
    #expect(rig.stored(book)?["hideFromContinueListening"]?.bool == true)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test("hiding also waits for listening that the server could not take at first")
  func hidingAfterFailedListening() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book("First Light")
    try await rig.shelf.progress.update(book, .position(60, duration: 3000))
    let home = await loaded(rig)
    rig.network.isDown = true
    _ = try await rig.shelf.progressStore.setPosition(book, to: 90, duration: 3000)
    home.hide(book)
    await home.settled()
    rig.network.isDown = false
    rig.network.fail(.shelfProgressUpdate, with: .status(502))
    for _ in 0..<3 { await rig.shelf.progressStore.flush() }
    #expect(rig.network.problems == [])
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
    #expect(rig.stored(book)?["hideFromContinueListening"]?.bool == true)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test("an item that is shown again is back, and listening elsewhere keeps its own date")
  func unhiding() async throws {
    let rig = try await ShelfRig()
    let book = try rig.book("First Light")
    try await rig.shelf.progress.update(book, .position(60, duration: 3000))
    let home = await loaded(rig)
    home.hide(book)
    await home.settled()
    #expect(titles(home, .continueListening) == nil)
    home.unhide(book)
    await home.settled()
    #expect(titles(home, .continueListening) == ["First Light"])
    #expect(rig.stored(book)?["hideFromContinueListening"]?.bool == false)
  }

  @Test("hiding a series works without a network, and it can be shown again")
  func hidingSeries() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.markFinished(rig.book("First Light"))
    let home = await loaded(rig)
    let row = try #require(home.state.shelves.value?.first { $0.id == .continueSeries }?.rows.first)
    let series = try #require(row.seriesId)
    #expect(row.title == "Second Light" && row.sequence == "2")
    rig.network.isDown = true
    home.hide(series: series)
    await home.settled()
    #expect(titles(home, .continueSeries) == nil)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.call)
    #expect(try await rig.shelf.account.me().seriesHideFromContinueListening == [series])
    #expect(titles(home, .continueSeries) == nil)
    // A book of a hidden series that is finished here brings no next one.
    try await rig.shelf.sequences.refresh(rig.book("First Light"))
    await home.settled()
    #expect(titles(home, .continueSeries) == nil)
    home.unhide(series: series)
    await home.settled()
    #expect(titles(home, .continueSeries) == ["Second Light"])
  }

  // MARK: Arranging

  @Test("the user's choice and order of shelves survive a relaunch, on each library alone")
  func layout() async throws {
    let rig = try await ShelfRig()
    let home = await loaded(rig)
    let before = ids(home)
    home.setShown(.newestAuthors, false)
    await home.settled()
    home.move(.discover, to: 0)
    await home.settled()
    #expect(ids(home) == [.discover] + before.filter { $0 != .discover && $0 != .newestAuthors })
    #expect(home.state.choices.first { $0.id == .newestAuthors }?.isShown == false)
    #expect(home.state.choices.first?.id == .discover)
    await rig.shelf.client.accounts.save()
    let relaunched = await loaded(rig, rig.relaunched())
    #expect(ids(relaunched) == ids(home))
    #expect(await loaded(rig, library: rig.podcasts).state.choices.map(\.id) == ShelfID.ofPodcasts)
    home.resetLayout()
    await home.settled()
    #expect(ids(home) == before)
  }

  @Test("with every shelf hidden, the screen says so instead of claiming that the library is empty")
  func allHidden() async throws {
    let rig = try await ShelfRig()
    let home = await loaded(rig)
    for id in ids(home) { home.setShown(id, false) }
    await home.settled()
    #expect(home.state.shelves.value == [])
    #expect(home.state.emptyMessage == "Nothing on the shelves that are shown here.")
  }

  @Test("an arranged home moves to another device with the exported file")
  func moving() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.homeStore.setLayout(of: rig.books) { $0.setShown(.discover, false) }
    let data = try await rig.shelf.exportData()
    let other = try await rig.device(as: "ada")
    try await other.importData(data)
    let home = await loaded(rig, other)
    #expect(home.state.choices.first { $0.id == .discover }?.isShown == false)
  }

  // MARK: Keeping fresh

  @Test("a read that nobody asked for moves no row, and a pull shows what is new")
  func steady() async throws {
    let rig = try await ShelfRig(instant: false)
    let system = SystemEvents(client: rig.shelf.client, queue: rig.shelf.queue)
    let home = HomeViewModel(shelf: rig.shelf, library: rig.books)
    let token = home.observe { _ in }
    home.load()
    await home.settled()
    let before = ids(home)
    await system.becameActive()
    let asked = rig.count(.shelfShelvesOfLibrary)
    let elsewhere = try await rig.device(as: "ada")
    try await elsewhere.progress.update(rig.book("Field Notes"), .position(30, duration: 2700))
    await rig.clock.advance(by: .seconds(901))
    #expect(await eventually { rig.count(.shelfShelvesOfLibrary) > asked })
    await home.settled()
    #expect(ids(home) == before)
    #expect(titles(home, .discover)?.contains("Field Notes") == false)
    await home.refreshAndWait()
    #expect(titles(home, .continueListening) == ["Field Notes"])
    withExtendedLifetime(token) {}
  }

  @Test(
    "a book that the user begins appears at once after a read that nobody asked for, and no row moves while it plays")
  func begunMeanwhile() async throws {
    let rig = try await ShelfRig(instant: false)
    let system = SystemEvents(client: rig.shelf.client, queue: rig.shelf.queue)
    let elsewhere = try await rig.device(as: "ada")
    let home = HomeViewModel(shelf: rig.shelf, library: rig.books)
    let token = home.observe { _ in }
    home.load()
    await home.settled()
    await system.becameActive()
    for (title, isShown) in [("Field Notes", true), ("Second Light", false)] {
      let asked = rig.count(.shelfShelvesOfLibrary)
      try await elsewhere.progress.update(rig.book(title), .position(30, duration: 2700))
      await rig.clock.advance(by: .seconds(901))
      #expect(await eventually { rig.count(.shelfShelvesOfLibrary) > asked })
      await home.settled()
      #expect(titles(home, .continueListening)?.contains(title) != true)
      _ = try await rig.shelf.progressStore.setPosition(
        rig.book("First Light"), to: isShown ? 30 : 60, duration: 3000)
      if isShown {
        #expect(await eventually { Set(titles(home, .continueListening) ?? []) == ["First Light", title] })
      } else {
        await rig.clock.advance(by: .zero)
        await home.settled()
        #expect(titles(home, .continueListening)?.contains(title) == false)
      }
    }
    home.markFinished(try rig.book("First Light"))
    #expect(await eventually { Set(titles(home, .continueListening) ?? []) == ["Field Notes", "Second Light"] })
    withExtendedLifetime(token) {}
  }
}
