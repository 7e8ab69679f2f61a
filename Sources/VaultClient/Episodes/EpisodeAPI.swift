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
  /// `PUT /api/episodes/{id}`: replaces every member, the mark too.
  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode
  /// `DELETE /api/episodes/{id}`: deletes for good.
  func delete(_ id: Int) async throws(ClientError)
  /// `PATCH /api/episodes/{id}/watched`: toggles, whatever the body says. To set a mark see
  /// ``VaultStore/setWatched(_:for:)``.
  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode
}

extension EpisodeAPI {
  /// Reads the episode, applies `change`, and writes every member back.
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
    try await sender.send(
      Endpoint<Rows<Episode>>.json(
        "vault.episodes.all", path: ["api", "episodes"], query: ["series_id": series], traits: .vaultOpenRead
      ).slashed().map(\.elements))
  }

  func episode(_ id: Int) async throws(ClientError) -> Episode {
    try await sender.send(.json("vault.episodes.one", path: path(id), traits: .vaultOpenRead))
  }

  func details(_ id: Int) async throws(ClientError) -> EpisodeDetails {
    try await sender.send(.json("vault.episodes.details", path: path(id) + ["details"], traits: .vaultOpenRead))
  }

  func create(_ fields: EpisodeFields) async throws(ClientError) -> Episode {
    try await sender.send(
      .json("vault.episodes.create", .post, path: ["api", "episodes"], traits: .vaultOpenWrite).slashed()
        .sending(fields))
  }

  func replace(_ id: Int, with fields: EpisodeFields) async throws(ClientError) -> Episode {
    try await sender.send(
      .json("vault.episodes.replace", .put, path: path(id), traits: .vaultOpenSet).sending(fields))
  }

  func delete(_ id: Int) async throws(ClientError) {
    try await sender.send(.done("vault.episodes.delete", .delete, path: path(id), traits: .vaultOpenWrite))
  }

  func toggleWatched(_ id: Int) async throws(ClientError) -> Episode {
    try await sender.send(
      .json("vault.episodes.toggle", .patch, path: path(id) + ["watched"], traits: .vaultOpenWrite))
  }

  private func path(_ id: Int) -> [PathSegment] { ["api", "episodes", .number(id)] }
}
