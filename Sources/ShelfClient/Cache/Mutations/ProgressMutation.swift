import Foundation
import MediaCore

/// A change of the user's progress in one book or episode, with the listening that led there.
///
/// Listening is written as local sessions: their times are totals, the server compares dates before it takes a position, and
/// repeating them changes nothing. `sync` is not used: it adds seconds at each call, and overwrites later places.
struct ProgressMutation: Mutation {
  static let kind: MutationKind = "shelf.progress"

  /// The roles that send the change.
  struct API: Sendable {
    let progress: any ProgressAPI
    let playback: any PlaybackAPI
    let listening: any ListeningAPI
    /// The current time, by the server's clock if known, else by the device's.
    let now: @Sendable () -> Date
    let readings: ProgressReadings
    let uploads: UnansweredUploads
    /// Whether the server keeps the date of a change. Servers before 2.26 date every change themselves.
    let keepsDates: @Sendable () async throws(ClientError) -> Bool
    /// The length of an item on the server, in seconds; nil if the server has none.
    let duration: @Sendable (PlayableID) async throws(ClientError) -> Double?
    /// The settings of all libraries that the account may see.
    let librarySettings: @Sendable () async throws(ClientError) -> [LibrarySettings]
  }

  enum Action: String, Codable, Sendable {
    /// Listened up to ``position``.
    case listened
    /// Moved to ``position`` without listening.
    case position
    case finished
    /// Set back to the start, unfinished.
    case restart
  }

  var item: PlayableID
  var action: Action
  /// Seconds.
  var position: Double?
  /// Seconds; nil if unknown.
  var duration: Double?
  /// The time of the user's action.
  var at: Date
  /// Whether ``at`` is by the server's clock. If not, it is corrected once the server's clock is known.
  var isServerTime: Bool
  /// Stretches of listening for the server to count, whichever position wins the merge.
  var stretches: [ListeningStretch] = []
  /// Whether the end was reached by listening.
  var reachedEnd = false
  /// Set by the merge: the position is the server's, only the stretches are still to be written.
  var onlyStretches = false
  /// Set by the merge: this creates the record, so soon after ``at`` that the server may date it itself.
  var creates = false
  /// Set by the merge: every date that was written to the server for this change. The device's estimate of the server's clock changes
  /// from one attempt to the next, and any attempt may have arrived.
  var reportedAt: [Date]?
  /// Set by the merge, or when a place is set again: the other device's place that this change replaces.
  var overwritten: Version<Place>?

  var target: String { item.description }

  var place: Place {
    Place(position: action == .restart ? 0 : position ?? 0, isFinished: action == .finished || reachedEnd)
  }

  /// Listening is uploaded before the action that followed it. Between the two requests, the place of the listening could pass for
  /// another device's, so the attempt is noted on disk first.
  var isMultiStep: Bool { !onlyStretches && !stretches.isEmpty && (action != .listened || reachedEnd) }

  /// The newer change, with the listening of both.
  func coalesced(with newer: ProgressMutation) -> ProgressMutation? {
    var merged = newer
    let newIDs = Set(newer.stretches.map(\.id))
    merged.stretches = stretches.filter { !newIDs.contains($0.id) } + newer.stretches
    merged.duration = newer.duration ?? duration
    // Finishing and restarting have no position: keep the older one.
    merged.position = newer.position ?? position
    return merged
  }

  /// The later place counts, by date: listening that a full disk has delayed is queued behind a place that the user chose after it. Only dates
  /// by the server's clock are compared.
  func remainder(after newer: ProgressMutation) -> ProgressMutation {
    if isServerTime, newer.isServerTime, newer.at < at { return self }
    return coalesced(with: newer) ?? self
  }

