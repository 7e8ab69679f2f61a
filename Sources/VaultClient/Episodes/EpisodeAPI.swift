public import MediaCore

/// Routes for episodes. The server does not check who owns an episode, so these routes read and change the episodes of all users.
public protocol EpisodeAPI: Sendable {
  /// `GET /api/episodes/`: returns all episodes of all users. If `series` is set, `?series_id=` limits the response to the episodes of that
  /// series. For an unknown series, the response is empty. The server ignores a `series` of 0 and returns all episodes.
  func all(of series: Int?) async throws(ClientError) -> [Episode]
  /// `GET /api/episodes/{id}`: returns one episode.
  func episode(_ id: Int) async throws(ClientError) -> Episode
  /// `GET /api/episodes/{id}/details`: returns an episode with additional details from TMDB.
  func details(_ id: Int) async throws(ClientError) -> EpisodeDetails
  /// `POST /api/episodes/`: adds an episode to a series.
  func create(_ fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `PUT /api/episodes/{id}`: replaces every member of an episode, including its mark as watched.
  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `DELETE /api/episodes/{id}`: permanently deletes an episode.
  func delete(_ id: Int) async throws(ClientError)
  /// `PATCH /api/episodes/{id}/watched`: toggles whether an episode is marked as watched. The server ignores the body of the request. To
  /// set the mark to a given value, use ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode
}

extension EpisodeAPI {
  /// Reads the episode with the id `id` from the server, applies `change`, and writes every member of the episode back.
  /// - Throws: `undecodable` if the server does not send the episode's series, season or number. Otherwise the missing member would be
  ///   written back as 0.
  @discardableResult
  public func update(
    _ id: Int, _ change: @Sendable (inout EpisodeFields) -> Void
  ) async throws(ClientError) -> Episode {
    let now = try await episode(id)
    guard now.seriesID != nil, now.position.isPossible else {
      throw ClientError(.undecodable, operation: .vaultEpisodesOne, detail: "place")
    }
    var fields = EpisodeFields(now)
    change(&fields)
    return fields == EpisodeFields(now) ? now : try await replace(id, with: fields)
  }
}

struct LiveEpisodeAPI: EpisodeAPI {
  let sender: VaultSender

  func all(of series: Int?) async throws(ClientError) -> [Episode] {
    try await sender.list(.vaultEpisodesAll, path: ["episodes"], query: ["series_id": series], .vaultRead.open)
  }

  func episode(_ id: Int) async throws(ClientError) -> Episode {
    try await sender.json(.vaultEpisodesOne, path: path(id), .vaultRead.open)
  }

  func details(_ id: Int) async throws(ClientError) -> EpisodeDetails {
    try await sender.json(.vaultEpisodesDetails, path: path(id) + ["details"], .vaultRead.open)
  }

  func create(_ fields: EpisodeFields) async throws(ClientError) -> Episode {
    try await sender.json(
      .vaultEpisodesCreate, .post, path: ["episodes"], slash: true, body: fields, .vaultWrite.open)
  }

  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode {
    try await sender.json(.vaultEpisodesReplace, .put, path: path(id), body: fields, .vaultSet.open)
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.done(.vaultEpisodesDelete, .delete, path: path(id), .vaultWrite.open)
  }

  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode {
    try await sender.json(.vaultEpisodesToggle, .patch, path: path(id) + ["watched"], .vaultWrite.open)
  }

  private func path(_ id: Int) -> [PathSegment] { ["episodes", .number(id)] }
}
