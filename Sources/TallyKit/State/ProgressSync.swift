import MediaCore

/// How progress intents are read, merged and written.
struct ProgressSync: Sendable {
  let progress: any ProgressAPI
  let shows: any ShowAPI
  let relay: SyncRelay
  /// Intents that were written and are to be read back.
  private let sent = Locked<Set<String>>([])

  static let kind: Intent.Kind = "tally.progress"

  init(progress: any ProgressAPI, shows: any ShowAPI, relay: SyncRelay) {
    self.progress = progress
    self.shows = shows
    self.relay = relay
  }

  var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { (intent) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await read(intent) }
      },
      merge: { Self.merge($0, $1) },
      write: { (intent, wish, server) async throws(ClientError) in
        try await relay.watch(intent) { () async throws(ClientError) in try await write(intent, wish, server) }
      },
      isReflected: { wish, server in
        guard let wish = wish.decoded(ProgressWish.self) else { return false }
        return wish.isReflected(in: server?.decoded(EpisodeStates.self) ?? EpisodeStates())
      },
      combine: { older, newer in
        guard let old = older.wish.decoded(ProgressWish.self), let new = newer.decoded(ProgressWish.self) else {
          return nil
        }
        return try? JSONValue(encoding: old.combined(with: new))
      },
      isInSteps: { _ in true },
      isFinal: { $0.detail != ProgressDetail.movedOn && IntentHandler.defaultIsFinal($0) })
  }

  private func read(_ intent: Intent) async throws(ClientError) -> JSONValue? {
    let show = try Self.show(of: intent)
    let now = try await progress.progress(of: show)
    let isReadBack = sent.withLock { $0.remove(intent.id) != nil }
    await relay.tell(.progress(show, now))
    let states = EpisodeStates(now)
    // The server leaves out what it has not stored, such as a season that is newer than its copy of the show.
    if isReadBack, let wish = intent.wish.decoded(ProgressWish.self),
      !wish.placesToStore.allSatisfy({ states.isStored($0) })
    {
      throw Self.notStored
    }
    return try JSONValue(encoding: states)
  }

  private static var notStored: ClientError {
    ClientError(.unsupported, operation: "tally.progress.set", detail: ProgressDetail.episodeNotStored)
  }

  private static func show(of intent: Intent) throws(ClientError) -> TMDBID {
    guard let show = show(intent.target) else { throw ClientError(.invalidRequest, operation: "tally.progress.read") }
    return show
  }

  /// Not the target of the show's entry: an add that cannot go out now does not hold the progress back.
  static func target(_ show: TMDBID) -> String { "progress/\(show)" }

  /// Earlier versions wrote the bare number.
  static func show(_ target: String) -> TMDBID? {
    Int(target.hasPrefix("progress/") ? String(target.dropFirst(9)) : target).map { TMDBID($0) }
  }

  // MARK: Merging

  /// What raises progress never takes anything from anybody. What lowers it counts only against what was known when the user
  /// asked for it: if another device has moved on, that stays, and the app can ask again.
  static func merge(_ intent: Intent, _ server: JSONValue?) -> IntentHandler.Decision {
    guard var wish = intent.wish.decoded(ProgressWish.self) else { return .refuse(reason: "unreadable") }
    let now = server?.decoded(EpisodeStates.self) ?? EpisodeStates()
    let sent = intent.sent?.decoded(ProgressWish.self)
    let before = sent.map { ProgressPlan.undone($0, in: now) } ?? now
    if wish.applied(to: before).isSame(as: now) { return .alreadyTrue }
    if wish.lowers, let known = intent.acknowledged?.decoded(EpisodeStates.self), !known.isSame(as: before) {
      return .superseded(by: server ?? .null, reason: ProgressDetail.movedOn)
    }
    wish.base = before
    wish.arrived = ProgressPlan.arrived(wish, in: now)
    guard let told = try? JSONValue(encoding: wish) else { return .refuse(reason: "unreadable") }
    return .write(told)
  }

  // MARK: Writing

  private func write(_ intent: Intent, _ wish: JSONValue, _ server: JSONValue?) async throws(ClientError) {
    let show = try Self.show(of: intent)
    guard var wish = wish.decoded(ProgressWish.self) else {
      throw ClientError(.invalidRequest, operation: "tally.progress.write")
    }
    if wish.isExact, wish.counts.isEmpty, let analysis = try? await shows.analyze(show, country: "US", season: nil) {
      wish.counts = Dictionary(
        analysis.seasonInfo.map { ($0.seasonNumber, $0.episodeCount) }, uniquingKeysWith: { $1 })
    }
    let states = server?.decoded(EpisodeStates.self) ?? EpisodeStates()
    let plan = ProgressPlan(from: states, to: wish)
    let wished = wish.placesToStore
    var isStored = true
    for (index, call) in plan.calls.enumerated() {
      // The read before the write stands for the first one.
      if index > 0, call.lowers, !wish.lowers { try await look(show, for: plan.calls.prefix(index), from: states) }
      do throws(ClientError) {
        let receipt = try await progress.set(
          call.state, upTo: call.place.episode, season: call.place.season, of: show)
        await relay.tell(.wroteProgress(show))
        if wished.contains(call.place), receipt.updatedCount < call.place.episode { isStored = false }
      } catch {
        // Where the first season is that of a year there is nothing before it, and nothing to bring back.
        guard call.place.episode == ProgressPlan.end, error.status == 400 else { throw error }
      }
    }
    sent.withLock { _ = $0.insert(intent.id) }
    // Reading back tells what the server took instead, and refuses by name.
    if isStored { relay.wrote(intent.id) }
  }

  /// Reads again before a call that lowers what an earlier one had to raise on the way: what another device has raised in the
  /// meantime would go down with it. Where there is anything but the half that our calls have left the write ends, and the
  /// next round merges what is there.
  private func look(
    _ show: TMDBID, for calls: some Sequence<ProgressPlan.Call>, from states: EpisodeStates
  ) async throws(ClientError) {
    let now = EpisodeStates(try await progress.progress(of: show))
    guard ProgressPlan.half(of: states, after: calls, storedAsIn: now).isSame(as: now) else {
      throw ClientError(.conflict, operation: "tally.progress.set", detail: ProgressDetail.movedOn)
    }
  }
}

/// Reasons that progress intents end with.
public enum ProgressDetail {
  /// The server has no copy of the episode and never gets one: the season is newer than the day the show was first added.
  public static let episodeNotStored = "episodeNotStored"
  /// Another device has changed the show in the meantime; nothing was taken back.
  public static let movedOn = "movedOn"
}
