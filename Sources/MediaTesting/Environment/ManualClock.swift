public import Foundation
public import MediaCore

/// A clock that moves only by a call. Sleepers wake in the order of their moments.
///
/// ```swift
/// let clock = ManualClock()
/// await clock.sleepers(atLeast: 1)      // the debouncer sleeps
/// await clock.advance(by: .milliseconds(400))
/// ```
public final class ManualClock: TimeSource {
  /// 2026-11-22 12:00 UTC: a day after the newest thing in the sample worlds.
  public static let defaultStart = Date(timeIntervalSince1970: 1_795_348_800)

  fileprivate struct Sleeper {
    let id: Int
    let due: Duration
    let purpose: SleepPurpose
    let continuation: CheckedContinuation<Bool, Never>
  }

  fileprivate struct Waiter {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  fileprivate struct State {
    var wall: Date
    var uptime: Duration = .zero
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var waiters: [Waiter] = []
    var nextID = 0
    /// Woken, and not yet back in their own code.
    var returning = 0
  }

  private let state: Locked<State>
  private let isInstant: Bool

  /// - Parameter instant: sleeping moves the clock to the end of the sleep and returns at once. For code whose waits
  ///   are not what a test is about, such as retries.
  public init(start: Date = ManualClock.defaultStart, instant: Bool = false) {
    state = Locked(State(wall: start))
    isInstant = instant
  }

  public func now() -> Date { state.withLock { $0.wall } }

  public func uptime() -> Duration { state.withLock { $0.uptime } }

  /// Sets the wall clock alone, as a user or a time server does: no sleeper wakes, uptime goes on as before.
  public func setWallClock(to date: Date) { state.withLock { $0.wall = date } }

  public func sleep(for duration: Duration, as purpose: SleepPurpose) async throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
    if isInstant, purpose == .wait {
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
          guard state.cancelled.remove(id) == nil else {
            continuation.resume(returning: false)
            return []
          }
          state.sleepers.append(
            Sleeper(id: id, due: state.uptime + duration, purpose: purpose, continuation: continuation))
          return state.takeReadyWaiters()
        }
        ready.forEach { $0.continuation.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
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

  /// The number of tasks that sleep now. Watchdogs, such as the deadlines of calls, do not count.
  public var sleeperCount: Int { state.withLock { $0.waitingCount } }

  /// Returns once at least `count` tasks wait; watchdogs do not count.
  public func sleepers(atLeast count: Int) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state -> [Waiter] in
        state.waiters.append(Waiter(count: count, continuation: continuation))
        return state.takeReadyWaiters()
      }
      ready.forEach { $0.continuation.resume() }
    }
  }

  /// Moves time on by `duration`. Whoever is due on the way wakes at its own moment and gets to run before time goes on.
  public func advance(by duration: Duration) async {
    await letOthersRun()
    let target = uptime() + duration
    while let due = state.withLock({ $0.sleepers.map(\.due).min() }), due <= target {
      wake(at: due)
      await letOthersRun()
    }
    step(by: target - uptime())
    await letOthersRun()
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
      state.uptime += duration
      state.wall += duration.seconds
    }
  }

  /// Lets woken work come to rest: rounds through every priority (each has a queue of its own) and the main actor,
  /// until for many of them nobody went to sleep or woke. There is no way to ask whether a task still runs.
  private func letOthersRun() async {
    var calmRounds = 0
    var last = state.withLock { $0.nextID }
    while calmRounds < 20 {
      for priority in [TaskPriority.high, .medium, .low, .background] {
        await Task.detached(priority: priority) { await MainActor.run {} }.value
      }
      let (now, returning) = state.withLock { ($0.nextID, $0.returning) }
      calmRounds = now == last && returning == 0 ? calmRounds + 1 : 0
      last = now
    }
  }
}

extension ManualClock.State {
  fileprivate var waitingCount: Int { sleepers.count { $0.purpose == .wait } }

  fileprivate mutating func takeReadyWaiters() -> [ManualClock.Waiter] {
    let count = waitingCount
    let ready = waiters.filter { $0.count <= count }
    waiters.removeAll { $0.count <= count }
    return ready
  }
}
