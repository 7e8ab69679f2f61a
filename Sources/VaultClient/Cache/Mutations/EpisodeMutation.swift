public import MediaCore

extension VaultStore {
  /// Saves an episode of a series. The episode is identified by its season and number. If the series has an episode with these numbers,
  /// that episode is replaced, but its mark as watched stays. Otherwise, the episode is added.
  @discardableResult
  public func save(_ episode: EpisodeFields) async throws(ClientError) -> Submission {
    let position = EpisodePosition(season: episode.season, number: episode.number)
    let imdbID = try await snapshot().series(episode.seriesID)?.imdbID
    return try await submit(
      EpisodeMutation(series: episode.seriesID, position: position, fields: episode, imdbID: imdbID), as: .edited)
  }

  /// Removes an episode from a series.
  @discardableResult
  public func removeEpisode(_ position: EpisodePosition, of series: Int) async throws(ClientError) -> Submission {
    let imdbID = try await snapshot().series(series)?.imdbID
    return try await submit(
      EpisodeMutation(series: series, position: position, fields: nil, imdbID: imdbID), as: .removed)
  }
}

struct EpisodeMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.episode"

  var series: Int
  var position: EpisodePosition
  /// Nil removes the episode.
  var fields: EpisodeFields?
  /// The IMDb id of the series: the server reuses ids, and the next series with this id is not meant.
  var imdbID: String?

  /// The place in the series as the server has it.
  struct Remote: Hashable, Sendable {
    /// Nil when there is no episode at that place.
    var episode: Episode?
    /// The ids of further, equal episodes at that place: a request that was delivered twice made them.
    var copies: [Int]?
    /// The IMDb id of the series; nil when it is not known, or was not read.
    var imdbID: String?
    /// Whether there is no such series.
    var lacksSeries: Bool?
  }

  var target: String { "series/\(series)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    var remote = Remote()
    if imdbID != nil, !context.isReadBack {
      let title = try await api.title(.series, series)
      remote.imdbID = title?.imdbID
      remote.lacksSeries = title == nil
      guard remote.lacksSeries == false, Self.isSameTitle(imdbID, remote.imdbID) else { return remote }
    }
    let here = try await api.episodes.all(of: series).filter { $0.position == position }
    remote.episode = here.first
    if let fields, context.wasSent {
      remote.copies = here.dropFirst().filter { fields.isShown(by: $0) && $0.watched == here[0].watched }.map(\.id)
    }
    return remote
  }

  func refusal(over remote: Remote?) -> VaultRefusal? {
    // If `fields` is nil, the change removes the episode. Never refuse a removal: if the series is gone, the episode is also gone.
    guard fields != nil, let remote else { return nil }
    if remote.lacksSeries == true { return .gone }
    return Self.isSameTitle(imdbID, remote.imdbID) ? nil : .anotherTitle
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    for copy in remote?.copies ?? [] { try await api.episodes.delete(copy) }
    switch (remote?.episode, fields) {
    case (let episode?, var fields?):
      guard !fields.isShown(by: episode) else { return }
      // Keep the server's watched mark: marking an episode is a mutation of its own.
      fields.watched = episode.watched
      _ = try await api.episodes.replace(episode.id, with: fields)
    case (let episode?, nil): try await api.episodes.delete(episode.id)
    case (nil, let fields?): _ = try await api.episodes.create(fields)
    case (nil, nil): break
    }
  }

  func isReflected(in remote: Remote?) -> Bool {
    guard let fields, let episode = remote?.episode else { return fields == nil && remote?.episode == nil }
    return fields.isShown(by: episode) && (remote?.copies ?? []).isEmpty
  }

  func coalesced(with newer: EpisodeMutation) -> EpisodeMutation? {
    guard newer.position == position, Self.isSameTitle(imdbID, newer.imdbID) else { return nil }
    return with(newer) { $0.imdbID = newer.imdbID ?? imdbID }
  }

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

extension EpisodeMutation {
  var subject: VaultConflict.Subject { .episode(series: series, position) }

  func base(in snapshot: VaultSnapshot) -> Remote? {
    snapshot.series(series)?.episodes.first { $0.position == position }.map { known in
      Remote(
        episode: with(Episode(id: known.id)) {
          ($0.season, $0.number, $0.title) = (known.season, known.number, known.title)
          ($0.airDate, $0.code) = (known.airDate, known.code)
        })
    }
  }

  func differences(base: Remote, theirs: Remote) -> [VaultConflict.Difference] {
    guard let base = base.episode, let theirs = theirs.episode else { return [] }
    var all: [VaultConflict.Difference] = []
    all.add(.title, base: base.title, ours: fields?.title, theirs: theirs.title)
    all.add(.date, base: base.airDate?.rawValue, ours: fields?.airDate?.rawValue, theirs: theirs.airDate?.rawValue)
    if base.code != nil, theirs.code != nil { all.add(.code, base: base.code, ours: fields?.code, theirs: theirs.code) }
    return all
  }

  func remedy(_ lost: Remote) -> ConflictRemedy? {
    .episode(position, series: series, lost.episode.map { EpisodeFields($0, series: series) })
  }
}

extension EpisodeFields {
  fileprivate init(_ episode: Episode, series: Int) {
    self = with(EpisodeFields(episode)) { $0.seriesID = series }
  }

  /// Whether the server's episode has these members; its mark is a change of its own.
  fileprivate func isShown(by episode: Episode) -> Bool {
    episode.title == title && episode.airDate == airDate && (episode.code ?? code) == code
  }
}

extension EpisodeMutation.Remote: Codable {
  private enum CodingKeys: String, CodingKey {
    case episode, copies, imdbID, lacksSeries
    /// Earlier versions stored the episode itself.
    case id
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    if members.contains(.id) {
      self.init(episode: try Episode(from: decoder))
    } else {
      self.init(
        episode: try members.decodeIfPresent(Episode.self, forKey: .episode),
        copies: try members.decodeIfPresent([Int].self, forKey: .copies),
        imdbID: try members.decodeIfPresent(String.self, forKey: .imdbID),
        lacksSeries: try members.decodeIfPresent(Bool.self, forKey: .lacksSeries))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(episode, forKey: .episode)
    try members.encodeIfPresent(copies, forKey: .copies)
    try members.encodeIfPresent(imdbID, forKey: .imdbID)
    try members.encodeIfPresent(lacksSeries, forKey: .lacksSeries)
  }
}
