import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Numbers that the server gives out again")
struct ReusedNumberTests {
  static let newcomer = "tt0503003"

  /// Film 3 and series 1 are the last of their tables: the next titles get their numbers.
  private func fixture(listed: Bool) async throws -> (fixture: Fixture, list: Int, other: Int) {
    var world = VaultWorld()
    world.addMovie("First")
    world.addMovie("Second")
    world.addMovie("Third", isNew: true)
    world.addSeries("Show", isNew: true, episodes: [.init(1, 1, "Pilot")])
    let list = world.addList("List", items: listed ? [.movie(1), .movie(3), .series(1)] : [.movie(1)])
    let other = world.addList("Other", items: [.movie(2)])
    let fixture = try await Fixture.signedIn(world: world, settings: .init(simulatedUpstreams: true))
    try await fixture.vault.store.refreshLibrary()
    try await fixture.vault.store.refreshLists()
    for id in [list, other] { try await fixture.vault.store.refreshContents(of: .list(id)) }
    try await fixture.vault.store.refreshNews()
    return (fixture, list, other)
  }

  /// Another device deletes film 3 and series 1, and imports others, which get their numbers.
  private func replaceTitles(_ fixture: Fixture) async throws {
    let other = try await fixture.otherDevice()
    try await other.vault.watchlist.remove(.movie(3))
    try await other.vault.watchlist.remove(.series(1))
    #expect(try await other.vault.imports.movie(Self.newcomer, into: []).id == 3)
    _ = try await other.vault.imports.series("tmdb_801", into: [])
    #expect(try await other.vault.series.series(1).imdbID == "tmdb_801")
  }

  private func refusals(_ fixture: Fixture) async throws -> [MutationRecord.State] {
    #expect(try await fixture.vault.queue.open() == [])
    return try await fixture.vault.queue.refused().map(\.state)
  }

