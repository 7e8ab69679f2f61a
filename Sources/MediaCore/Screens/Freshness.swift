/// When a screen was read from the server, and when it has to be read again by itself.
struct Freshness: Sendable {
  /// The age at which the screen is read again; nil for never.
  var longestAge: Duration?
  /// Whether the server reports changes by itself, so that age alone is no reason to read.
  private(set) var isPushed = false
  /// Whether an event of the server has reported a change since the last read began.
  private(set) var isOutdated = false
  /// The uptime of the last attempt to read: a server that cannot be reached is asked no more often than one that can.
  private var triedAt: Duration?
  /// The uptime of the last attempt that the server answered.
  private var answeredAt: Duration?
  /// The number of reads after a change that the server told of, each soon after the one before it, and the uptime of the last one.
  private var hintedReads = (count: 0, last: Duration.zero)

  /// A network that comes and goes must not ask at each coming.
  private static let leastPause = Duration.seconds(5)
  /// The pauses between reads after changes that the server reports: ten seconds at first, twice as long after each, up to two minutes.
  /// So an hour of changes, such as the scan of a library, costs at most 35 reads.
  private static let (firstPause, longestPause) = (10, 120)
  private static let quietTime = Duration.seconds(300)

  // MARK: Reads

  /// The screen asks the server now.
  mutating func tries(at now: Duration) {
    if isOutdated {
      let isFirst = hintedReads.count == 0 || now - hintedReads.last > Self.quietTime
      hintedReads = (isFirst ? 1 : hintedReads.count + 1, now)
    }
    (triedAt, isOutdated) = (now, false)
  }

  /// The server has answered the attempt that began at `began`.
  mutating func isAnswered(_ began: Duration?) { answeredAt = began ?? answeredAt }

  /// Another account: nothing was read for it.
  mutating func forget() { (triedAt, answeredAt, isOutdated, hintedReads) = (nil, nil, false, (0, .zero)) }

  // MARK: Changes that the server reports

  mutating func becameOutdated() { isOutdated = true }

  /// The server begins or ends to tell of changes. Until the end nothing was missed, so the age counts from there.
  mutating func push(_ isPushed: Bool, at now: Duration) {
    if self.isPushed, !isPushed, isCurrent { (triedAt, answeredAt) = (now, now) }
    self.isPushed = isPushed
  }

  private var isCurrent: Bool { triedAt != nil && triedAt == answeredAt && !isOutdated }

  // MARK: The next read

  /// The uptime of the next read; nil when nothing has to be read.
  var next: Duration? {
    guard let longestAge, let triedAt else { return nil }
    if isOutdated { return max(triedAt + Self.leastPause, nextHinted) }
    return isPushed && isCurrent ? nil : triedAt + longestAge
  }

  private var nextHinted: Duration {
    guard hintedReads.count > 0 else { return .zero }
    return hintedReads.last + .seconds(min(Self.firstPause << min(hintedReads.count - 1, 8), Self.longestPause))
  }

  /// Whether the last answer is too old. An attempt that failed is repeated as soon as there is a reason, such as the network's return.
  func isTooOld(at now: Duration) -> Bool {
    guard let longestAge, let triedAt, let next else { return false }
    if isOutdated { return now >= next }
    guard now >= triedAt + min(longestAge, Self.leastPause) else { return false }
    return answeredAt.map { now >= $0 + longestAge } ?? true
  }
}
