// Runs a whole simulation on one thread. Every job that the Swift runtime would give to its pool or to the main queue goes into this
// queue, and a seeded generator picks the next one. Time is simulated as well, so the same seed repeats the same run.
import Foundation

@testable import MediaCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(_ start: UInt64) { state = start }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@_silgen_name("swift_job_run") private func swiftJobRun(_ job: UnownedJob, _ executor: UnownedSerialExecutor)

private typealias Original = @convention(thin) (UnownedJob) -> Void
private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void
private typealias DelayOriginal = @convention(thin) (UInt64, UnownedJob) -> Void
private typealias DelayHook = @convention(thin) (UInt64, UnownedJob, DelayOriginal) -> Void
private typealias MainOriginal = @convention(thin) () -> UnownedSerialExecutor
private typealias MainHook = @convention(thin) (MainOriginal) -> UnownedSerialExecutor

private final class MainExecutor: SerialExecutor, @unchecked Sendable {
  unowned let scheduler: DeterministicScheduler

  init(_ scheduler: DeterministicScheduler) { self.scheduler = scheduler }

  func enqueue(_ job: consuming ExecutorJob) { scheduler.enqueue(UnownedJob(job), isMain: true) }
  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
  func checkIsolated() { precondition(DeterministicScheduler.current === scheduler) }
}

/// `@unchecked Sendable`: only its own thread touches it.
final class DeterministicScheduler: @unchecked Sendable {
  private struct Entry {
    let job: UnownedJob
    let isMain: Bool
  }

  private struct Timer {
    let at: Duration
    let order: Int
    let fire: () -> Void

    func isBefore(_ other: Timer) -> Bool { (at, order) < (other.at, other.order) }
  }

  private(set) var now: Duration = .zero
  private(set) var steps = 0
  /// The number of jobs that asked the runtime for a real delay, which means that some code did not use the injected clock.
  private(set) var escaped = 0
  private var ready: [Entry] = []
  private var timers: [Timer] = []  // a heap
  private var order = 0
  private var random: SplitMix
  private lazy var mainExecutor = MainExecutor(self)

  private init(_ number: UInt64) { random = SplitMix(number &* 0x2545_F491_4F6C_DD1D &+ 7) }

  // MARK: Hooks

  private static let names = [
    "swift_task_enqueueGlobal_hook", "swift_task_enqueueMainExecutor_hook", "swift_task_getMainExecutor_hook",
    "swift_task_enqueueGlobalWithDelay_hook",
  ]

  /// Whether this runtime has the hooks; without them, simulations are skipped.
  static let isAvailable = names.allSatisfy { dlsym(dlopen(nil, RTLD_NOW), $0) != nil }

  private static func slot<Value>(_ name: String, as: Value.Type) -> UnsafeMutablePointer<Value>? {
    dlsym(dlopen(nil, RTLD_NOW), name)?.assumingMemoryBound(to: Value.self)
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  static var current: DeterministicScheduler? {
    guard let pointer = pthread_getspecific(key) else { return nil }
    return Unmanaged<DeterministicScheduler>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static let isInstalled: Bool = {
    slot(names[0], as: Hook?.self)?.pointee = { job, original in
      if let current { current.enqueue(job, isMain: false) } else { original(job) }
    }
    slot(names[1], as: Hook?.self)?.pointee = { job, original in
      if let current { current.enqueue(job, isMain: true) } else { original(job) }
    }
    // The main actor's jobs bypass the hook above: replace the main executor as well.
    slot(names[2], as: MainHook?.self)?.pointee = { original in
      if let current { current.mainExecutor.asUnownedSerialExecutor() } else { original() }
    }
    slot(names[3], as: DelayHook?.self)?.pointee = { delay, job, original in
      guard let current else { return original(delay, job) }
      current.escaped += 1
      current.at(current.now + .nanoseconds(Int64(delay))) { current.enqueue(job, isMain: false) }
    }
    return true
  }()

  // MARK: Running

  /// Runs `body` and everything that it starts until no job is left. To be called on a thread of its own.
  static func run(_ number: UInt64, _ body: @escaping @Sendable (DeterministicScheduler) async -> Void)
    -> DeterministicScheduler
  {
    _ = isInstalled
    let scheduler = DeterministicScheduler(number)
    pthread_setspecific(key, Unmanaged.passUnretained(scheduler).toOpaque())
    Task.detached { await body(scheduler) }
    scheduler.drain()
    pthread_setspecific(key, nil)
    return scheduler
  }

  /// Runs `work` on `count` threads beside the pool, and returns when all have ended.
  static func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let group = DispatchGroup()
      for _ in 0..<count {
        group.enter()
        let thread = Thread {
          work()
          group.leave()
        }
        thread.stackSize = 16 << 20
        thread.start()
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Runs `work` on a thread of its own, and waits for it.
  static func onThread(_ work: @escaping @Sendable () -> Simulation.Report) -> Simulation.Report {
    let report = Locked<Simulation.Report?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      report.withLock { $0 = work() }
      done.signal()
    }
    thread.stackSize = 16 << 20
    thread.start()
    done.wait()
    return report.withLock { $0 } ?? Simulation.Report(number: 0, violations: ["no report"])
  }

  fileprivate func enqueue(_ job: UnownedJob, isMain: Bool) { ready.append(Entry(job: job, isMain: isMain)) }

  private func drain() {
    let main = mainExecutor.asUnownedSerialExecutor()
    let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    while true {
      if ready.isEmpty {
        guard let timer = popTimer() else { return }
        now = max(now, timer.at)
        timer.fire()
        continue
      }
      steps += 1
      let entry = ready.remove(at: Int(random.next() % UInt64(ready.count)))
      swiftJobRun(entry.job, entry.isMain ? main : generic)
    }
  }

  // MARK: Time

  /// Runs `fire` when everything up to that moment is done.
  func at(_ moment: Duration, _ fire: @escaping () -> Void) {
    order += 1
    timers.append(Timer(at: moment, order: order, fire: fire))
    var index = timers.count - 1
    while index > 0, timers[index].isBefore(timers[(index - 1) / 2]) {
      timers.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private func popTimer() -> Timer? {
    guard let first = timers.first else { return nil }
    let last = timers.removeLast()
    guard !timers.isEmpty else { return first }
    timers[0] = last
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < timers.count }
      guard let least = children.min(by: { timers[$0].isBefore(timers[$1]) }), timers[least].isBefore(timers[index])
      else { return first }
      timers.swapAt(index, least)
      index = least
    }
  }

  /// Waits in simulated time.
  func sleep(_ duration: Duration) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      at(now + duration) { continuation.resume() }
    }
  }
}
