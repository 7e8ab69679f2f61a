/// A node of the tree that cars, voice assistants and widgets show: a plain value with everything that a menu needs. See ``BrowseTree``.
public struct BrowseNode: Codable, Hashable, Sendable, Identifiable {
  /// The place of the node in the tree, which is the same at every launch; ``BrowseTree/children(of:limit:)`` takes it.
  public var id: BrowsePlace
  /// The title of the node.
  public var title: String
  /// The second line of the row.
  public var subtitle = ""
  /// The row of the library, book, series and so on that the node stands for; nil for a section.
  public var row: ShelfRow?
  /// The id to play the node by; nil for a node that only opens, such as a series.
  public var playable: PlayableID?
  /// The fraction to show as progress, 0…1; nil for an item that was never played.
  public var progress: Double?
  /// Whether the node opens into ``children``.
  public var isFolder: Bool
  /// The nodes of the folder; nil while they are not loaded.
  public var children: [BrowseNode]?

  /// Creates a node without subtitle, row and children.
  public init(id: BrowsePlace, title: String, isFolder: Bool) {
    self.id = id
    self.title = title
    self.isFolder = isFolder
  }
}

/// A place in the tree of ``BrowseTree``, written as a short text such as `library/lib_1/series`.
public enum BrowsePlace: Hashable, Sendable {
  /// The parts of a library's menu.
  public enum Section: String, Hashable, Sendable, CaseIterable {
    /// A part of a library's menu, by its name in ``BrowsePlace/description``.
    case continueListening, latest, recentlyAdded, items, series, authors, playlists, collections
  }

  /// The first menu, which leads to all others.
  case root
  /// The items in progress in all libraries.
  case continueListening
  /// The items whose downloads are complete on this device.
  case downloads
  /// The menu of a library, by id.
  case library(String)
  /// A part of a library's menu.
  case section(Section, library: String)
  /// The books of a series, by the ids of the series and its library.
  case series(String, library: String)
  /// The books of an author, by the ids of the author and the library.
  case author(String, library: String)
  /// The episodes of a podcast, by the id of its item.
  case podcast(String)
  /// The items of a playlist, by its id.
  case playlist(String)
  /// The books of a collection, by its id.
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

  /// The place that has this text as its description; nil if there is none.
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
