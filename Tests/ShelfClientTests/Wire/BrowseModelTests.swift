import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("History, search, shelves, series, authors, collections, playlists")
struct BrowseModelTests {
  @Test("the history: a book, an episode, and a session without a device")
  func history() throws {
    let answer = try roundTrip(Listing<PlaybackSession>.self, Fixtures.contract("listening", "sessions", "response"))
    let page = Page(answer.list)
    #expect(page.total == 3 && page.limit == 10 && page.page == 0)
    #expect(page.items.map(\.timeListening) == [95.2, 30, nil])
    #expect(page.items.map(\.playMethod) == [.directPlay, .directPlay, .local])
    #expect(page.items.map(\.mediaMetadata?.title) == ["The Salt Clock", "Night Signals", "Untitled Field Notes"])
    #expect(page.items[2].deviceInfo == DeviceInfo())
    #expect(page.items[0].audioTracks == nil && page.items[0].chapters == [])
    let empty = try roundTrip(Listing<PlaybackSession>.self, Fixtures.contract("listening", "sessionsEmpty"))
    #expect(empty.elements == [] && empty.total == 0)
  }

  @Test("statistics by item and by day")
  func stats() throws {
    let stats = try roundTrip(ListeningStats.self, Fixtures.contract("listening", "stats", "response"))
    #expect(stats.totalTime == 125.2)
    #expect(stats.today == 0)
    let day = try #require(CalendarDay(year: 2026, month: 9, day: 1))
    #expect(stats.days == [day: 125.2])
    #expect(stats.dayOfWeek == ["Tuesday": 125.2])
    #expect(stats.items["7e1f9c34-0a2b-4c5d-9e6f-8a7b6c5d4e3f"]?.mediaMetadata?.book?.subtitle == "A Novel of Tides")
    #expect(stats.items["a142cf67-3d5e-4f80-a192-bdae9f807162"]?.mediaMetadata?.podcast?.type == .episodic)
    #expect(stats.recentSessions.count == 2)
  }

  @Test("a key of the statistics can be the text null")
  func statsOfNothing() throws {
    let wire: JSONValue = [
      "totalTime": 5, "items": ["null": ["id": .null, "timeListening": 5, "mediaMetadata": .null]],
      "days": [:], "dayOfWeek": [:], "recentSessions": [],
    ]
    let stats = try roundTrip(ListeningStats.self, wire)
    #expect(stats.items["null"] == with(ListenedItem()) { $0.timeListening = 5 })
  }

  @Test("a year in review writes its one instant as a text")
  func year() throws {
    let stats = try roundTrip(YearStats.self, Unrecorded.year)
    #expect(stats.totalListeningTime == 90_120.5)
    #expect(stats.topAuthors.map(\.name) == ["Ada Vale", "Björk Aas"])
    #expect(stats.topGenres == [with(GenreTime(genre: "Fiction")) { $0.time = 60_000 }])
    #expect(stats.mostListenedMonth?.month == 11)
    #expect(stats.longestAudiobookFinished?.finishedAt == WireDate.parse("2026-03-04T05:06:07.089Z"))
  }

  @Test("places of sign-in, downloads, feeds and a library with its filters")
  func unrecorded() throws {
    let sessions = try roundTrip(Listing<LoginSession>.self, Unrecorded.loginSessions)
    #expect(sessions.elements.first?.current == true)
    #expect(sessions.elements.first?.deviceInfo?.vendor == "Apple")
    let downloads = try roundTrip(DownloadQueue.self, Unrecorded.downloads)
    #expect(downloads.currentDownload?.episodeType == .bonus)
    #expect(downloads.queue.first?.episodeNumber == "2")
    #expect(try roundTrip(RSSFeedInfo.self, Unrecorded.feed).meta?.preventIndexing == true)
    let detail = try roundTrip(LibraryDetail.self, Unrecorded.libraryDetail())
    #expect(detail.library.name == "Audiobooks" && detail.issues == 2)
    #expect(detail.filterdata?.languages == ["en", "ja"])
  }

  @Test("a search among books")
  func bookSearch() throws {
    let results = try roundTrip(SearchResults.self, Fixtures.contract("search.book.response"))
    #expect(results.books.map(\.title) == ["The Salt Clock"])
    #expect(results.narrators == [with(Narrator(name: "Íris Þórsdóttir")) { $0.numBooks = 1 }])
    #expect(results.tags == [with(SearchTerm(name: "favourite")) { $0.numItems = 1 }])
    #expect(results.genres.map(\.name) == ["Sea stories"])
    #expect(results.series.map(\.series.name) == ["The Lantern Road"])
    #expect(results.series.first?.books.first?.media.book?.metadata.authors == [])
    #expect(results.series.first?.books.first?.duration == 5401)
    #expect(results.authors.map(\.numBooks) == [1])
    #expect(results.podcasts.isEmpty && results.episodes.isEmpty && !results.isEmpty)
  }

