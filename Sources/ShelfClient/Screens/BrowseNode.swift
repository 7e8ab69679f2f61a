/// An entry of a menu in ``BrowseTree``, the tree of menus for cars, voice assistants and widgets. The value contains everything that a
/// menu shows for this entry.
public struct BrowseNode: Codable, Hashable, Sendable, Identifiable {
  /// The place of the node in the tree, as a permanent id: the same menu or item has the same place at every launch. Pass the place to
  /// ``BrowseTree/children(of:limit:)`` to load the entries of the node's menu.
  public var id: BrowsePlace
  /// The first line of the node, such as the name of a library or the title of a book.
  public var title: String
  /// The second line of the node, below the title.
  public var subtitle = ""
  /// The row of the library, book, series or other entity that this node shows. Nil if the node is a section, such as the downloads.
  public var row: ShelfRow?
  /// The id of the book or episode that plays when the user chooses this node. Nil if there is nothing to play, such as for a series, which
  /// can only be opened.
  public var playable: PlayableID?
  /// The fraction of the book or episode that the account has played, 0…1. Nil if it was never played, or if the node is not a book or
  /// episode.
  public var progress: Double?
  /// Whether choosing the node opens a menu of further nodes, which ``BrowseTree/children(of:limit:)`` returns.
  public var isFolder: Bool
  /// The nodes in the menu of this node; nil if they are not loaded. Only ``BrowseTree/tree(from:depth:limit:)`` loads them.
  public var children: [BrowseNode]?

  /// Creates a node with an id and a title. The subtitle is empty, and all other members are nil.
  public init(id: BrowsePlace, title: String, isFolder: Bool) {
    self.id = id
    self.title = title
    self.isFolder = isFolder
  }
}

/// A place in the menus of ``BrowseTree``: a menu, or an item to play. Its ``description`` is a short text such as `library/lib_1/series`.
public enum BrowsePlace: Hashable, Sendable {
  /// The sections that the menu of a library can have.
  public enum Section: String, Hashable, Sendable, CaseIterable {
    /// A section of a library's menu: items in progress, newest episodes, recently added books, all books or podcasts, series, authors,
    /// playlists or collections. ``BrowsePlace/description`` contains the name of the case.
    case continueListening, latest, recentlyAdded, items, series, authors, playlists, collections
  }

  /// The top menu, from which all other menus are reached.
  case root
  /// The items in progress in all libraries.
  case continueListening
  /// The items whose downloads are complete on this device.
  case downloads
  /// The menu of the library with this id.
  case library(String)
  /// A section of a library's menu, with the id of the library.
  case section(Section, library: String)
  /// The books of a series, with the ids of the series and of its library.
  case series(String, library: String)
  /// The books of an author, with the ids of the author and of the library.
  case author(String, library: String)
  /// The episodes of a podcast, with the id of the podcast's library item.
  case podcast(String)
  /// The books and episodes of the playlist with this id.
  case playlist(String)
  /// The books of the collection with this id.
  case collection(String)
  /// A book or an episode to play.
  case item(PlayableID)
}

extension BrowsePlace: LosslessStringConvertible, Codable {
  public var description: String {
    switch self {
    case .root: "root"
    case .continueListening: "continue"
    case .downloads: "downloads"
    case .library(let id): "library/\(id)"
    case .section(let section, let library): "library/\(library)/\(section.rawValue)"
    case .series(let id, let library): "series/\(library)/\(id)"
    case .author(let id, let library): "author/\(library)/\(id)"
    case .podcast(let id): "podcast/\(id)"
    case .playlist(let id): "playlist/\(id)"
    case .collection(let id): "collection/\(id)"
    case .item(let id): "item/\(id)"
    }
  }

  /// Creates the place whose ``description`` is this text; nil if there is no such place.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let first = parts.first, !parts.contains("") else { return nil }
    switch (first, parts.count) {
    case ("root", 1): self = .root
    case ("continue", 1): self = .continueListening
    case ("downloads", 1): self = .downloads
    case ("library", 2): self = .library(parts[1])
    case ("library", 3):
      guard let section = Section(rawValue: parts[2]) else { return nil }
      self = .section(section, library: parts[1])
    case ("series", 3): self = .series(parts[2], library: parts[1])
    case ("author", 3): self = .author(parts[2], library: parts[1])
    case ("podcast", 2): self = .podcast(parts[1])
    case ("playlist", 2): self = .playlist(parts[1])
    case ("collection", 2): self = .collection(parts[1])
    case ("item", 2), ("item", 3):
      self = .item(PlayableID(libraryItemId: parts[1], episodeId: parts.count > 2 ? parts[2] : nil))
    default: return nil
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let place = BrowsePlace(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no place")
    }
    self = place
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
