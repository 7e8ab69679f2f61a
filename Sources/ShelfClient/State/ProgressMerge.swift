import Foundation
import MediaCore

/// Decides what becomes of a progress wish against what the server has. Asks nobody.
struct ProgressMerge: Sendable {
  enum Decision: Sendable, Hashable {
    case alreadyTrue
    case write(ProgressWish)
    /// The server's place counts. The listening may still have to be told.
    case superseded(ThreeWaySupersession)
  }

  struct ThreeWaySupersession: Sendable, Hashable {
    var rule: MergeResult<Place>.Rule
    var write: ProgressWish?
  }

  /// What the server held when the wish was made.
  var acknowledged: MediaProgress?
  /// What was sent before and may have arrived.
  var sent: ProgressWish?
  /// What the server holds now.
  var server: MediaProgress?
  /// By the server's clock; nil when unknown.
  var now: Date?
  var deviceNow: Date

  func decide(_ told: ProgressWish) -> Decision {
    var wish = corrected(told)
    let theirs = server.map(Self.version)
    let isOwn = server.map(isOwn) ?? false
    let result = ThreeWayMerge.merge(
      acknowledged: isOwn ? theirs : acknowledged.map(Self.version),
      local: Version(wish.place, at: wish.at, origin: "this"), server: theirs, isSame: { $0.isSame(as: $1) })
    // The same place said elsewhere and later: what waits behind this wish must find it as another device's.
    let isSaidLater =
      result.rule == .identical && !isOwn && theirs.map { $0.at > wish.at && $0.at != acknowledged?.lastUpdate } == true
    if hasPlace, result.side == .server, result.rule != .identical || isSaidLater {
      return .superseded(ThreeWaySupersession(rule: result.rule, write: onlyListening(wish)))
    }
    wish.creates = server == nil ? !wish.isStampedTooLate(now) : isOwn && sent?.creates == true
    wish.overruled = (hasPlace ? result.lost : nil) ?? sent?.overruled
    let isLate = wish.creates && wish.isStampedTooLate(server?.lastUpdate)
    // The same place said later is news all the same: left at its older date, it would lose against what came between.
    let isDated = server?.lastUpdate.map { $0 >= wish.at } ?? true
    if result.rule == .identical, wish.stretches.isEmpty, !isLate, isDated { return .alreadyTrue }
    if let last = server?.lastUpdate, !isLate { wish.at = max(wish.at, last + 0.002) }
    wish.told = Set(toldBefore + [wish.at]).sorted().suffix(20)
    return .write(wish)
  }

  /// A sync that tells no place leaves a record without one: nobody was ever there, so nothing can lose against it.
  private var hasPlace: Bool { server.map { $0.isFinished || $0.currentTime != nil } ?? true }

  /// The seconds count whoever wins, and must not move the place: they stay older than what the server has.
  private func onlyListening(_ wish: ProgressWish) -> ProgressWish? {
    guard !wish.stretches.isEmpty else { return nil }
    var wish = wish
    wish.onlyStretches = true
    wish.told = toldBefore.isEmpty ? nil : toldBefore
    let last = server?.lastUpdate ?? wish.at
    for index in wish.stretches.indices {
      wish.stretches[index].updatedAt = min(wish.stretches[index].updatedAt, last - 0.001)
    }
    return wish
  }

  /// By the server's clock, and never in its future: a device with a clock ahead must not win over everybody.
  private func corrected(_ told: ProgressWish) -> ProgressWish {
    guard let now else { return told }
    var wish = told
    let offset = told.isServerTime ? 0 : now.timeIntervalSince(deviceNow)
    wish.at = min(told.at + offset, now)
    wish.isServerTime = true
    for index in wish.stretches.indices {
      let end = min(wish.stretches[index].updatedAt + offset, wish.at)
      wish.stretches[index].updatedAt = end
      wish.stretches[index].startedAt = min(
        wish.stretches[index].startedAt + offset, end - wish.stretches[index].seconds)
    }
    return wish
  }

  /// The server shows what this very wish has done to it, in whole or half: every write tells its own time, but for the one
  /// that makes a record, which gets the server's.
  private func isOwn(_ server: MediaProgress) -> Bool {
    let version = Self.version(server)
    // The half of a write tells a millisecond less, and the server keeps whole ones.
    if toldBefore.contains(where: { abs(version.at.timeIntervalSince($0)) < 0.0025 }) { return true }
    guard let sent, !sent.onlyStretches, sent.creates, sent.action != .restart, version.at > sent.at else {
      return false
    }
    return version.value.isSame(as: sent.place)
      || sent.stretches.contains { version.value.isSame(as: Place(position: $0.position, isFinished: false)) }
  }

  private var toldBefore: [Date] {
    guard let sent else { return [] }
    return (sent.told ?? []) + (sent.onlyStretches ? [] : [sent.at])
  }

  private static func version(_ progress: MediaProgress) -> Version<Place> {
    Version(
      Place(position: progress.currentTime ?? 0, isFinished: progress.isFinished),
      at: progress.lastUpdate ?? .distantPast, origin: "server")
  }
}

extension ProgressWish {
  /// A server without a record stamps the first one with its own time, however long ago it was: every other device's
  /// listening since would count as older.
  func isStampedTooLate(_ stamp: Date?) -> Bool { stamp.map { $0.timeIntervalSince(at) > 2 } ?? false }

  /// Whether a record has to be there before this is written to none. Starting anew what was never played leaves nothing.
  var needsRecord: Bool { !creates && !onlyStretches && (action != .restart || !stretches.isEmpty) }
}
