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
      },
      isInSteps: { ($0.decoded(ProgressWish.self)?.isInSteps) ?? false })
  }

  // MARK: Merging

  private func merge(_ intent: Intent, _ server: JSONValue?) -> IntentHandler.Decision {
    guard let wish = intent.wish.decoded(ProgressWish.self) else { return .refuse(reason: "unreadable") }
    let merge = ProgressMerge(
      acknowledged: intent.acknowledged?.decoded(MediaProgress.self), sent: intent.sent?.decoded(ProgressWish.self),
      server: server?.decoded(MediaProgress.self), now: client.knownServerNow(),
      deviceNow: client.environment.clock.now())
    do throws(ClientError) {
      switch merge.decide(wish) {
      case .alreadyTrue: return .alreadyTrue
      case .write(let wish): return .write(try JSONValue(encoding: wish))
      case .superseded(let lost):
        var write: JSONValue?
        if let wish = lost.write { write = try JSONValue(encoding: wish) }
        return .superseded(by: server ?? .null, reason: lost.rule.rawValue, write: write)
      }
    } catch {
      return .refuse(reason: "unreadable")
    }
  }

  // MARK: Writing

  private func write(_ intent: Intent, _ value: JSONValue, _ server: JSONValue?) async throws(ClientError) {
    guard let id = PlayableID(intent.target), let wish = value.decoded(ProgressWish.self) else {
      throw ClientError(.invalidRequest, operation: "shelf.progress.write")
    }
    let record = server?.decoded(MediaProgress.self)
    if record == nil, wish.needsRecord { try await make(id, at: wish.at) }
    if !wish.stretches.isEmpty { try await upload(wish, of: id) }
    guard !wish.onlyStretches else { return }
    try await act(wish, on: id, record)
    // A few seconds more are no harm, and a request saved.
    guard wish.creates, wish.isStampedTooLate(client.serverNow()),
      let made = try await progress.progress(of: id), wish.isStampedTooLate(made.lastUpdate)
    else { return }
    try await progress.update(id, ProgressUpdate(lastUpdate: wish.at))
  }

  /// A new record gets the server's time. Whoever read it before it was told another would take an old wish for a new one, so
  /// both go in one request: said twice, it is told the second time.
  private func make(_ id: PlayableID, at time: Date) async throws(ClientError) {
    let empty = BatchProgressUpdate(
      libraryItemId: id.libraryItemId, episodeId: id.episodeId, update: ProgressUpdate(lastUpdate: time - 0.001))
    try await progress.update([empty, empty])
  }

  private func act(_ wish: ProgressWish, on id: PlayableID, _ server: MediaProgress?) async throws(ClientError) {
    if wish.action == .listened {
      // A new record is never tested for the end, and a stretch without listening is no session.
      if wish.reachedEnd {
        try await finish(id, at: wish.at)
      } else if wish.stretches.isEmpty || server.map({ $0.isFinished && $0.currentTime == wish.position }) == true {
        // Or a finished item is played again at the very place where it stands: only moving makes it unfinished.
        try await move(id, to: wish, from: server)
      }
      return
    }
    // Uploading the listening may have made a record or begun a finished one anew.
    let now = wish.stretches.isEmpty ? server : try await progress.progress(of: id)
    switch wish.action {
    case .position: try await move(id, to: wish, from: now)
    case .finished: try await finish(id, at: wish.at)
    case .restart: try await restart(id, from: now, at: wish.at)
    case .listened: break
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
    if now?.isFinished == true {
      var update = ProgressUpdate.restartFinished
      // Not the server's now: should the second step fail, the place would have lost against this half one.
      update.lastUpdate = wish.at - 0.001
      try await progress.update(id, update)
    }
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

extension ProgressWish {
  /// Listening goes out before what was done after it, and until then its place could pass for another device's.
  fileprivate var isInSteps: Bool { !onlyStretches && !stretches.isEmpty && (action != .listened || reachedEnd) }
}

extension LocalSession {
  fileprivate init(_ stretch: ListeningStretch, of id: PlayableID) {
    let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    self.init(
      id: stretch.id, libraryItemId: id.libraryItemId, timeListening: stretch.seconds, currentTime: stretch.position,
      startedAt: stretch.startedAt, updatedAt: stretch.updatedAt)
    episodeId = id.episodeId
    mediaType = id.episodeId == nil ? .book : .podcast
    displayTitle = stretch.display?.title
    displayAuthor = stretch.display?.author
    coverPath = stretch.display?.coverPath
    mediaPlayer = "ShelfClient"
    date = stretch.day
    dayOfWeek = weekdays[stretch.day.weekday - 1]
    startTime = stretch.startPosition
  }
}

extension MediaProgress {
  /// At the start, with an empty bar.
  var isUnplayed: Bool { !isFinished && (currentTime ?? 0) < 0.5 && (progress ?? 0) < 0.001 }
}
