public import MediaCore

/// The rules by which downloads start, wait and are removed without an action of the user. Each account has its own rules on this device. A
/// sign-out that keeps pending work also keeps the rules. At first, all rules are off. See ``DownloadStore/setRules(_:)``.
public struct DownloadRules: Codable, Hashable, Sendable {
  /// A rule that downloads the next books of a series.
  public struct Series: Codable, Hashable, Sendable, Identifiable {
    /// The id of the series.
    public var id: String
    /// The id of the library that the series belongs to.
    public var libraryId: String
    /// The name of the series, shown in sentences such as ``DownloadReason/text(_:)``.
    public var title: String
    /// The number of unfinished books to keep on this device. The count begins with the last book of the series that the user has begun, or
    /// with the first book if the user has begun none.
    public var next: Int

    /// Creates a rule for a series.
    /// - Parameter next: the number of unfinished books to keep on this device; see ``next``.
    public init(id: String, libraryId: String, title: String, next: Int = 1) {
      (self.id, self.libraryId, self.title, self.next) = (id, libraryId, title, next)
    }
  }

  /// A rule that downloads episodes of a podcast.
  public struct Podcast: Codable, Hashable, Sendable, Identifiable {
    /// The id of the podcast's library item.
    public var id: String
    /// The id of the library that the podcast belongs to.
    public var libraryId: String
    /// The title of the podcast, shown in sentences such as ``DownloadReason/text(_:)``.
    public var title: String
    /// The number of unfinished episodes to keep on this device, in the order of publication. The count begins with the last episode that
    /// the user has begun, or with the oldest episode if the user has begun none.
    public var next = 0
    /// The number of newest episodes to keep on this device. If some of these episodes are finished, they are not downloaded, and no older
    /// episodes replace them.
    public var newest = 0
    /// The highest total size, in bytes, of the episodes that ``next`` and ``newest`` choose in this podcast. If nil, there is no limit. If
    /// not all of these episodes fit, the episodes of ``next`` are downloaded first, in their order.
    public var bytes: Int?

    /// Creates a rule for a podcast.
    /// - Parameters:
    ///   - next: the number of unfinished episodes to keep on this device; see ``next``.
    ///   - newest: the number of newest episodes to keep on this device; see ``newest``.
    ///   - bytes: the highest total size of the episodes, in bytes. If nil, there is no limit.
    public init(id: String, libraryId: String, title: String, next: Int = 0, newest: Int = 0, bytes: Int? = nil) {
      (self.id, self.libraryId, self.title) = (id, libraryId, title)
      (self.next, self.newest, self.bytes) = (next, newest, bytes)
    }
  }

  /// A rule that downloads the first unfinished items of a playlist.
  public struct Playlist: Codable, Hashable, Sendable, Identifiable {
    /// The id of the playlist on the server.
    public var id: String
    /// The name of the playlist, shown in sentences such as ``DownloadReason/text(_:)``.
    public var title: String
    /// The number of unfinished items to keep on this device, from the top of the playlist.
    public var next: Int

    /// Creates a rule for a playlist.
    /// - Parameter next: the number of unfinished items to keep on this device, from the top of the playlist.
    public init(id: String, title: String, next: Int = 1) { (self.id, self.title, self.next) = (id, title, next) }
  }

  /// Whether downloads wait while the network may cost money. The rule needs ``DownloadStore/follow(_:)``: until the app has called this
  /// method, all downloads wait if the rule is on.
  public var onlyOnWifi = false
  /// Whether downloads wait while the network is in low-data mode. The rule needs ``DownloadStore/follow(_:)``: until the app has called
  /// this method, all downloads wait if the rule is on.
  public var waitsInLowDataMode = false
  /// Whether a download is removed when its item is finished. See also ``removesByHand``.
  public var removesFinished = false
  /// The number of days after which a complete download is removed if the user has not used its item during these days. If nil, unused
  /// downloads stay. The days are counted by the server's time, so this rule removes no download before the server's first answer after a
  /// launch.
  public var removesUnusedAfterDays: Int?
  /// Whether ``removesFinished`` and ``removesUnusedAfterDays`` also remove downloads that the user has requested. If false, they remove
  /// only downloads that a rule has started.
  public var removesByHand = false
  /// Whether an item is downloaded when the user plays it.
  public var downloadsPlayed = false
  /// Whether the items in ``UpNextStore`` are downloaded, in the order of that queue.
  public var downloadsQueued = false
  /// The rules for series. Each rule downloads the next books of one series.
  public var series: [Series] = []
  /// The rules for podcasts. Each rule downloads episodes of one podcast.
  public var podcasts: [Podcast] = []
  /// The rules for playlists. Each rule downloads the first unfinished items of one playlist.
  public var playlists: [Playlist] = []

  /// Creates rules that are all off.
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
    playlists = members[.playlists] ?? []
  }

  /// Returns the rule that makes all downloads wait on a network; nil if no rule makes downloads wait there.
  /// - Parameter path: the network in use; nil if it is unknown. On an unknown network, downloads wait if ``onlyOnWifi`` or
  ///   ``waitsInLowDataMode`` is true.
  public func hold(on path: NetworkPath?) -> DownloadHold? {
    if onlyOnWifi, path?.isExpensive ?? true { return .wifi }
    if waitsInLowDataMode, path?.isConstrained ?? true { return .lowDataMode }
    return nil
  }

  /// Whether all ids and numbers in the rules are possible. Rules from a file or from the app are refused otherwise.
  var isPlausible: Bool {
    (removesUnusedAfterDays ?? 1) > 0 && WireID.arePlausible(series.flatMap { [$0.id, $0.libraryId] })
      && WireID.arePlausible(podcasts.flatMap { [$0.id, $0.libraryId] } + playlists.map(\.id))
      && (series.map(\.next) + playlists.map(\.next) + podcasts.flatMap { [$0.next, $0.newest, $0.bytes ?? 0] })
        .allSatisfy { $0 >= 0 }
  }
}
