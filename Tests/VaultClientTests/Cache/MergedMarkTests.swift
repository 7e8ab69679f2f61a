import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Marks that are made before the earlier one was sent")
struct MergedMarkTests {
  @Test(
    "a season that is marked last takes its episodes' older marks with it, and no other season's",
    arguments: [true, false])
  func seasonAfterEpisode(_ watched: Bool) async throws {
    var world = VaultWorld()
    let series = world.addSeries(
      "Long",
      episodes: [(1, 1), (1, 2), (11, 1), (11, 2)].map {
        .init($0.0, $0.1, "Episode", airDate: "2020-01-05", watched: watched)
      })
    let fixture = try await Fixture.signedIn(world: world)
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await fixture.offline {
      for season in [1, 11] {
        try await store.setWatched(!watched, for: .episode(series: series, season: season, number: 2))
      }
      try await store.setWatched(watched, for: .season(series: series, number: 1))
      let shown = try await store.library()?.value.series(series)?.episodes.map(\.watched)
      #expect(shown == [watched, watched, watched, !watched])
    } meanwhile: {
    }
    #expect(
      fixture.server.watchedEpisodes(ofSeries: series, of: "alice") == [
        "S01E01": watched, "S01E02": watched, "S11E01": watched, "S11E02": !watched,
      ])
    #expect(try await fixture.vault.queue.all().count { $0.kind == SeriesMarkMutation.kind } == 1)
  }

  @Test(
    "a whole series that is marked last takes the marks of its seasons and episodes with it; later ones count again")
  func wholeAfterParts() throws {
    let parts = SeriesMarkMutation(series: 1, seasons: [1: false], episodes: ["2x1": false])
    let whole = try #require(parts.coalesced(with: SeriesMarkMutation(series: 1, all: true)))
    for (season, number) in [(1, 1), (2, 1), (3, 1)] {
      #expect(whole.wanted(EpisodePosition(season: season, number: number)) == true)
    }
    let later = try #require(whole.coalesced(with: SeriesMarkMutation(series: 1, episodes: ["2x1": false])))
    #expect(later.wanted(EpisodePosition(season: 2, number: 1)) == false)
    #expect(later.wanted(EpisodePosition(season: 2, number: 2)) == true)
  }

  @Test(
    "a badge that was taken off stays off, whichever mark of a new title came first",
    arguments: [[true, false], [false, true]])
  func badge(_ keeps: [Bool]) async throws {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshNews()
    try await fixture.offline {
      for title in [TitleReference.movie(8), .series(1)] {
        for keepsBadge in keeps { try await store.markSeen(title, keepingBadge: keepsBadge) }
      }
      let news = try #require(try await store.news()?.value)
      #expect(!news.importedMovies.contains { $0.id == 8 } && !news.importedSeries.contains { $0.id == 1 })
      #expect(try await store.library()?.value.movie(8)?.importedAt == nil)
    } meanwhile: {
    }
    let news = try await fixture.vault.notifications.newTitles()
    #expect(!news.newMovies.contains { $0.id == 8 } && !news.newSeries.contains { $0.id == 1 })
    #expect(!news.importedMovies.contains { $0.id == 8 } && !news.importedSeries.contains { $0.id == 1 })
    #expect(try await store.refreshLibrary().value.movie(8)?.importedAt == nil)
  }

  @Test("a mark that keeps the badge keeps it, and the one for all titles takes every badge off, also after it")
  func badges() async throws {
    let fixture = try await Fixture.signedIn()
    let store = fixture.vault.store
    try await store.refreshLibrary()
    try await store.refreshNews()
    try await store.markSeen(.movie(8), keepingBadge: true)
    for _ in 0..<2 { await store.flush() }
    #expect(try await fixture.vault.notifications.newTitles().importedMovies.contains { $0.id == 8 })
    #expect(try await store.library()?.value.movie(8)?.importedAt != nil)
    try await fixture.offline {
      try await store.markAllSeen()
      try await store.markSeen(.movie(8), keepingBadge: true)
    } meanwhile: {
    }
    #expect(try await fixture.vault.notifications.newTitles().isEmpty)
    #expect(try await store.refreshNews().value.isEmpty)
  }

  @Test("changes of two titles that had one number after another are never one change")
  func reusedNumbers() {
    let fields = EpisodeFields(seriesID: 1, season: 1, number: 1, title: "T")
    let place = EpisodePosition(season: 1, number: 1)
    func separates<M: VaultMutation>(_ one: M, _ other: M, _ same: M) -> Bool {
      one.coalesced(with: other) == nil && one.coalesced(with: same) != nil
    }
    func seen(_ id: String?, keepsBadge: Bool? = nil) -> SeenMutation {
      SeenMutation(title: .movie(8), keepsBadge: keepsBadge, imdbID: id)
    }
    #expect(separates(seen("tt1"), seen("tt2", keepsBadge: true), seen(nil)))
    #expect(separates(seen("tt1", keepsBadge: true), seen("tt2"), seen("tt1")))
    func film(_ id: String?) -> MovieMarkMutation { MovieMarkMutation(movie: 8, imdbID: id, watched: true) }
    #expect(separates(film("tt1"), film("tt2"), film(nil)))
    func marks(_ id: String?, all: Bool?) -> SeriesMarkMutation { SeriesMarkMutation(series: 8, imdbID: id, all: all) }
    #expect(separates(marks("tt1", all: true), marks("tt2", all: false), marks(nil, all: false)))
    #expect(separates(marks("tt1", all: true), marks("tt2", all: nil), marks("tt1", all: nil)))
    func edit(_ id: String?) -> MovieEditMutation {
      MovieEditMutation(movie: 8, imdbID: id, change: MovieChange(title: "T"))
    }
    #expect(separates(edit("tt1"), edit("tt2"), edit(nil)))
    func rename(_ id: String?) -> SeriesEditMutation { SeriesEditMutation(series: 8, imdbID: id, title: "T") }
    #expect(separates(rename("tt1"), rename("tt2"), rename(nil)))
    func episode(_ id: String?) -> EpisodeMutation {
      EpisodeMutation(series: 8, position: place, fields: fields, imdbID: id)
    }
    #expect(separates(episode("tt1"), episode("tt2"), episode(nil)))
    func mark(_ id: String?) -> ListMarkMutation {
      ListMarkMutation(list: 1, item: .movie(8), mark: ItemMark(watched: true), imdbID: id)
    }
    #expect(separates(mark("tt1"), mark("tt2"), mark(nil)))
    func item(_ id: String?) -> ListItemMutation {
      ListItemMutation(list: 1, item: .movie(8), isThere: true, imdbID: id)
    }
    #expect(separates(item("tt1"), item("tt2"), item(nil)))
  }
}
