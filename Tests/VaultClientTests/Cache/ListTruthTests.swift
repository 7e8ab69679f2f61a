import Foundation
import MediaCore
import MediaTesting
import Testing
import VaultTesting

@testable import VaultClient

/// Compares the cache after a change with the answers that another device gets.
@Suite("Lists, their numbers and the watchlist after a change, without a refresh")
struct ListTruthTests {
  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var make: @Sendable (VaultStore, Lists) async throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (VaultStore, Lists) async throws -> Void) {
      (testDescription, self.make) = (name, make)
    }
  }

  /// The lists of the sample world: an own one with films 3 and 5 and series 4, an empty own one, and bob's, shared for editing.
  struct Lists: Sendable {
    var weekend: Int
    var someDay: Int
    var trips: Int
  }

  /// The parts of the vault that screens show.
  private struct Shown: Equatable {
    var movies: [String] = []
    var series: [String] = []
    var numbers: [String] = []
    var contents: [String] = []
    var unwatched: [String] = []

    init(_ snapshot: VaultSnapshot) {
      func text(_ movie: Movie) -> String { "\(movie.id) \(movie.watched)" }
      func text(_ series: Series) -> String { "\(series.id) \(series.episodes.map(\.watched))" }
      let library = snapshot.library?.value ?? Watchlist()
      movies = (library.collections.sorted { $0.id < $1.id }.flatMap(\.movies) + library.movies).map(text)
      series = library.series.map(text)
      numbers = (snapshot.lists?.value ?? []).map { "\($0.id): \($0.itemCount ?? -1)" }
      for (key, titles) in snapshot.contents.sorted(by: { $0.key < $1.key }) {
        contents.append(
          "\(key): \(titles.value.allMovies.map(text).sorted()) \(titles.value.series.map(text).sorted())")
      }
      let own = snapshot.ownTitles.map { UnwatchedList($0, sortedBy: .watched) }
      unwatched = (own?.movies.map(\.id).sorted() ?? []).map(String.init) + (own?.series.map(text).sorted() ?? [])
    }
  }

  private static func load(_ store: VaultStore, _ lists: Lists) async throws {
    try await store.refreshLibrary()
    for list in [lists.weekend, lists.someDay, lists.trips] { _ = try? await store.refreshContents(of: .list(list)) }
    try await store.refreshUnwatched()
    try await store.refreshLists()
  }

  static let changes = [
    Change("a film is copied") {
      try await $0.transfer(ListTransfer(.copy, [.movie(3)], from: $1.weekend, to: $1.someDay))
    },
    Change("films and a series are copied") {
      try await $0.transfer(ListTransfer(.copy, [.movie(3), .movie(5), .series(4)], from: $1.weekend, to: $1.someDay))
    },
    Change("a watched film is moved") {
      try await $0.mark(.movie(3), in: $1.weekend, ItemMark(watched: true))
      try await $0.transfer(ListTransfer(.move, [.movie(3), .movie(5)], from: $1.weekend, to: $1.someDay))
    },
    Change("a move is taken back") {
      let move = ListTransfer(.move, [.movie(3), .series(4)], from: $1.weekend, to: $1.someDay)
      try await $0.transfer(move)
      if let undone = move.undone { try await $0.transfer(undone) }
    },
    Change("a film is copied twice") {
      for _ in 0..<2 { try await $0.transfer(ListTransfer(.copy, [.movie(3)], from: $1.weekend, to: $1.someDay)) }
    },
    Change("a film of another user is copied") {
      try await $0.transfer(ListTransfer(.copy, [.movie(15)], from: $1.trips, to: $1.someDay))
    },
    Change("a series is moved into another user's list") {
      try await $0.transfer(ListTransfer(.move, [.series(4)], from: $1.weekend, to: $1.trips))
    },
    Change("a film is marked in a list") { try await $0.mark(.movie(3), in: $1.weekend, ItemMark(watched: true)) },
    Change("a film is unmarked in another user's list") {
      try await $0.mark(.movie(15), in: $1.trips, ItemMark(watched: false))
    },
    Change("a series is marked in a list") { try await $0.mark(.series(4), in: $1.weekend, ItemMark(watched: true)) },
    Change("a film is marked") { store, _ in try await store.setWatched(true, for: .movie(1)) },
    Change("a film that is in a list is marked, and taken out of it") {
      try await $0.setWatched(true, for: .movie(3))
      try await $0.remove(.movie(3), from: $1.weekend)
    },
    Change("a series is marked") { store, _ in try await store.setWatched(true, for: .series(1)) },
    Change("a series that is in a list is marked") { store, _ in try await store.setWatched(true, for: .series(4)) },
    Change("a film is taken out of a list") { try await $0.remove(.movie(5), from: $1.weekend) },
    Change("a film that is marked in a list is taken out of it") {
      try await $0.mark(.movie(3), in: $1.weekend, ItemMark(watched: true, notes: "seen"))
      try await $0.remove(.movie(3), from: $1.weekend)
    },
    Change("a series is taken out of a list") { try await $0.remove(.series(4), from: $1.weekend) },
    Change("a series that is marked in a list is taken out of it") {
      try await $0.mark(.series(4), in: $1.weekend, ItemMark(watched: true))
      try await $0.remove(.series(4), from: $1.weekend)
    },
    Change("a film is put into a list and taken out of it again") {
      try await $0.add(.movie(1), to: $1.someDay)
      try await $0.add(.movie(9), to: $1.someDay)
      await $0.flush()
      try await $0.remove(.movie(9), from: $1.someDay)
    },
    Change("a film of two lists is taken out of one") {
      try await $0.add(.movie(3), to: $1.someDay)
      try await $0.remove(.movie(3), from: $1.weekend)
    },
    Change("a list is deleted") { try await $0.deleteList($1.weekend) },
    Change("a list is left") { try await $0.leaveList($1.trips) },
    Change("a film is removed from the vault") { store, _ in try await store.remove(.movie(3)) },
    Change("a list is made, filled, and deleted") { store, lists in
      let id = try await store.createList(ListDraft(name: "Short lived")).id
      try await store.add(.movie(2), to: id.number ?? 0)
      await store.flush()
      try await store.deleteList(id.number ?? 0)
    },
  ]

  private static func changed(_ change: Change, offline: Bool) async throws -> (
    shown: Shown, offline: Shown?, server: Shown
  ) {
    let fixture = try await Fixture.signedIn()
    let lists = Lists(
      weekend: try #require(fixture.server.listID(named: "Weekend", of: "alice")),
      someDay: try #require(fixture.server.listID(named: "Some day", of: "alice")),
      trips: try #require(fixture.server.listID(named: "Long trips", of: "bob")))
    try await load(fixture.vault.store, lists)
    var before: Shown?
    if offline { fixture.network.isDown = true }
    try await change.make(fixture.vault.store, lists)
    if offline {
      await fixture.vault.store.settled()
      before = Shown(try await fixture.vault.store.snapshot())
      fixture.network.isDown = false
    }
    for _ in 0..<4 { await fixture.vault.store.flush() }
    #expect(try await fixture.vault.queue.open() == [])
    #expect(try await fixture.vault.queue.refused() == [])
    let other = try await fixture.otherDevice()
    try await load(other.vault.store, lists)
    return (
      Shown(try await fixture.vault.store.snapshot()), before, Shown(try await other.vault.store.snapshot())
    )
  }

  @Test("the device shows what the server says", arguments: changes)
  func online(_ change: Change) async throws {
    let (shown, _, server) = try await Self.changed(change, offline: false)
    #expect(shown == server)
  }

  @Test("made without a network, it is shown so once it was sent", arguments: changes)
  func offline(_ change: Change) async throws {
    let (shown, before, server) = try await Self.changed(change, offline: true)
    #expect(shown == server)
    // Compare only titles: this device has never read some films' marks and hidden rows.
    #expect(before?.movies.map { $0.prefix { $0 != " " } } == server.movies.map { $0.prefix { $0 != " " } })
    #expect(before?.series == server.series)
  }

  @MainActor
  @Test(
    "unwatched titles in lists are among the unwatched ones, by the server's route and without it",
    arguments: [true, false])
  func unwatched(isRouteBroken: Bool) async throws {
    var world = VaultWorld()
    world.addUser("alice")
    world.addUser("bob")
    let films = (1...6).map {
      world.addMovie("Film \($0)", watched: $0 % 3 == 0, addedAt: Date(timeIntervalSince1970: 1e9))
    }
    let bobs = world.addMovie("Bob's", owner: "bob")
    let dates = isRouteBroken ? [nil, nil] : ["2020-01-05", "2020-01-06"]
    let series = dates.enumerated().map { number, date in
      world.addSeries(
        "Series \(number)",
        episodes: [.init(1, 1, "One", airDate: date), .init(1, 2, "Two", airDate: date, watched: true)])
    }
    let foreign = world.addSeries("Bob's", owner: "bob", episodes: [.init(1, 1, "One", airDate: "2020-01-07")])
    world.addList(
      "Own",
      items: [
        .movie(films[0]), .movie(films[2]), .init(type: "movie", id: films[3], watched: true), .series(series[0]),
        .series(foreign),
      ])
    let trips = world.addList("Trips", owner: "bob", items: [.movie(bobs), .movie(films[4])])
    world.share(list: trips, with: "alice", canEdit: true)
    let fixture = try await Fixture.signedIn(world: world)
    let expected = [films[0], films[1], films[3], films[4]]
    let list = try await fixture.vault.watchlist.unwatched(sortedBy: .added)
    #expect(list.movies.map(\.id).sorted() == expected && list.series.map(\.id).sorted() == series)
    let model = VaultWatchlistViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.unwatched.movies.map(\.id).sorted() == expected)
    #expect(model.state.unwatched.series.map(\.id).sorted() == series)
    #expect(model.state.unwatched.series.flatMap(\.episodes).map(\.number) == [1, 1])
    let number = try await fixture.vault.lists.all().first?.itemCount
    #expect(model.state.unwatchedCount == number && number == 6)
    #expect(model.state.watchlist.value?.movie(films[0]) == nil)
    model.setWatched(true, for: .movie(films[3]))
    await model.settled()
    model.setWatched(true, for: .series(series[0]))
    await model.settled()
    #expect(model.state.unwatched.movies.map(\.id).sorted() == [films[0], films[1], films[4]])
    #expect(model.state.unwatched.series.map(\.id) == [series[1]] && model.state.unwatchedCount == 4)
    // Another device's mark shows after the next refresh.
    fixture.server.setWatched(true, movie: films[0])
    fixture.server.setWatched(false, movie: films[2])
    await model.refreshAndWait()
    #expect(model.state.unwatched.movies.map(\.id).sorted() == [films[1], films[2], films[4]])
    #expect(model.state.unwatchedCount == 4)
    #expect(try await fixture.vault.store.unwatched()?.movies.count == 3)
    // Restart the app without a network: the screen shows the same.
    await fixture.vault.client.accounts.save()
    let later = fixture.relaunched()
    later.network.isDown = true
    let again = VaultWatchlistViewModel(vault: later.vault)
    again.load()
    await again.settled()
    #expect(again.state.unwatched.movies.map(\.id).sorted() == [films[1], films[2], films[4]])
    #expect(again.state.unwatchedCount == 4)
  }

  @Test("without the server's route, a series that only lists have is asked for once, and another user's each time")
  func knownSeries() async throws {
    var world = VaultWorld()
    world.addUser("alice")
    world.addUser("bob")
    // Without air dates, the server's route for unwatched titles fails.
    let own = (1...2).map { world.addSeries("Own \($0)", episodes: [.init(1, 1, "One")]) }
    let foreign = world.addSeries("Bob's", owner: "bob", episodes: [.init(1, 1, "One")])
    world.addList("Own", items: own.map { .series($0) } + [.series(foreign)])
    let fixture = try await Fixture.signedIn(world: world)
    let store = fixture.vault.store
    for reads in [3, 4, 5] {
      #expect(try await store.refreshUnwatched().series.map(\.id).sorted() == own)
      #expect(fixture.count(.vaultSeriesOne) == reads)
    }
    // The rows of a list contain the watched marks, so another device's mark shows without another read of the series.
    let other = try await fixture.otherDevice().vault.store
    try await other.setWatched(true, for: .series(own[0]))
    await other.settled()
    #expect(try await store.refreshUnwatched().series.map(\.id) == [own[1]])
  }

  @MainActor
  @Test("opposite marks of another device on titles in lists show after a refresh, also without the server's route")
  func oppositeMarks() async throws {
    var world = VaultWorld()
    world.addUser("alice")
    let films = [false, true].map { world.addMovie("Film", watched: $0) }
    // Without air dates, the server's route for unwatched titles fails.
    for number in 1...2 { world.addSeries("Series \(number)", episodes: [.init(1, 1, "One")]) }
    world.addList("Own", items: films.map { .movie($0) })
    let fixture = try await Fixture.signedIn(world: world)
    let model = VaultWatchlistViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    #expect(model.state.unwatched.movies.map(\.id) == [films[0]])
    fixture.server.setWatched(true, movie: films[0])
    fixture.server.setWatched(false, movie: films[1])
    // A title's page reads the films again after a quarter of an hour.
    let count = fixture.count(.vaultMoviesOne)
    let page = VaultTitleViewModel(vault: fixture.vault, title: .movie(films[0]))
    for (seconds, reads) in [(0, 0), (840, 0), (120, 2)] {
      await fixture.clock.advance(by: .seconds(seconds))
      await page.refreshAndWait()
      #expect(fixture.count(.vaultMoviesOne) == count + reads, "after \(seconds) seconds more")
    }
    #expect(page.state.page.value?.entry.watched == .all)
    // The watchlist reads the films again at each refresh.
    fixture.server.setWatched(false, movie: films[0])
    fixture.server.setWatched(true, movie: films[1])
    await model.refreshAndWait()
    #expect(model.state.unwatched.movies.map(\.id) == [films[0]])
    fixture.server.setWatched(true, movie: films[0])
    fixture.server.setWatched(false, movie: films[1])
    await model.refreshAndWait()
    #expect(model.state.unwatched.movies.map(\.id) == [films[1]])
  }
}

