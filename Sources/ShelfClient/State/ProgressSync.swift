import Foundation
import MediaCore

/// How progress intents are read, merged and written.
///
/// Listening goes out as local sessions: their times are totals, the server compares dates before it takes a position, and
/// repeating them changes nothing. `sync` adds seconds at each call and overwrites without asking, so it is not used here.
struct ProgressSync: Sendable {
  let client: ServiceClient
  let progress: any ProgressAPI
  let playback: any PlaybackAPI

  static let kind: Intent.Kind = "shelf.progress"

  var handler: IntentHandler {
    IntentHandler(
      Self.kind,
      read: { (intent) async throws(ClientError) in
        guard let id = PlayableID(intent.target) else {
          throw ClientError(.invalidRequest, operation: "shelf.progress.read")
        }
        guard let now = try await progress.progress(of: id) else { return nil }
        return try JSONValue(encoding: now)
      },
      merge: { merge($0, $1) },
      write: { (intent, wish, server) async throws(ClientError) in try await write(intent, wish, server) },
      isReflected: { Self.isReflected($0, $1) },
      combine: { older, newer in
        guard let old = older.wish.decoded(ProgressWish.self), let new = newer.decoded(ProgressWish.self) else {
          return nil
        }
        return try? JSONValue(encoding: old.combined(with: new))
      })
  }

  // MARK: Merging

  private func merge(_ intent: Intent, _ server: JSONValue?) -> IntentHandler.Decision {
    guard var wish = intent.wish.decoded(ProgressWish.self) else { return .refuse(reason: "unreadable") }
    let now = server?.decoded(MediaProgress.self)
    wish.at = serverTime(of: wish)
    wish.isServerTime = true
    let result = ThreeWayMerge.merge(
      acknowledged: intent.acknowledged?.decoded(MediaProgress.self).map(Self.version),
      local: Version(wish.place, at: wish.at, origin: "this"), server: now.map(Self.version),
      isSame: { $0.isSame(as: $1) })
    if result.side == .server, result.rule != .identical {
      wish.onlyStretches = true
      return .superseded(
        by: server ?? .null, reason: result.rule.rawValue,
        write: wish.stretches.isEmpty ? nil : try? JSONValue(encoding: wish))
    }
    if result.rule == .identical, wish.stretches.isEmpty { return .alreadyTrue }
    if let last = now?.lastUpdate { wish.at = max(wish.at, last + 0.001) }
    guard let value = try? JSONValue(encoding: wish) else { return .refuse(reason: "unreadable") }
    return .write(value)
  }

  /// The moment by the server's clock, never in its future: a device with a clock ahead must not win over everybody.
  private func serverTime(of wish: ProgressWish) -> Date {
    guard let now = client.knownServerNow() else { return wish.at }
    let offset = wish.isServerTime ? 0 : now.timeIntervalSince(client.environment.clock.now())
    return min(wish.at + offset, now)
  }

  private static func version(_ progress: MediaProgress) -> Version<Place> {
    Version(
      Place(position: progress.currentTime ?? 0, isFinished: progress.isFinished),
      at: progress.lastUpdate ?? .distantPast, origin: "server")
  }

  // MARK: Writing

  private func write(_ intent: Intent, _ value: JSONValue, _ server: JSONValue?) async throws(ClientError) {
    guard let id = PlayableID(intent.target), let wish = value.decoded(ProgressWish.self) else {
      throw ClientError(.invalidRequest, operation: "shelf.progress.write")
    }
    let now = server?.decoded(MediaProgress.self)
    if !wish.stretches.isEmpty { try await upload(wish, of: id) }
    guard !wish.onlyStretches else { return }
    switch wish.action {
    case .listened:
      // A new record is never tested for the end, and a stretch without listening is no session.
      if wish.reachedEnd {
        try await finish(id, at: wish.at)
      } else if wish.stretches.isEmpty {
        try await move(id, to: wish, from: now)
      }
    case .position: try await move(id, to: wish, from: now)
    case .finished: try await finish(id, at: wish.at)
    case .restart: try await restart(id, from: now, at: wish.at)
    }
  }

  private func upload(_ wish: ProgressWish, of id: PlayableID) async throws(ClientError) {
    let newest = wish.stretches.max { $0.updatedAt < $1.updatedAt }?.id
    let sessions = wish.stretches.map { stretch in
      var session = LocalSession(stretch, of: id)
      if stretch.id == newest, !wish.onlyStretches {
        session.updatedAt = wish.at
        if wish.action == .listened, let position = wish.position { session.currentTime = position }
      }
      return session
    }
    let results = try await playback.uploadLocal(sessions)
    if let failed = results.first(where: { !$0.success }) {
      throw ClientError(
        .notFound, operation: "shelf.playback.uploadLocal", status: 200, serverMessage: failed.error ?? "refused")
    }
  }

  private func move(_ id: PlayableID, to wish: ProgressWish, from now: MediaProgress?) async throws(ClientError) {
    // The server drops a position that comes along with the end of being finished.
    if now?.isFinished == true { try await progress.update(id, .restartFinished) }
    try await progress.update(
      id, .position(wish.position ?? 0, duration: wish.duration ?? now?.duration, at: wish.at))
  }

  private func finish(_ id: PlayableID, at time: Date) async throws(ClientError) {
    var update = ProgressUpdate.finished
    update.lastUpdate = time
    try await progress.update(id, update)
  }

  private func restart(_ id: PlayableID, from now: MediaProgress?, at time: Date) async throws(ClientError) {
    guard let now else { return }
    var update = now.isFinished ? ProgressUpdate.restartFinished : .restartInProgress
    update.lastUpdate = time
    try await progress.update(id, update)
    // Items shorter than the finish threshold finish again at once, and where the server was never told a duration the bar
    // stays where it was: only without a record are they unplayed.
    if let after = try await progress.progress(of: id), !after.isUnplayed {
      try await progress.remove(record: after.id)
    }
  }

  // MARK: Reading back

  private static func isReflected(_ value: JSONValue, _ server: JSONValue?) -> Bool {
    guard let wish = value.decoded(ProgressWish.self) else { return false }
    guard let now = server?.decoded(MediaProgress.self) else { return wish.action == .restart }
    switch wish.action {
    case .restart: return now.isUnplayed
    case .finished: return now.isFinished
    case .listened, .position:
      if wish.reachedEnd { return now.isFinished }
      return abs((now.currentTime ?? 0) - (wish.position ?? 0)) < 0.5
    }
  }
}

extension LocalSession {
  fileprivate init(_ stretch: ListeningStretch, of id: PlayableID) {
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    self.init(
      id: stretch.id, libraryItemId: id.libraryItemId, episodeId: id.episodeId,
      mediaType: id.episodeId == nil ? .book : .podcast, mediaPlayer: "ShelfClient", date: stretch.day,
      dayOfWeek: weekdays[stretch.day.weekday - 1], timeListening: stretch.seconds, startTime: stretch.startPosition,
      currentTime: stretch.position, startedAt: stretch.startedAt, updatedAt: stretch.updatedAt)
  }
}

extension MediaProgress {
  /// At the start, with an empty bar.
  var isUnplayed: Bool { !isFinished && (currentTime ?? 0) < 0.5 && (progress ?? 0) < 0.001 }
}
