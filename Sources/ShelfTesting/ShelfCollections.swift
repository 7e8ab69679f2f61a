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

  /// Entries that the order does not name come first.
  mutating func change(by body: JSONValue, order: [Entry]?, at now: Int64) {
    if let name = body["name"]?.string, !name.isEmpty { self.name = name }
    if let description = body["description"] { self.description = description }
    if let order {
      entries = entries.sorted(by: { [.number(Double(order.firstIndex(of: $0) ?? -1))] }, descending: false)
    }
    lastUpdate = now
  }
}

/// A list of ids of books, the same for everyone.
typealias ShelfCollection = ShelfList<String>

extension ShelfState {
  private func json(_ collection: ShelfCollection, for user: ShelfAccount) -> JSONValue {
    let books = collection.entries.compactMap { world.item($0) }.filter { user.canSee($0) }
    return collection.json.with("books", .array(books.map(\.expanded)))
  }

  func collectionPage(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let all = collections.filter { $0.libraryID == library.id }
    return .shelfJSON(paged(call, call.page(of: all).map { json($0, for: call.user) }, total: all.count))
  }

  static let collectionRoutes = [
    ShelfRoute("GET", "/api/collections") { state, call in
      let visible = state.collections.filter { call.user.canSee(library: $0.libraryID) }
      return .shelfJSON(["collections": .array(visible.map { state.json($0, for: call.user) })])
    },
    ShelfRoute("POST", "/api/collections") { $0.makeCollection($1) },
    collection("GET", "", right: nil) { state, call, index in
      .shelfJSON(state.json(state.collections[index], for: call.user))
    },
    collection("PATCH", "", right: "update") { $0.change($1, collectionAt: $2) },
    collection("DELETE", "", right: "delete") { state, call, index in
      _ = state.publish(state.collections.remove(at: index), "collection_removed", call)
      return .shelfOK
    },
    collection("POST", "/book", right: "update") { $0.addBook($1, toCollectionAt: $2) },
    collection("DELETE", "/book/:book", right: nil) { state, call, index in
      if state.world.item(call["book"]) == nil { return .shelfNotFound }
      state.collections[index].entries.removeAll { $0 == call["book"] }
      return state.publish(state.collections[index], "collection_updated", call)
    },
    collection("POST", "/batch/add", right: "update") { $0.changeBooks($1, ofCollectionAt: $2, isAdding: true) },
    collection("POST", "/batch/remove", right: "update") { $0.changeBooks($1, ofCollectionAt: $2, isAdding: false) },
  ]

  /// A route of one collection, for users with this right.
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
    guard let id = call.body["id"]?.string, let item = world.item(id), !item.isPodcast else {
      return .shelfSentence("Book not found", status: 404)
    }
    if item.libraryID != collections[index].libraryID { return .shelfSentence("Book in different library") }
    if collections[index].entries.contains(id) { return .shelfSentence("Book already in collection") }
    collections[index].entries.append(id)
    return publish(collections[index], "collection_updated", call)
  }

  /// - Parameter isAdding: whether the books in the body are added or removed.
  private mutating func changeBooks(_ call: ShelfCall, ofCollectionAt index: Int, isAdding: Bool) -> HTTPResponse {
    let sent = call.body["books"]?.texts ?? []
    if sent.isEmpty { return .shelfSentence("Invalid request body", status: 500) }
    let known = collections[index].entries
    collections[index].entries =
      isAdding
      ? known + sent.filter { world.item($0) != nil && !known.contains($0) } : known.filter { !sent.contains($0) }
    return publish(collections[index], "collection_updated", call)
  }

  private mutating func makeCollection(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.may("update") else { return .shelfForbidden }
    guard let name = call.body["name"]?.string, !name.isEmpty, let library = call.body["libraryId"]?.string else {
      return .shelfSentence("Invalid collection data")
    }
    let books = call.body["books"]?.texts ?? []
    guard !books.isEmpty else { return .shelfSentence("Invalid collection data. No books") }
    guard books.allSatisfy({ id in world.item(id).map { $0.libraryID == library && !$0.isPodcast } ?? false }) else {
      return .shelfSentence("Invalid collection data. Invalid books")
    }
    let collection = ShelfCollection(
      id: random.uuid(), libraryID: library, userID: call.userID, name: name,
      description: call.body["description"] ?? .null, entries: books, createdAt: now, lastUpdate: now)
    collections.append(collection)
    return publish(collection, "collection_added", call)
  }

  private mutating func change(_ call: ShelfCall, collectionAt index: Int) -> HTTPResponse {
    let order = call.body["books"]?.texts ?? []
    collections[index].change(by: call.body, order: order.isEmpty ? nil : order, at: now)
    return publish(collections[index], "collection_updated", call)
  }

  /// Answers with a changed collection and sends it to all sockets.
  private mutating func publish(_ collection: ShelfCollection, _ event: String, _ call: ShelfCall) -> HTTPResponse {
    cache.dropAnswers()
    let json = json(collection, for: call.user)
    emitToAll(event, json)
    return .shelfJSON(json)
  }
}
