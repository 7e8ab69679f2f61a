import MediaCore

/// A book or an episode as the system's search indexes it: the values of a `CSSearchableItem`.
///
/// ```swift
/// let items = try await shelf.queueStore.current().visible.map { ShelfSearchItem($0) }
/// for item in items { print(item.id, item.title, item.keywords) }
/// ```
/// The index is on this device alone and outlives a sign-out: delete the items of ``domain`` when the user signs out.
public struct ShelfSearchItem: Codable, Hashable, Sendable, Identifiable {
  /// The domain of all items in the index.
  public static let domain = "shelf"

  /// The identifier in the index; ``playable(of:)`` reads it back.
  public var id: String
  /// The title of the book or episode.
  public var title: String
  /// The author, or the podcast's name; empty when unknown.
  public var author: String
  /// The words under which the item is found besides its title, without repetitions.
  public var keywords: [String]
  /// The cover, to load with ``CoverStore/picture(_:)``; nil without a cover.
  public var artwork: Artwork?
  /// The duration, in seconds; nil when unknown.
  public var duration: Double?

  /// Creates the item of an entry of the queue or the Latest tab.
  /// - Parameter keywords: further words, such as genres.
  public init(_ entry: QueueEntry, keywords: [String] = []) {
    self.init(entry.id, entry.title, entry.author, keywords, entry.artwork, entry.duration)
  }

  /// Creates the item of a row; nil for a row that cannot be played.
  /// - Parameter keywords: further words, such as genres.
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

  /// The book or episode of an identifier in the index; nil for one of another origin.
  public static func playable(of identifier: String) -> PlayableID? {
    guard identifier.hasPrefix("\(domain)/"),
      let id = PlayableID(String(identifier.dropFirst(domain.count + 1))), WireID.arePlausible(id.ids)
    else { return nil }
    return id
  }
}
