import MediaCore

/// A rating of a season or an episode. No route returns the user's rating of one, and the aggregate may have the same rating from other
/// users, so the totals of the user's own ratings show that it arrived.
struct RatingMutation: Mutation {
  static let kind: MutationKind = "tally.rating"

  /// A season or an episode.
  let type: RatingTarget
  let id: String
  let rating: Double

  var target: String { "\(type)/\(id)" }
  var isPlausible: Bool { (0...10).contains(rating) }

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> RatingStats? {
    try await api.roles.ratings.stats()
  }

  func resolve(_ merge: MergeInput<RatingMutation>) -> Resolution<RatingMutation> { .write(self) }

  func perform(
    _ api: TallyMutationAPI, over remote: RatingStats?, _ context: MutationContext
  ) async throws(ClientError) {
    let ratings = api.roles.ratings
    do throws(ClientError) {
      _ =
        type == .season
        ? try await ratings.rate(season: SeasonID(rawValue: id), rating)
        : try await ratings.rate(episode: EpisodeID(rawValue: id), rating)
    } catch { throw await api.checked(error) }
  }

  func isReflected(in remote: RatingStats?) -> Bool {
    guard let remote, (type == .season ? remote.seasonRatings : remote.episodeRatings) > 0 else { return false }
    return remote.ratingsByScore[Self.score(rating)] ?? 0 > 0
  }

  /// The whole points under which the server counts a rating: `8` for 8.5, and for 7.96, which the server stores as 8.0.
  static func score(_ rating: Double) -> String { ((rating * 10).rounded() / 10).rounded(.down).plainText }
}
