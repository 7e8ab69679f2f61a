/// The refresh of a screen that is under way, and who waits for it. One at a time.
struct RefreshRun {
  typealias Work = Task<RefreshOutcome, Never>

  /// The strongest caller that waits for a refresh, the weakest first. Failures of a refresh without one are only logged.
  enum Asker: Comparable { case nobody, load, pull }

  /// The refresh that is under way.
  private(set) var work: Work?
  private(set) var asker = Asker.nobody
  /// The refresh that the last pull has started or joined, until the pull waits for that refresh, which may have ended by then.
  private var pulled: (work: Work, isForced: Bool)?

  mutating func begin(_ work: Work) { self.work = work }

  /// Notes that a load or a pull waits for `work`; ignored if that refresh has ended.
  mutating func ask(_ work: Work, by asker: Asker) {
    if work == self.work { self.asker = max(self.asker, asker) }
  }

  mutating func pull(_ work: Work, isForced: Bool) {
    ask(work, by: .pull)
    pulled = (work, isForced)
  }

  /// The refresh that the last pull waits for; nil when no pull has come since.
  mutating func takePull() -> (work: Work, isForced: Bool)? {
    defer { pulled = nil }
    return pulled
  }

  /// Ends the refresh.
  /// - Returns: who waited for it.
  mutating func end() -> Asker {
    defer { (work, asker) = (nil, .nobody) }
    return asker
  }
}