  /// A stretch is split at midnights when it is sent, which must not take for ever.
  var isPlausible: Bool {
    WireID.arePlausible(item.ids + stretches.map(\.id))
      && ([position, duration] + stretches.flatMap { [$0.seconds, $0.startPosition, $0.position] }).allSatisfy {
        ($0 ?? 0).isMediaTime
      }
      && stretches.allSatisfy { stretch in
        stretch.startedAt.isPossible && stretch.updatedAt.isPossible
          && (-7 * 86_400...7 * 86_400).contains(stretch.updatedAt.timeIntervalSince(stretch.startedAt))
      }
  }

  // MARK: Reading

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> MediaProgress? {
    if context.isReadBack {
      if let confirmed = api.readings.takeConfirmed(item, context) { return confirmed }
    } else if !context.wasSent, isOnlyListening(now: api.now()), let known = api.readings.record(of: item, context),
      known.currentTime != nil, !known.isFinished
    {
      return known
    }
    api.readings.forget(item, context)
    let record = try await read(api, isSent: context.isReadBack || context.wasSent)
    api.readings.note(record, of: item, context)
    return record
  }

  func isReflected(in remote: MediaProgress?) -> Bool {
    guard let remote else { return action == .restart }
    // If another device set the place later, even to the same place, do not count this change as applied: the queue must merge the changes
    // behind it.
    guard !isOvertaken(by: remote) else { return false }
    switch action {
    case .restart: return remote.isUnplayed
    case .finished: return remote.isFinished
    case .listened, .position:
      return reachedEnd ? remote.isFinished : abs((remote.currentTime ?? 0) - (position ?? 0)) < 0.5
    }
  }

  // MARK: Merging

  func resolve(_ merge: MergeInput<ProgressMutation>) -> Resolution<ProgressMutation> {
    var mutation = corrected(merge)
    let remote = merge.remote.map(Self.version)
    let base = merge.base.map { Self.version($0).unchanged(in: remote) }
    let isOwn = merge.remote.map { Self.isOwn($0, sent: merge.sent) } ?? false
    // A watch reports its listening late: a place that was set after the listening is no base of it, and the later date wins. Dates are compared
    // with two seconds of tolerance, because the server's clock is estimated.
    let isReportedLate = mutation.isServerTime && action == .listened && base.map { $0.at > mutation.at + 2 } ?? false
    let result = ThreeWayMerge.merge(
      acknowledged: isOwn ? remote : isReportedLate ? nil : base,
      local: Version(mutation.place, at: mutation.at, origin: "this"),
      server: remote, isSame: { $0.isSame(as: $1) })
    // Another device chose the same place later. Let that choice win, so that the changes queued behind this one are merged with it.
    let isChosenLater =
      result.rule == .identical && !isOwn && remote.map { $0.at > mutation.at && $0.at != base?.at } == true
    // A page of the ebook creates a record at 0:00. Unless the item was listened to before, no device has chosen this place.
    let isOnlyRead = merge.remote?.isOnlyRead == true && merge.base?.hasListening != true
    // A record without a position does not come from a user's choice, so do not let it win.
    let hasPlace = !isOnlyRead && merge.remote.map { $0.isFinished || $0.currentTime != nil } ?? true
    if hasPlace, result.side == .server, result.rule != .identical || isChosenLater {
      return .superseded(reason: result.rule.rawValue, write: mutation.onlyListening(merge))
    }
    mutation.creates =
      merge.remote == nil ? !mutation.isStampedTooLate(merge.serverNow) : isOwn && merge.sent?.creates == true
    // If only the record's date is newer, for example after the user hid the item, no place is lost: show no conflict.
    let isMoved = base.flatMap { base in remote.map { !base.value.isSame(as: $0.value) } } ?? true
    let isGivenUp = hasPlace && isMoved && remote.map { !mutation.hasPassed($0) } ?? true
    mutation.overwritten = (isGivenUp ? result.lost : nil) ?? merge.sent?.overwritten ?? overwritten
    let isLate = mutation.creates && mutation.isStampedTooLate(merge.remote?.lastUpdate)
    // If the user chose the same place again, write it with the new date: with the old date, another device's change in between would
    // win.
    let isDated = merge.remote?.lastUpdate.map { $0 >= mutation.at } ?? true
    if result.rule == .identical, mutation.stretches.isEmpty, !isLate, isDated { return .done }
    if let last = merge.remote?.lastUpdate, !isLate { mutation.at = max(mutation.at, last + 0.002) }
    mutation.reportedAt = Set(Self.reported(merge.sent) + [mutation.at]).sorted().suffix(20)
    return .write(mutation)
  }

