public import MediaCore

/// The cached progress of the account's shows: the server's last responses, with this device's own changes applied until the server's
/// responses include them. Works without a network: a change is durable when its call returns. Changes and previews throw `invalidRequest`
/// for a season outside 1…9999 and an episode outside 0…9998.
///
/// Seasons and episodes have TMDB's numbers. The server can only set the state of all episodes up to a given one. The store therefore
/// computes the sequence of requests that leads to the wanted state, such as a single marked episode or an earlier position.
///
/// ```swift
/// try await tally.progressStore.setWatched(upTo: 3, season: 2, of: show)
/// let known = try await tally.progressStore.progress(of: show)
/// print(known?.isPending ?? false)  // true until the server has been read
/// ```
public struct EpisodeProgressStore: Sendable {
  private let role: any ProgressAPI
  private let queue: MutationQueue
  private let cache: AccountCache<ProgressCache>
  private let reads: RecentReads
  private let seasons: SeasonStore
  private let conflictStore: ConflictStore<ProgressConflict>

  init(roles: TallyRoles, caches: TallyCaches) {
    role = roles.progress
    queue = caches.queue
    cache = caches.progress
    reads = caches.reads
    seasons = caches.seasons
    conflictStore = caches.progressConflicts
  }

  /// The progress of a show, with this device's changes.
  public struct Known: Hashable, Sendable {
    /// The state of each episode, by season and number.
    public var states: EpisodeStates
    /// Whether a change of the show's progress has not reached the server yet.
    public var isPending: Bool
    /// The numbers of episodes at TMDB, by season, for the seasons whose numbers are known. In ``states``, episodes of other seasons are
    /// identified by their place in the season, from 1.
    public var numbering: [Int: EpisodeNumbering] = [:]
  }

  /// A show's states by place in the season, as the server counts, with this device's changes.
  struct Placed: Sendable {
    var states: EpisodeStates
    var isPending: Bool
    /// Whether the server's states were read, so that `states` is more than this device's changes.
    var isWhole: Bool
    var numbering: [Int: EpisodeNumbering]
  }

  // MARK: Reading

  /// Returns the progress of a show as stored on this device; nil if this device has no progress of the show. Sends no request.
  /// - Throws: `signedOut` if nobody is signed in; `storage` if the files cannot be read now.
  public func progress(of show: TMDBID) async throws(ClientError) -> Known? {
    try await placed(show).map {
      Known(states: $0.states.named(by: $0.numbering), isPending: $0.isPending, numbering: $0.numbering)
    }
  }

  func placed(_ show: TMDBID) async throws(ClientError) -> Placed? {
    try await placed([show: seasons.numbering(of: show)])[show]
  }

  /// The progress of the `asked` shows, of all shows whose episode numbers are known, and of all with a change that is not on the server
  /// yet; without asking the server. A show without any known progress is missing.
  func listed(_ asked: Set<TMDBID>) async throws(ClientError) -> [TMDBID: Placed] {
    var numberings = await seasons.numberings()
    for show in asked where numberings[show] == nil { numberings[show] = [:] }
    return try await placed(numberings)
  }

  /// The states of the shows in `numberings`, and of all shows with an open change, with the open changes on top.
  private func placed(
    _ numberings: [TMDBID: [Int: EpisodeNumbering]]
  ) async throws(ClientError) -> [TMDBID: Placed] {
    let view = try await cache.view(preparing: { $0.numbering = numberings })
    let pending = Set(view.open.compactMap { $0.mutation(ProgressMutation.self)?.show })
    var shows: [TMDBID: Placed] = [:]
    for show in pending.union(numberings.keys) {
      guard let states = view.value.shows[show] else { continue }
      shows[show] = Placed(
        states: states, isPending: pending.contains(show), isWhole: view.server.shows[show] != nil,
        numbering: numberings[show] ?? [:])
    }
    return shows
  }

  /// Sends waiting changes, then reads the show's progress from the server (`GET /api/watchlist/{id}/progress`).
  @discardableResult
  public func refresh(_ show: TMDBID) async throws(ClientError) -> Known? {
    await queue.flush()
    let mark = try await cache.readMark()
    let answer = EpisodeStates(try await role.progress(of: show))
    try await cache.merge(answer, askedAt: mark) { $0.shows[show] = $1 }
    reads.noteProgress(of: show, account: mark.account)
    return try await progress(of: show)
  }

