import Foundation
public import MediaCore

/// The progress of the current account: the server's last response, with this device's own changes applied until the server's response
/// includes them. Changes need no network; an accepted change is never lost (see Documentation/Offline.md).
public struct ListeningProgressStore: Sendable {
  private let client: ServiceClient
  let role: any ProgressAPI
  let queue: MutationQueue
  private let changes: ProgressChanges
  private let conflictStore: ConflictStore<ProgressConflict>
  /// The server's records by the text of their ``PlayableID``.
  let records: ProgressCache
  let uploads: UnansweredUploads
  let readings: ProgressReadings

  init(
    client: ServiceClient, role: any ProgressAPI, queue: MutationQueue, _ records: ProgressCache,
    _ conflicts: ConflictStore<ProgressConflict>
  ) {
    self.client = client
    self.records = records
    self.role = role
    self.queue = queue
    changes = client.accounts.shared("progress-changes") { ProgressChanges(queue: queue) }
    uploads = client.accounts.shared("unanswered-uploads") { UnansweredUploads() }
    readings = client.accounts.shared("progress-readings") { ProgressReadings(clock: client.environment.clock) }
    conflictStore = conflicts
  }

  static func conflicts(in storage: AccountStorage, _ queue: MutationQueue) -> ConflictStore<ProgressConflict> {
    let clock = storage.environment.clock
    return ConflictStore(
      "progress-conflicts", in: storage, queue: queue,
      rules: [
        ConflictRule(ProgressMutation.self, now: { clock.now() }) { ProgressConflict($0, noticedAt: $1) }
      ])
  }

  // MARK: Reading

  /// Returns the progress of one item as stored on this device; nil if the item was never played.
  /// - Throws: `signedOut`, `storage`.
  public func progress(of id: PlayableID) async throws(ClientError) -> KnownProgress? {
    try await progress(of: [id])[id]
  }

  /// Returns the progress of some items as stored on this device. Items that were never played are left out.
  public func progress(of ids: [PlayableID]) async throws(ClientError) -> [PlayableID: KnownProgress] {
    try await records.read { known, open in Self.known(ids, known, open) }
  }

  /// Returns the progress of all items as stored on this device.
  public func all() async throws(ClientError) -> [PlayableID: KnownProgress] {
    try await records.read { known, open in
      let changed = open.compactMap {
        $0.mutation(ProgressMutation.self)?.item ?? $0.mutation(EbookMutation.self)?.item
      }
      return Self.known(Set(known.keys.compactMap(PlayableID.init) + changed), known, open)
    }
  }

  /// The items that the server hides from “continue listening”.
  func hiddenItems() async throws(ClientError) -> Set<PlayableID> {
    try await records.read { known, _ in
      Set(known.values.filter(\.hideFromContinueListening).compactMap(\.playableID))
    }
  }

  private static func known(
    _ ids: some Collection<PlayableID>, _ records: [String: MediaProgress], _ open: [MutationRecord]
  ) -> [PlayableID: KnownProgress] {
    let newest = Dictionary(open.map { ($0.target, $0) }, uniquingKeysWith: { $1 })
    return ids.reduce(into: [:]) { all, id in
      let key = id.description
      all[id] = KnownProgress(id, records[key], pending: newest[key]?.mutation(ProgressMutation.self))
      // If the ebook was only opened on this device, `all` has no entry for it yet: add one for the page.
      guard let page = newest["ebook/\(key)"]?.mutation(EbookMutation.self) else { return }
      var known = all[id] ?? KnownProgress(id: id, position: 0)
      known.show(page)
      all[id] = known
    }
  }

  /// Sends the waiting changes, and then reads all progress from the server (`GET /api/me/progress`). If an older change or a restored
  /// backup has replaced a position that the server had at the last refresh, this method sets that position again.
  public func refresh() async throws(ClientError) {
    var replaced: [ProgressMutation] = []
    let view = try await records.refresh { () async throws(ClientError) in
      try await role.all()
    } merge: { known, all in
      let earlier = known
      known = all.reduce(into: [:]) { if let id = $1.playableID { $0[id.description] = $1 } }
      guard let now = client.knownServerNow() else { return }
      replaced = known.compactMap { key, record in
        earlier[key].flatMap { ProgressMutation(settingAgain: $0, over: record, now: now) }
      }
    }
    for mutation in replaced.sorted(by: { $0.at < $1.at }) where !view.open.hasChange(like: mutation) {
      try await submit(mutation, cause: Self.restoring, owner: view.account)
    }
  }

  /// The cause of a change that sets a place again.
  private static let restoring = "restore"

  /// Calls `changed` after each change of the progress until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { records.observe(changed) }

  /// Calls `changed` with each change of progress that is made on this device, including changes made in a widget, except when an old place
  /// is restored. The second argument is the account that the change belongs to.
  func observeChanges(_ changed: @escaping @Sendable (ProgressMutation, String) -> Void) -> ObservationToken {
    changes.add { [client] change, account in
      var change = change
      // A widget reaches no server, so its changes have the device's time. Observers compare them with the server's time.
      if !change.isServerTime, let now = client.knownServerNow() {
        change.at += now.timeIntervalSince(client.environment.clock.now())
        change.isServerTime = true
      }
      changed(change, account)
    }
  }

