import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Search, shelves, series and authors")
struct BrowsingTests {
  @Test("a search finds books by title, and episodes by theirs")
  func search() async throws {
    let rig = try await ShelfRig()
    let found = try await rig.shelf.search.results(for: "  salt", in: rig.books)
    #expect(found.books.map(\.title) == ["The Salt Clock"])
    #expect(found.episodes == [])
    let author = try await rig.shelf.search.results(for: "ursula", in: rig.books)
    #expect(author.authors.map(\.name) == ["Ursula Ode"])
    let radio = try await rig.shelf.search.results(for: "roof", in: rig.podcasts, limit: 3)
    #expect(radio.episodes.map { $0.recentEpisode?.title } == ["Radio on the Roof"])
    #expect(try await rig.shelf.search.results(for: "nothing like it", in: rig.books).isEmpty)
  }

  @Test("an empty search asks nobody", arguments: ["", "  ", "\n"])
  func emptySearch(text: String) async throws {
    let rig = try await ShelfRig()
    let before = rig.server.requests.count
    #expect(try await rig.shelf.search.results(for: text, in: rig.books).isEmpty)
    #expect(rig.server.requests.count == before)
  }

  @Test("the home screen goes on with what was listened to")
  func shelves() async throws {
    let rig = try await ShelfRig()
    try await rig.shelf.progress.update(rig.book(), .position(100, duration: 5401))
    let shelves = try await rig.shelf.shelves.shelves(of: rig.books)
    let first = try #require(shelves.first { $0.id == .continueListening })
    #expect(first.items.map(\.title) == ["The Salt Clock"])
    #expect(shelves.first { $0.id == .recentSeries }?.series.map(\.name) == ["Lantern Cycle"])
    #expect(shelves.first { $0.id == .newestAuthors }?.authors.isEmpty == false)
    let podcasts = try await rig.shelf.shelves.shelves(of: rig.podcasts, limit: 2).value
    #expect(podcasts.first { $0.id == .newestEpisodes }?.items.first?.recentEpisode?.title == "Oats")
  }

  @Test("the home screen stands by when the server does not answer")
  func staleShelves() async throws {
    let rig = try await ShelfRig()
    let fresh = try await rig.shelf.shelves.shelves(of: rig.books, limit: 10)
    rig.network.isDown = true
    let kept = try await rig.shelf.shelves.shelves(of: rig.books, limit: 10)
    #expect(kept.isStale)
    #expect(kept.value == fresh.value)
  }

  @Test("series with their books, in order and with progress")
  func series() async throws {
    let rig = try await ShelfRig()
    let all = try await rig.shelf.series.all(in: rig.books, pageSize: 1).all()
    #expect(all.map(\.name) == ["Lantern Cycle"])
    #expect(all.first?.books?.map(\.title) == ["First Light", "Second Light"])
    let id = try #require(all.first?.id)
    try await rig.shelf.progress.markFinished(rig.book("First Light"))
    let one = try await rig.shelf.seriesWithBooks(id, in: rig.books)
    #expect(one.books?.map(\.title) == ["First Light", "Second Light"])
    #expect(one.progress?.libraryItemIdsFinished == [try rig.item("First Light")])
    #expect(one.progress?.isFinished == false)
    #expect(try await rig.shelf.series.series(id).name == "Lantern Cycle")
    #expect(try await failure { try await rig.shelf.series.series("unknown", in: rig.books) }.kind == .notFound)
    let sorted = rig.shelf.series.all(in: rig.books, sort: .totalDuration, descending: true, pageSize: 5)
    #expect(try await sorted.all().first?.totalDuration == 6000)
  }

