import Foundation
import MediaTesting

/// The pages of a library's items.
extension ShelfState {
  /// An entry of the list: an item, and with collapsed series the series that the item stands for.
  private struct Entry {
    let item: ShelfItemRow
    var collapsed: JSONValue?
    var title: String
  }

  func itemList(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let filter = ShelfFilter(call.query["filter"], isPodcast: library.isPodcast)
    let user = users[call.userID]
    let items = visibleItems(call, in: library.id).filter { filter.matches($0, in: world, user: user, now: now) }
    let collapses = call.flag("collapseseries") && !library.isPodcast && filter.group != "series"
    let entries = collapses ? collapsed(items, in: library) : items.map { Entry(item: $0, title: $0.title) }
    let sorted = sort(entries, call, library, filter: filter, collapses: collapses)
    let include = call.list("include")
    let results = call.page(of: sorted).map { entry -> JSONValue in
      var json = entry.item.minified
      if let link = filter.seriesLink(of: entry.item) { json = entry.item.minified(series: link) }
      json["collapsedSeries"] = entry.collapsed
      if include.contains("numepisodesincomplete"), library.isPodcast, let count = incompleteCount(entry.item, user) {
        json["numEpisodesIncomplete"] = .count(count)
      }
      if include.contains("rssfeed") { json["rssFeed"] = world.feed(of: entry.item.id) }
      if include.contains("share"), call.user.isAdmin { json["mediaItemShare"] = shareJSON(of: entry.item) }
      return json
    }
    return .shelfJSON(
      paged(call, results, total: entries.count).with("mediaType", library.isPodcast ? "podcast" : "book")
        .with("collapseseries", .bool(call.flag("collapseseries"))).with("offset", .count(call.page * call.limit)))
  }

  func incompleteCount(_ item: ShelfItemRow, _ user: ShelfUser?) -> Int? {
    let count = item.episodes.filter { user?.progress(media: $0.id)?.isFinished != true }.count
    return count == 0 ? nil : count
  }

  // MARK: Collapsing

  /// The name of a collapsed series, which the server shows without its article: `Lantern Road`, not `Lantern Road, The`.
  private static func withoutPrefix(_ series: JSONValue) -> String {
    let name = series["name"]?.string ?? ""
    guard let sorted = series["nameIgnorePrefix"]?.string, sorted != name,
      let comma = sorted.range(of: ", ", options: .backwards)
    else { return name }
    return String(sorted[..<comma.lowerBound])
  }

  /// The entries with one for each series, represented by its first book.
  private func collapsed(_ items: [ShelfItemRow], in library: ShelfWorld.Library) -> [Entry] {
    let hidesSingle = library.settings["hideSingleBookSeries"]?.bool ?? false
    var collapsed: [String: (JSONValue, String)] = [:]
    var hidden: Set<String> = []
    for series in world.series(in: library) {
      guard let id = series["id"]?.string else { continue }
      let books = Self.inOrder(items, ofSeries: id)
      guard let first = books.first(where: { !hidden.contains($0.id) && collapsed[$0.id] == nil }) else { continue }
      if hidesSingle, books.count == 1 { continue }
      let name = series["name"]?.string ?? ""
      let entry: JSONValue = [
        "id": .string(id), "name": .string(name), "nameIgnorePrefix": .string(Self.withoutPrefix(series)),
        "sequence": .text(first.series.first { $0.id == id }?.sequence), "numBooks": .count(books.count),
        "libraryItemIds": .strings(books.map(\.id)),
      ]
      collapsed[first.id] = (entry, name)
      for book in books where book.id != first.id && collapsed[book.id] == nil { hidden.insert(book.id) }
    }
    return items.filter { !hidden.contains($0.id) }.map { item in
      guard let (series, name) = collapsed[item.id] else { return Entry(item: item, title: item.title) }
      return Entry(item: item, collapsed: series, title: name)
    }
  }

