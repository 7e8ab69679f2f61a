import MediaCore
import MediaTesting

/// A collection of books, the same for everyone.
struct ShelfCollection: Sendable {
  let id: String
  let libraryID: String
  var name: String
  var description: JSONValue
  var books: [String]
  let createdAt: Int64
  var lastUpdate: Int64
}

extension ShelfState {
  private func json(_ collection: ShelfCollection, for user: ShelfProfile) -> JSONValue {
    let books = collection.books.compactMap { world.item($0) }.filter { user.canSee($0) }
    return [
      "id": .string(collection.id), "libraryId": .string(collection.libraryID), "name": .string(collection.name),
      "description": collection.description, "books": .array(books.map(\.expanded)),
      "lastUpdate": .integer(collection.lastUpdate), "createdAt": .integer(collection.createdAt),
    ]
  }

  func collectionPage(_ call: ShelfCall, _ library: ShelfWorld.Library) -> HTTPResponse {
    let limit = call.number("limit", 0)
    let page = call.number("page", 0)
    let all = collections.filter { $0.libraryID == library.id }
    let shown = limit > 0 ? Array(all.dropFirst(page * limit).prefix(limit)) : all
    return .shelfJSON(
      paged(call, shown.map { json($0, for: call.user) }, total: all.count, limit: limit, page: page))
  }

  mutating func collections(_ call: ShelfCall, _ path: [String]) -> HTTPResponse? {
    switch (call.method, path.count) {
    case ("GET", 0):
      let visible = collections.filter { call.user.canSee(library: $0.libraryID) }
      return .shelfJSON(["collections": .array(visible.map { json($0, for: call.user) })])
    case ("POST", 0): return makeCollection(call)
    case ("GET", 1), ("PATCH", 1), ("DELETE", 1): break
    case ("POST", 2) where path[1] == "book": break
    case ("DELETE", 3) where path[1] == "book": break
    case ("POST", 3) where path[1] == "batch" && ["add", "remove"].contains(path[2]): break
    default: return nil
    }
    guard let index = collections.firstIndex(where: { $0.id == path[0] }) else {
      return .shelfSentence("Collection not found", status: 404)
    }
    if call.method == "POST" || call.method == "PATCH", !call.user.may("update") { return .shelfForbidden }
    if call.method == "DELETE", path.count == 1, !call.user.may("delete") { return .shelfForbidden }
    switch (call.method, path.count) {
    case ("GET", _): return .shelfJSON(json(collections[index], for: call.user))
    case ("DELETE", 1):
      let removed = json(collections.remove(at: index), for: call.user)
      cache.dropAnswers()
      emitToAll("collection_removed", removed)
      return .shelfOK
    case ("PATCH", _): return change(call, collectionAt: index)
    case ("POST", 2):
      guard let id = call.body["id"]?.string, let item = world.item(id), !item.isPodcast else {
        return .shelfSentence("Book not found", status: 404)
      }
      if item.libraryID != collections[index].libraryID {
        return .shelfSentence("Book in different library", status: 400)
      }
      if collections[index].books.contains(id) { return .shelfSentence("Book already in collection", status: 400) }
      collections[index].books.append(id)
    case ("DELETE", _):
      if world.item(path[2]) == nil { return .shelfNotFound }
      collections[index].books.removeAll { $0 == path[2] }
    default:
      let told = call.body["books"]?.texts ?? []
      if told.isEmpty { return .shelfSentence("Invalid request body", status: 500) }
      if path[2] == "remove" {
        collections[index].books.removeAll { told.contains($0) }
      } else {
        let known = collections[index].books
        collections[index].books += told.filter { world.item($0) != nil && !known.contains($0) }
      }
    }
    return changed(call, collectionAt: index)
  }

  private mutating func makeCollection(_ call: ShelfCall) -> HTTPResponse {
    guard call.user.may("update") else { return .shelfForbidden }
    guard let name = call.body["name"]?.string, !name.isEmpty, let library = call.body["libraryId"]?.string else {
      return .shelfSentence("Invalid collection data", status: 400)
    }
    let books = call.body["books"]?.texts ?? []
    guard !books.isEmpty else { return .shelfSentence("Invalid collection data. No books", status: 400) }
    guard books.allSatisfy({ id in world.item(id).map { $0.libraryID == library && !$0.isPodcast } ?? false }) else {
      return .shelfSentence("Invalid collection data. Invalid books", status: 400)
    }
    let collection = ShelfCollection(
      id: random.uuid(), libraryID: library, name: name, description: call.body["description"] ?? .null, books: books,
      createdAt: now, lastUpdate: now)
    collections.append(collection)
    cache.dropAnswers()
    let json = json(collection, for: call.user)
    emitToAll("collection_added", json)
    return .shelfJSON(json)
  }

  private mutating func change(_ call: ShelfCall, collectionAt index: Int) -> HTTPResponse {
    if let name = call.body["name"]?.string, !name.isEmpty { collections[index].name = name }
    if let description = call.body["description"] { collections[index].description = description }
    if let order = call.body["books"]?.texts, !order.isEmpty {
      collections[index].books = collections[index].books.sorted(
        by: { id in [.number(Double(order.firstIndex(of: id) ?? -1))] }, descending: false)
    }
    collections[index].lastUpdate = now
    return changed(call, collectionAt: index)
  }

  private mutating func changed(_ call: ShelfCall, collectionAt index: Int) -> HTTPResponse {
    cache.dropAnswers()
    let json = json(collections[index], for: call.user)
    emitToAll("collection_updated", json)
    return .shelfJSON(json)
  }
}