  @Test("series by progress, a series' own progress and counts of unfinished episodes follow the listening at once")
  func progressOfSeries() async throws {
    let rig = try await ShelfRig()
    func finished() async throws -> [Series] {
      try await rig.shelf.series.page(
        0, in: rig.books, limit: 5, sort: nil, descending: false, filter: .progress("finished")
      ).items
    }
    var query = ItemQuery(sort: .title)
    query.include = ["numepisodesincomplete"]
    func unfinished() async throws -> Int? {
      let tagged = try await rig.shelf.libraries.page(0, of: query, in: rig.podcasts, limit: 5, unlessTagged: nil).page
      let plain = try await rig.shelf.libraries.page(0, of: query, in: rig.podcasts, limit: 5)
      let counts = [tagged?.items ?? [], plain.items].map { items in
        items.first { $0.title == "Night Signals" }?.numEpisodesIncomplete
      }
      #expect(counts[0] == counts[1])
      return counts[1]
    }
    let id = try #require(try await rig.shelf.series.all(in: rig.books).all().first?.id)
    #expect(try await finished().isEmpty)
    #expect(try await rig.shelf.series.series(id, in: rig.books).progress?.isFinished == false)
    #expect(try await unfinished() == 3)
    try await rig.shelf.progressStore.markFinished([
      rig.book("First Light"), rig.book("Second Light"), rig.episode(),
    ])
    await rig.shelf.queue.flush()
    #expect(try await finished().map(\.id) == [id])
    #expect(try await rig.shelf.series.series(id, in: rig.books).progress?.isFinished == true)
    #expect(try await unfinished() == 2)
  }

  @Test("a series is hidden and shown again, with one request each time")
  func hiding() async throws {
    let rig = try await ShelfRig()
    let id = try #require(try await rig.shelf.series.all(in: rig.books).all().first?.id)
    #expect(try await rig.shelf.series.hideFromContinueListening(id).seriesHideFromContinueListening == [id])
    #expect(try await rig.shelf.account.me().seriesHideFromContinueListening == [id])
    #expect(try await rig.shelf.series.showInContinueListening(id).seriesHideFromContinueListening == [])
    rig.network.fail(.shelfSeriesHide, with: .replyLost)
    let error = try await failure { try await rig.shelf.series.hideFromContinueListening(id) }
    #expect(error.kind == .timedOut)
    #expect(rig.count(.shelfSeriesHide) == 2)
  }

  @Test("authors of a library, one of them, and narrators")
  func authors() async throws {
    let rig = try await ShelfRig()
    let all = try await rig.shelf.authors.all(in: rig.books)
    #expect(Set(all.map(\.name)) == ["Ursula Ode", "Sam Oneill", "Ana Reader", "Paul Second"])
    let page = try await rig.shelf.authors.page(0, in: rig.books, limit: 2, sort: .name, descending: false)
    #expect(page.items.map(\.name) == ["Ana Reader", "Paul Second"])
    #expect(page.total == 4)
    let sorted = try await rig.shelf.authors.authors(in: rig.books, sort: .lastFirst, pageSize: 3).all()
    #expect(sorted.map(\.lastFirst) == ["Ode, Ursula", "Oneill, Sam", "Reader, Ana", "Second, Paul"])
    let id = try #require(all.first { $0.name == "Ursula Ode" }?.id)
    let one = try await rig.shelf.authors.author(id)
    #expect(one.libraryItems?.count == 3)
    #expect(one.series?.map(\.name) == ["Lantern Cycle"])
    #expect(try await failure { try await rig.shelf.authors.author("unknown") }.kind == .notFound)
    let narrators = try await rig.shelf.authors.narrators(in: rig.books)
    #expect(narrators.first { $0.name == "Iris Thor" }?.numBooks == 3)
  }

  @Test("pictures of authors need no token")
  func pictures() async throws {
    let rig = try await ShelfRig()
    let changed = Date(milliseconds: 1_788_000_000_123)
    let url = try await rig.shelf.authors.imageURL(of: "author", width: 200, updatedAt: changed)
    #expect(
      url.absoluteString == "https://server.test/api/authors/author/image?width=200&format=jpeg&ts=1788000000123")
    let id = try #require(try await rig.shelf.authors.all(in: rig.books).first?.id)
    #expect(try await failure { try await rig.shelf.authors.image(of: id, width: nil) }.kind == .notFound)
  }
}
