import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@Suite("Filters of the library")
struct LibraryFilterTests {
  private func movie(_ runtime: Int?, watched: Bool = false) -> LibraryEntry {
    .movie(
      with(Movie(id: 1)) {
        $0.runtime = runtime
        $0.watched = watched
      }, partOf: nil)
  }

  @Test("the standard: films, series, watched or not, of any length")
  func standard() throws {
    let filters = LibraryFilters.standard
    #expect(filters.movies && filters.series && !filters.unwatched)
    #expect(filters.runtimeUnder30 && filters.runtime30To60 && filters.runtime60To90 && filters.runtimeOver90)
    let stored = try JSONValue(encoding: filters)
    #expect(
      stored == [
        "movies": true, "series": true, "unwatched": false, "runtime_under_30": true, "runtime_30_60": true,
        "runtime_60_90": true, "runtime_over_90": true, "series_average_runtime": false,
      ])
  }

  @Test(
    "the boundaries of lengths: 30 and 60 belong to the second, 90 to the third",
    arguments: [(1, 0), (29, 0), (30, 1), (45, 1), (60, 1), (61, 2), (90, 2), (91, 3), (600, 3)])
  func boundaries(_ minutes: Int, _ bucket: Int) {
    let switches: [LibraryFilters.Switch] = [.runtimeUnder30, .runtime30To60, .runtime60To90, .runtimeOver90]
    for (index, name) in switches.enumerated() {
      var filters = LibraryFilters.standard
      for other in switches { filters[other] = other == name }
      #expect(filters.passes(movie(minutes)) == (index == bucket))
    }
  }

  @Test("fractions of the mean of a collection are not rounded")
  func mean() {
    let collection = LibraryEntry.collection(
      with(MovieCollection(id: 1)) {
        $0.movies = [(1, 30), (2, 31), (3, 0)].map { id, runtime in with(Movie(id: id)) { $0.runtime = runtime } }
      })
    #expect(LibraryFilters.standard.runtime(of: collection) == 30.5)
    let half = LibraryEntry.collection(
      with(MovieCollection(id: 1)) {
        $0.movies = [(1, 60), (2, 61)].map { id, runtime in with(Movie(id: id)) { $0.runtime = runtime } }
      })
    var filters = LibraryFilters.standard
    filters.runtime60To90 = false
    #expect(!filters.passes(half))
  }

  @Test("an unknown length always passes, and everything when no length is chosen")
  func unknown() {
    var filters = LibraryFilters.standard
    filters.runtimeUnder30 = false
    filters.runtime30To60 = false
    filters.runtime60To90 = false
    #expect(filters.passes(movie(nil)) && filters.passes(movie(0)) && !filters.passes(movie(20)))
    filters.runtimeOver90 = false
    #expect(filters.passes(movie(20)) && filters.passes(movie(200)))
    let series = LibraryEntry.series(with(Series(id: 1)) { $0.averageEpisodeRuntime = 45 })
    filters.runtimeUnder30 = true
    #expect(filters.passes(series))
    filters.usesAverageRuntimeOfSeries = true
    #expect(!filters.passes(series))
  }

  @Test("unwatched only: films, collections with one, series with an episode or without any")
  func unwatched() {
    var filters = LibraryFilters.standard
    filters.unwatched = true
    #expect(filters.passes(movie(90)) && !filters.passes(movie(90, watched: true)))
    let mixed = with(MovieCollection(id: 1)) {
      $0.movies = [with(Movie(id: 1)) { $0.watched = true }, Movie(id: 2)]
    }
    #expect(filters.passes(.collection(mixed)))
    #expect(
      !filters.passes(
        .collection(
          with(MovieCollection(id: 1)) {
            $0.movies = [with(Movie(id: 1)) { $0.watched = true }]
          })))
    #expect(filters.passes(.series(Series(id: 1))))
    #expect(
      !filters.passes(
        .series(
          with(Series(id: 1)) {
            $0.watched = true
            $0.episodes = [with(Episode(id: 1)) { $0.watched = true }]
          })))
    #expect(mixed.movies(unwatchedOnly: true).map(\.id) == [2])
  }

  @Test("kinds: collections go with films")
  func kinds() {
    var filters = LibraryFilters.standard
    filters.movies = false
    #expect(!filters.passes(movie(90)) && !filters.passes(.collection(.sample)) && filters.passes(.series(.sample)))
  }

  @Test("stored filters override the standard, and unknown members stay")
  func stored() throws {
    let wire: JSONValue = ["unwatched": true, "movies": "yes", "later": [1]]
    let filters = try #require(wire.decoded(LibraryFilters.self))
    #expect(filters.unwatched && filters.movies)
    #expect(try JSONValue(encoding: filters)["later"] == [1])
    let none: JSONValue = ["movies": false, "series": false]
    #expect(none.decoded(LibraryFilters.self)?.movies == true)
    let files = MemoryFileSystem(["vault/preferences/filters": Data("{broken".utf8)])
    #expect(Preferences(files: files) { _ in }.filters == .standard)
  }

  @Test("switches and chips have their labels")
  func labels() {
    #expect(
      LibraryFilters.Switch.allCases.prefix(7).map { $0.label() } == [
        "Movies", "TV Shows", "Unwatched Only", "<30 min", "30-60 min", "60-90 min", ">90 min",
      ])
    let german = Texts { $0 == "vault.filter.unwatched" ? "Nur Ungesehenes" : nil }
    #expect(LibraryFilters.Switch.unwatched.label(german) == "Nur Ungesehenes")
  }
}