  /// Calls `changed` after each change of the cached progress until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { cache.observe(changed) }

  // MARK: Changing

  /// Marks an episode and all earlier episodes as watched; later episodes keep their state.
  /// - Parameter episode: the episode's number at TMDB.
  /// - Throws: `invalidRequest` if the season's numbers are known and the season has no episode with this number.
  @discardableResult
  public func setWatched(
    upTo episode: Int, season: Int, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Submission {
    try await submit([.init(kind: .upTo, season: season, episode: episode, state: .watched)], of: show, counts)
  }

  /// Sets the exact position, which can also be an earlier position. All episodes before `episode` become watched, `episode` becomes the
  /// episode being watched, and all later episodes become unwatched.
  @discardableResult
  public func setPosition(
    watching episode: Int, season: Int, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Submission {
    try await submit([.init(kind: .position, season: season, episode: episode, state: .watching)], of: show, counts)
  }

  /// Marks all episodes of a season as watched or as not watched. All other episodes keep their states.
  /// - Parameter counts: the number of episodes by season. The number for `season` is needed to mark the season as watched.
  @discardableResult
  public func markSeason(
    _ season: Int, watched: Bool, of show: TMDBID, counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    var count = await seasons.numbering(of: show)[season]?.count ?? counts[season]
    if count == nil { count = try await placed(show)?.states.seasons[season]?.keys.max() }
    guard let count, count > 0 || !watched else {
      throw ClientError(.invalidRequest, operation: .tallyProgressMarkSeason, detail: "episodeCount")
    }
    return try await submit([.init(season: season, count: count, watched: watched)], of: show, counts)
  }

  /// Marks all episodes of all seasons as watched or as not watched, also episodes that this device has no state of.
  /// - Parameter counts: the number of episodes by season, which is needed to mark the seasons as watched.
  @discardableResult
  public func markShow(
    _ show: TMDBID, watched: Bool, counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    let known = try await placed(show)
    var last = counts.filter { $0.key >= 1 && $0.value > 0 }
    for (season, numbers) in await seasons.numbering(of: show) where last[season] != nil {
      last[season] = numbers.count
    }
    if !watched { last.merge((known?.states.seasons ?? [:]).compactMapValues { $0.keys.max() }) { max($0, $1) } }
    guard !last.isEmpty else {
      throw ClientError(.invalidRequest, operation: .tallyProgressMarkShow, detail: "episodeCount")
    }
    return try await submit(
      last.sorted { $0.key < $1.key }.map { .init(season: $0.key, count: $0.value, watched: watched) }, of: show, counts
    )
  }

  /// Sets the state of one episode. All other episodes keep their states. The server's route also changes all earlier episodes, so the
  /// store plans its requests such that the earlier episodes keep their states.
  /// - Parameter episode: the episode's number at TMDB.
  @discardableResult
  public func markEpisode(
    _ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Submission {
    try await submit([.init(kind: .episode, season: season, episode: episode, state: state)], of: show, counts)
  }

  /// Marks the episode at a place of a season as watched, for a season whose episode numbers are not known. The change
  /// contains no episode number, so no season is read: the server gets `place` unchanged.
  @discardableResult
  func markWatched(
    at place: EpisodePlace, of show: TMDBID, counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    let step = ProgressMutation.Step(kind: .episode, season: place.season, episode: place.episode, state: .watched)
    return try await accept(ProgressMutation(show: show, steps: [step], counts: counts, madeAt: reads.now))
  }

  /// Sets the state of an episode by its id (`/api/progress/episode/…`). Many servers refuse this request; the change is then listed as
  /// refused.
  @discardableResult
  public func markEpisode(
    _ episode: EpisodeID, as state: EpisodeState, of show: ShowID
  ) async throws(ClientError) -> Submission {
    try await queue.submit(EpisodeMutation(episode: episode, show: show, state: state))
  }

  /// Returns the changes of episodes that ``setWatched(upTo:season:of:counts:)`` would make. This method changes nothing.
  public func preview(
    watchedUpTo episode: Int, season: Int, of show: TMDBID
  ) async throws(ClientError) -> [EpisodeChange] {
    try await preview(.init(kind: .upTo, season: season, episode: episode, state: .watched), of: show)
  }

  /// Returns the changes of episodes that ``setPosition(watching:season:of:counts:)`` would make. This method changes nothing.
  public func preview(watching episode: Int, season: Int, of show: TMDBID) async throws(ClientError) -> [EpisodeChange]
  {
    try await preview(.init(kind: .position, season: season, episode: episode, state: .watching), of: show)
  }

  private func preview(_ step: ProgressMutation.Step, of show: TMDBID) async throws(ClientError) -> [EpisodeChange] {
    let numbering = await seasons.numbering(of: show)
    let placed = try place(step, numbering)
    let states = try await self.placed(show)?.states ?? EpisodeStates()
    return ProgressMutation(show: show, steps: [placed]).changes(of: states).compactMap { change in
      guard let numbers = numbering[change.place.season] else { return change }
      return numbers.number(at: change.place.episode).map { number in
        EpisodeChange(place: .init(season: change.place.season, episode: number), from: change.from, to: change.to)
      }
    }
  }

  private func submit(
    _ steps: [ProgressMutation.Step], of show: TMDBID, _ counts: [Int: Int]
  ) async throws(ClientError) -> Submission {
    let numbering = await seasons.numbering(of: show)
    let placed = try steps.map { step throws(ClientError) in try place(step, numbering) }
    return try await accept(
      ProgressMutation(show: show, steps: placed, counts: counts, madeAt: reads.now).placed(by: numbering))
  }

  private func accept(
    _ mutation: ProgressMutation, cause: String = "user"
  ) async throws(ClientError) -> Submission {
    try await queue.submit(mutation, to: cache, cause: cause) { server in
      server.shows[mutation.show].map { ProgressMutation.Remote(states: $0) }
    }
  }

  /// The step with the place of its episode. While the season is unknown the step keeps the episode's number as its name, and the place is
  /// looked up when the change is sent.
  private func place(
    _ step: ProgressMutation.Step, _ numbering: [Int: EpisodeNumbering]
  ) throws(ClientError) -> ProgressMutation.Step {
    guard step.season >= 1, step.place.isPossible else {
      throw ClientError(.invalidRequest, operation: .tallyProgressSet, detail: "season")
    }
    guard step.kind != .season else { return step }
    var step = step
    guard let numbers = numbering[step.season] else {
      step.name = step.episode
      return step
    }
    guard let place = numbers.place(of: step.episode), place < EpisodePlace.end else {
      throw ClientError(.invalidRequest, operation: .tallyProgressSet, detail: "episode")
    }
    (step.episode, step.listed) = (place, .init(number: step.episode, count: numbers.count))
    return step
  }
}

extension EpisodeProgressStore {
  // MARK: Conflicts

  /// Returns the conflicts over shows whose progress both this device and another device have changed, oldest first. If this device's
  /// change made episodes unwatched, the server's progress is kept. If this device only marked episodes as watched, its marks are kept.
  public func conflicts() async throws(ClientError) -> [ProgressConflict] {
    var named: [ProgressConflict] = []
    for conflict in try await conflictStore.all() {
      named.append(conflict.named(by: await seasons.numbering(of: conflict.show)))
    }
    return named
  }

  /// Restores the progress in ``ProgressConflict/lost``, and removes the conflict from ``conflicts()``.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the folder, such as a widget; nothing has changed then.
  @discardableResult
  public func undo(_ conflict: ProgressConflict) async throws(ClientError) -> Submission {
    try conflictStore.checkOwner()
    let submission = try await accept(
      ProgressMutation(show: conflict.show, steps: conflict.steps, counts: conflict.counts, madeAt: reads.now),
      cause: "undo")
    try await conflictStore.remove(conflict.id)
    return submission
  }

  /// Removes a conflict from ``conflicts()``. The progress does not change: it stays as ``ProgressConflict/kept`` has it.
  public func dismiss(_ conflict: ProgressConflict) async throws(ClientError) {
    try await conflictStore.remove(conflict.id)
  }

  /// Calls `changed` after each change of ``conflicts()`` until the returned token is released.
  public func observeConflicts(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    conflictStore.observe(changed)
  }
}