  /// The listening of a change whose place lost. The seconds still count, but must not move the place: date them before the server's
  /// record.
  private func onlyListening(_ merge: MergeInput<ProgressMutation>) -> ProgressMutation? {
    guard !stretches.isEmpty else { return nil }
    var rest = self
    rest.onlyStretches = true
    let reported = Self.reported(merge.sent)
    rest.reportedAt = reported.isEmpty ? nil : reported
    let last = merge.remote?.lastUpdate ?? at
    for index in rest.stretches.indices {
      rest.stretches[index].updatedAt = min(rest.stretches[index].updatedAt, last - 0.001)
    }
    return rest
  }

  /// The change dated by the server's clock, and never in its future: otherwise a device whose clock is ahead would win every merge.
  private func corrected(_ merge: MergeInput<ProgressMutation>) -> ProgressMutation {
    var corrected = self
    if let now = merge.serverNow {
      let offset = now.timeIntervalSince(merge.deviceNow)
      corrected.at = min(isServerTime ? at : at + offset, now)
      corrected.isServerTime = true
      corrected.stretches = stretches.flatMap { stretch in
        stretch.isServerTime ?? isServerTime ? [stretch] : stretch.moved(by: offset)
      }
      for index in corrected.stretches.indices { corrected.stretches[index].end(before: corrected.at) }
    }
    // The server stores milliseconds: cut the date the same way, so that both are equal.
    corrected.at = Date(milliseconds: corrected.at.milliseconds)
    return corrected
  }

  /// The difference in seconds below which two dates are those of one write: its first half is dated a millisecond earlier, and the
  /// server keeps whole milliseconds.
  static let precision = 0.0025

  /// Whether this very mutation has written the server's record, in whole or in part: every write carries its own date, except the
  /// one that creates a record, which gets the server's.
  private static func isOwn(_ progress: MediaProgress, sent: ProgressMutation?) -> Bool {
    let remote = version(progress)
    if reported(sent).contains(where: { abs(remote.at.timeIntervalSince($0)) < precision }) { return true }
    guard let sent, !sent.onlyStretches, sent.creates, remote.at > sent.at else { return false }
    // A record changed more than a second after its creation may be another device's: don't count it as our own.
    if let created = progress.startedAt, remote.at.timeIntervalSince(created) > 1 { return false }
    // A restart creates no record: compare only the listening before it.
    return (sent.action != .restart && remote.value.isSame(as: sent.place))
      || sent.stretches.contains { remote.value.isSame(as: Place(position: $0.position, isFinished: false)) }
  }

  /// Whether the listening began at the server's place, or passed it at the record's date. The record is then this device's own, even if
  /// the answer to its save was lost, and replacing it is no conflict.
  private func hasPassed(_ remote: Version<Place>) -> Bool {
    guard !remote.value.isFinished else { return false }
    let place = remote.value.position
    return stretches.contains { stretch in
      guard remote.at <= stretch.updatedAt + 1, place >= stretch.startPosition - 0.5, place <= stretch.position + 0.5
      else { return false }
      return remote.at >= stretch.startedAt - 1 || abs(place - stretch.startPosition) < 0.5
    }
  }

  /// Whether another device has set the place after this change was made.
  func isOvertaken(by remote: MediaProgress) -> Bool {
    remote.lastUpdate.map { $0 > at && !Self.isOwn(remote, sent: self) } ?? false
  }