@Suite("Order, groups and search of the library")
struct LibraryOrderTests {
  private static func movie(_ id: Int, _ title: String, _ date: LooseDate? = nil, added: Double? = nil) -> Movie {
    with(Movie(id: id)) {
      $0.title = title
      $0.releaseDate = date
      $0.addedAt = added.map { Date(timeIntervalSince1970: $0) }
    }
  }

  private static func collection(_ id: Int, _ title: String, _ movies: [Movie]) -> MovieCollection {
    with(MovieCollection(id: id)) { ($0.title, $0.movies) = (title, movies) }
  }

  private let library = with(Watchlist()) {
    $0.collections = [
      collection(5, "Boats", [movie(10, "One", "1990"), movie(11, "Two", "2001-05-05")]),
      collection(6, "Lonely", [movie(12, "Only", "2010")]),
    ]
    $0.series = [
      with(Series(id: 3)) {
        $0.title = "dunes"
        $0.episodes = [with(Episode(id: 1)) { $0.airDate = "2020-01-01" }, with(Episode(id: 2)) { $0.airDate = "" }]
      }
    ]
    $0.movies = [
      movie(1, "  ", "1980", added: 30), movie(2, "alpha", "2005-01-01", added: 10), movie(3, "Alpha", nil, added: 20),
      with(movie(4, "Zebra")) { $0.isNew = true },
    ]
  }

  @Test(
    "each order, ties as they came, new ones first",
    arguments: [
      (LibrarySort.alphabetical, [4, 2, 3, 5, 3, 12, 1]), (.alphabeticalReverse, [4, 12, 3, 5, 2, 3, 1]),
      (.releaseDate, [4, 1, 5, 2, 12, 3, 3]), (.releaseDateNewest, [4, 3, 3, 12, 2, 5, 1]),
      (.added, [4, 2, 3, 1, 3, 5, 12]), (.addedNewest, [4, 1, 3, 2, 12, 5, 3]),
    ])
  func orders(_ sort: LibrarySort, _ ids: [Int]) {
    #expect(library.arranged(by: sort).map(\.reference.id) == ids)
  }

  @Test("by type come films, collections and series, each by title; the other direction keeps titles ascending")
  func types() {
    var library = Watchlist()
    library.movies = ["Zebra", "Apple"].enumerated().map { place, title in with(Movie(id: place)) { $0.title = title } }
    library.series = ["Pier", "Élan"].enumerated().map { place, title in with(Series(id: place)) { $0.title = title } }
    library.collections = [
      with(MovieCollection(id: 7)) {
        $0.title = "Harbor"
        $0.movies = [Movie(id: 8), Movie(id: 9)]
      }
    ]
    #expect(library.arranged(by: .type).map(\.title) == ["Apple", "Zebra", "Harbor", "Élan", "Pier"])
    #expect(library.arranged(by: .typeReverse).map(\.title) == ["Élan", "Pier", "Harbor", "Apple", "Zebra"])
  }

  @Test("a chip starts ascending, and reverses at the second tap")
  func chips() {
    #expect(LibrarySort.alphabetical.tapping(.title) == .alphabeticalReverse)
    #expect(LibrarySort.alphabeticalReverse.tapping(.title) == .alphabetical)
    #expect(LibrarySort.alphabetical.tapping(.dateAdded) == .added)
    #expect(LibrarySort.releaseDateNewest.tapping(.dateReleased) == .releaseDate)
    #expect(LibrarySort.alphabetical.tapping(.type) == .type && LibrarySort.type.tapping(.type) == .typeReverse)
    #expect(LibrarySort(stored: "type_reverse") == .typeReverse)
    #expect(LibrarySort(stored: "nonsense") == .alphabetical)
    #expect(LibrarySort.Chip.allCases.map { $0.label() } == ["Title", "Date Added", "Date Released", "Type"])
  }

  @Test("a collection of one film stands as that film")
  func groups() {
    let remarks = library.arranged().map { $0.remark() }
    #expect(remarks.contains("Part of Lonely"))
    #expect(remarks.contains("Collection (2 movies; 2 unwatched)"))
    #expect(remarks.contains("TV Series (2 episodes; 2 unwatched)"))
    let seen = LibraryEntry.series(
      with(Series(id: 1)) {
        $0.episodes = [with(Episode(id: 1)) { $0.watched = true }]
      })
    #expect(seen.remark() == "TV Series (1 episodes)")
    #expect(LibraryEntry.collection(.sample).watched == .partly)
  }

  @Test("a row's film or series becomes a title of a list, and a collection does not")
  func listItems() {
    #expect(ListItem(TitleReference.movie(4)) == .movie(4))
    #expect(ListItem(TitleReference.series(2)) == .series(2))
    #expect(ListItem(TitleReference.collection(9001)) == nil)
  }

