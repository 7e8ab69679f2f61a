public import MediaCore

/// The rules by which downloads start, wait and are removed without the user. Each account's user chooses them on this device; they survive
/// a sign-out that keeps pending work. All are off at first. See ``DownloadStore/setRules(_:)``.
public struct DownloadRules: Codable, Hashable, Sendable {
  /// A rule that keeps books of a series on this device.
  public struct Series: Codable, Hashable, Sendable, Identifiable {
    /// The id of the series.
    public var id: String
    /// The id of the library that the series belongs to.
    public var libraryId: String
    /// The name of the series, for the sentences about its downloads.
    public var title: String
    /// The number of unfinished books to keep, counted from the furthest book that was begun.
    public var next: Int

    /// Creates a rule for a series.
    /// - Parameter next: the number of unfinished books to keep.
    public init(id: String, libraryId: String, title: String, next: Int = 1) {
      (self.id, self.libraryId, self.title, self.next) = (id, libraryId, title, next)
    }
  }

  /// A rule that keeps episodes of a podcast on this device.
  public struct Podcast: Codable, Hashable, Sendable, Identifiable {
    /// The id of the podcast's library item.
    public var id: String
    /// The id of the library that the podcast belongs to.
    public var libraryId: String
    /// The title of the podcast, for the sentences about its downloads.
    public var title: String
    /// The number of unfinished episodes to keep in the order of publication, counted from the furthest episode that was begun.
    public var next = 0
    /// The number of newest episodes to keep. Finished episodes count, but are not downloaded.
    public var newest = 0
    /// The number of bytes that the episodes of this podcast may take together by ``next`` and ``newest``; nil for no limit. The first
    /// episodes in the order of the rules are kept.
    public var bytes: Int?

    /// Creates a rule for a podcast.
    /// - Parameters:
    ///   - next: the number of unfinished episodes to keep, oldest first.
    ///   - newest: the number of newest episodes to keep.
    ///   - bytes: the budget in bytes; nil for none.
    public init(id: String, libraryId: String, title: String, next: Int = 0, newest: Int = 0, bytes: Int? = nil) {
      (self.id, self.libraryId, self.title) = (id, libraryId, title)
      (self.next, self.newest, self.bytes) = (next, newest, bytes)
    }
  }

  /// Whether downloads wait while the network may cost money. Needs ``DownloadStore/follow(_:)``: without it every download waits.
  public var onlyOnWifi = false
  /// Whether downloads wait while the network is in low-data mode. Needs ``DownloadStore/follow(_:)`` as well.
  public var waitsInLowDataMode = false
  /// Whether a download is removed once its item is finished.
  public var removesFinished = false
  /// The number of days after which a complete download that was not opened is removed; nil for never.
  public var removesUnusedAfterDays: Int?
  /// Whether ``removesFinished`` and ``removesUnusedAfterDays`` also remove downloads that the user asked for by hand.
  public var removesByHand = false
  /// Whether an item that is played is downloaded.
  public var downloadsPlayed = false
  /// Whether the items of ``UpNextStore`` are downloaded, in the queue's order.
  public var downloadsQueued = false
  /// The series whose next books are kept.
  public var series: [Series] = []
  /// The podcasts of which episodes are kept on this device.
  public var podcasts: [Podcast] = []

  /// Rules that are all off.
  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    onlyOnWifi = members[.onlyOnWifi] ?? false
    waitsInLowDataMode = members[.waitsInLowDataMode] ?? false
    removesFinished = members[.removesFinished] ?? false
    removesUnusedAfterDays = members[.removesUnusedAfterDays]
    removesByHand = members[.removesByHand] ?? false
    downloadsPlayed = members[.downloadsPlayed] ?? false
    downloadsQueued = members[.downloadsQueued] ?? false
    series = members[.series] ?? []
    podcasts = members[.podcasts] ?? []
  }

  /// The rule for which a download has to wait; nil when the download may run.
  /// - Parameter path: the network in use. Nil when it is unknown, and then rules about the network make downloads wait.
  public func hold(on path: NetworkPath?) -> DownloadHold? {
    if onlyOnWifi, path?.isExpensive ?? true { return .wifi }
    if waitsInLowDataMode, path?.isConstrained ?? true { return .lowDataMode }
    return nil
  }

  /// Whether the rules of a file can be used.
  var isPlausible: Bool {
    (removesUnusedAfterDays ?? 1) > 0 && WireID.arePlausible(series.flatMap { [$0.id, $0.libraryId] })
      && WireID.arePlausible(podcasts.flatMap { [$0.id, $0.libraryId] })
      && (series.map(\.next) + podcasts.flatMap { [$0.next, $0.newest, $0.bytes ?? 0] }).allSatisfy { $0 >= 0 }
  }
}
