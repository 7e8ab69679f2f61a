public import MediaCore

/// Episodes of every user: these routes check no owner.
public protocol EpisodeAPI: Sendable {
  /// `GET /api/episodes/`: all episodes of all users, or `?series_id=` those of one series. An unknown series has none;
  /// the server treats 0 as no filter.
  func all(of series: Int?) async throws(ClientError) -> [Episode]
  /// `GET /api/episodes/{id}`
  func episode(_ id: Int) async throws(ClientError) -> Episode
  /// `GET /api/episodes/{id}/details`: with TMDB's facts about the episode.
  func details(_ id: Int) async throws(ClientError) -> EpisodeDetails
  /// `POST /api/episodes/`
  func create(_ fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `PUT /api/episodes/{id}`: replaces every member, also the mark.
  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `DELETE /api/episodes/{id}`: deletes for good.
  func delete(_ id: Int) async throws(ClientError)
  /// `PATCH /api/episodes/{id}/watched`: toggles, whatever the body says; ``VaultStore/setWatched(_:for:)`` sets.
  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode
}

extension EpisodeAPI {
  /// Reads the episode, applies `change`, and writes every member back.
  /// - Throws: `undecodable` when the server does not say in which series the episode is, or where: what is missing would be
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
