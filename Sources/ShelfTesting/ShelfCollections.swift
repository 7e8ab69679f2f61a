import MediaTesting

/// A collection or a playlist.
struct ShelfList<Entry: Hashable & Sendable>: Sendable {
  let id: String
  let libraryID: String
  let userID: String
  var name: String
  var description: JSONValue
  var entries: [Entry]
  let createdAt: Int64
  var lastUpdate: Int64

  var json: JSONValue {
    [
      "id": .string(id), "libraryId": .string(libraryID), "name": .string(name), "description": description,
      "lastUpdate": .integer(lastUpdate), "createdAt": .integer(createdAt),
    ]
  }

  /// Sorts the entries; entries that `order` lacks come first.
  /// - Returns: whether the order has changed.
  mutating func sort(by order: [Entry]) -> Bool {
    let sorted = entries.sorted(by: { [.number(Double(order.firstIndex(of: $0) ?? -1))] }, descending: false)
    defer { entries = sorted }
    return sorted != entries
  }

  /// - Returns: whether a value has changed.
  mutating func set(_ name: String?, _ description: JSONValue?, at now: Int64) -> Bool {
    let isSame = name ?? self.name == self.name && description ?? self.description == self.description
    self.name = name ?? self.name
    self.description = description ?? self.description
    if !isSame { lastUpdate = now }
    return !isSame
  }
}

/// A list of ids of books, the same for all users.
typealias ShelfCollection = ShelfList<String>

extension ShelfState {
  /// - Parameter user: a user who may see only some of the books; nil for all, as in the answer to a change.
  /// - Returns: nil if the user may see none of them.
  private func json(_ collection: ShelfCollection, for user: ShelfAccount?) -> JSONValue? {
    let books = collection.entries.compactMap { world.item($0) }
    let seen = books.filter { user?.canSee($0) ?? true }
    if seen.isEmpty, !books.isEmpty { return .none }
    return collection.json.with("books", .array(seen.map(\.expanded)))
  }

  func collectionPage(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let all = collections.filter { $0.libraryID == library.id }.compactMap { json($0, for: call.user) }
    return .shelfJSON(paged(call, call.page(of: all), total: all.count))
  }

  private static let updated = "collection_updated"

  static let collectionRoutes = [
    ShelfRoute("GET", "/api/collections") { state, call in
      let visible = state.collections.filter { call.user.canSee(library: $0.libraryID) }
      return .shelfJSON(["collections": .array(visible.compactMap { state.json($0, for: call.user) })])
    },
    ShelfRoute("POST", "/api/collections") { $0.makeCollection($1) },
    collection("GET", "", right: nil) { state, call, index in
      state.json(state.collections[index], for: call.user).map { .shelfJSON($0) } ?? .shelfNotFound
    },
    collection("PATCH", "", right: "update") { $0.change($1, collectionAt: $2) },
    collection("DELETE", "", right: "delete") { state, call, index in
      _ = state.publish(state.collections.remove(at: index), "collection_removed")
      return .shelfOK
    },
    collection("POST", "/book", right: "update") { $0.addBook($1, toCollectionAt: $2) },
    collection("DELETE", "/book/:book", right: nil) { state, call, index in
      if state.world.item(call["book"]) == nil { return .shelfNotFound }
      let known = state.collections[index].entries
      state.collections[index].entries.removeAll { $0 == call["book"] }
      return state.publish(state.collections[index], known == state.collections[index].entries ? nil : updated)
    },
    collection("POST", "/batch/add", right: "update") { $0.changeBooks($1, ofCollectionAt: $2, isAdding: true) },
    collection("POST", "/batch/remove", right: "update") { $0.changeBooks($1, ofCollectionAt: $2, isAdding: false) },
  ]

  /// A route of one collection, for users with a permission.
  private static func collection(
    _ method: String, _ path: String, right: String?,
    _ handler: @escaping ShelfHandlerOf<Int>
  ) -> ShelfRoute {
    ShelfRoute(method, "/api/collections/:collection\(path)") { state, call in
      guard let index = state.collections.firstIndex(where: { $0.id == call["collection"] }) else {
        return .shelfSentence("Collection not found", status: 404)
      }
      if let right, !call.user.may(right) { return .shelfForbidden }
      return handler(&state, call, index)
    }
  }

  private mutating func addBook(_ call: ShelfCall, toCollectionAt index: Int) -> HTTPResponse {
    guard let id = call.body["id"]?.string, let item = world.item(id) else {
      return .shelfSentence("Book not found", status: 404)
    }
    if item.libraryID != collections[index].libraryID { return .shelfSentence("Book in different library") }
    if collections[index].entries.contains(id) { return .shelfSentence("Book already in collection") }
    collections[index].entries.append(id)
    return publish(collections[index], Self.updated)
  }

  /// Adds or removes books. Added books come in the order of the library, each once.
  /// - Parameter isAdding: whether the books in the body are added or removed.
  private mutating func changeBooks(_ call: ShelfCall, ofCollectionAt index: Int, isAdding: Bool) -> HTTPResponse {
    let sent = (call.body["books"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty }
    if sent.isEmpty { return .shelfSentence("Invalid request body", status: 500) }
    let known = collections[index].entries
    let new = world.items.filter { !$0.isPodcast && sent.contains($0.id) && !known.contains($0.id) }.map(\.id)
    collections[index].entries = isAdding ? known + new : known.filter { !sent.contains($0) }
    return publish(collections[index], known == collections[index].entries ? nil : Self.updated)
  }

  private mutating func makeCollection(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.may("update") else { return .shelfForbidden }
    guard let name = ShelfWire.plainName(call.body["name"]), let library = call.body["libraryId"]?.ifTruthy else {
      return .shelfSentence("Invalid collection data")
    }
    let description = call.body["description"]?.ifTruthy
    if let description, description.string == nil { return .shelfSentence("Invalid collection description") }
    let books = (call.body["books"]?.array ?? []).compactMap(\.string).filter { !$0.isEmpty }
    guard !books.isEmpty else { return .shelfSentence("Invalid collection data. No books") }
    let found = world.items.filter { $0.libraryID == library.string && !$0.isPodcast && books.contains($0.id) }
    // A book that is sent twice is found only once: the counts differ, and the server refuses the request.
    guard found.count == books.count else { return .shelfSentence("Invalid collection data. Invalid books") }
    let collection = ShelfCollection(
      id: random.uuid(), libraryID: library.string ?? "", userID: call.userID, name: name,
      description: description ?? .null, entries: books, createdAt: now, lastUpdate: now)
    collections.append(collection)
    return publish(collection, "collection_added")
  }

  /// Sets the name and the description, also to nothing, and sorts the books.
  private mutating func change(_ call: ShelfCall, collectionAt index: Int) -> HTTPResponse {
    var hasChanged = collections[index].set(call.body["name"]?.string, call.body["description"], at: now)
    let order = (call.body["books"]?.array ?? []).map { $0.string ?? "" }
    if !order.isEmpty, collections[index].sort(by: order) {
      collections[index].lastUpdate = now
      hasChanged = true
    }
    return publish(collections[index], hasChanged ? Self.updated : nil)
  }

  /// Answers with a collection and sends it to all sockets.
  /// - Parameter event: nil if nothing has changed.
  private mutating func publish(_ collection: ShelfCollection, _ event: String?) -> HTTPResponse {
    let json = json(collection, for: nil) ?? .null
    if let event {
      cache.dropAnswers()
      emitToAll(event, json)
    }
    return .shelfJSON(json)
  }
}
