import Foundation
import MediaCore

/// The two kinds of lists that people make on the server.
enum ItemListKind: String, Codable, Sendable {
  case playlist, collection

  var rowKind: ShelfRow.Kind { self == .playlist ? .playlist : .collection }

  /// The operation of a change before it becomes requests.
  var change: OperationID { self == .playlist ? .shelfPlaylistsChange : .shelfCollectionsChange }
}

/// One playlist or collection.
struct ItemListReference: Codable, Hashable, Sendable {
  var kind: ItemListKind
  /// The server's; of a list that was made on this device for good the local one, see ``ItemListIDs``.
  var id: String

  var target: String { "\(kind.rawValue)/\(id)" }
}

/// A playlist or a collection as the server has it: as much of it as changes need.
struct RemoteItemList: Codable, Hashable, Sendable, Identifiable {
  var id: String
  var libraryId: String?
  var name: String
  var description: String?
  /// Books by their item alone.
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
  /// The server does not have it any more, under its id there.
  case gone(String)
  /// It was made here, and that was refused or discarded.
  case neverMade
  /// A removal waits behind the change: nothing else needs to be sent of the list.
  case unneeded

  var list: RemoteItemList? { if case .found(let list) = self { list } else { nil } }
}

/// A list as it is shown: its row, and its entries where they are known.
struct ShownItemList {
  var row: ShelfRow
  var entries: [ShelfRow]?
}

extension Sequence {
  /// The elements in another order. Those that the order does not name were added elsewhere since, and stay behind the others.
  func arranged<ID: Hashable>(by order: [ID], id: (Element) -> ID) -> [Element] {
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return enumerated().sorted { one, other in
      let (first, second) = (places[id(one.element)] ?? .max, places[id(other.element)] ?? .max)
      return first == second ? one.offset < other.offset : first < second
    }.map(\.element)
  }
}
