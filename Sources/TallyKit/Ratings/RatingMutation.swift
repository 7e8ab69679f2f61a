import MediaCore

/// A rating of a season or an episode. No route returns a user's own, so the distribution of all ratings shows that it arrived.
struct RatingMutation: Mutation {
  static let kind: MutationKind = "tally.rating"

  /// A season or an episode.
  let type: RatingTarget
  let id: String
  let rating: Double

  var target: String { "\(type)/\(id)" }

  func fetch(_ api: TallyMutationAPI, _ context: MutationContext) async throws(ClientError) -> [String: Int]? {
    let ratings = api.roles.ratings
    return type == .season
      ? try await ratings.aggregate(season: SeasonID(rawValue: id)).ratingDistribution
      : try await ratings.aggregate(episode: EpisodeID(rawValue: id)).ratingDistribution
  }

  func resolve(_ merge: MergeInput<RatingMutation>) -> Resolution<RatingMutation> { .write(self) }

  func perform(
    _ api: TallyMutationAPI, over remote: [String: Int]?, _ context: MutationContext
  ) async throws(ClientError) {
    let ratings = api.roles.ratings
    _ =
      type == .season
      ? try await ratings.rate(season: SeasonID(rawValue: id), rating)
      : try await ratings.rate(episode: EpisodeID(rawValue: id), rating)
  }

  func isReflected(in remote: [String: Int]?) -> Bool { remote?[Self.bucket(rating)] != nil }

  /// `8`, `8.5`: how the distribution names a rating.
  static func bucket(_ rating: Double) -> String { ((rating * 2).rounded() / 2).plainText }
}
