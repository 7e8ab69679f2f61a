import Foundation
import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

/// Flows of administrators and of owners of e-readers. They change a real server, so they run with the built-in one alone.
enum ManagingFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("send-to-e-reader") { fixture in
      guard let fake = fixture.fake else { return "only with the built-in server" }
      let ebook = try await fixture.books().first { $0.media.book?.ebookFormat != nil }
      let book = try require(ebook, "an ebook")
      let state = await send(book.id, fixture)
      try expect(state.sentTo == "Kobo", "sent, got \(state.notice ?? "nothing")")
      return "\(fake.sentEbooks.last ?? "nothing") mailed; the e-reader added and removed"
    },
    Flow("publish-a-book") { fixture in
      guard fixture.fake != nil else { return "only with the built-in server" }
      let found = try await fixture.books().first { ($0.media.book?.numTracks ?? 0) > 0 }
      let book = try require(found, "a book")
      let state = await publish(book.id, fixture)
      let (link, feed) = (try require(state.shareLink, "a link"), try require(state.feed?.feedUrl, "a feed"))
      return "\(link.path) and \(feed) opened and closed"
    },
    Flow("find-and-import-podcasts") { fixture in
      guard let fake = fixture.fake else { return "only with the built-in server" }
      fake.edit { $0.addToDirectory(title: "Far Radio", author: "Far", feed: "https://feeds.example.org/far.xml") }
      fake.edit { $0.addToDirectory(title: "Mill Talk", author: "Mill", feed: "https://feeds.example.org/mill.xml") }
      let id = try await fixture.library(.podcast)
      let state = await find(in: try await fixture.shelf.libraries.library(id), fixture)
      try expect(state.added.count == 2, "two added, got \(state.added), \(state.notice ?? "")")
      return "one found by name and one of an OPML file added"
    },
    Flow("episodes-to-the-server") { fixture in
      guard let fake = fixture.fake else { return "only with the built-in server" }
      let id = try await fixture.library(.podcast)
      let shows = try await fixture.shelf.libraries.items(in: id).all()
      let feeds = shows.filter { $0.media.podcast?.metadata.feedUrl?.contains("night-signals") == true }
      let show = try require(feeds.first, "a podcast with a feed")
      fake.edit { world in
        for title in ["One", "Two"] { world.queueDownload(title, of: show.id) }
        world.announce("A new one", of: show.id)
      }
      let (missing, waiting) = await queue(show.id, in: id, fixture)
      try expect(waiting == 0, "an empty queue, got \(waiting)")
      return "\(missing) episodes of the feed are not on the server; the queue shown and cleared"
    },
    Flow("groups-and-marks") { fixture in
      let books = try await fixture.library(.book)
      let genres = await fixture.loaded(GroupListViewModel(shelf: fixture.shelf, group: .genres, library: books))
      let narrators = await fixture.loaded(GroupListViewModel(shelf: fixture.shelf, group: .narrators, library: books))
      let rows = await fixture.loaded(LibraryViewModel(shelf: fixture.shelf, library: books)).rows.value ?? []
      let letters = LetterIndex(rows).entries.map(\.letter)
      try expect(letters.first == rows.first.map { LetterIndex.letter(of: $0.title) }, "the first letter")
      let ids = rows.compactMap(\.playable)
      var before: [PlayableID: JSONValue?] = [:]
      for id in ids { before[id] = try await fixture.verifier.progress(of: id) }
      try await fixture.shelf.progressStore.markFinished(ids)
      await fixture.shelf.progressStore.settled()
      try await fixture.shelf.progressStore.restart(ids)
      await fixture.shelf.progressStore.settled()
      await marks(in: books, fixture)
      for id in ids { try await fixture.verifier.restore(before[id] ?? nil, of: id) }
      try await fixture.shelf.progressStore.refresh()
      return
        "\(genres.rows.value?.count ?? 0) genres, \(narrators.rows.value?.count ?? 0) narrators, letters \(letters.joined()); \(ids.count) books marked and reset"
    },
  ]

  @MainActor
  private static func send(_ book: String, _ fixture: ShelfFixture) async -> EReadersViewModel.State {
    let model = EReadersViewModel(shelf: fixture.shelf)
    model.load()
    await model.settled()
    model.add("Kobo", email: "kobo@reader.example")
    await model.settled()
    model.send(book, to: "Kobo")
    await model.settled()
    let state = model.state
    model.remove("Kobo")
    await model.settled()
    return state
  }

  @MainActor
  private static func publish(_ book: String, _ fixture: ShelfFixture) async -> PublishingViewModel.State {
    let model = PublishingViewModel(shelf: fixture.shelf, item: book)
    model.load()
    await model.settled()
    model.share(as: "flow", isDownloadable: true)
    await model.settled()
    model.openFeed(as: "flow-feed")
    await model.settled()
    let state = model.state
    model.endShare()
    await model.settled()
    model.closeFeed()
    await model.settled()
    return state
  }

  @MainActor
  private static func find(in library: Library, _ fixture: ShelfFixture) async -> PodcastSearchViewModel.State {
    let model = PodcastSearchViewModel(shelf: fixture.shelf, library: library)
    model.search("far")
    await model.settled()
    if let found = model.state.results.value?.first { model.add(found) }
    await model.settled()
    model.readOPML("<opml><body><outline text=\"Mill\" xmlUrl=\"https://feeds.example.org/mill.xml\"/></body></opml>")
    await model.settled()
    model.addFeeds(model.state.feeds)
    await model.settled()
    return model.state
  }

  @MainActor
  private static func queue(
    _ podcast: String, in library: String, _ fixture: ShelfFixture
  ) async -> (missing: Int, waiting: Int) {
    let feed = PodcastFeedViewModel(shelf: fixture.shelf, podcast: podcast)
    feed.load()
    await feed.settled()
    let missing = feed.state.missing
    feed.download(missing)
    await feed.settled()
    let queue = EpisodeQueueViewModel(shelf: fixture.shelf, library: library)
    queue.load()
    await queue.settled()
    queue.clear(podcast)
    await queue.settled()
    return (missing.count, queue.state.queue.value?.queue.count ?? -1)
  }

  @MainActor
  private static func marks(in library: String, _ fixture: ShelfFixture) async {
    let model = LibraryViewModel(shelf: fixture.shelf, library: library)
    model.load()
    await model.settled()
    guard let first = model.state.rows.value?.first(where: { $0.playable != nil })?.id else { return }
    model.markFinished([first])
    await model.settled()
    model.restart([first])
    await model.settled()
    await fixture.shelf.progressStore.settled()
    model.download([first])
    await model.settled()
    try? await fixture.shelf.downloads.removeAll()
    let list = SeriesListViewModel(shelf: fixture.shelf, library: library)
    list.load()
    await list.settled()
    guard let series = list.state.rows.value?.first else { return }
    let one = SeriesViewModel(shelf: fixture.shelf, series: series.id, library: library)
    one.load()
    await one.settled()
    one.markAllFinished()
    await one.settled()
    one.restartAll()
    await one.settled()
    await fixture.shelf.progressStore.settled()
  }
}
