public import MediaCore

/// Episodes, whoever's they are.
public protocol EpisodeAPI: Sendable {
  /// `GET /api/episodes/`: all episodes of all users, or `?series_id=` those of one series. Of an unknown series none; the
  /// server takes 0 for no series at all.
  func all(of series: Int?) async throws(ClientError) -> [Episode]
  /// `GET /api/episodes/{id}`
  func episode(_ id: Int) async throws(ClientError) -> Episode
  /// `GET /api/episodes/{id}/details`: with what TMDB knows of it.
  func details(_ id: Int) async throws(ClientError) -> EpisodeDetails
  /// `POST /api/episodes/`
  func create(_ fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `PUT /api/episodes/{id}`: replaces everything, the mark too.
  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `DELETE /api/episodes/{id}`: for good.
  func delete(_ id: Int) async throws(ClientError)
  /// `PATCH /api/episodes/{id}/watched`: toggles, whatever is sent. To set see ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode
}

extension EpisodeAPI {
  /// Reads, changes what `change` changes, and writes everything back.
  @discardableResult
  public func update(
    _ id: Int, _ change: @Sendable (inout EpisodeFields) -> Void
  ) async throws(ClientError) -> Episode {
    let now = try await episode(id)
    var fields = EpisodeFields(now)
    change(&fields)
    return fields == EpisodeFields(now) ? now : try await replace(id, with: fields)
  }
}

struct LiveEpisodeAPI: EpisodeAPI {
  let sender: VaultSender

  func all(of series: Int?) async throws(ClientError) -> [Episode] {
    try await sender.send(EpisodeEndpoints.all(of: series))
  }

  func episode(_ id: Int) async throws(ClientError) -> Episode { try await sender.send(EpisodeEndpoints.one(id)) }

  func details(_ id: Int) async throws(ClientError) -> EpisodeDetails {
    try await sender.send(EpisodeEndpoints.details(id))
  }

  func create(_ fields: EpisodeFields) async throws(ClientError) -> Episode {
    try await sender.send(try EpisodeEndpoints.create(fields))
  }

  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode {
    try await sender.send(try EpisodeEndpoints.replace(id, fields))
  }

  func delete(_ id: Int) async throws(ClientError) { try await sender.send(EpisodeEndpoints.delete(id)) }

  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode {
    try await sender.send(EpisodeEndpoints.toggleWatched(id))
  }
}
