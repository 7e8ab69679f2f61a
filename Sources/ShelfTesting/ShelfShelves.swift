import MediaTesting

/// The shelves of a library's home page.
extension ShelfState {
  private static let recent = 60.0 * 86_400_000

  func shelves(_ call: ShelfCall, _ library: ShelfWorld.Library) -> [JSONValue] {
    let limit = call.positive("limit", 10)
    let items = visibleItems(call, in: library.id)
    let shelves =
      library.isPodcast
      ? podcastShelves(call, items, limit: limit) : bookShelves(call, items, library, limit: limit)
    let filled = shelves.filter { $0["entities"]?.array?.isEmpty == false }
    return call.list("include").contains("rssfeed") ? filled.map(withFeeds) : filled
  }

  /// Returns the shelf, with the open RSS feed added to each of its books, podcasts or series that has one.
  private func withFeeds(_ shelf: JSONValue) -> JSONValue {
    guard ["book", "podcast", "series"].contains(shelf["type"]?.string), let entities = shelf["entities"]?.array else {
      return shelf
    }
    let shown = entities.map { entity in
      world.feed(of: entity["id"]?.string ?? "").map { entity.with("rssFeed", $0) } ?? entity
    }
    return shelf.with("entities", .array(shown))
  }

  private func shelf(_ id: String, type: String, _ entities: [JSONValue], total: Int) -> JSONValue {
    let label = id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return [
      "id": .string(id), "label": .string(label.joined(separator: " ")),
      "labelStringKey": .string("Label" + label.joined()), "type": .string(type), "entities": .array(entities),
      "total": .count(total),
    ]
  }

  private func isRecent(_ time: Double) -> Bool { time >= Double(now) - Self.recent }

  // MARK: Books

  private func bookShelves(
    _ call: ShelfCall, _ items: [ShelfItemRow], _ library: ShelfWorld.Library, limit: Int
  ) -> [JSONValue] {
    guard let user = users[call.userID] else { return [] }
    let played = items.compactMap { item in user.progress(media: item.mediaID).map { (item: item, record: $0) } }
    let running = played.filter(\.record.isRunning).sorted { $0.record.recency > $1.record.recency }
    let done = played.filter(\.record.isFinished).sorted { $0.record.finishRecency > $1.record.finishRecency }
    // The real server applies the limit before it separates audiobooks from ebooks.
    func parted(_ list: [(item: ShelfItemRow, record: ShelfProgress)], audio: Bool) -> [JSONValue] {
      list.prefix(limit).filter { $0.item.tracks.isEmpty != audio }.map(\.item.minified)
    }
    let added = items.filter { isRecent($0.addedAt) }.sorted(by: { [.number($0.addedAt)] }, descending: true)
    let discovered = discover(items, user, library)
    let next = continueSeries(items, user, library)
    let series = recentSeries(items, library)
    let authors = world.authors(in: library).filter { isRecent($0["addedAt"]?.double ?? 0) }
      .sorted(by: { [ShelfKey($0["addedAt"]?.double)] }, descending: true)
    return [
      shelf("continue-listening", type: "book", parted(running, audio: true), total: running.count),
      shelf("continue-reading", type: "book", parted(running, audio: false), total: running.count),
      shelf("continue-series", type: "book", Array(next.prefix(limit)), total: next.count),
      shelf("recently-added", type: "book", added.prefix(limit).map(\.minified), total: added.count),
      shelf("recent-series", type: "series", Array(series.prefix(5)), total: series.count),
      shelf("discover", type: "book", discovered.prefix(limit).map(\.minified), total: discovered.count),
      shelf("listen-again", type: "book", parted(done, audio: true), total: done.count),
      shelf("read-again", type: "book", parted(done, audio: false), total: done.count),
      shelf(
        "newest-authors", type: "authors",
        authors.prefix(limit).map { $0.without("lastFirst").with("numBooks", .count(numBooks($0, items))) },
        total: authors.count),
    ]
  }

  func numBooks(_ author: JSONValue, _ items: [ShelfItemRow]) -> Int {
    let id = author["id"]?.string
    return items.filter { $0.authors.contains { $0.id == id } }.count
  }

