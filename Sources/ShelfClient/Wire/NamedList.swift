import MediaCore

/// An answer of one member that holds a list: `{"libraries": […]}`. The list is required, its elements are read one by one.
struct NamedList<Element: Listed>: Codable, Sendable {
  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  init(from decoder: any Decoder) throws {
    elements = try decoder.lenient(WireKey.self).requireList(WireKey(Element.listKey))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encode(elements, forKey: WireKey(Element.listKey))
  }
}

/// What comes in a ``NamedList``.
protocol Listed: Codable, Sendable {
  /// The member that holds the list.
  static var listKey: String { get }
}

extension Library: Listed { static let listKey = "libraries" }
extension ShelfItem: Listed { static let listKey = "libraryItems" }
extension MediaProgress: Listed { static let listKey = "mediaProgress" }
extension Bookmark: Listed { static let listKey = "bookmarks" }
extension LocalSessionResult: Listed { static let listKey = "results" }
extension Author: Listed { static let listKey = "authors" }
extension Narrator: Listed { static let listKey = "narrators" }
extension BookCollection: Listed { static let listKey = "collections" }
extension Playlist: Listed { static let listKey = "playlists" }
extension Download: Listed { static let listKey = "downloads" }
extension FeedMatch: Listed { static let listKey = "episodes" }
extension FeedEpisode: Listed { static let listKey = "episodes" }

extension LenientContainer {
  /// The list that an answer is about. Without it the answer is none: an empty list would claim that there is nothing.
  func requireList<Element: Decodable>(_ key: Key) throws -> [Element] {
    let list: LossyList<Element> = try require(key)
    return list.elements
  }
}
