import MediaCore

/// How ratings of seasons and episodes are written. No route tells a user's own rating, so the distribution of all ratings
/// has to show that it arrived.
struct RatingSync: Sendable {
  let ratings: any RatingAPI
  let relay: SyncRelay

  static let kind: Intent.Kind = "tally.rating"

  static func target(_ kind: RatingTarget, _ id: String) -> String { "\(kind)/\(id)" }

  var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { (intent) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in
          try JSONValue(encoding: try await aggregate(intent.target).ratingDistribution)
        }
      },
      merge: { intent, _ in .write(intent.wish) },
      write: { (intent, wish, _) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await write(intent, wish) }
      },
      isReflected: { wish, server in
        guard let rating = wish.double else { return false }
        return server?[Self.bucket(rating)] != nil
      })
  }

  /// `8`, `8.5`: how the distribution names a rating.
  static func bucket(_ rating: Double) -> String { ((rating * 2).rounded() / 2).plainText }

  private func parts(_ target: String) -> (kind: String, id: String) {
    let parts = target.split(separator: "/", maxSplits: 1).map(String.init)
    return (parts.first ?? "", parts.last ?? "")
  }

  private func aggregate(_ target: String) async throws(ClientError) -> RatingAggregate {
    let (kind, id) = parts(target)
    return kind == RatingTarget.season.rawValue
      ? try await ratings.aggregate(season: SeasonID(rawValue: id))
      : try await ratings.aggregate(episode: EpisodeID(rawValue: id))
  }

  private func write(_ intent: Intent, _ wish: JSONValue) async throws(ClientError) {
    let (kind, id) = parts(intent.target)
    let rating = wish.double ?? 0
    _ =
      kind == RatingTarget.season.rawValue
      ? try await ratings.rate(season: SeasonID(rawValue: id), rating)
      : try await ratings.rate(episode: EpisodeID(rawValue: id), rating)
    relay.wrote(intent.id)
  }
}
