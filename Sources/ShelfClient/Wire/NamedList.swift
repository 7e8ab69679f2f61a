import MediaCore

/// An answer of one member that holds a list: `{"libraries": […]}`. The list is required, its elements are read one by one.
struct NamedList<Name: ListName>: Codable, Sendable {
  let elements: [Name.Element]

  init(_ elements: [Name.Element]) { self.elements = elements }

  init(from decoder: any Decoder) throws {
    elements = try decoder.lenient(WireKey.self).requireList(WireKey(Name.key))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    try container.encode(elements, forKey: WireKey(Name.key))
  }
}

/// What the one member of a ``NamedList`` is called and holds.
protocol ListName {
  associatedtype Element: Codable & Sendable
  static var key: String { get }
}

enum LibrariesList: ListName {
  typealias Element = Library
  static let key = "libraries"
}

/// `GET /api/me/items-in-progress` and `POST /api/items/batch/get`
enum LibraryItemsList: ListName {
  typealias Element = LibraryItem
  static let key = "libraryItems"
}

enum ProgressList: ListName {
  typealias Element = MediaProgress
  static let key = "mediaProgress"
}

enum BookmarksList: ListName {
  typealias Element = Bookmark
  static let key = "bookmarks"
}

enum LocalResultsList: ListName {
  typealias Element = LocalSessionResult
  static let key = "results"
}

enum AuthorsList: ListName {
  typealias Element = Author
  static let key = "authors"
}

enum NarratorsList: ListName {
  typealias Element = Narrator
  static let key = "narrators"
}

enum CollectionsList: ListName {
  typealias Element = BookCollection
  static let key = "collections"
}

enum PlaylistsList: ListName {
  typealias Element = Playlist
  static let key = "playlists"
}

enum DownloadsList: ListName {
  typealias Element = Download
  static let key = "downloads"
}