  private static func reported(_ sent: ProgressMutation?) -> [Date] {
    guard let sent else { return [] }
    return (sent.reportedAt ?? []) + (sent.onlyStretches ? [] : [sent.at])
  }

  private static func version(_ progress: MediaProgress) -> Version<Place> {
    Version(
      Place(position: progress.currentTime ?? 0, isFinished: progress.isFinished),
      at: progress.lastUpdate ?? .distantPast, origin: "server")
  }

  /// Whether `stamp`, the server's own date of a new record, is more than two seconds after ``at``: other devices' listening in between
  /// would count as older than this change.
  func isStampedTooLate(_ stamp: Date?) -> Bool { stamp.map { $0.timeIntervalSince(at) > 2 } ?? false }

  /// Whether a record has to exist before this change is written. Restarting an item that was never played creates none.
  var needsRecord: Bool { !creates && !onlyStretches && (action != .restart || !stretches.isEmpty) }

  // MARK: Writing

  /// Thrown when another device has set the place in the meantime; the next round merges that place.
  private static let movedOn = ClientError(.conflict, operation: .shelfProgressUpdate, detail: "movedOn")

  static func isFinal(_ error: ClientError) -> Bool { error.detail != movedOn.detail && error.isFinalRefusal }

  func perform(_ api: API, over remote: MediaProgress?, _ context: MutationContext) async throws(ClientError) {
    // Create the record here only if the server keeps its date. Otherwise the server dates the empty record now, and it wins over the older
    // listening.
    if remote == nil, needsRecord, try await api.keepsDates() { try await createRecord(api) }
    let isTaken = stretches.isEmpty ? false : try await upload(api, over: remote, context)
    guard !onlyStretches else { return }
    try await act(api, over: remote, isTaken: isTaken)
    try await bringBackLaterListening(api)
    try await dateCreatedRecord(api)
  }

  /// Dates the record that this change has created, if the server's own date is too late.
  func dateCreatedRecord(_ api: API) async throws(ClientError) {
    // A date that is at most two seconds late does no harm: skip the request that would correct it.
    guard creates, isStampedTooLate(api.now()), let created = try await api.progress.progress(of: item),
      isStampedTooLate(created.lastUpdate), try await api.keepsDates()
    else { return }
    // If another device has changed the record since its creation, the date is that of the other device's change.
    guard Self.isOwn(created, sent: self) else { return }
    try await api.progress.update(item, ProgressUpdate(lastUpdate: at))
  }

  /// Creates the record and dates it in one request: the first element creates it with the server's time, the second sets the date. A
  /// device that read it in between would take an old change for a new one.
  private func createRecord(_ api: API) async throws(ClientError) {
    try await api.progress.update(recordCreation)
  }

  var recordCreation: [BatchProgressUpdate] {
    let empty = shared(ProgressUpdate(lastUpdate: at - 0.001))
    return [empty, empty]
  }

  /// An update of this item as an element of a batch.
  func shared(_ update: ProgressUpdate) -> BatchProgressUpdate {
    BatchProgressUpdate(libraryItemId: item.libraryItemId, episodeId: item.episodeId, update: update)
  }

  /// - Parameter isTaken: whether the upload of the listening has set the place.
  private func act(_ api: API, over remote: MediaProgress?, isTaken: Bool) async throws(ClientError) {
    // Read the record again: uploading the listening may have created it or restarted a finished one.
    let now = isMultiStep ? try await read(api, isSent: true) : remote
    // Another device may have set the place during the upload: merge that place before writing.
    if isMultiStep, let now, isOvertaken(by: now) {
      throw Self.movedOn
    }
    switch action {
    // Mark as finished even after listening to the end: the server does not finish a new record itself.
    case .listened where reachedEnd, .finished:
      try await api.progress.update(item, finish)
    case .listened:
      // Without stretches there is no session to upload, and a finished item played at its old position stays finished after an upload.
      // Move the position in both cases.
      let isMove = stretches.isEmpty || now.map { $0.isFinished && $0.currentTime == position } == true
      if isMove { return try await move(api, from: now) }
      if !isTaken, let refused = try await refusedPlace(api) { try await move(api, from: refused) }
    case .position: try await move(api, from: now)
    case .restart: if let now { try await api.progress.restart(item, from: now, at: at) }
    }
  }