  @Test("marks are stored in the words of earlier versions")
  func states() {
    #expect(["none", "some", "all"].compactMap(WatchedState.init(rawValue:)) == [.unwatched, .partly, .all])
  }

  @Test("a film of a collection without a name has no collection to show")
  func nameless() throws {
    let wire: JSONValue = [
      "movies": [], "series": [],
      "collections": [
        ["id": 9003, "name": .null, "poster_url": .null, "movies": [["id": 10, "title": "Salt and Thread"]]]
      ],
    ]
    let contents = try #require(wire.decoded(ListContents.self))
    #expect(contents.collections.map(\.id) == [9003])
    #expect(contents.entries == [.movie(Self.movie(10, "Salt and Thread"), partOf: nil)])
    #expect(contents.entries.map { $0.remark() } == [nil])
  }

  @Test("seasons: in order, specials first, with their own poster or the series'")
  func seasons() {
    func episode(_ id: Int, _ season: Int, _ number: Int, watched: Bool = false) -> Episode {
      with(Episode(id: id)) { ($0.season, $0.number, $0.watched) = (season, number, watched) }
    }
    let series = with(Series(id: 1)) {
      $0.posterURL = "/p"
      $0.episodes = [
        episode(3, 2, 1), episode(2, 1, 2, watched: true), episode(1, 1, 1, watched: true), episode(9, 0, 1),
      ]
      $0.seasonPosters = [2: "/two"]
    }
    #expect(series.seasons().map(\.number) == [0, 1, 2])
    #expect(series.seasons()[1].episodes.map(\.id) == [1, 2])
    #expect(series.seasons().map(\.posterURL) == ["/p", "/p", "/two"])
    #expect(series.seasons(unwatchedOnly: true).map(\.number) == [0, 2])
    #expect(series.seasons()[1].fraction == 1)
  }

  @Test("the search inside the library: every word, in any of the fields, on films alone, series and collections")
  func search() {
    var library = library
    library.movies.append(
      with(Movie(id: 20)) {
        $0.title = "Fog"
        $0.releaseDate = "1999-01-01"
        $0.collectionName = "Weather"
        $0.overview = "A grey film"
        $0.quality = .uhd
      })
    #expect(LibrarySearch.find("fog 4k", in: library).map(\.reference.id) == [20])
    #expect(LibrarySearch.find("GREY 1999 weather", in: library).map(\.reference.id) == [20])
    #expect(LibrarySearch.find("fog nothing", in: library) == [])
    #expect(LibrarySearch.find("  ", in: library) == [])
    #expect(LibrarySearch.find("boats", in: library).map(\.reference) == [.collection(5)])
    #expect(LibrarySearch.find("Only", in: library) == [])
    #expect(LibrarySearch.find("DUNES", in: library).map(\.reference) == [.series(3)])
  }

  @Test("several lists as one: titles once, films of one collection together")
  func union() {
    let one = with(Watchlist()) {
      $0.collections = [Self.collection(5, "Boats", [Self.movie(10, "One")])]
      $0.movies = [Self.movie(1, "A")]
    }
    let union = Watchlist(union: [one, library, one])
    #expect(union.collection(5)?.movies.map(\.id) == [10, 11])
    #expect(union.movies.map(\.id) == [1, 2, 3, 4])
    #expect(union.series.count == 1)
  }

  @Test("the badge of imports lasts a day")
  func badge() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    #expect(NewBadge.isShown(importedAt: now - 86_399, now: now))
    #expect(!NewBadge.isShown(importedAt: now - 86_400, now: now))
    #expect(!NewBadge.isShown(importedAt: nil, now: now))
  }
}

@Suite("The meaning of a pasted text")
struct ImportReferenceTests {
  @Test(
    "ids, addresses, words",
    arguments: [
      ("tt0133093", ImportReference.imdb("tt0133093")), ("  @tt0133093 ", .imdb("tt0133093")),
      ("https://www.imdb.com/title/tt0133093/?ref_=x", .imdb("tt0133093")),
      ("imdb.com/title/tt01330931", .imdb("tt01330931")),
      ("tmdb_801", .tmdbSeries("tmdb_801")),
      ("https://www.tvmaze.com/shows/1", .tvmaze("https://www.tvmaze.com/shows/1")),
      ("https://example.test/film", .unknownURL("https://example.test/film")),
      ("Alien: Covenant", .query("Alien: Covenant")), ("harbor lights", .query("harbor lights")),
      ("what is tt0133093 about", .query("what is tt0133093 about")),
    ])
  func read(_ text: String, _ reference: ImportReference) { #expect(ImportReference(text) == reference) }

  @Test("a search result is imported as its own type")
  func results() {
    #expect(TitleImport(with(SearchResult(imdbID: "tt1")) { $0.type = .movie }) == .movie("tt1"))
    #expect(TitleImport(with(SearchResult(imdbID: "tt1")) { $0.type = .series }) == .series("tt1"))
    #expect(TitleImport(SearchResult(imdbID: "tmdb_1")) == .series("tmdb_1"))
  }
}
