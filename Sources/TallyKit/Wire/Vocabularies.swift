public import MediaCore

/// The state of a show on a watchlist.
public struct WatchStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let watchlist = WatchStatus(rawValue: "watchlist")
  public static let watching = WatchStatus(rawValue: "watching")
  public static let completed = WatchStatus(rawValue: "completed")
  public static let dropped = WatchStatus(rawValue: "dropped")
}

/// Whether an episode was watched.
public struct EpisodeState: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let watched = EpisodeState(rawValue: "watched")
  public static let watching = EpisodeState(rawValue: "watching")
  public static let unwatched = EpisodeState(rawValue: "unwatched")
}

/// Where a show stands. Search, analysis and guide use TMDB's words, the watchlist the server's own.
public struct ShowStatus: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let returning = ShowStatus(rawValue: "Returning Series")
  public static let canceled = ShowStatus(rawValue: "Canceled")
  public static let ended = ShowStatus(rawValue: "Ended")
  public static let inProduction = ShowStatus(rawValue: "In Production")
  public static let planned = ShowStatus(rawValue: "Planned")
  public static let pilot = ShowStatus(rawValue: "Pilot")
  /// The server's own word for ``returning``, and for every unknown status.
  public static let airing = ShowStatus(rawValue: "Airing")
  /// The server's own word for ``canceled``.
  public static let cancelled = ShowStatus(rawValue: "Cancelled")

  /// No more episodes will come, in either vocabulary.
  public var isOver: Bool { [.ended, .canceled, .cancelled].contains(self) }
}

/// How a season comes out.
public struct PatternKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let weekly = PatternKind(rawValue: "weekly")
  public static let binge = PatternKind(rawValue: "binge")
  public static let unknown = PatternKind(rawValue: "unknown")
}

/// The kind of thing that is rated.
public struct RatingTarget: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  /// By the id of the entry on the watchlist.
  public static let show = RatingTarget(rawValue: "show")
  public static let season = RatingTarget(rawValue: "season")
  public static let episode = RatingTarget(rawValue: "episode")
}

/// The action that a recommendation proposes.
public struct AdviceKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let cancel = AdviceKind(rawValue: "cancel")
  public static let pause = AdviceKind(rawValue: "pause")
  public static let keep = AdviceKind(rawValue: "keep")
  public static let subscribe = AdviceKind(rawValue: "subscribe")
  public static let rotate = AdviceKind(rawValue: "rotate")
}

/// A user's reaction to a recommendation.
public struct FeedbackAction: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let accepted = FeedbackAction(rawValue: "accepted")
  public static let rejected = FeedbackAction(rawValue: "rejected")
  public static let modified = FeedbackAction(rawValue: "modified")
}

/// A source that the server counts its calls to.
public struct UsageSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let tmdb = UsageSource(rawValue: "tmdb")
  public static let streamingAvailability = UsageSource(rawValue: "streaming-availability")
}

/// Which shows a sample is taken from.
public struct DiscoveryKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let topRated = DiscoveryKind(rawValue: "patterns")
  public static let popular = DiscoveryKind(rawValue: "popular")
  public static let onAir = DiscoveryKind(rawValue: "on-air")
}
