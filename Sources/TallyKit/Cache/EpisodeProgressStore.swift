public import MediaCore

/// The cached progress: the server's last answers, with this device's own changes on top until the server shows them.
/// Works without a network: a change is durable when its call returns. Changes and previews throw `invalidRequest` for a season
/// outside 1…9999 and an episode outside 0…9998.
public struct EpisodeProgressStore: Sendable {
  private let role: any ProgressAPI
  private let queue: MutationQueue
  private let cache: AccountCache<[TMDBID: EpisodeStates]>
  private let reads: RecentReads

  init(roles: TallyRoles, caches: TallyCaches) {
    role = roles.progress
    queue = caches.queue
    cache = caches.progress
    reads = caches.reads
  }

  /// A show's episodes with this device's changes.
  public struct Known: Hashable, Sendable {
    /// The state of each episode, by season and number.
    public var states: EpisodeStates
    /// Something of it is not on the server yet.
    public var isPending: Bool
  }

  // MARK: Reading

  /// The states on this device, without asking the server; nil when there are none.
  /// - Throws: `signedOut` when nobody is; `storage` when the files cannot be read now.
  public func progress(of show: TMDBID) async throws(ClientError) -> Known? {
    try await cache.read { server, open in
      let open = open.compactMap { $0.mutation(ProgressMutation.self) }.filter { $0.show == show }
      guard server[show] != nil || !open.isEmpty else { return nil }
      let states = open.reduce(server[show] ?? EpisodeStates()) { $1.applied(to: $0) }
      return Known(states: states, isPending: !open.isEmpty)
    }
  }

  /// A show among all of them.
  struct Listed: Sendable {
    var states: EpisodeStates
    var isPending: Bool
    /// The server's own states are known, and not this device's changes alone.
    var isWhole: Bool
  }

  /// These shows, and all with a change that is not on the server yet, as far as something is known of them; without asking the
  /// server. The others are not looked at.
  func listed(_ asked: Set<TMDBID>) async throws(ClientError) -> [TMDBID: Listed] {
    try await cache.read { server, open in
      var shows: [TMDBID: Listed] = [:]
      for show in asked {
        if let states = server[show] { shows[show] = Listed(states: states, isPending: false, isWhole: true) }
      }
      for mutation in open.compactMap({ $0.mutation(ProgressMutation.self) }) {
        let (show, states) = (mutation.show, shows[mutation.show]?.states ?? server[mutation.show])
        shows[show] = Listed(
          states: mutation.applied(to: states ?? EpisodeStates()), isPending: true, isWhole: server[show] != nil)
      }
      return shows
    }
  }

  /// Sends what waits, and asks the server (`GET /api/watchlist/{id}/progress`).
  @discardableResult
  public func refresh(_ show: TMDBID) async throws(ClientError) -> Known? {
    await queue.flush()
    let mark = try await cache.readMark()
    let answer = EpisodeStates(try await role.progress(of: show))
    try await cache.merge(answer, askedAt: mark) { $0[show] = $1 }
    reads.noteProgress(of: show, account: mark.account)
    return try await progress(of: show)
  }

  /// Calls `changed` after each change until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  // MARK: Changing

  /// Marks an episode and everything before it as watched; what is watched beyond it stays.
  @discardableResult
  public func setWatched(
    upTo episode: Int, season: Int, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Submission {
    try await submit(.init(kind: .upTo, season: season, episode: episode, state: .watched), of: show, counts)
  }

  /// The exact place, also when going back: everything before `episode` is watched, it is being watched, nothing after it is.
  @discardableResult
  public func setPosition(
    watching episode: Int, season: Int, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Submission {
    try await submit(.init(kind: .position, season: season, episode: episode, state: .watching), of: show, counts)
  }

  /// Marks all episodes of a season and nothing else.
  /// - Parameter counts: how many episodes the seasons have; that of `season` is needed to mark it as watched.
  @discardableResult
  public func markSeason(
    _ season: Int, watched: Bool, of show: TMDBID, counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    let known = try await progress(of: show)?.states.seasons[season]?.keys.max()
    let count = counts[season] ?? known
    guard let count, count > 0 || !watched else {
      throw ClientError(.invalidRequest, operation: .tallyProgressMarkSeason, detail: "episodeCount")
    }
    return try await submit(
      .init(kind: .season, season: season, episode: count, state: watched ? .watched : .unwatched), of: show, counts)
  }

  /// Marks all episodes of all seasons, also those of which nothing is known.
  /// - Parameter counts: how many episodes the seasons have; needed to mark them as watched.
  @discardableResult
  public func markShow(
    _ show: TMDBID, watched: Bool, counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    let known = try await progress(of: show)?.states ?? EpisodeStates()
    var last = counts.filter { $0.key >= 1 && $0.value > 0 }
    if !watched { last.merge(known.seasons.compactMapValues { $0.keys.max() }) { max($0, $1) } }
    let steps = last.keys.sorted().map { season in
      ProgressMutation.Step(
        kind: .season, season: season, episode: last[season] ?? 0, state: watched ? .watched : .unwatched)
    }
    guard !steps.isEmpty else {
      throw ClientError(.invalidRequest, operation: .tallyProgressMarkShow, detail: "episodeCount")
    }
    for step in steps { try check(step) }
    let base = try await cache.read { server, _ in server[show] }
    return try await queue.submit(ProgressMutation(show: show, steps: steps, counts: counts), base: base)
  }

  /// Marks one episode and nothing else, whatever the server's habit.
  @discardableResult
  public func markEpisode(
    _ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Submission {
    try await submit(.init(kind: .episode, season: season, episode: episode, state: state), of: show, counts)
  }

  /// Marks an episode by its id (`/api/progress/episode/…`). Best effort: many servers refuse it, and the change is listed so.
  @discardableResult
  public func markEpisode(
    _ episode: EpisodeID, as state: EpisodeState, of show: ShowID
  ) async throws(ClientError) -> Submission {
    try await queue.submit(EpisodeMutation(episode: episode, show: show, state: state))
  }

  /// The effect of a change, before it is made.
  public func preview(
    watchedUpTo episode: Int, season: Int, of show: TMDBID
  ) async throws(ClientError) -> [EpisodeChange] {
    try await preview(.init(kind: .upTo, season: season, episode: episode, state: .watched), of: show)
  }

  /// The effect of a change, before it is made.
  public func preview(watching episode: Int, season: Int, of show: TMDBID) async throws(ClientError) -> [EpisodeChange]
  {
    try await preview(.init(kind: .position, season: season, episode: episode, state: .watching), of: show)
  }

  private func preview(_ step: ProgressMutation.Step, of show: TMDBID) async throws(ClientError) -> [EpisodeChange] {
    try check(step)
    return ProgressMutation(show: show, steps: [step]).changes(
      of: try await progress(of: show)?.states ?? EpisodeStates())
  }

  private func submit(
    _ step: ProgressMutation.Step, of show: TMDBID, _ counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    try check(step)
    let base = try await cache.read { server, _ in server[show] }
    return try await queue.submit(ProgressMutation(show: show, steps: [step], counts: counts), base: base)
  }

  private func check(_ step: ProgressMutation.Step) throws(ClientError) {
    guard step.season >= 1, step.place.isPossible else {
      throw ClientError(.invalidRequest, operation: .tallyProgressSet, detail: "season")
    }
  }
}
