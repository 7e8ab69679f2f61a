import MediaCore

/// The cached progress of all shows, by place in the season, as the server counts. On disk it is the dictionary of the shows alone.
struct ProgressCache: PatchableValue, Hashable, Sendable {
  var shows: [TMDBID: EpisodeStates] = [:]
  /// The episode numbers by which changes that name their episodes are placed. A reader sets them before the open changes go on top; they
  /// are not stored.
  var numbering: [TMDBID: [Int: EpisodeNumbering]] = [:]

  func patch(from older: ProgressCache) -> DictionaryPatch<TMDBID, EpisodeStates> { shows.patch(from: older.shows) }

  mutating func apply(_ patch: DictionaryPatch<TMDBID, EpisodeStates>) { shows.apply(patch) }
}

extension ProgressCache: Codable {
  init(from decoder: any Decoder) throws { shows = try [TMDBID: EpisodeStates](from: decoder) }

  func encode(to encoder: any Encoder) throws { try shows.encode(to: encoder) }
}