  /// The books of a series by their number; books without one come last.
  static func inOrder(_ items: [ShelfItemRow], ofSeries id: String) -> [ShelfItemRow] {
    items.filter { item in item.series.contains { $0.id == id } }.sorted(
      by: { item in [ShelfKey(item.series.first { $0.id == id }?.order)] }, descending: false)
  }

  // MARK: Sorting

  private func sort(
    _ entries: [Entry], _ call: ShelfCall, _ library: ShelfWorld.Library, filter: ShelfFilter, collapses: Bool
  ) -> [Entry] {
    let ignoresPrefix = world.serverSettings["sortingIgnorePrefix"]?.bool ?? false
    func title(_ entry: Entry) -> ShelfKey {
      if let series = entry.collapsed { return ShelfKey(series[ignoresPrefix ? "nameIgnorePrefix" : "name"]?.string) }
      return ShelfKey(ignoresPrefix ? entry.item.titleIgnoringPrefix : entry.item.title)
    }
    if call.query["sort"] == "random" { return shuffled(entries) }
    guard let keys = keys(call.query["sort"] ?? "", call, library, filter: filter) else {
      guard call.query["sort"] == "media.metadata.title" else { return entries }
      return entries.sorted(by: { [title($0)] }, descending: call.flag("desc"))
    }
    // Sort books of the same author by title. Other equal entries keep the database's order.
    let isByAuthor = call.query["sort"]?.hasPrefix("media.metadata.authorName") ?? false
    return entries.sorted(by: { keys($0.item) + (isByAuthor ? [title($0)] : []) }, descending: call.flag("desc"))
  }

  func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.reversed() where index > 0 {
      elements.swapAt(index, Int(random.next() % UInt64(index + 1)))
    }
    return elements
  }

  /// The keys by which an item is sorted before its title; nil for the title itself and for unknown sorts.
  private func keys(
    _ sort: String, _ call: ShelfCall, _ library: ShelfWorld.Library, filter: ShelfFilter
  ) -> ((ShelfItemRow) -> [ShelfKey])? {
    func number(_ key: String) -> (ShelfItemRow) -> [ShelfKey] { { [ShelfKey($0.expanded[key]?.double)] } }
    func progress(_ value: @escaping (ShelfProgress) -> Double?) -> (ShelfItemRow) -> [ShelfKey] {
      let user = users[call.userID]
      return { [ShelfKey(user?.progress(media: $0.mediaID).flatMap(value))] }
    }
    switch sort {
    case "addedAt", "size", "birthtimeMs", "mtimeMs": return number(sort)
    case "media.metadata.author" where library.isPodcast: return { [ShelfKey($0.metadata["author"]?.string)] }
    case "media.numTracks" where library.isPodcast: return { [.number(Double($0.episodes.count))] }
    default: break
    }
    guard !library.isPodcast else { return nil }
    switch sort {
    case "media.metadata.authorName":
      return { [ShelfKey(world.rankedAuthors(of: $0).map(\.name).joined(separator: ", "))] }
    case "media.metadata.authorNameLF":
      return { [ShelfKey(world.rankedAuthors(of: $0).map { ShelfWorld.lastFirst($0.name) }.joined(separator: ", "))] }
    case "media.metadata.publishedYear":
      return { [ShelfKey($0.metadata["publishedYear"]?.string.flatMap { Double($0) })] }
    case "media.duration": return { [.number($0.duration)] }
    case "sequence":
      let last = call.flag("desc") ? -Double.infinity : .infinity
      return { item in
        let order = filter.seriesLink(of: item)?.order ?? .infinity
        return [.number(order.isInfinite ? last : order)]
      }
    case "progress": return progress { $0.lastUpdate }
    case "progress.createdAt": return progress { $0.startedAt }
    case "progress.finishedAt": return progress { $0.finishedAt }
    default: return nil
    }
  }
}
