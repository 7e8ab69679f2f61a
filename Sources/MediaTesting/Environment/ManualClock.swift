public import Foundation
public import MediaCore

/// A clock for tests. The time moves when the test calls ``advance(by:)``. With ``Passing/waits`` or ``Passing/everything``, the time also
/// moves by itself. Sleeping tasks wake in the order in which their sleeps end.
///
/// ```swift
/// let clock = ManualClock()
/// await clock.sleepers(atLeast: 1)      // the debouncer sleeps
/// await clock.advance(by: .milliseconds(400))
/// ```
/// No wait lasts forever. If the time does not move and no code reads the clock for five real seconds, all waits are cancelled, and
/// ``problems`` and the standard error output list them.
public final class ManualClock: TimeSource {
  /// The sleeps that move the time by themselves, without a call of ``advance(by:)``. A watchdog (see `SleepPurpose.watchdog`), such as
  /// the deadline of a call, never moves the time.
  public enum Passing: Sendable, Hashable {
    /// No sleep moves the time. The time moves only when the test calls ``advance(by:)``.
    case nothing
    /// As soon as no other work runs, the time moves by itself to the end of the next wait, such as the pause before a retry (see
    /// `SleepPurpose.wait`). A delay, such as a debounce, does not move the time; it ends when the time reaches its end.
    case waits
    /// Every wait and every delay ends at once and moves the time by its duration. Two concurrent sleeps move the time by the sum of their
    /// durations.
    case everything
  }

  /// The time at which a clock starts by default: 2026-11-22 12:00 UTC. This is a day after the newest sample data of the fake servers.
  public static let defaultStart = Date(timeIntervalSince1970: 1_795_348_800)

  fileprivate struct Sleeper {
    let id: Int
    let due: Duration
    let duration: Duration
    let purpose: SleepPurpose
    let continuation: CheckedContinuation<Bool, Never>
  }

