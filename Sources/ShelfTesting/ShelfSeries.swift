import MediaTesting

/// Series and authors.
extension ShelfState {
  func seriesList(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let sort = call.query["sort"] ?? ""
    let items = visibleItems(call, in: library.id)
    let filter = ShelfFilter(call.query["filter"], isPodcast: false)
    let hidesSingle = library.settings["hideSingleBookSeries"]?.bool ?? false
    let user = users[call.userID]
    var found: [(json: JSONValue, books: [ShelfItemRow])] = []
    for series in world.series(in: library) {
      let books = Self.inOrder(items, ofSeries: series["id"]?.string ?? "")
      guard !books.isEmpty, !hidesSingle || books.count > 1, matches(filter, books, user) else { continue }
      found.append((series, books))
    }
    if !sort.isEmpty, sort != "random" {
      found = found.sorted(by: { [Self.key(sort, $0.json, $0.books)] }, descending: call.flag("desc"))
    }
    let results = found.dropFirst(call.page * call.limit).prefix(call.limit).map { entry -> JSONValue in
      let json = entry.json.with("books", .array(entry.books.map(\.minified)))
      guard sort == "totalDuration" else { return json }
      return json.with("totalDuration", .number(entry.books.reduce(0) { $0 + $1.duration }))
    }
    return .shelfJSON(paged(call, Array(results), total: found.count))
  }

  /// The answer with a page of items, series, authors or collections.
  func paged(_ call: ShelfCall, _ results: [JSONValue], total: Int) -> JSONValue {
    var answer: JSONValue = [
      "results": .array(results), "total": .count(total), "limit": .count(call.limit), "page": .count(call.page),
      "sortDesc": .bool(call.flag("desc")), "minified": .bool(call.flag("minified")),
      "include": .string(call.list("include").joined(separator: ",")),
    ]
    answer["sortBy"] = call.echo("sort")
    answer["filterBy"] = call.echo("filter")
    return answer
  }

  private func matches(_ filter: ShelfFilter, _ books: [ShelfItemRow], _ user: ShelfUser?) -> Bool {
    guard filter.group == "progress" else {
      return books.contains { filter.matches($0, in: world, user: user, now: now) }
    }
    let records = books.map { user?.progress(media: $0.mediaID) }
    let done = records.filter { $0?.isFinished == true }.count
    let begun = records.filter { $0.map { $0.isFinished || $0.isStarted } ?? false }.count
    switch filter.value {
    case "finished": return done == books.count
    case "not-finished": return done < books.count
    case "not-started": return begun == 0
    case "in-progress": return begun > 0 && done < books.count
    default: return true
    }
  }

  private static func key(_ sort: String, _ series: JSONValue, _ books: [ShelfItemRow]) -> ShelfKey {
    switch sort {
    case "numBooks": .number(Double(books.count))
    case "addedAt": ShelfKey(series["addedAt"]?.double)
    case "totalDuration": .number(books.reduce(0) { $0 + $1.duration })
    case "lastBookAdded": ShelfKey(books.map(\.addedAt).max())
    case "lastBookUpdated": ShelfKey(books.map(\.updatedAt).max())
    default: ShelfKey(series["name"]?.string)
    }
  }

  /// - Parameter library: the library in the address; nil for the old route.
  func oneSeries(_ call: ShelfCall, _ id: String, in library: String? = nil) -> HTTPResponse {
    guard var series = world.series(id), library == nil || series["libraryId"]?.string == library else {
      return .shelfNotFound
    }
    let owner = series["libraryId"]?.string ?? ""
    let books = Self.inOrder(visibleItems(call, in: owner), ofSeries: id)
    if call.list("include").contains("progress") {
      let done = books.filter { users[call.userID]?.progress(media: $0.mediaID)?.isFinished == true }
      series["progress"] = [
        "libraryItemIds": .strings(books.map(\.id)), "libraryItemIdsFinished": .strings(done.map(\.id)),
        "isFinished": .bool(done.count == books.count),
      ]
    }
    if call.list("include").contains("rssfeed") { series["rssFeed"] = world.feed(of: id) ?? .null }
    return .shelfJSON(series)
  }

  // MARK: Authors

  func authorList(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let items = visibleItems(call, in: library.id)
    // The real server shows authors without a book only to administrators.
    let authors = world.authors(in: library).map { $0.with("numBooks", .count(numBooks($0, items))) }
      .filter { call.user.isAdmin || $0["numBooks"] != 0 }
    let sort = call.query["sort"] ?? ""
    let sorted = authors.sorted(
      by: { author in
        switch sort {
        case "addedAt", "updatedAt", "numBooks": [ShelfKey(author[sort]?.double)]
        case "name", "lastFirst": [ShelfKey(author[sort]?.string)]
        default: []
        }
      }, descending: call.flag("desc"))
    let isPaged = call.limit > 0 && call.query["page"].map { !JSONValue.scriptNumber($0).isNaN } ?? false
    guard isPaged else { return .shelfJSON(["authors": .array(sorted)]) }
    let answer = paged(call, call.page(of: sorted), total: authors.count)
    return .shelfJSON(answer.with("include", call.echo("include")))
  }

  func oneAuthor(_ call: ShelfCall, _ id: String) -> HTTPResponse {
    guard let author = world.author(id) else { return .shelfNotFound }
    let include = call.list("include")
    var json = author.without("lastFirst", "numBooks")
    let items = visibleItems(call, in: author["libraryId"]?.string ?? "")
      .filter { $0.authors.contains { $0.id == id } }
    guard include.contains("items") else { return .shelfJSON(json) }
    json["libraryItems"] = .array(items.sorted(by: { [ShelfKey($0.title)] }, descending: false).map(\.minified))
    if include.contains("series") {
      let groups = world.series.compactMap { series -> JSONValue? in
        guard let id = series["id"]?.string, let name = series["name"]?.string else { return .none }
        let prefixed = series["nameIgnorePrefix"]?.string ?? name
        let books = Self.inOrder(items, ofSeries: id).compactMap { book in
          book.series.first { $0.id == id }.map { book.minified(series: $0, prefixed: prefixed) }
        }
        if books.isEmpty { return .none }
        return ["id": .string(id), "name": .string(name), "items": .array(books)]
      }
      json["series"] = .array(groups)
    }
    return .shelfJSON(json)
  }
}
