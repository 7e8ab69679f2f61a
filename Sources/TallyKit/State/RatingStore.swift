public import MediaCore

/// Ratings of seasons and episodes on their way to the server. Those of shows belong to the watchlist: see
/// ``TallyWatchlistStore/setRating(_:of:)``.
public struct RatingStore: Sendable {
  private let sync: TallySync

  init(sync: TallySync) { self.sync = sync }

  /// 0…10. Durable when it returns.
  @discardableResult
  public func rate(season: SeasonID, _ rating: Double) async throws(ClientError) -> Intent {
    try await record(.season, season.rawValue, rating)
  }

  /// 0…10. Durable when it returns.
  @discardableResult
  public func rate(episode: EpisodeID, _ rating: Double) async throws(ClientError) -> Intent {
    try await record(.episode, episode.rawValue, rating)
  }

  /// What is not on the server yet, by season or episode id.
  public func pending() async throws(ClientError) -> [String: Double] {
    let open = try await sync.open(RatingSync.kind)
    return Dictionary(
      open.compactMap { intent in
        intent.wish.double.map { (intent.target.split(separator: "/").last.map(String.init) ?? "", $0) }
      }, uniquingKeysWith: { $1 })
  }

  private func record(_ kind: RatingTarget, _ id: String, _ rating: Double) async throws(ClientError) -> Intent {
    guard rating.isFinite, (0...10).contains(rating), !id.isEmpty else {
      throw ClientError(.invalidRequest, operation: "tally.rating.rate", detail: "rating")
    }
    return try await sync.record(RatingSync.kind, target: RatingSync.target(kind, id), wish: rating)
  }
}