  @Test("a search among podcasts finds episodes")
  func podcastSearch() throws {
    let results = try roundTrip(SearchResults.self, Fixtures.contract("search.podcast.response"))
    #expect(results.podcasts.map(\.title) == ["Night Signals"])
    #expect(results.podcasts[0].media.podcast?.numEpisodes == 0)
    #expect(results.podcasts[0].size == 39_212_455)
    #expect(results.episodes.map(\.recentEpisode?.duration) == [1882.044])
    #expect(SearchResults().isEmpty)
  }

  @Test("shelves of a book library hold items, series and authors")
  func bookShelves() throws {
    let shelves = try roundTrip(Shelves.self, Fixtures.contract("personalized.book.response")).shelves
    #expect(
      shelves.map(\.id) == [
        .continueListening, .continueReading, .continueSeries, .recentlyAdded, .recentSeries, .newestAuthors,
      ])
    #expect(shelves.map(\.content.count) == [1, 1, 1, 1, 1, 1])
    #expect(shelves.map(\.total) == [2, 2, 1, 1, 1, 1])
    #expect(shelves[2].items.first?.media.book?.metadata.series?.first?.sequence == "2")
    #expect(shelves[4].series.first?.books?.first?.title == "The Salt Clock")
    #expect(shelves[4].items.isEmpty)
    #expect(shelves[5].type == .authors)
    #expect(shelves[5].authors.first?.description == "Essayist and translator.")
  }

  @Test("shelves of a podcast library hold episodes")
  func podcastShelves() throws {
    let shelves = try roundTrip(Shelves.self, Fixtures.contract("personalized.podcast.response")).shelves
    #expect(shelves.map(\.id) == [.continueListening, .newestEpisodes, .recentlyAdded])
    #expect(shelves.map(\.type) == [.episode, .episode, .podcast])
    #expect(shelves[0].items.first?.recentEpisode?.title == "Radio on the Roof")
    #expect(shelves[0].label == "Continue Listening")
  }

  @Test("a shelf of an unknown type keeps what is on it")
  func unknownShelf() throws {
    let shelf = try roundTrip(Shelf.self, ["id": "moods", "type": "mood", "entities": [["mood": "calm"]], "total": 1])
    #expect(shelf.content == .other([["mood": "calm"]]))
    #expect(shelf.items.isEmpty && shelf.content.count == 1)
  }

  @Test("series with their books")
  func series() throws {
    let page = try Page(roundTrip(Listing<Series>.self, Fixtures.contract("browse", "series", "response")).list)
    #expect(page.items.map(\.nameIgnorePrefix) == ["Lantern Road, The"])
    #expect(page.items.first?.totalDuration == 16203.5)
    #expect(page.items.first?.books?.map(\.title) == ["The Salt Clock"])
    let one = try roundTrip(Series.self, Fixtures.recording("161-series-one-with-progress", "response", "body"))
    #expect(one.books == nil)
    #expect(one.progress?.libraryItemIds.count == 2)
    #expect(one.progress?.isFinished == false)
  }

  @Test("authors, in a list, in a page, and one with everything")
  func authors() throws {
    let list = try roundTrip(Listing<Author>.self, Fixtures.contract("browse", "authorsUnpaged", "response"))
    #expect(list.elements.map(\.lastFirst) == ["Ødegård, Ursula"])
    let page = try roundTrip(Listing<Author>.self, Fixtures.contract("browse", "authorsPaged", "response"))
    #expect(page.elements == list.elements && page.limit == 25)
    let one = try roundTrip(Author.self, Fixtures.recording("165-author-one", "response", "body"))
    #expect(one.series?.first?.items.count == 2)
    #expect(one.series?.first?.items.first?.media.book?.metadata.series?.first?.nameIgnorePrefix == "Lantern Cycle")
  }

  @Test("collections and playlists")
  func collections() throws {
    let wire = try Fixtures.contract("browse", "collections", "response")
    let collections = try roundTrip(Listing<BookCollection>.self, wire)
    #expect(collections.elements.map(\.name) == ["Winter shelf"])
    #expect(collections.elements.first?.books.map(\.title) == ["Untitled Field Notes"])
    let playlists = try roundTrip(
      Listing<Playlist>.self, Fixtures.contract("browse", "playlists", "response")
    ).elements
    #expect(playlists.map(\.name) == ["Kveldslytting"])
    let item = try #require(playlists.first?.items.first)
    #expect(item.title == "Radio on the Roof")
    #expect(item.episode?.duration == 1882.044)
    #expect(item.libraryItem?.title == "Night Signals")
    #expect(item.id.episodeId == item.episodeId)
    let books = try roundTrip(Playlist.self, Fixtures.recording("175-playlist-create-books", "response", "body"))
    #expect(books.items.map(\.title).first == "The Two Halves")
    #expect(books.items.first?.libraryItem?.media.book?.tracks?.count == 2)
  }
}
