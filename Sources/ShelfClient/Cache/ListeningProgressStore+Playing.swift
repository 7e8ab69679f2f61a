public import Foundation
public import MediaCore

/// A stretch of listening in a player of the app's own, not in the SDK's player. ``ListeningProgressStore/record(_:)`` takes this value.
public struct LocalListening: Codable, Hashable, Sendable, Identifiable {
  /// The id of this stretch, which the app creates once. Recording the stretch again under the same id, with more seconds, adds only the
  /// new seconds.
  public var id: String
  /// The book or the episode that was played.
  public var item: PlayableID
  /// When this stretch of listening began.
  public var startedAt: Date
  /// When this stretch of listening ended. If the stretch continues, the last moment of listening so far.
  public var endedAt: Date
  /// The seconds of listening in real time, whatever the playback speed; at most the time between ``startedAt`` and ``endedAt``.
  public var seconds: Double
  /// The position at which listening began, in seconds from the start of the item.
  public var startPosition: Double
  /// The position at which to continue, in seconds from the start of the item.
  public var position: Double
  /// The duration of the item, in seconds; nil if unknown.
  public var duration: Double?
  /// Whether the item was played to its end.
  public var isFinished = false

  /// Creates a stretch of listening. ``isFinished`` is false, and ``duration`` is nil.
  public init(
    id: String, item: PlayableID, startedAt: Date, endedAt: Date, seconds: Double, startPosition: Double,
    position: Double
  ) {
    self.id = id
    self.item = item
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.seconds = seconds
    self.startPosition = startPosition
    self.position = position
  }
}

extension ListeningProgressStore {
  /// Sends the waiting changes, and then reads the progress of one item from the server (`GET /api/me/progress/{item}/{episode?}`).
  public func refresh(_ id: PlayableID) async throws(ClientError) {
    try WireID.check(id.ids, operation: .shelfProgressOne)
    try await sendWaiting()
    let mark = try await records.readMark()
    let record = try await role.progress(of: id)
    try await records.merge(record, askedAt: mark) { known, record in known[id.description] = record }
  }

  /// Returns the progress of the item that was listened to last, as stored on this device; nil if there is none. Finished items, and items
  /// at their start or their end, are left out.
  public func lastPlayed() async throws(ClientError) -> KnownProgress? {
    try await all().values.filter { !$0.isFinished && $0.fraction < 1 && $0.position > 0 && $0.at != nil }
      .max { ($0.at ?? .distantPast, $0.id.description) < ($1.at ?? .distantPast, $1.id.description) }
  }

  /// Records listening in the app's own player, with or without a network. The record is durable when the call returns. The record is
  /// uploaded as a local session (`POST /api/session/local-all`). The server adds the session's seconds once, however often the session is
  /// sent.
  /// - Throws: `invalidRequest` for impossible seconds or positions, `signedOut`, `storage`.
  @discardableResult
  public func record(_ listening: LocalListening) async throws(ClientError) -> Submission {
    try await record(listening, owner: nil)
  }

  /// - Parameter owner: the account that listened; nil for the current one.
  func record(_ listening: LocalListening, owner: String?) async throws(ClientError) -> Submission {
    let (now, isServerTime) = moment()
    guard listening.isPossible else { throw ClientError(.invalidRequest, operation: .shelfProgressRecord) }
    try WireID.check([listening.id] + listening.item.ids, operation: .shelfProgressRecord)
    // Assume that the app's times come from the device's clock, and shift them to the server's.
    let offset = isServerTime ? now.timeIntervalSince(deviceNow()) : 0
    var mutation = ProgressMutation(
      item: listening.item, action: .listened, position: listening.position, duration: listening.duration,
      at: min(listening.endedAt + offset, now), isServerTime: isServerTime)
    mutation.reachedEnd = listening.isFinished
    mutation.stretches = listening.stretches(
      in: timeZone(), offset: offset, isServerTime: isServerTime)
    return try await submit(try await behindLaterChange(mutation, of: owner), cause: "playback", owner: owner)
  }

  /// Returns the waiting change of the same item with the stretches of `listening`, if the user made that change after the listening;
  /// otherwise returns `listening`. A watch, or a player whose disk was full, submits its listening late. The queue regards the change that
  /// was submitted last as the newest, so `listening` itself would replace the user's later choice.
  /// - Parameter owner: the account that listened; nil for the current one.
  func behindLaterChange(
    _ listening: ProgressMutation, of owner: String?
  ) async throws(ClientError) -> ProgressMutation {
    // Only dates by the server's clock can be compared: the device's clock may have been set between the two changes.
    guard listening.isServerTime, let later = try await waitingChange(of: listening.target, owner),
      later.isServerTime, later.at > listening.at
    else { return listening }
    return with(later) { $0.stretches = listening.stretches }
  }

  /// The last waiting change of an item; nil if there is none, or if `owner` is not the account that is signed in.
  private func waitingChange(of target: String, _ owner: String?) async throws(ClientError) -> ProgressMutation? {
    do throws(ClientError) {
      let view = try await records.view()
      guard owner == nil || owner == view.account else { return nil }
      let waiting = view.open.last { $0.target == target && $0.kind == ProgressMutation.kind }
      return waiting?.mutation(ProgressMutation.self)
    } catch {
      guard error.kind == .signedOut, owner != nil else { throw error }
      return nil
    }
  }
}

extension LocalListening {
  fileprivate var isPossible: Bool {
    let span = endedAt.timeIntervalSince(startedAt)
    return !id.isEmpty && startedAt.isPossible && endedAt.isPossible
      && [seconds, startPosition, position, duration ?? 0].allSatisfy(\.isMediaTime) && span >= 0
      && span < 7 * 86_400 && seconds <= span + 1
  }

  /// One stretch for each day in the user's time zone.
  /// - Parameters:
  ///   - offset: seconds by which the server's clock is ahead of the device's.
  ///   - isServerTime: whether the offset is known; if not, the days are corrected when the listening is sent.
  func stretches(in zone: TimeZone, offset: Double, isServerTime: Bool = true) -> [ListeningStretch] {
    guard seconds > 0 else { return [] }
    let whole = ListeningStretch(
      id: id, day: CalendarDay(startedAt + offset, in: zone), startedAt: startedAt + offset,
      startPosition: startPosition, position: position, seconds: seconds, updatedAt: endedAt + offset,
      zone: zone.identifier, isServerTime: isServerTime)
    // If the server's time is unknown, `ProgressMutation` corrects the dates before sending, and splits the stretch at midnight then.
    return isServerTime ? whole.split(in: zone) : [whole]
  }
}