  @Test("a title that is added to a list is added only while its number is its own")
  func added() async throws {
    let (fixture, list, _) = try await fixture(listed: false)
    try await fixture.offline {
      try await fixture.vault.store.add(.movie(3), to: list, notes: "for the old one")
      try await fixture.vault.store.add(.series(1), to: list)
    } meanwhile: {
      try await replaceTitles(fixture)
    }
    #expect(
      try await refusals(fixture) == [.refused(reason: "anotherTitle"), .refused(reason: "anotherTitle")])
    #expect(fixture.server.contents(ofList: list).map(\.id) == [1])
  }

  @Test("a title that is deleted elsewhere is added to no list")
  func addedGone() async throws {
    let (fixture, list, _) = try await fixture(listed: false)
    try await fixture.offline {
      try await fixture.vault.store.add(.movie(3), to: list)
    } meanwhile: {
      try await fixture.otherDevice().vault.watchlist.remove(.movie(3))
    }
    #expect(try await refusals(fixture) == [.refused(reason: "gone")])
    #expect(fixture.server.contents(ofList: list).map(\.id) == [1])
  }

  @Test("a mark and a note in a list do not reach the newcomer that the list shows in the title's place")
  func marked() async throws {
    let (fixture, list, _) = try await fixture(listed: true)
    try await fixture.offline {
      let store = fixture.vault.store
      try await store.mark(.movie(3), in: list, ItemMark(watched: true, notes: "for the old one"))
      try await store.mark(.series(1), in: list, ItemMark(notes: "for the old one"))
      try await store.add(.movie(3), to: list, notes: "for the old one")
    } meanwhile: {
      try await replaceTitles(fixture)
    }
    #expect(try await refusals(fixture) == Array(repeating: .refused(reason: "anotherTitle"), count: 3))
    #expect(fixture.server.contents(ofList: list).allSatisfy { $0.notes == nil && !$0.watched })
  }

  @Test("a title that is removed from a list is gone with its deletion; the newcomer stays in the list")
  func removed() async throws {
    let (fixture, list, _) = try await fixture(listed: true)
    try await fixture.offline {
      try await fixture.vault.store.remove(.movie(3), from: list)
      try await fixture.vault.store.remove(.series(1), from: list)
    } meanwhile: {
      try await replaceTitles(fixture)
    }
    #expect(try await refusals(fixture) == [])
    #expect(Set(fixture.server.contents(ofList: list).map(\.type)) == ["movie", "series"])
    #expect(fixture.server.contents(ofList: list).count == 3)
  }

  @Test("a copy and a move take no newcomer along", arguments: [ListTransfer.Operation.copy, .move])
  func transferred(_ operation: ListTransfer.Operation) async throws {
    let (fixture, list, other) = try await fixture(listed: true)
    try await fixture.offline {
      try await fixture.vault.store.transfer(ListTransfer(operation, [.movie(3), .series(1)], from: list, to: other))
    } meanwhile: {
      try await replaceTitles(fixture)
    }
    #expect(try await refusals(fixture) == [.refused(reason: "anotherTitle")])
    #expect(fixture.server.contents(ofList: other).map(\.id) == [2])
    #expect(fixture.server.contents(ofList: list).count == 3)
  }

  @Test("a title that was seen leaves the newcomer new", arguments: [true, false])
  func seen(_ isAll: Bool) async throws {
    let (fixture, _, _) = try await fixture(listed: false)
    try await fixture.offline {
      if isAll {
        try await fixture.vault.store.markAllSeen()
      } else {
        try await fixture.vault.store.markSeen(.movie(3))
        try await fixture.vault.store.markSeen(.series(1))
      }
    } meanwhile: {
      try await replaceTitles(fixture)
    }
    #expect(try await refusals(fixture) == [])
    let news = try await fixture.vault.notifications.newTitles()
    #expect(news.importedMovies.map(\.id).contains(3) && news.importedSeries.map(\.id) == [1])
    #expect(fixture.count(.vaultMoviesClearNew) + fixture.count(.vaultSeriesClearNew) == 0)
    #expect(fixture.count(.vaultWatchlistMarkSeen) == 0)
  }

  @Test("an episode is neither saved in the newcomer nor removed from it", arguments: [true, false])
  func episodes(_ isSaved: Bool) async throws {
    let (fixture, _, _) = try await fixture(listed: false)
    try await fixture.offline {
      if isSaved {
        try await fixture.vault.store.save(EpisodeFields(seriesID: 1, season: 1, number: 1, title: "For the old one"))
      } else {
        try await fixture.vault.store.removeEpisode(EpisodePosition(season: 1, number: 1), of: 1)
      }
    } meanwhile: {
      try await replaceTitles(fixture)
    }
    #expect(try await refusals(fixture) == (isSaved ? [.refused(reason: "anotherTitle")] : []))
    let episodes = try await fixture.vault.episodes.all(of: 1)
    #expect(episodes.contains { $0.code == "S01E01" && $0.title != "For the old one" })
  }

  @Test("changes of two titles that had one number one after the other are not merged into one")
  func notMerged() async throws {
    let old = ListMarkMutation(list: 1, item: .movie(3), mark: ItemMark(notes: "old"), imdbID: "tt1")
    let new = ListMarkMutation(list: 1, item: .movie(3), mark: ItemMark(watched: true), imdbID: "tt2")
    #expect(old.coalesced(with: new) == nil)
    #expect(old.coalesced(with: with(new) { $0.imdbID = "tt1" })?.mark == ItemMark(watched: true, notes: "old"))
    let edit = MovieEditMutation(movie: 3, imdbID: "tt1", change: MovieChange(title: "Old"))
    #expect(edit.coalesced(with: with(edit) { $0.imdbID = "tt2" }) == nil)
    let mark = SeriesMarkMutation(series: 3, imdbID: "tt1", seasons: [1: true])
    #expect(mark.coalesced(with: SeriesMarkMutation(series: 3, imdbID: "tt2", seasons: [2: true])) == nil)
  }
}
