public import MediaCore

/// The state of a show on a watchlist.
public struct WatchStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `watchlist`.
  public static let watchlist = WatchStatus(rawValue: "watchlist")
  /// On the wire `watching`.
  public static let watching = WatchStatus(rawValue: "watching")
  /// On the wire `completed`.
  public static let completed = WatchStatus(rawValue: "completed")
  /// On the wire `dropped`.
  public static let dropped = WatchStatus(rawValue: "dropped")
}

/// Whether an episode was watched.
public struct EpisodeState: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `watched`.
  public static let watched = EpisodeState(rawValue: "watched")
  /// On the wire `watching`.
  public static let watching = EpisodeState(rawValue: "watching")
  /// On the wire `unwatched`.
  public static let unwatched = EpisodeState(rawValue: "unwatched")
}

/// The status of a show. Search, analysis and guide use TMDB's words, the watchlist the server's own.
public struct ShowStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `Returning Series`.
  public static let returning = ShowStatus(rawValue: "Returning Series")
  /// On the wire `Canceled`.
  public static let canceled = ShowStatus(rawValue: "Canceled")
  /// On the wire `Ended`.
  public static let ended = ShowStatus(rawValue: "Ended")
  /// On the wire `In Production`.
  public static let inProduction = ShowStatus(rawValue: "In Production")
  /// On the wire `Planned`.
  public static let planned = ShowStatus(rawValue: "Planned")
  /// On the wire `Pilot`.
  public static let pilot = ShowStatus(rawValue: "Pilot")
  /// The server's own word for ``returning``, and for every unknown status.
  public static let airing = ShowStatus(rawValue: "Airing")
  /// The server's own word for ``canceled``.
  public static let cancelled = ShowStatus(rawValue: "Cancelled")

  /// Whether no more episodes will come, in either vocabulary.
  public var isOver: Bool { [.ended, .canceled, .cancelled].contains(self) }
}

/// The way a season is released.
public struct PatternKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `weekly`.
  public static let weekly = PatternKind(rawValue: "weekly")
  /// On the wire `binge`.
  public static let binge = PatternKind(rawValue: "binge")
  /// On the wire `unknown`.
  public static let unknown = PatternKind(rawValue: "unknown")
}

/// The kind of thing that is rated.
public struct RatingTarget: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A show, by the id of its entry on the watchlist. On the wire `show`.
  public static let show = RatingTarget(rawValue: "show")
  /// On the wire `season`.
  public static let season = RatingTarget(rawValue: "season")
  /// On the wire `episode`.
  public static let episode = RatingTarget(rawValue: "episode")
}

/// The action that a recommendation proposes.
public struct AdviceKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `cancel`.
  public static let cancel = AdviceKind(rawValue: "cancel")
  /// On the wire `pause`.
  public static let pause = AdviceKind(rawValue: "pause")
  /// On the wire `keep`.
  public static let keep = AdviceKind(rawValue: "keep")
  /// On the wire `subscribe`.
  public static let subscribe = AdviceKind(rawValue: "subscribe")
  /// On the wire `rotate`.
  public static let rotate = AdviceKind(rawValue: "rotate")
}

/// A user's reaction to a recommendation.
public struct FeedbackAction: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `accepted`.
  public static let accepted = FeedbackAction(rawValue: "accepted")
  /// On the wire `rejected`.
  public static let rejected = FeedbackAction(rawValue: "rejected")
  /// On the wire `modified`.
  public static let modified = FeedbackAction(rawValue: "modified")
}

/// A source whose calls the server counts.
public struct UsageSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `tmdb`.
  public static let tmdb = UsageSource(rawValue: "tmdb")
  /// On the wire `streaming-availability`.
  public static let streamingAvailability = UsageSource(rawValue: "streaming-availability")
}

/// The shows that a sample is taken from.
public struct DiscoveryKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// On the wire `patterns`.
  public static let topRated = DiscoveryKind(rawValue: "patterns")
  /// On the wire `popular`.
  public static let popular = DiscoveryKind(rawValue: "popular")
  /// On the wire `on-air`.
  public static let onAir = DiscoveryKind(rawValue: "on-air")
}
