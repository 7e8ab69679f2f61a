import Foundation
import MediaCore
import Testing

@testable import VaultClient

@Suite("The bodies that the contract shows")
struct ContractTests {
  @Test("each is read whole and without a fault", arguments: try VaultDocument.all())
  func read(_ document: Recording) async throws {
    let (value, error, issues) = await VaultDocument.play(document)
    #expect(error == nil)
    #expect(issues == 0)
    if let value, let wire = document.wire { RecordingTests.compare(value, wire) }
  }

  @Test("films of the watchlist keep every member")
  func watchlist() throws {
    let watchlist = try #require(VaultDocument.body("watchlist_with_overviews").decoded(Watchlist.self))
    let movie = try #require(watchlist.movie(4))
    #expect(movie.title == "Harbor Lights: Return")
    #expect(movie.releaseDate?.day == CalendarDay("1999-11-30"))
    #expect(movie.addedAt == WireDate.parse("2026-02-03T10:00:01.250000Z"))
    #expect(movie.runtime == 60)
    #expect(watchlist.collection(7001)?.overview == "Two films about one harbour.")
    let pier = try #require(watchlist.series(1))
    #expect(pier.episodes.map(\.code) == ["S01E01", "S01E02", "S02E01", "S02E02"])
    #expect(pier.episodes[3].airDate == nil)
    #expect(pier.isNew == true)
    #expect(pier.averageEpisodeRuntime == 48)
    #expect(pier.watched == false)
    #expect(watchlist.series(3)?.seasonPosters == [1: "https://image.tmdb.org/t/p/w500/tt1.jpg"])
    #expect(watchlist.series(3)?.episodes.first?.airDate?.isEmpty == true)
  }

  @Test("lists: both ids, both spellings of true, all four of moments")
  func lists() throws {
    let lists = try #require(VaultDocument.body("lists")["lists"]?.decoded([VaultList].self))
    #expect(lists.first?.id == .personal)
    #expect(lists.dropFirst().allSatisfy { $0.id.number != nil })
    #expect(lists.allSatisfy { $0.isActive })
    #expect(lists.allSatisfy { $0.createdAt != nil })
    let moments = [
      "2026-02-01T10:00:00.123456", "2026-02-01 10:00:00.123456", "2026-02-01T10:00:00.123456+00:00",
      "2026-02-01T12:00:00.123456+02:00",
    ]
    let read = moments.map { text -> Date? in
      let wire: JSONValue = ["id": 1, "created_at": .string(text)]
      return wire.decoded(VaultList.self)?.createdAt
    }
    #expect(Set(read).count == 1)
    let whole: JSONValue = ["id": "12", "is_active": 1, "created_at": "2026-02-02T10:00:00"]
    let list = try #require(whole.decoded(VaultList.self))
    #expect(list.id == .list(12))
    #expect(list.createdAt == WireDate.parse("2026-02-02T10:00:00Z"))
  }

  @Test("an instant survives being written and read to the microsecond")
  func moments() throws {
    let wire: JSONValue = ["id": 1, "added_at": "2026-02-01T10:00:00.123456"]
    let movie = try #require(wire.decoded(Movie.self))
    let again = try JSONCoder.vault.decode(Movie.self, from: JSONCoder.vault.encode(movie))
    #expect(again == movie)
  }

  @Test("loose dates: whole, a year, empty, nonsense")
  func looseDates() {
    #expect(LooseDate("2019-05-17").day == CalendarDay("2019-05-17"))
    #expect(LooseDate("2022").day == CalendarDay("2022-01-01"))
    #expect(LooseDate("2022").year == 2022)
    for text in ["", "soon", "20", "2019-13-01", "12345", "２０２２"] { #expect(LooseDate(rawValue: text).day == nil) }
  }

  @Test("films of a collection that the server sends by number in a list are sorted by release date")
  func collectionOrder() throws {
    let recording = try Recording(Recording.folder.appendingPathComponent("361-list-items-mixed.json"))
    let sent = recording.wire?["collections"]?.array?.first?["movies"]?.array?.map { $0["id"]?.int }
    #expect(sent == [3, 4])
    let titles = try #require(recording.wire?.decoded(ListContents.self))
    #expect(titles.collections.map { $0.movies.map(\.id) } == [[4, 3]])
  }

  @Test("an imported series of empty objects is none, one that was there is one")
  func imports() throws {
    let new: JSONValue = ["series": [:], "episodes_imported": 2, "episodes": [[:], [:]]]
    let first = try #require(new.decoded(SeriesImport.self))
    #expect(first.series == nil)
    #expect(first.episodes == [])
    #expect(first.episodesImported == 2)
    let known: JSONValue = ["series": ["id": 5, "title": "Pier"], "episodes_imported": 0, "episodes": []]
    #expect(known.decoded(SeriesImport.self)?.series?.title == "Pier")
  }

  @Test("errors of imports lose the server's keys for other services")
  func keys() throws {
    let wire: JSONValue = [
      "message": "done",
      "errors": [
        "Error: Max retries exceeded with url: /3/find/tt1?api_key=dummy-secret&x=1 (Caused by …)", ["error": "bad"],
      ],
    ]
    let result = try #require(wire.decoded(LibraryImportResult.self))
    #expect(result.errors.count == 2)
    #expect(!result.errors[0].contains("dummy-secret"))
    #expect(result.errors[1] == "bad")
  }
}
