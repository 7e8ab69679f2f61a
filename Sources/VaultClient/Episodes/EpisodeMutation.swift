public import MediaCore

extension VaultStore {
  /// Saves an episode at its place in a series: adds it, or replaces the one there, whose mark stays.
  @discardableResult
  public func save(_ episode: EpisodeFields) async throws(ClientError) -> Submission {
    let position = EpisodePosition(season: episode.season, number: episode.number)
    return try await submit(EpisodeMutation(series: episode.seriesID, position: position, fields: episode), as: .edited)
  }

  /// Removes an episode from a series.
  @discardableResult
  public func removeEpisode(_ position: EpisodePosition, of series: Int) async throws(ClientError) -> Submission {
    try await submit(EpisodeMutation(series: series, position: position, fields: nil), as: .removed)
  }
}

struct EpisodeMutation: VaultMutation {
  static let kind: MutationKind = "vault.episode"

  var series: Int
  var position: EpisodePosition
  /// Nil removes the episode.
  var fields: EpisodeFields?

  var target: String { "series/\(series)" }

  /// Nil also means that there is no episode at that place.
  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Episode? {
    try await api.episodes.all(of: series).first { $0.position == position }
  }

  func perform(_ api: VaultAPI, over remote: Episode?, _ context: MutationContext) async throws(ClientError) {
    switch (remote, fields) {
    case (let remote?, var fields?):
      // The mark is a mutation of its own.
      fields.watched = remote.watched
      _ = try await api.episodes.replace(remote.id, with: fields)
    case (let remote?, nil): try await api.episodes.delete(remote.id)
    case (nil, let fields?): _ = try await api.episodes.create(fields)
    case (nil, nil): break
    }
  }

  func isReflected(in remote: Episode?) -> Bool {
    guard let fields, let remote else { return fields == nil && remote == nil }
    return remote.title == fields.title && remote.airDate == fields.airDate
      && (remote.code ?? fields.code) == fields.code
  }

  func coalesced(with newer: EpisodeMutation) -> EpisodeMutation? { newer.position == position ? newer : nil }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.change(series: series) { series in
      guard let fields else { return series.episodes.removeAll { $0.position == position } }
      if let index = series.episodes.firstIndex(where: { $0.position == position }) {
        series.episodes[index].title = fields.title
        series.episodes[index].airDate = fields.airDate
        series.episodes[index].code = fields.code
      }
    }
  }
}