  // MARK: Changing

  /// Marks an item as finished. The change is durable when the call returns, and is sent as soon as the server can be reached.
  @discardableResult
  public func markFinished(_ id: PlayableID) async throws(ClientError) -> Submission { try await change(id, .finished) }

  /// Sets an item back to its start and marks it as unfinished. The change is durable when the call returns.
  @discardableResult
  public func restart(_ id: PlayableID) async throws(ClientError) -> Submission { try await change(id, .restart) }

  /// Sets the position in an item without adding listening time. The change is durable when the call returns.
  /// - Parameters:
  ///   - position: the new position, in seconds.
  ///   - duration: the item's duration in seconds; if nil, the duration in the stored progress.
  @discardableResult
  public func setPosition(
    _ id: PlayableID, to position: Double, duration: Double? = nil
  ) async throws(ClientError) -> Submission {
    try await change(id, .position, position: position, duration: duration)
  }

  private func change(
    _ id: PlayableID, _ action: ProgressMutation.Action, position: Double? = nil, duration: Double? = nil,
    cause: String = "user"
  ) async throws(ClientError) -> Submission {
    guard [position ?? 0, duration ?? 0].allSatisfy(\.isMediaTime) else {
      throw ClientError(.invalidRequest, operation: .shelfProgressPosition)
    }
    let (now, isServerTime) = moment()
    return try await submit(
      ProgressMutation(
        item: id, action: action, position: position, duration: duration, at: now, isServerTime: isServerTime),
      cause: cause)
  }

  /// - Parameters:
  ///   - owner: the account that the change belongs to, which may have signed out by now; nil for the current account.
  ///   - hasBase: whether the user saw the record as it is now. If not, only the dates decide in the merge.
  @discardableResult
  func submit(
    _ mutation: ProgressMutation, cause: String, owner: String? = nil, hasBase: Bool = true
  ) async throws(ClientError) -> Submission {
    try WireID.check(mutation.item.ids, operation: .shelfProgressRecord)
    var (base, isCurrent): (MediaProgress?, Bool) = (nil, false)
    do throws(ClientError) {
      let view = try await records.view()
      if owner == nil || owner == view.account {
        let known = view.server[mutation.target]
        (base, isCurrent) = (hasBase ? known : nil, !view.open.hasChange(like: mutation))
        if isCurrent { readings.trustOnly(known, of: mutation.item, account: view.account) }
      }
    } catch {
      guard error.kind == .signedOut, owner != nil else { throw error }
    }
    let submission = try await queue.submit(mutation, base: base, isCurrent: isCurrent, cause: cause, owner: owner)
    // Notify open players, except when an old place is restored: a player may be further on.
    if cause != Self.restoring { changes.notify(mutation, of: submission.account) }
    return submission
  }

  /// The time now, by the server's clock if known, else by the device's.
  func moment() -> (Date, isServerTime: Bool) {
    if let now = client.knownServerNow() { return (now, true) }
    return (client.environment.clock.now(), false)
  }

  // MARK: Conflicts

  /// Returns the conflicts in which a position that one device set later has replaced the position of another device. The newest conflict
  /// is last.
  public func conflicts() async throws(ClientError) -> [ProgressConflict] { try await conflictStore.all() }

  /// The part of an exported file that holds the conflicts.
  var moved: MovedPart { .conflicts("progressConflicts", conflictStore) }

  /// Sets the position that was overwritten in a conflict again, on all devices. The change is durable when the call returns.
  /// - Throws: `storage` with the detail `inUse` in a process that does not own the folder, such as a widget; nothing has changed then.
  @discardableResult
  public func undo(_ conflict: ProgressConflict) async throws(ClientError) -> Submission {
    try conflictStore.checkOwner()
    let submission =
      conflict.lost.isFinished
      ? try await change(conflict.item, .finished, cause: "undo")
      : try await change(conflict.item, .position, position: conflict.lost.position, cause: "undo")
    try await conflictStore.remove(conflict.id)
    return submission
  }

  /// Removes a conflict from the list of ``conflicts()``. The current position in the item does not change.
  public func dismiss(_ conflict: ProgressConflict) async throws(ClientError) {
    try await conflictStore.remove(conflict.id)
  }

  /// Calls `changed` after each change of the conflicts, until the returned token is released. Call ``conflicts()`` once before this
  /// method: only changes after a call of ``conflicts()`` are reported.
  public func observeConflicts(_ changed: @escaping @Sendable () -> Void) -> ObservationToken {
    conflictStore.observe(changed)
  }

  // MARK: Sending

  /// Sends the waiting changes. Returns when the SDK has tried to send each change once.
  public func flush() async { await queue.flush(.call) }

  func sendWaiting() async throws(ClientError) { if !(try await queue.open().isEmpty) { await queue.flush(.call) } }

  func deviceNow() -> Date { client.environment.clock.now() }
  func timeZone() -> TimeZone { client.environment.timeZone() }

  /// Returns when every sending of changes that was started has ended. For tests and examples.
  public func settled() async { await queue.settled() }
}