  private func move(_ api: API, from now: MediaProgress?) async throws(ClientError) {
    if now?.isFinished == true { try await api.progress.update(item, reopening) }
    let own = duration.flatMap { $0 > 0 ? $0 : nil }
    let known = now?.duration.flatMap { $0 > 0 ? $0 : nil }
    var length = own ?? known
    // If neither this device nor the record has a duration, read the item's: without it, the server cannot show or finish the item.
    if length == nil { length = try await api.duration(item) }
    var update = ProgressUpdate.position(position ?? 0, duration: length, at: at)
    // Don't write the server's own duration back: a wrong one would become permanent.
    if own == nil, known != nil { update.duration = nil }
    try await api.progress.update(item, update)
  }

  var finish: ProgressUpdate { ProgressUpdate(isFinished: true, lastUpdate: at) }

  /// Sets a finished item to unfinished before it is moved: the server ignores a position in that same request.
  var reopening: ProgressUpdate {
    var update = ProgressUpdate.restartFinished
    // Date this write just before the move that follows. Otherwise the server dates the write now, and a repeated move loses against it.
    update.lastUpdate = at - 0.001
    return update
  }

  /// Restores another device's listening that this write has replaced. The server accepts a write without listening whatever its date,
  /// also over listening that arrived after the read before it; the item's history still has that listening. A change of the last two
  /// seconds skips the request: hardly any listening can be later.
  func bringBackLaterListening(_ api: API) async throws(ClientError) {
    guard action != .listened || reachedEnd, isStampedTooLate(api.now()),
      let newest = try await api.listening.sessions(of: item, page: 0, limit: 1).items.first,
      let heard = newest.updatedAt, let position = newest.currentTime, heard.timeIntervalSince(at) > Self.precision,
      let now = try await read(api, isSent: true), !isOvertaken(by: now)
    else { return }
    var listening = self
    (listening.position, listening.at, listening.duration) = (position, heard, nil)
    try await listening.move(api, from: now)
    throw Self.movedOn
  }
}

extension Version<Place> {
  /// The server's version if it is the same one: one date may be cut to milliseconds and the other rounded, and the difference would pass
  /// for another device's change. A finish with the same date and position comes from the server, which finishes items by the library's
  /// settings.
  fileprivate func unchanged(in remote: Version<Place>?) -> Version<Place> {
    guard let remote, abs(at.timeIntervalSince(remote.at)) < ProgressMutation.precision,
      value.isSame(as: remote.value) || remote.value.isFinished && abs(value.position - remote.value.position) < 0.5
    else { return self }
    return remote
  }
}

extension ListeningStretch {
  /// Moves the end back to `limit`: listening never ends after the change that reports it, nor in the server's future.
  fileprivate mutating func end(before limit: Date) {
    let isLater = updatedAt > limit
    updatedAt = min(updatedAt, limit)
    startedAt = min(startedAt, updatedAt - seconds)
    if isLater, let zone = zone.flatMap(TimeZone.init(identifier:)) { day = CalendarDay(updatedAt, in: zone) }
  }
}

/// A position in an item: the value that is merged.
struct Place: Codable, Hashable, Sendable {
  var position: Double
  var isFinished: Bool

  /// Whether the places differ by less than half a second, or both are finished.
  func isSame(as other: Place) -> Bool {
    isFinished == other.isFinished && (isFinished || abs(position - other.position) < 0.5)
  }
}
