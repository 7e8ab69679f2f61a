import MediaCore

/// The cached progress of all shows, by place in the season, as the server counts.
struct ProgressCache: Hashable, Sendable {
  var shows: [TMDBID: EpisodeStates] = [:]
  /// The episode numbers by which changes that name their episodes are placed. A reader sets them before the open changes go on top; they
  /// are not stored.
  var numbering: [TMDBID: [Int: EpisodeNumbering]] = [:]
}

extension ProgressCache: Codable {
  init(from decoder: any Decoder) throws { shows = try [TMDBID: EpisodeStates](from: decoder) }

  func encode(to encoder: any Encoder) throws { try shows.encode(to: encoder) }
}
