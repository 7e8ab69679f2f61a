import Foundation
public import MediaCore

/// What was watched, as this device knows it: what the server said last, with this device's own changes on top until the server
/// shows them. Works without a network; nothing that was accepted is lost.
public actor EpisodeProgressStore {
  private let sync: TallySync
  private let progress: any ProgressAPI
  private let blobs: BlobStore
  private let observers = Observers<Void>()
  private var account: String?
  private var known: [TMDBID: ShowProgress] = [:]
  private var writes: [TMDBID: Int] = [:]

  init(sync: TallySync, progress: any ProgressAPI) {
    self.sync = sync
    self.progress = progress
    let client = sync.client
    blobs = BlobStore(files: client.environment.files, folder: "tally") { client.report(.storage($0)) }
    sync.relay.listen { [weak self] news in await self?.hear(news) }
  }

  /// A show's episodes as this device knows them.
  public struct Known: Hashable, Sendable {
    public var states: EpisodeStates
    /// Something of it is not on the server yet.
    public var isPending: Bool
  }

  // MARK: Reading

  /// What is known without asking anybody; nil when nothing is.
  public func progress(of show: TMDBID) async throws(ClientError) -> Known? {
    try await load()
    let open = try await wishes(of: show)
    guard known[show] != nil || !open.isEmpty else { return nil }
    let states = open.reduce(EpisodeStates(known[show] ?? ShowProgress())) { $1.applied(to: $0) }
    return Known(states: states, isPending: !open.isEmpty)
  }

  /// Asks the server (`GET /api/watchlist/{id}/progress`). An answer that a write overtook is dropped.
  @discardableResult
  public func refresh(_ show: TMDBID) async throws(ClientError) -> Known? {
    try await load()
    let (asked, writesThen) = (account, writes[show, default: 0])
    let answer = try await progress.progress(of: show)
    if account == asked, writes[show, default: 0] == writesThen { keep(answer, of: show) }
    return try await progress(of: show)
  }

  /// Calls `changed` after each change until the token is released.
  public nonisolated func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  // MARK: Changing

  /// Marks an episode and everything before it as watched; what is watched beyond it stays. Durable when it returns.
  @discardableResult
  public func setWatched(
    upTo episode: Int, season: Int, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Intent {
    try await record(.init(kind: .upTo, season: season, episode: episode, state: .watched), of: show, counts)
  }

  /// The exact place: everything before `episode` is watched, `episode` is being watched, nothing after it is. Going back is the
  /// same call. Durable when it returns.
  @discardableResult
  public func setPosition(
    watching episode: Int, season: Int, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Intent {
    try await record(.init(kind: .position, season: season, episode: episode, state: .watching), of: show, counts)
  }

  /// Marks all episodes of a season and nothing else. Durable when it returns.
  /// - Parameter counts: how many episodes the seasons have; that of `season` is needed to mark it as watched.
  @discardableResult
  public func markSeason(
    _ season: Int, watched: Bool, of show: TMDBID, counts: [Int: Int]
  ) async throws(ClientError) -> Intent {
    let known = try await progress(of: show)?.states.seasons[season]?.keys.max()
    let count = counts[season] ?? known
    guard let count, count > 0 || !watched else {
      throw ClientError(.invalidRequest, operation: "tally.progress.markSeason", detail: "episodeCount")
    }
    return try await record(
      .init(kind: .season, season: season, episode: count, state: watched ? .watched : .unwatched), of: show, counts)
  }

  /// Marks one episode and nothing else, whatever the server's habit. Durable when it returns.
  @discardableResult
  public func markEpisode(
    _ episode: Int, season: Int, as state: EpisodeState, of show: TMDBID, counts: [Int: Int] = [:]
  ) async throws(ClientError) -> Intent {
    try await record(.init(kind: .episode, season: season, episode: episode, state: state), of: show, counts)
  }

  /// Marks an episode by its id (`/api/progress/episode/…`). Best effort: many servers refuse it, and then the change is listed
  /// among the refused ones. Durable when it returns.
  @discardableResult
  public func markEpisode(
    _ episode: EpisodeID, as state: EpisodeState, of show: ShowID
  ) async throws(ClientError) -> Intent {
    let wish = EpisodeSync.Wish(show: show, state: state)
    return try await sync.record(EpisodeSync.kind, target: episode.rawValue, wish: wish)
  }

  /// What a change would do, before it is made.
  public func preview(
    watchedUpTo episode: Int, season: Int, of show: TMDBID
  ) async throws(ClientError) -> [EpisodeChange] {
    try await preview(.init(kind: .upTo, season: season, episode: episode, state: .watched), of: show)
  }

  /// What a change would do, before it is made.
  public func preview(watching episode: Int, season: Int, of show: TMDBID) async throws(ClientError) -> [EpisodeChange]
  {
    try await preview(.init(kind: .position, season: season, episode: episode, state: .watching), of: show)
  }

  private func preview(_ step: ProgressWish.Step, of show: TMDBID) async throws(ClientError) -> [EpisodeChange] {
    ProgressWish(steps: [step]).changes(of: try await progress(of: show)?.states ?? EpisodeStates())
  }

  private func record(
    _ step: ProgressWish.Step, of show: TMDBID, _ counts: [Int: Int]
  ) async throws(ClientError) -> Intent {
    guard step.season >= 1, step.episode >= 0 else {
      throw ClientError(.invalidRequest, operation: "tally.progress.set", detail: "season")
    }
    try await load()
    let acknowledged: JSONValue? =
      if let progress = known[show] { try JSONValue(encoding: EpisodeStates(progress)) } else { nil }
    // What an earlier version has left waiting goes out before, and is combined with as ever.
    let waits = try await sync.open(ProgressSync.kind).contains { $0.target == show.description }
    return try await sync.record(
      ProgressSync.kind, target: waits ? show.description : ProgressSync.target(show),
      wish: ProgressWish(steps: [step], counts: counts), acknowledged: acknowledged)
  }

  // MARK: Learning

  private func hear(_ news: SyncRelay.News) async {
    switch news {
    case .progress(let show, let progress):
      guard (try? await load()) != nil else { return }
      writes[show, default: 0] += 1
      keep(progress, of: show)
    case .wroteProgress(let show): writes[show, default: 0] += 1
    case .intents: observers.tell()
    case .account:
      try? await load()
    default: break
    }
  }

  private func wishes(of show: TMDBID) async throws(ClientError) -> [ProgressWish] {
    guard account != nil else { return [] }
    return try await sync.open(ProgressSync.kind).filter { ProgressSync.show($0.target) == show }
      .compactMap { $0.wish.decoded(ProgressWish.self) }
  }

  private func keep(_ progress: ShowProgress, of show: TMDBID) {
    guard known[show] != progress else { return }
    known[show] = progress
    let saved = Dictionary(uniqueKeysWithValues: known.map { ($0.key.description, $0.value) })
    // Only a copy: it is read again from the server.
    if let account { try? blobs.write(saved, "progress/\(account)") }
    observers.tell()
  }

  private func load() async throws(ClientError) {
    let now = try await sync.account()
    guard now != account else { return }
    let hadOne = account != nil
    account = now
    known = [:]
    defer { if hadOne { observers.tell() } }
    guard let now, let saved = try? blobs.read([String: ShowProgress].self, "progress/\(now)") else { return }
    for (id, progress) in saved { if let id = Int(id) { known[TMDBID(id)] = progress } }
  }
}