@Suite("The cached vault, and what its numbers and its library take from a change")
struct SnapshotTests {
  private let asOf = Date(timeIntervalSinceReferenceDate: 0)

  private func snapshot() -> VaultSnapshot {
    var snapshot = VaultSnapshot()
    snapshot.library = Dated(Watchlist(), asOf: asOf)
    snapshot.lists = Dated(
      [
        with(VaultList(id: .personal)) { $0.itemCount = 4 },
        with(VaultList(id: .list(1))) { ($0.itemCount, $0.type) = (2, .custom) },
      ], asOf: asOf)
    snapshot.contents["1"] = Dated(
      with(ListContents()) { $0.movies = [Movie(id: 5), Movie(id: 6)] }, asOf: asOf)
    return snapshot
  }

  @Test("a title returns to the library with its own mark, unless it is another user's or in another list still")
  func returning() throws {
    let titles = with(ListContents()) { $0.movies = [with(Movie(id: 9)) { ($0.watched, $0.notes) = (true, "seen") }] }
    var own = snapshot()
    own.returnToLibrary(.movie(9), from: titles, own: OwnMembers(isOwn: true, watched: false, addedAt: asOf))
    let film = try #require(own.library?.value.movie(9))
    #expect(!film.watched && film.notes == nil && film.addedAt == asOf)
    own.returnToLibrary(.movie(9), from: titles)
    #expect(own.library?.value.movies.map(\.id) == [9])
    var others = snapshot()
    others.returnToLibrary(.movie(9), from: titles, own: OwnMembers(isOwn: false))
    #expect(others.library?.value.movies == [])
    var listed = snapshot()
    listed.returnToLibrary(.movie(5), from: listed.contents["1"]?.value)
    #expect(listed.library?.value.movies == [])
  }

