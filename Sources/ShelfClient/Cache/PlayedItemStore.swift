public import Foundation
public import MediaCore

/// The items that were opened on this device, newest first. Each entry has the data that a player needs to show the item, and to play it if
/// it is downloaded, without a network.
public struct PlayedItemStore: Sendable {
  /// The data of a book or an episode, from the last time the item was opened on this device.
  public struct PlayedItem: Codable, Hashable, Sendable, Identifiable {
    public var id: PlayableID
    /// The title of the book or episode.
    public var title: String
    /// The author of the book or of the podcast.
    public var author: String
    /// The address of the item's cover.
    public var coverURL: URL?
    /// The duration of the item in seconds; 0 if unknown.
    public var duration: Double
    /// The chapters of the item in order; empty if there are none.
    public var chapters: [Chapter]
    /// When the item was last opened, by the device's clock.
    public var openedAt: Date
  }

  private let items: AccountCache<[PlayedItem]>
  private let clock: any TimeSource
  private let opened: OpenedItem

  /// The item that this process has opened last, shared by the services of one server and folder.
  private final class OpenedItem: Sendable {
    let id = Locked<PlayableID?>(nil)
  }

  /// The highest number of items that the store keeps.
  public static let limit = 100

  init(client: ServiceClient) {
    items = .shared("played-items", empty: [], in: client.accounts)
    clock = client.environment.clock
    opened = client.accounts.shared("opened-item") { OpenedItem() }
  }

  /// Returns the items that were opened, as stored on this device, the most recent first.
  /// - Throws: `signedOut`, `storage`.
  public func all() async throws(ClientError) -> [PlayedItem] { try await items.value() }

  /// The item that was opened last; nil if an earlier process opened it, because the player of that process no longer exists. Compares no
  /// dates, because the device's clock may have been set since.
  func openedHere() async throws(ClientError) -> PlayedItem? {
    let id = opened.id.withLock { $0 }
    return try await all().first.flatMap { $0.id == id ? $0 : nil }
  }

  /// Calls `changed` after each change, until the token is released.
  func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { items.observe(changed) }

  /// Returns the data of an item from the last time it was opened; nil if the item is not among the last ``limit`` items that were opened.
  public func item(_ id: PlayableID) async throws(ClientError) -> PlayedItem? {
    try await items.read { all, _ in all.first { $0.id == id } }
  }

  /// The part of an exported file that holds the items. If both devices have opened an item, the import keeps the
  /// entry with the later opening.
  var moved: MovedPart {
    MovedPart("playedItems", in: items, empty: [], isPlausible: { $0.allSatisfy(\.isPlausible) }) {
      known, moved, part in
      var all = Dictionary(known.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for item in moved {
        switch all[item.id] {
        case let mine? where mine == item: part.skip(.known)
        case let mine? where mine.openedAt >= item.openedAt: part.skip(.newerHere)
        case nil:
          all[item.id] = item
          part.taken += 1
        default:
          all[item.id] = item
          part.merged += 1
        }
      }
      guard part.taken + part.merged > 0 else { return }
      let places = Dictionary(known.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
      let sorted = all.values.sorted {
        ($1.openedAt, places[$0.id] ?? .max, $0.id.description) < (
          $0.openedAt, places[$1.id] ?? .max, $1.id.description
        )
      }
      known = Array(sorted.prefix(Self.limit))
      let cut = Set(sorted.dropFirst(Self.limit).map(\.id))
      let lost = moved.count { cut.contains($0.id) && places[$0.id] == nil }
      part.taken -= lost
      part.skip(.full, lost)
    }
  }

  /// Puts the item that is open now first.
  func note(_ item: LocalItem) async throws(ClientError) {
    let played = PlayedItem(
      id: item.id, title: item.title, author: item.author, coverURL: item.coverURL, duration: item.duration,
      chapters: item.chapters, openedAt: clock.now())
    // Set the id before `items` changes: the observers of `items` read the id.
    opened.id.withLock { $0 = played.id }
    try await items.update { all in
      all.removeAll { $0.id == played.id }
      all.insert(played, at: 0)
      all.removeLast(max(0, all.count - Self.limit))
    }
  }
}

extension LocalItem {
  /// A copy with its empty fields filled from `known`.
  func completed(by known: PlayedItemStore.PlayedItem?) -> LocalItem {
    var item = self
    if item.title.isEmpty { item.title = known?.title ?? "" }
    if item.author.isEmpty { item.author = known?.author ?? "" }
    if item.chapters.isEmpty { item.chapters = known?.chapters ?? [] }
    item.coverURL = item.coverURL ?? known?.coverURL
    if item.duration <= 0 { item.duration = known?.duration ?? 0 }
    if item.duration <= 0 { item.duration = PlaybackTimeline(item.tracks).duration }
    return item
  }
}

extension PlayedItemStore.PlayedItem {
  /// Whether an item of a file can be one.
  var isPlausible: Bool {
    WireID.arePlausible(id.ids) && duration.isMediaTime
      && chapters.allSatisfy { $0.start.isMediaTime && $0.end.isMediaTime }
  }
}
