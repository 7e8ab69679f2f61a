import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Library items")
struct ItemModelTests {
  @Test("a page of books: collapsed, without metadata, without sound")
  func books() throws {
    let answer = try roundTrip(Listing<ShelfItem>.self, Fixtures.contract("library-items.books.response"))
    let page = Page(answer.list)
    #expect(page.total == 3 && page.limit == 50 && page.page == 0)
    #expect(page.items.map(\.title) == ["The Salt Clock", "Untitled Field Notes", "灯"])
    #expect(page.items.map(\.authorName) == ["Ursula Ødegård, 村山 光", nil, "村山 光"])
    #expect(page.items.map(\.duration) == [5401, 10921.337, 0])
    #expect(page.items.map(\.hasCover) == [true, false, false])
    #expect(page.items[0].collapsedSeries?.sequence == "1")
    #expect(page.items[0].collapsedSeries?.numBooks == 3)
    #expect(page.items[0].media.book?.metadata.publishedYear == "2019")
    #expect(page.items[0].media.book?.tracks == nil)
    #expect(page.items[0].media.book?.numTracks == 3)
    #expect(page.items[1].isFile)
    #expect(page.items[1].birthtimeMs == Date(timeIntervalSince1970: 0))
    #expect(page.items[2].media.book?.ebookFormat == .epub)
  }

  @Test("a page of podcasts counts the unfinished episodes")
  func podcasts() throws {
    let answer = try roundTrip(Listing<ShelfItem>.self, Fixtures.contract("library-items.podcasts.response"))
    #expect(answer.elements.map(\.title) == ["Night Signals", "Пустой эфир"])
    #expect(answer.elements.map(\.numEpisodesIncomplete) == [1, nil])
    #expect(answer.elements.map(\.media.podcast?.numEpisodes) == [2, 0])
    #expect(answer.elements.map(\.authorName) == ["Example Radio Collective", nil])
    #expect(answer.elements[0].duration == nil)
    #expect(answer.elements[0].media.podcast?.metadata.type == .episodic)
    #expect(answer.elements[0].media.book == nil)
  }

  @Test("an expanded book has files, chapters, tracks and progress")
  func expandedBook() throws {
    let item = try roundTrip(ShelfItem.self, Fixtures.contract("item-expanded.book.response"))
    let book = try #require(item.media.book)
    #expect(book.metadata.authors?.map(\.name) == ["Ursula Ødegård", "村山 光"])
    #expect(book.metadata.narrators == ["Íris Þórsdóttir", "Sam O’Neill"])
    #expect(book.metadata.series?.map(\.sequence) == ["1"])
    #expect(book.metadata.descriptionPlain == "A keeper counts tides & debts.")
    #expect(book.tracks?.map(\.startOffset) == [0, 1800.05, 4500.25])
    #expect(book.tracks?.map(\.isTranscoded) == [false, false, false])
    #expect(book.tracks?.first?.metadata?.size == 14_400_512)
    #expect(book.tracks?.first?.metadata?.ctimeMs == Date(milliseconds: 1_785_628_800_120))
    #expect(book.tracks?.first?.metaTags?["tagTitle"] == "Fyrtårn")
    #expect(book.chapters?.map(\.start) == [0, 1800.05, 3150.1, 4500.25])
    #expect(book.chapters?.last?.title == "Kapittel 3 — 帰り道 🏮")
    #expect(book.audioFiles?.map(\.ino).first == "649641337522215266")
    #expect(item.libraryFiles?.first?.fileType == .audio)
    #expect(item.userMediaProgress?.currentTime == 1925.5)
    #expect(item.rssFeed == nil)
  }

  @Test("a book without sound has its ebook and no progress")
  func ebook() throws {
    let item = try roundTrip(ShelfItem.self, Fixtures.contract("item-expanded.ebook-only.response"))
    let book = try #require(item.media.book)
    #expect(book.tracks == [])
    #expect(book.ebookFile?.ebookFormat == .epub)
    #expect(book.ebookFile?.isSupplementary == false)
    #expect(book.ebookFile?.metadata?.size == 2_300_111)
    #expect(item.userMediaProgress == nil)
    #expect(item.authorName == "村山 光")
  }

  @Test("an expanded podcast has its episodes")
  func expandedPodcast() throws {
    let item = try roundTrip(ShelfItem.self, Fixtures.contract("item-expanded.podcast.response"))
    let episodes = try #require(item.media.podcast?.episodes)
    #expect(episodes.map(\.title) == ["Radio on the Roof", "Bonus — naïve café ☕️"])
    #expect(episodes.map(\.index) == [nil, 2])
    #expect(episodes.map(\.season) == ["2", nil])
    #expect(episodes.map(\.episodeNumber) == ["14", nil])
    #expect(episodes.map(\.episodeType) == [.full, nil])
    #expect(episodes.map(\.duration) == [1882.044, 610.5])
    #expect(episodes[0].enclosure?.length == "30112233")
    #expect(episodes[0].publishedAt == Date(milliseconds: 1_788_069_600_000))
    #expect(episodes[0].audioTrack?.contentUrl == "/api/items/a142cf67-3d5e-4f80-a192-bdae9f807162/file/771001")
    #expect(item.userMediaProgress?.mediaItemType == .podcastEpisode)
    #expect(item.episodeDownloadsQueued == [])
    #expect(item.episodesDownloading == nil)
    #expect(item.lastScan == nil)
  }

