import MediaCore

/// Marks all episodes of a series, whole seasons or single episodes; a narrower mark overrides a wider one.
struct SeriesMarkMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.mark.series"
  static var isMadeAgain: Bool { false }

  struct Remote: Hashable, Sendable {
    var imdbID: String?
    /// The episodes that the mutation marks.
    var episodes: [Episode]
    var userID: Int?
  }

  var series: Int
  /// The IMDb id of the series: the server reuses ids of deleted series.
  var imdbID: String?
  var all: Bool?
  var seasons: [Int: Bool] = [:]
  /// The marks of single episodes, by a key such as `1x2`.
  var episodes: [String: Bool] = [:]

  var target: String { "series/\(series)" }

  func wanted(_ position: EpisodePosition) -> Bool? {
    episodes[position.description] ?? seasons[position.season] ?? all
  }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> Remote? {
    if context.isReadBack {
      // If the change was one toggle, `takeMarks` has the server's answer with the new state. After several toggles, read all episodes.
      if let answered = api.deliveries.takeMarks(context.id) { return answered }
      let episodes = try await api.episodes.all(of: series)
      // If there are no episodes, the series may not exist: read the series below to find out.
      if !episodes.isEmpty { return Remote(imdbID: imdbID, episodes: marked(episodes)) }
    }
    guard let details = try await ifPresent({ try await api.series.series(series) }) else { return nil }
    return Remote(
      imdbID: details.imdbID, episodes: marked(try await api.episodes.all(of: series)), userID: details.userID)
  }

  /// The episodes that the mutation marks. The others are left out: the queue stores this state, and series are long.
  private func marked(_ episodes: [Episode]) -> [Episode] { episodes.filter { wanted($0.position) != nil } }

  private func differing(_ remote: Remote) -> [Episode] {
    remote.episodes.filter { episode in wanted(episode.position).map { $0 != episode.watched } ?? false }
  }

  func refusal(over remote: Remote?) -> VaultRefusal? {
    if let refusal = VaultRefusal(title: remote.map(\.imdbID), changedAs: imdbID) { return refusal }
    let here = Set((remote?.episodes ?? []).map(\.position.description))
    return all != nil || !seasons.isEmpty || episodes.keys.contains(where: here.contains) ? nil : .gone
  }

  func perform(_ api: VaultAPI, over remote: Remote?, _ context: MutationContext) async throws(ClientError) {
    guard let remote else { return }
    let steps = differing(remote)
    func publish(_ done: Int) async {
      await api.progress.publish(MarkProgress(done: done, total: steps.count), series: series, by: context.id)
    }
    let isInverted = api.deliveries.isInverted(context.id)
    if isOneStep(remote), !isInverted {
      let answer = try await api.watchlist.toggleWatched(.series(series))
      api.deliveries.recordToggle(context.id, isInverted: answer.watched != all)
    } else {
      for (index, episode) in steps.enumerated() {
        await publish(index)
        let canSet = isInverted && remote.userID == Int(context.account) && episode.position.isPossible
        let watched = try await change(episode, isSet: canSet, remote, api)
        api.deliveries.recordToggle(context.id, isInverted: watched == episode.watched)
        guard steps.count == 1 else { continue }
        api.deliveries.recordMarks(context.id, with(remote) { $0.episodes.change(episode.id) { $0.watched = watched } })
      }
    }
    await publish(steps.count)
  }

  /// Changes the mark of one episode. Where toggles are delivered twice, the mark is set with the other members of the
  /// episode, which were just read.
  /// - Returns: the mark by the server's answer.
  private func change(
    _ episode: Episode, isSet: Bool, _ remote: Remote, _ api: VaultAPI
  ) async throws(ClientError) -> Bool {
    if isSet {
      let fields = with(EpisodeFields(episode)) {
        $0.seriesID = series
        $0.watched = !episode.watched
      }
      return try await api.episodes.replace(episode.id, with: fields).watched
    }
    // The series route finds an episode by season and number. If two episodes share that place, toggle this one by its id.
    if remote.episodes.count(where: { $0.position == episode.position }) > 1 {
      return try await api.episodes.toggleWatched(episode.id).watched
    }
    return try await api.series.toggleWatched(episode.position, of: series).watched
  }

  /// Whether one toggle of the whole series is enough, by the server's rule: anything watched makes all unwatched.
  private func isOneStep(_ remote: Remote) -> Bool {
    guard let all, seasons.isEmpty, episodes.isEmpty else { return false }
    return remote.episodes.contains(where: \.watched) != all
  }

  func isReflected(in remote: Remote?) -> Bool { remote.map { differing($0).isEmpty } ?? false }

  func coalesced(with newer: SeriesMarkMutation) -> SeriesMarkMutation? {
    guard Self.isSameTitle(imdbID, newer.imdbID) else { return nil }
    if newer.all != nil { return with(newer) { $0.imdbID = newer.imdbID ?? imdbID } }
    var merged = self
    merged.imdbID = newer.imdbID ?? imdbID
    for (season, watched) in newer.seasons {
      merged.seasons[season] = watched
      merged.episodes = merged.episodes.filter { !$0.key.hasPrefix("\(season)x") }
    }
    merged.episodes.merge(newer.episodes) { $1 }
    return merged
  }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.change(series: series) { series in
      for index in series.episodes.indices {
        series.episodes[index].watched = wanted(series.episodes[index].position) ?? series.episodes[index].watched
      }
      if series.watched != nil { series.watched = !series.episodes.isEmpty && series.episodes.allSatisfy(\.watched) }
    }
  }
}