  /// Books that were not begun, in any order; of a series only the first, and only if no book of the series was begun.
  private func discover(_ items: [ShelfItemRow], _ user: ShelfUser, _ library: ShelfWorld.Library) -> [ShelfItemRow] {
    func isUntouched(_ item: ShelfItemRow) -> Bool {
      guard let record = user.progress(media: item.mediaID) else { return true }
      return !record.isFinished && !record.isAudioStarted
    }
    var found = items.filter { $0.series.isEmpty && isUntouched($0) }
    for series in world.series(in: library) {
      let books = Self.inOrder(items, ofSeries: series["id"]?.string ?? "")
      if let first = books.first, books.allSatisfy(isUntouched), !found.contains(where: { $0.id == first.id }) {
        found.append(first)
      }
    }
    return shuffled(found)
  }

  /// The next book of each series with a finished book and without a book in progress.
  private func continueSeries(
    _ items: [ShelfItemRow], _ user: ShelfUser, _ library: ShelfWorld.Library
  ) -> [JSONValue] {
    let onlyLater = library.settings["onlyShowLaterBooksInContinueSeries"]?.bool ?? false
    var found: [(json: JSONValue, recency: (Double, Int))] = []
    for series in world.series(in: library) {
      guard let id = series["id"]?.string, !user.hiddenSeries.contains(id) else { continue }
      let books = Self.inOrder(items, ofSeries: id)
      let records = books.map { user.progress(media: $0.mediaID) }
      guard let lastDone = records.lastIndex(where: { $0?.isFinished == true }),
        !records.contains(where: { $0.map { !$0.isFinished && $0.isAudioStarted } ?? false }),
        let next = books.indices.first(where: { records[$0]?.isFinished != true && (!onlyLater || $0 > lastDone) }),
        let link = books[next].series.first(where: { $0.id == id })
      else { continue }
      let newest = records.compactMap { $0 }.max { $0.recency < $1.recency }
      found.append((books[next].minified(series: link, emptyNames: true), newest?.recency ?? (0, 0)))
    }
    return found.sorted { $0.recency > $1.recency }.map(\.json)
  }

  private func recentSeries(_ items: [ShelfItemRow], _ library: ShelfWorld.Library) -> [JSONValue] {
    let hidesSingle = library.settings["hideSingleBookSeries"]?.bool ?? false
    return world.series(in: library).filter { isRecent($0["addedAt"]?.double ?? 0) }
      .sorted(by: { [ShelfKey($0["addedAt"]?.double)] }, descending: true)
      .compactMap { series in
        let books = Self.inOrder(items, ofSeries: series["id"]?.string ?? "")
        if books.isEmpty || hidesSingle && books.count == 1 { return .none }
        return series.with("books", .array(books.map { $0.changingMetadata { $0.emptyNames() } }))
      }
  }

  // MARK: Podcasts

  private func podcastShelves(_ call: ShelfCall, _ items: [ShelfItemRow], limit: Int) -> [JSONValue] {
    guard let user = users[call.userID] else { return [] }
    let countsIncomplete = call.list("include").contains("numepisodesincomplete")
    let all = items.flatMap { item in item.episodes.map { (item: item, episode: $0) } }
    let played = all.compactMap { item, episode in
      user.progress(media: episode.id).map { (item: item, episode: episode, record: $0) }
    }
    func shown(_ list: [(item: ShelfItemRow, episode: ShelfEpisode)]) -> [JSONValue] {
      list.prefix(limit).map { $0.item.minifiedWithoutEpisodes.with("recentEpisode", $0.episode.old) }
    }
    let running = played.filter(\.record.isRunning).sorted { $0.record.recency > $1.record.recency }
    let done = played.filter(\.record.isFinished).sorted { $0.record.finishRecency > $1.record.finishRecency }
    let newest = all.filter { isRecent($0.episode.addedAt) }
      .sorted(by: { [.number($0.episode.addedAt), ShelfKey($0.episode.publishedAt)] }, descending: true)
    let added = items.filter { isRecent($0.addedAt) }.sorted(by: { [.number($0.addedAt)] }, descending: true)
    return [
      shelf("continue-listening", type: "episode", shown(running.map { ($0.item, $0.episode) }), total: running.count),
      shelf("newest-episodes", type: "episode", shown(newest), total: newest.count),
      shelf(
        "recently-added", type: "podcast",
        added.prefix(limit).map { item in
          guard countsIncomplete, let count = incompleteCount(item, user) else { return item.minifiedWithoutEpisodes }
          return item.minifiedWithoutEpisodes.with("numEpisodesIncomplete", .count(count))
        }, total: added.count),
      shelf("listen-again", type: "episode", shown(done.map { ($0.item, $0.episode) }), total: done.count),
    ]
  }
}
