import Foundation
import MediaCore

/// The two kinds of lists that users create on the server.
enum ItemListKind: String, Codable, Sendable {
  case playlist, collection

  var rowKind: ShelfRow.Kind { self == .playlist ? .playlist : .collection }

  /// The operation of a change before it becomes requests.
  var change: OperationID { self == .playlist ? .shelfPlaylistsChange : .shelfCollectionsChange }
}

/// One playlist or collection.
struct ItemListReference: Codable, Hashable, Sendable {
  var kind: ItemListKind
  /// The server's id; for a list that was made on this device always the local id, see ``LocalItemLists``.
  var id: String

  var target: String { "\(kind.rawValue)/\(id)" }
}

/// A playlist or a collection as the server has it, with the members that changes need.
struct RemoteItemList: Codable, Hashable, Sendable, Identifiable {
  var id: String
  var libraryId: String?
  var name: String
  var description: String?
  /// The entries; a book has no episode id.
  var entries: [PlayableID] = []
  var lastUpdate: Date?

  init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  init(_ playlist: Playlist) {
    self.init(id: playlist.id, name: playlist.name)
    (libraryId, description) = (playlist.libraryId, playlist.description)
    (entries, lastUpdate) = (playlist.items.map(\.id), playlist.lastUpdate)
  }

  init(_ collection: BookCollection) {
    self.init(id: collection.id, name: collection.name)
    (libraryId, description) = (collection.libraryId, collection.description)
    (entries, lastUpdate) = (collection.books.map { PlayableID(libraryItemId: $0.id) }, collection.lastUpdate)
  }
}

/// A list as it was read, or the reason why there is none.
enum ListReading: Codable, Hashable, Sendable {
  case found(RemoteItemList)
  /// The server no longer has the list; with the server's id.
  case gone(String)
  /// The list was made on this device, and its creation was refused or discarded.
  case neverMade
  /// A removal of the list waits behind the change, so the change need not be sent.
  case unneeded

  var list: RemoteItemList? { if case .found(let list) = self { list } else { nil } }
}

/// A list as it is shown: its row, and its entries if known.
struct ShownItemList {
  var row: ShelfRow
  var entries: [ShelfRow]?
}

extension Sequence {
  /// The elements in the given order. Elements that `order` lacks, such as those added by another device, come last.
  func arranged<ID: Hashable>(by order: [ID], id: (Element) -> ID) -> [Element] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return enumerated().sorted { one, other in
      let (first, second) = (places[id(one.element)] ?? .max, places[id(other.element)] ?? .max)
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }
}

extension Array {
  /// Moves the elements `moved` behind their nearest neighbors before them in `order`, or to the beginning. All others keep their order.
  func placing<ID: Hashable>(_ moved: Set<ID>, by order: [ID], id: (Element) -> ID) -> [Element] {
    let moved = moved.intersection(order)
    var placed = filter { !moved.contains(id($0)) }
    for (place, key) in order.enumerated() where moved.contains(key) {
      guard let element = first(where: { id($0) == key }) else { continue }
      let neighbor = order[..<place].last { known in placed.contains { id($0) == known } }
      let index = neighbor.flatMap { known in placed.firstIndex { id($0) == known } }
      placed.insert(element, at: index.map { $0 + 1 } ?? 0)
    }
    return placed
  }
}