  @Test("a mutation that is settled twice counts once; one that changed nothing does not count")
  func counted() {
    var snapshot = snapshot()
    for _ in 0..<2 { snapshot.counting("a") { $0.count(.list(1), by: 1) } }
    snapshot.counting("b") { $0.count(.list(1), by: 1) }
    #expect(snapshot.list(1)?.itemCount == 4)
    for number in 0..<150 { snapshot.counting("\(number)") { _ in } }
    #expect(snapshot.counted.count == 100 && snapshot.isCounting)
  }

  @Test("the server's number of unwatched titles counts while no newer library is there")
  func personal() {
    var snapshot = snapshot()
    #expect(snapshot.personalCount == 4)
    snapshot.library?.asOf = asOf.addingTimeInterval(1)
    #expect(snapshot.personalCount == nil)
  }

  @Test("a title that was in a list before, whose titles are not cached, does not raise the list's number")
  func added() async throws {
    let fixture = try await Fixture.signedIn()
    let weekend = try #require(fixture.server.listID(named: "Weekend", of: "alice"))
    let store = fixture.vault.store
    try await store.refreshLists()
    let before = try await store.lists()?.value.map(\.itemCount)
    try await store.add(.movie(3), to: weekend)
    await store.settled()
    #expect(try await store.lists()?.value.map(\.itemCount) == before)
    try await store.add(.movie(1), to: weekend)
    await store.settled()
    let after = try await store.lists()?.value.map(\.itemCount)
    #expect(after != before)
    #expect(try await store.refreshLists().value.map(\.itemCount) == after)
  }
}