  @Test("a podcast without anything is still one")
  func emptyPodcast() throws {
    let item = try roundTrip(ShelfItem.self, Fixtures.contract("item-expanded.empty-podcast.response"))
    #expect(item.media.podcast?.episodes == [])
    #expect(item.media.podcast?.metadata.author == nil)
    #expect(item.libraryFiles == [])
    #expect(item.title == "Пустой эфир")
  }

  @Test("recent episodes carry their podcast and their library")
  func recentEpisodes() throws {
    let answer = try roundTrip(Listing<RecentEpisode>.self, Fixtures.contract("recent-episodes.response"))
    let page = Page(answer.list)
    #expect(page.total == nil && page.limit == 25 && page.page == 0)
    #expect(page.items.map(\.episode.title) == ["Radio on the Roof", "Bonus — naïve café ☕️"])
    #expect(page.items[0].podcast?.metadata.title == "Night Signals")
    #expect(page.items[0].podcast?.episodes == [])
    #expect(page.items[0].libraryId == "c0a4f5d7-2b68-4e19-8d3f-6a7b9c1e2f33")
    #expect(page.items[0].id == page.items[0].episode.id)
    #expect(page.items[1].episode.enclosure == nil)
  }

  @Test("items in progress say when, and which episode")
  func inProgress() throws {
    let wire = try Fixtures.contract("items-in-progress.response")
    let items = try roundTrip(Listing<ShelfItem>.self, wire).elements
    #expect(items.map(\.progressLastUpdate?.milliseconds) == [1_788_217_200_000, 1_788_213_600_000])
    #expect(items.map(\.recentEpisode?.title) == ["Radio on the Roof", nil])
    // The short form of an episode has its duration only in the audio file.
    #expect(items[0].recentEpisode?.expandedDuration == nil)
    #expect(items[0].recentEpisode?.duration == 1882.044)
  }

  @Test("the series of a book: a list, one object, or nothing")
  func seriesForms() throws {
    func series(_ text: String) throws -> [BookSeries]? {
      try roundTrip(BookMetadata.self, JSONValue(parsing: text)).series
    }
    let unnumbered = with(BookSeries(id: "s")) { $0.name = "N" }
    #expect(try series(#"{"genres": []}"#) == nil)
    #expect(try series(#"{"genres": [], "series": []}"#) == [])
    #expect(
      try series(#"{"genres": [], "series": {"id": "s", "name": "N", "sequence": "1.5"}}"#)
        == [with(unnumbered) { $0.sequence = "1.5" }])
    #expect(try series(#"{"genres": [], "series": [{"id": "s", "name": "N"}]}"#) == [unnumbered])
    var metadata = BookMetadata()
    metadata.title = "T"
    metadata.series = [unnumbered]
    var other = metadata
    other.series = nil
    #expect(metadata != other)
    other.series = [unnumbered]
    #expect(metadata == other)
  }

  @Test("a plain book adds up the files that are played")
  func plainDuration() throws {
    var files = ["1", "2", "3"].map { AudioFile(ino: $0) }
    files[0].duration = 10.5
    files[1].exclude = true
    files[1].duration = 99
    var book = Book()
    book.audioFiles = files
    let item = ShelfItem(id: "i", media: .book(book))
    #expect(item.duration == 10.5)
    #expect(item.mediaType == .book)
    #expect(ShelfItem(id: "i", media: .book(Book())).duration == nil)
  }

  @Test("media of an unknown type are kept as they came")
  func unknownMedia() throws {
    let wire = try JSONValue(
      parsing:
        #"{"id": "i", "isFile": false, "isMissing": false, "isInvalid": false, "mediaType": "comic", "media": {"x": [1]}}"#
    )
    let item = try roundTrip(ShelfItem.self, wire)
    #expect(item.media == .other(["x": [1]]))
    #expect(item.media.book == nil && item.media.podcast == nil && item.media.type == nil)
    #expect(item.title == "")
  }

  @Test("an item without its type is recognised by what it has, one without media stays")
  func missingType() throws {
    func item(_ text: String) throws -> ShelfItem { try shelfCoder.decode(ShelfItem.self, from: Data(text.utf8)) }
    #expect(try item(#"{"id": "i", "media": {"numTracks": 2}}"#).media.book?.numTracks == 2)
    #expect(try item(#"{"id": "i", "media": {"numEpisodes": 2}}"#).media.podcast?.numEpisodes == 2)
    #expect(try item(#"{"id": "i"}"#).media == .other(.null))
    #expect(try item(#"{"id": "i", "mediaType": "book", "relPath": "A/B"}"#).title == "A/B")
  }

  @Test("one wrong tag does not cost the others")
  func lossyTags() throws {
    let issues = DecodingIssues()
    let file = try shelfCoder.decode(
      AudioFile.self, from: Data(#"{"ino": 12, "metaTags": {"tagTitle": "T", "tagTrack": 3}}"#.utf8), issues: issues)
    #expect(file.metaTags == ["tagTitle": "T"])
    #expect(file.ino == "12")
    #expect(issues.issues.map(\.path) == ["metaTags[*]"])
  }

  @Test("what can be played is named by one text")
  func playableID() throws {
    #expect(PlayableID("a/b") == PlayableID(libraryItemId: "a", episodeId: "b"))
    #expect(PlayableID("a/b/c")?.episodeId == "b/c")
    #expect(PlayableID("a")?.episodeId == nil)
    #expect(PlayableID("a/") == PlayableID(libraryItemId: "a"))
    #expect(PlayableID("") == nil && PlayableID("/b") == nil)
    #expect(PlayableID(libraryItemId: "a", episodeId: "b").description == "a/b")
    #expect(try roundTrip([PlayableID].self, ["a/b", "c"]).map(\.description) == ["a/b", "c"])
  }
}
