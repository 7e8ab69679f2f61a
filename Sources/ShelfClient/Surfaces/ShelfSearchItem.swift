import MediaCore

/// The values of a `CSSearchableItem`, with which the system's search finds a book or an episode.
///
/// ```swift
/// let items = try await shelf.queueStore.current().visible.map { ShelfSearchItem($0) }
/// for item in items { print(item.id, item.title, item.keywords) }
/// ```
/// The system's index of these items is only on this device, and a sign-out does not clear it. Delete the items of ``domain`` when the user
/// signs out.
public struct ShelfSearchItem: Codable, Hashable, Sendable, Identifiable {
  /// The domain identifier with which the app adds all these items to the system's index.
  public static let domain = "shelf"

  /// The identifier of the item in the system's index. ``playable(of:)`` converts the identifier to the id of the book or episode.
  public var id: String
  /// The title of the book or episode.
  public var title: String
  /// The author of the book or podcast, or the podcast's title; empty if unknown.
  public var author: String
  /// The words by which the search finds the item in addition to its title. They are the author and the words that the app adds, without
  /// duplicates.
  public var keywords: [String]
  /// The cover, to load with ``CoverStore/picture(_:)``; nil if there is no cover.
  public var artwork: Artwork?
  /// The duration of the book or episode, in seconds; nil if unknown.
  public var duration: Double?

  /// Creates the search item for an entry of the queue or the Latest tab.
  /// - Parameter keywords: words to add to ``keywords``, such as genres.
  public init(_ entry: QueueEntry, keywords: [String] = []) {
    self.init(entry.id, entry.title, entry.author, keywords, entry.artwork, entry.duration)
  }

  /// Creates the search item for a row; nil if the row cannot be played.
  /// - Parameter keywords: words to add to ``keywords``, such as genres.
  public init?(_ row: ShelfRow, keywords: [String] = []) {
    guard let id = row.playable else { return nil }
    self.init(id, row.title, row.subtitle, keywords, row.artwork, row.duration)
  }

  private init(
    _ id: PlayableID, _ title: String, _ author: String, _ keywords: [String], _ artwork: Artwork?, _ duration: Double?
  ) {
    self.id = "\(Self.domain)/\(id)"
    (self.title, self.author, self.artwork, self.duration) = (title, author, artwork, duration)
    var seen: Set<String> = [""]
    self.keywords = ([author] + keywords).filter { seen.insert($0).inserted }
  }

  /// Returns the id of the book or episode to which an identifier in the index belongs; nil if the identifier is not from a
  /// ``ShelfSearchItem``.
  public static func playable(of identifier: String) -> PlayableID? {
    guard identifier.hasPrefix("\(domain)/"),
      let id = PlayableID(String(identifier.dropFirst(domain.count + 1))), WireID.arePlausible(id.ids)
    else { return nil }
    return id
  }
}