  fileprivate struct Waiter {
    let id: Int
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  /// A wait for other work to end.
  fileprivate struct NamedWait {
    let name: @Sendable () -> String
    let cancel: @Sendable () -> Void
  }

  fileprivate struct State {
    var wall: Date
    var uptime: Duration = .zero
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var waiters: [Waiter] = []
    var waits: [Int: NamedWait] = [:]
    var problems: [String] = []
    var nextID = 0
    /// The number of sleepers that were woken and have not resumed yet.
    var returning = 0
    /// Counts every event of the clock, so that `reportStandstill` can tell whether any occurs.
    var steps = 0
    var isAdvancing = false
    var isPassing = false
    var isWatched = false
  }

  private let state: Locked<State>
  private let passing: Passing
  private let patience: Duration?

  /// Creates a clock.
  /// - Parameters:
  ///   - passing: the sleeps that move the time by themselves.
  ///   - patience: the real time without any use of the clock after which waits are cancelled. If nil, waits are never cancelled.
  public init(
    start: Date = ManualClock.defaultStart, passing: Passing = .nothing, patience: Duration? = .seconds(5)
  ) {
    state = Locked(State(wall: start))
    self.passing = passing
    self.patience = patience
  }

  public func now() -> Date {
    state.withLock { state in
      // Count the read: code that reads the time still runs, so the clock must not report a standstill.
      state.steps += 1
      return state.wall
    }
  }

  public func uptime() -> Duration {
    state.withLock { state in
      state.steps += 1
      return state.uptime
    }
  }

  /// The waits that the clock cancelled because they did not end, each as a sentence. A test ends with `#expect(clock.problems == [])`.
  public var problems: [String] { state.withLock { $0.problems } }

  /// Sets only the wall clock, as a user or a time server does on a device. No sleeping task wakes, and ``uptime()`` does not change.
  public func setWallClock(to date: Date) { state.withLock { $0.wall = date } }

  // MARK: Sleeping

  public func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if passing == .everything, purpose != .watchdog {
      step(by: max(duration, .zero))
      return
    }
    if duration <= .zero { return }
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let finished = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let ready = state.withLock { state -> [Waiter] in
          state.steps += 1
          guard state.cancelled.remove(id) == nil else {
            continuation.resume(returning: false)
            return []
          }
          state.sleepers.append(
            Sleeper(
              id: id, due: state.uptime + duration, duration: duration, purpose: purpose, continuation: continuation))
          return state.takeReadyWaiters()
        }
        ready.forEach { $0.continuation.resume() }
        if purpose == .wait { watch() }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        state.steps += 1
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(returning: false)
    }
    guard finished else { throw CancellationError() }
    state.withLock { $0.returning -= 1 }
  }

  /// The number of tasks that sleep on this clock now. Watchdogs, such as the deadlines of calls, are not included.
  public var sleeperCount: Int { state.withLock { $0.waitingCount } }

  /// Waits until at least `count` tasks sleep on this clock. Watchdogs, such as the deadlines of calls, are not included.
  public func sleepers(atLeast count: Int) async {
    await waiting(for: "\(count) sleepers in sleepers(atLeast:), of which there are \(self.sleeperCount)") {
      await self.found(count)
    }
  }

  private func found(_ count: Int) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> [Waiter] in
          state.waiters.append(Waiter(id: id, count: Task.isCancelled ? 0 : count, continuation: continuation))
          return state.takeReadyWaiters()
        }
        ready.forEach { $0.continuation.resume() }
      }
    } onCancel: {
      let waiter = state.withLock { state -> Waiter? in
        let index = state.waiters.firstIndex { $0.id == id }
        return index.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume()
    }
  }

  // MARK: Moving time

  /// Moves the time forward by `duration`. If a task's sleep ends within `duration`, the task wakes when the time reaches the end of its
  /// sleep, and runs before the time moves on.
  public func advance(by duration: Duration) async {
    state.withLock { state in
      state.steps += 1
      state.isAdvancing = true
    }
    await letOthersRun()
    let target = uptime() + duration
    while let due = state.withLock({ $0.sleepers.map(\.due).min() }), due <= target {
      wake(at: due)
      await letOthersRun()
    }
    step(by: target - uptime())
    await letOthersRun()
    state.withLock { $0.isAdvancing = false }
    if passing == .waits { watch() }
  }

  private func wake(at due: Duration) {
    step(by: max(.zero, due - uptime()))
    let woken = state.withLock { state -> [Sleeper] in
      let woken = state.sleepers.filter { $0.due <= due }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
      state.sleepers.removeAll { $0.due <= due }
      state.returning += woken.count
      return woken
    }
    woken.forEach { $0.continuation.resume(returning: true) }
  }

  private func step(by duration: Duration) {
    state.withLock { state in
      state.steps += 1
      state.uptime += duration
      state.wall += duration.seconds
    }
  }

  /// Waits until woken work has come to rest: yields to every priority (each has its own queue) and the main actor, until in many rounds no
  /// task went to sleep or woke. Swift has no way to ask whether a task still runs.
  private func letOthersRun() async {
    var calmRounds = 0
    var last = state.withLock { $0.nextID }
    while calmRounds < 20 {
      await Self.turnOfEachPriority()
      let (now, returning) = state.withLock { state in
        state.steps += 1
        return (state.nextID, state.returning)
      }
      calmRounds = now == last && returning == 0 ? calmRounds + 1 : 0
      last = now
    }
  }

  private static func turnOfEachPriority() async {
    for priority in [TaskPriority.high, .medium, .low, .background] {
      await Task.detached(priority: priority) { await MainActor.run {} }.value
    }
  }

  // MARK: What passes, and what nobody ends

  public func waiting(
    for name: @autoclosure @escaping @Sendable () -> String, _ body: @escaping @Sendable () async -> Void
  ) async {
    guard patience != nil else { return await body() }
    let task = Task(operation: body)
    let id = state.withLock { state in
      state.nextID += 1
      state.steps += 1
      state.waits[state.nextID] = NamedWait(name: name, cancel: task.cancel)
      return state.nextID
    }
    watch()
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    state.withLock { state in
      state.steps += 1
      state.waits[id] = nil
    }
  }

  /// Lets the present waits pass if they shall pass by themselves, and starts the check for a standstill.
  private func watch() {
    if passing == .waits {
      let starts = state.withLock { state in
        defer { state.isPassing = state.isPassing || state.hasWait }
        return !state.isPassing && state.hasWait
      }
      if starts { Task.detached { await self.letWaitsPass() } }
    }
    guard let patience else { return }
    let starts = state.withLock { state in
      defer { state.isWatched = true }
      return !state.isWatched
    }
    if starts { Task.detached { await self.reportStandstill(after: patience) } }
  }

  private func letWaitsPass() async {
    while true {
      await letOthersRun()
      let due = state.withLock { state -> Duration? in
        state.isPassing = state.hasWait && !state.isAdvancing
        // Wake the earliest sleeper, even a watchdog: otherwise the time would pass a call's deadline without ending the call.
        return state.isPassing ? state.sleepers.map(\.due).min() : nil
      }
      guard let due else { return }
      wake(at: due)
    }
  }

  private func reportStandstill(after patience: Duration) async {
    // Count ticks instead of seconds, and let each tick wait until tasks of every priority have run once. On a busy machine the tasks of
    // the test run many seconds later, and such a delay must not count as a standstill.
    let (real, tick) = (SystemClock(), Duration.milliseconds(50))
    var calm = Duration.zero
    var last = -1
    while calm < patience {
      try? await real.sleep(for: tick)
      await Self.turnOfEachPriority()
      let (steps, isNeeded) = state.withLock { state in
        state.isWatched = !state.waits.isEmpty || state.hasWait
        return (state.steps, state.isWatched)
      }
      guard isNeeded else { return }
      calm = steps == last ? calm + tick : .zero
      last = steps
    }
    let (problem, waits, sleepers) = state.withLock { state in
      let problem = state.standstill(after: patience)
      state.problems.append(problem)
      state.isWatched = false
      let sleepers = state.sleepers.filter { $0.purpose == .wait }
      state.sleepers.removeAll { $0.purpose == .wait }
      return (problem, state.waits.sorted { $0.key < $1.key }.map(\.value), sleepers)
    }
    FileHandle.standardError.write(Data("ManualClock: \(problem)\n".utf8))
    waits.forEach { $0.cancel() }
    sleepers.forEach { $0.continuation.resume(returning: false) }
  }
}

extension ManualClock.State {
  fileprivate var waitingCount: Int { sleepers.count { $0.purpose != .watchdog } }

  fileprivate var hasWait: Bool { sleepers.contains { $0.purpose == .wait } }

  fileprivate mutating func takeReadyWaiters() -> [ManualClock.Waiter] {
    let count = waitingCount
    let ready = waiters.filter { $0.count <= count }
    waiters.removeAll { $0.count <= count }
    return ready
  }

  /// The sentence about a standstill, for the author of the test.
  fileprivate func standstill(after patience: Duration) -> String {
    let asleep = sleepers.filter { $0.purpose != .watchdog }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
    let waiting = waits.sorted { $0.key < $1.key }.map { $0.value.name() }
    let who =
      waiting + asleep.map { "\($0.purpose == .wait ? "a call's wait" : "a delay") of \($0.duration.seconds) s" }
    let next = asleep.first.map { "move time with advance(by: .seconds(\(($0.due - uptime).seconds)))" }
    return "nothing moved for \(patience.seconds) s of real time. These waited: \(who.joined(separator: "; ")). "
      + (next ?? "Nothing sleeps on this clock: what they wait for never ends, or is on another clock") + "."
  }
}