extension SeriesMarkMutation {
  var subject: VaultConflict.Subject { .series(series) }

  func base(in snapshot: VaultSnapshot) -> Remote? {
    snapshot.series(series).map { series in
      Remote(episodes: marked(series.episodes).map { Episode(mark: $0.watched, at: $0.position) })
    }
  }

  func differences(base: Remote, theirs: Remote) -> [VaultConflict.Difference] {
    let known = Dictionary(base.episodes.map { ($0.position, $0.watched) }, uniquingKeysWith: { $1 })
    var all: [VaultConflict.Difference] = []
    for episode in theirs.episodes {
      // Skip an episode that was unknown when the user made the mark: there is no earlier mark to compare with.
      guard let before = known[episode.position], let ours = wanted(episode.position) else { continue }
      all.add(.watched, base: before, ours: ours, theirs: episode.watched)
    }
    return all
  }

  private func isTakenBack(_ episode: Episode) -> Bool {
    wanted(episode.position).map { $0 != episode.watched } ?? false
  }

  func remedy(_ lost: Remote) -> ConflictRemedy? {
    let differing = lost.episodes.filter { isTakenBack($0) }
    return .episodeMarks(
      series: series,
      Dictionary(differing.map { ($0.position.description, $0.watched) }, uniquingKeysWith: { $1 }))
  }
}

/// Stored as the marks alone, by a key such as `1x2`.
extension SeriesMarkMutation.Remote: Codable {
  private enum CodingKeys: String, CodingKey {
    case imdbID, userID, watched, unwatched
    /// Earlier versions stored whole episodes.
    case episodes
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    imdbID = try members.decodeIfPresent(String.self, forKey: .imdbID)
    userID = try members.decodeIfPresent(Int.self, forKey: .userID)
    episodes = try members.decodeIfPresent([Episode].self, forKey: .episodes) ?? []
    for (key, watched) in [(CodingKeys.watched, true), (.unwatched, false)] {
      let positions = try members.decodeIfPresent([String].self, forKey: key) ?? []
      episodes += positions.compactMap { EpisodePosition($0).map { Episode(mark: watched, at: $0) } }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encodeIfPresent(imdbID, forKey: .imdbID)
    try members.encodeIfPresent(userID, forKey: .userID)
    for (key, watched) in [(CodingKeys.watched, true), (.unwatched, false)] {
      let positions = episodes.filter { $0.watched == watched }.map(\.position.description)
      if !positions.isEmpty { try members.encode(positions, forKey: key) }
    }
  }
}

extension Episode {
  /// The mark of an episode without its other members.
  init(mark watched: Bool, at position: EpisodePosition) {
    self.init(id: 0)
    (season, number, self.watched) = (position.season, position.number, watched)
  }
}

extension EpisodePosition {
  /// Nil for anything but a text such as `1x2`.
  init?(_ text: String) {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let season = numbers[0], let number = numbers[1] else { return nil }
    self.init(season: season, number: number)
  }
}
