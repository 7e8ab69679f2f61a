import Foundation
public import MediaCore

/// Progress as this device knows it: what the server said last, with this device's own changes on top until the server shows
/// them. Works without a network; nothing that was accepted is lost (see Documentation/Offline.md).
public actor ListeningProgressStore {
  /// Changes on their way, of all kinds.
  public nonisolated let outbox: OutboxKeeper

  private let client: ServiceClient
  private let progress: any ProgressAPI
  private let blobs: BlobStore
  private var account: String?
  private var saved = Saved()
  /// As it is on disk.
  private var written = Saved()
  private var open: [PlayableID: ProgressWish] = [:]
  /// What the outbox has read of the server, counted, and by item when it was read last: answers that were asked for before
  /// are older.
  private var lessons = 0
  private var learntAt: [String: Int] = [:]
  /// Outboxes of those who were signed in: what they have heard is theirs after a sign-out too.
  private var used: [String: Outbox] = [:]
  private var sender: Task<Void, Never>?
  private var hasMoreToSend = false
  private let observers = Observers<Void>()

  private struct Saved: Codable, Equatable {
    var known: [String: MediaProgress] = [:]
    var conflicts: [ProgressConflict] = []
    var handled: Set<String> = []
  }

  /// How many conflicts are kept.
  private static let keptConflicts = 200

  init(client: ServiceClient, progress: any ProgressAPI, playback: any PlaybackAPI) {
    self.client = client
    self.progress = progress
    blobs = BlobStore(files: client.environment.files, folder: "shelf") { client.report(.storage($0)) }
    outbox = OutboxKeeper(
      client: client, name: "shelf",
      handlers: [ProgressSync(client: client, progress: progress, playback: playback).handler])
    outbox.onChange { [weak self] account, intents in await self?.learn(from: intents, of: account) }
  }

  deinit { sender?.cancel() }

  // MARK: Reading

  /// What is known about `id` without asking anybody; nil when it was never played.
  /// - Throws: `signedOut`, `storage`.
  public func progress(of id: PlayableID) async throws(ClientError) -> KnownProgress? {
    try await load()
    return current(id)
  }

  /// Everything that is known, without asking anybody.
  public func all() async throws(ClientError) -> [PlayableID: KnownProgress] {
    try await load()
    let ids = Set(saved.known.keys.compactMap(PlayableID.init)).union(open.keys)
    return Dictionary(uniqueKeysWithValues: ids.compactMap { id in current(id).map { (id, $0) } })
  }

  /// Asks the server for everything (`GET /api/me/progress`), after sending what waits.
  public func refresh() async throws(ClientError) {
    try await load()
    await outbox.flush(.call)
    let (asked, since) = (account, lessons)
    let all = try await progress.all()
    guard account == asked else { return }
    saved.known = saved.known.filter { learntAt[$0.key, default: 0] > since }
    keep(all, since: since)
  }

  /// Calls `changed` after each change until the token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    observers.add(changed)
  }

  private func current(_ id: PlayableID) -> KnownProgress? {
    let known = saved.known[id.description]
    guard let wish = open[id] else {
      return known.map {
        KnownProgress(
          id: id, position: $0.currentTime ?? 0, duration: $0.duration, isFinished: $0.isFinished,
          storedFraction: $0.currentTime == nil || ($0.duration ?? 0) <= 0 ? $0.progress : nil, at: $0.lastUpdate)
      }
    }
    return KnownProgress(
      id: id, position: wish.action == .restart ? 0 : wish.position ?? known?.currentTime ?? 0,
      duration: wish.duration ?? known?.duration, isFinished: wish.place.isFinished, at: wish.at, isPending: true)
  }

  // MARK: Changing

  /// Durable when it returns; sent as soon as the server can be reached.
  public func markFinished(_ id: PlayableID) async throws(ClientError) { try await change(id, .finished) }

  /// Back to the start and unfinished. Durable when it returns.
  public func restart(_ id: PlayableID) async throws(ClientError) { try await change(id, .restart) }

  /// Moves to a position without listening. Durable when it returns.
  /// - Parameters:
  ///   - position: seconds.
  ///   - duration: seconds; what is known when nil.
  public func setPosition(_ id: PlayableID, to position: Double, duration: Double? = nil) async throws(ClientError) {
    try await change(id, .position, position: position, duration: duration)
  }

  private func change(
    _ id: PlayableID, _ action: ProgressWish.Action, position: Double? = nil, duration: Double? = nil,
    cause: String = "user"
  ) async throws(ClientError) {
    if let position, !position.isFinite || position < 0 {
      throw ClientError(.invalidRequest, operation: "shelf.progress.position")
    }
    let (now, isServerTime) = moment()
    try await record(
      id, ProgressWish(action: action, position: position, duration: duration, at: now, isServerTime: isServerTime),
      cause: cause)
    sendSoon()
  }

  /// Takes a wish into the outbox.
  /// - Parameter owner: whose wish it is, when that can be somebody who has signed out since.
  func record(_ id: PlayableID, _ wish: ProgressWish, cause: String, owner: String? = nil) async throws(ClientError) {
    try WireID.check([id.libraryItemId, id.episodeId], operation: "shelf.progress.record")
    let outbox: Outbox
    do throws(ClientError) { outbox = try await load() } catch {
      if error.kind == .signedOut, let owner { try await leave(id, wish, cause: cause, to: owner) }
      throw error
    }
    if let owner, owner != outbox.account {
      try await leave(id, wish, cause: cause, to: owner)
      throw ClientError(
        .signedOut, operation: "shelf.progress.record", detail: ClientError.Detail.accountChanged)
    }
    let acknowledged: JSONValue? =
      if let known = saved.known[id.description] { try JSONValue(encoding: known) } else { nil }
    let intent = try await outbox.record(
      ProgressSync.kind, target: id.description, wish: try JSONValue(encoding: wish), acknowledged: acknowledged,
      cause: cause)
    guard account == outbox.account else { return }
    open[id] = intent.wish.decoded(ProgressWish.self) ?? wish
    observers.tell()
  }

  /// Leaves a wish for the next sign-in of an account that has signed out meanwhile and whose changes are kept.
  private func leave(
    _ id: PlayableID, _ wish: ProgressWish, cause: String, to owner: String
  ) async throws(ClientError) {
    guard let outbox = used[owner] else { return }
    let known = try blobs.read(Saved.self, name(of: owner))?.known[id.description]
    let acknowledged: JSONValue? = if let known { try JSONValue(encoding: known) } else { nil }
    try await outbox.record(
      ProgressSync.kind, target: id.description, wish: try JSONValue(encoding: wish), acknowledged: acknowledged,
      cause: cause)
  }

  /// The moment now, by the server's clock when it is known.
  nonisolated func moment() -> (Date, isServerTime: Bool) {
    if let now = client.knownServerNow() { return (now, true) }
    return (client.environment.clock.now(), false)
  }

  // MARK: Conflicts

  /// Places that lost against later ones, newest last.
  public func conflicts() async throws(ClientError) -> [ProgressConflict] {
    try await load()
    return saved.conflicts
  }

  /// Goes back to the place that lost, on all devices. Durable when it returns.
  public func undo(_ conflict: ProgressConflict) async throws(ClientError) {
    if conflict.lost.isFinished {
      try await change(conflict.item, .finished, cause: "undo")
    } else {
      try await change(conflict.item, .position, position: conflict.lost.position, cause: "undo")
    }
    saved.conflicts.removeAll { $0.id == conflict.id }
    save()
  }

  // MARK: Sending

  /// Sends what waits; returns when everything was tried once.
  public func flush() async { await outbox.flush(.call) }

  private func sendSoon() {
    hasMoreToSend = true
    guard sender == nil else { return }
    sender = Task { [weak self, outbox] in
      while await self?.takeMoreToSend() == true { await outbox.flush(.recorded) }
    }
  }

  private func takeMoreToSend() -> Bool {
    defer { hasMoreToSend = false }
    if !hasMoreToSend { sender = nil }
    return hasMoreToSend
  }

  /// Returns once what ``markFinished(_:)`` and the like have started is done. For tests and examples.
  public func settled() async { await sender?.value }

  func signOut(_ pending: PendingWork) async throws(ClientError) -> Credentials? {
    let ending = account
    let ended: Result<Credentials?, ClientError>
    do throws(ClientError) { ended = .success(try await outbox.signOut(pending, client: client)) } catch {
      ended = .failure(error)
    }
    if let ending {
      if pending == .discard {
        try? blobs.remove(name(of: ending))
        used[ending] = nil
      }
      if account == ending { reset(for: nil) }
    }
    return try ended.get()
  }

  // MARK: Learning

  /// What the server said about some items of `owner`.
  /// - Parameter since: ``lessonsSoFar()`` when it was asked.
  func take(_ progress: [MediaProgress], of owner: String, since: Int) async {
    guard let current = try? await load().account, current == owner, account == owner else { return }
    keep(progress, since: since)
  }

  func lessonsSoFar() -> Int { lessons }

  private func keep(_ progress: [MediaProgress], since: Int) {
    for one in progress {
      if let key = one.playableID?.description, learntAt[key, default: 0] <= since { saved.known[key] = one }
    }
    save()
    observers.tell()
  }

  /// What became of the intents.
  private func learn(from intents: [Intent], of owner: String) {
    guard owner == account else { return }
    let mine = intents.filter { $0.kind == ProgressSync.kind }
    open = [:]
    for intent in mine where intent.isOpen {
      if let id = PlayableID(intent.target), let wish = intent.wish.decoded(ProgressWish.self) { open[id] = wish }
    }
    for intent in mine where !intent.isOpen && !saved.handled.contains(intent.id) {
      switch intent.state {
      case .synced(let receipt):
        saved.known[intent.target] = receipt["server"]?.decoded(MediaProgress.self)
        if let lost = intent.sent?.decoded(ProgressWish.self)?.overruled { noteConflict(intent, won: lost) }
      case .superseded(let winner, let reason):
        if let now = winner.decoded(MediaProgress.self) {
          saved.known[intent.target] = now
          if reason == MergeResult<Place>.Rule.later.rawValue { noteConflict(intent, winner: now) }
        }
      default: continue
      }
      lessons += 1
      learntAt[intent.target] = lessons
      saved.handled.insert(intent.id)
    }
    saved.handled.formIntersection(mine.map(\.id))
    save()
    observers.tell()
  }

  private func noteConflict(_ intent: Intent, winner: MediaProgress) {
    guard let wish = intent.wish.decoded(ProgressWish.self) else { return }
    note(
      intent,
      kept: .init(
        position: winner.currentTime ?? 0, isFinished: winner.isFinished, at: winner.lastUpdate, isThisDevice: false),
      lost: .init(position: wish.place.position, isFinished: wish.place.isFinished, at: wish.at, isThisDevice: true))
  }

  private func noteConflict(_ intent: Intent, won lost: Version<Place>) {
    guard let wish = intent.sent?.decoded(ProgressWish.self) else { return }
    note(
      intent,
      kept: .init(position: wish.place.position, isFinished: wish.place.isFinished, at: wish.at, isThisDevice: true),
      lost: .init(position: lost.value.position, isFinished: lost.value.isFinished, at: lost.at, isThisDevice: false))
  }

  private func note(_ intent: Intent, kept: ProgressConflict.Side, lost: ProgressConflict.Side) {
    guard let item = PlayableID(intent.target) else { return }
    saved.conflicts.append(
      ProgressConflict(
        id: intent.id, item: item, kept: kept, lost: lost, noticedAt: client.environment.clock.now()))
    saved.conflicts.removeFirst(max(0, saved.conflicts.count - Self.keptConflicts))
  }

  // MARK: Files

  @discardableResult
  private func load() async throws(ClientError) -> Outbox {
    let outbox = try await outbox.outbox()
    let current = outbox.account
    used[current] = outbox
    guard account != current else { return outbox }
    let intents = try await outbox.all()
    // From here on nothing is awaited: whoever sees the account sees all that is known of it.
    guard account != current else { return outbox }
    let known = try blobs.read(Saved.self, name(of: current))
    reset(for: current)
    saved = known ?? Saved()
    written = saved
    learn(from: intents, of: current)
    return outbox
  }

  private func reset(for account: String?) {
    self.account = account
    saved = Saved()
    written = Saved()
    open = [:]
    learntAt = [:]
  }

  private func save() {
    guard let account, saved != written else { return }
    do throws(ClientError) {
      try blobs.write(saved, name(of: account))
      written = saved
    } catch {
      client.report(.storage(error))
    }
  }

  private func name(of account: String) -> String { "progress/\(client.address.key)/\(account)" }
}
