public import MediaCore

/// The ratings of seasons and episodes that this device sends to the server; a rating is durable when its call returns. Ratings of shows
/// belong to the watchlist: see ``TallyWatchlistStore/setRating(_:of:)``.
///
/// No route of the server returns a user's single ratings, so a rating is regarded as synced once the totals of the user's ratings include
/// it. If two devices rate the same season or episode, the rating that is sent last replaces the other one, and no conflict is reported.
///
/// ```swift
/// func rate(_ episode: EpisodeID, in tally: TallyService) async throws(ClientError) {
///   try await tally.ratingStore.rate(episode: episode, 8.5)
/// }
/// ```
public struct RatingStore: Sendable {
  private let queue: MutationQueue

  init(queue: MutationQueue) { self.queue = queue }

  /// Rates a season, 0…10. The rating is durable when the call returns.
  @discardableResult
  public func rate(season: SeasonID, _ rating: Double) async throws(ClientError) -> Submission {
    try await submit(.season, season.rawValue, rating)
  }

  /// Rates an episode, 0…10. The rating is durable when the call returns.
  @discardableResult
  public func rate(episode: EpisodeID, _ rating: Double) async throws(ClientError) -> Submission {
    try await submit(.episode, episode.rawValue, rating)
  }

  /// Returns the ratings that are not on the server yet. The keys are the ids of seasons and episodes.
  public func pending() async throws(ClientError) -> [String: Double] {
    let open = try await queue.open().compactMap { $0.mutation(RatingMutation.self) }
    return Dictionary(open.map { ($0.id, $0.rating) }, uniquingKeysWith: { $1 })
  }

  private func submit(_ type: RatingTarget, _ id: String, _ rating: Double) async throws(ClientError) -> Submission {
    guard (0...10).contains(rating), !id.isEmpty else {
      throw ClientError(.invalidRequest, operation: .tallyRatingRate, detail: "rating")
    }
    return try await queue.submit(RatingMutation(type: type, id: id, rating: rating))
  }
}
