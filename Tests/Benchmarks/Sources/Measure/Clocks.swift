import Foundation

/// The clocks of the measurements, in seconds.
public enum Clock: Sendable {
  /// The time that passes, for work that waits for a disk, a socket or another thread.
  case wall
  /// The processor time of the whole process: other processes on the machine hardly change it.
  case processor
  /// The processor time of the calling thread.
  case thread

  public var now: Double {
    var time = timespec()
    clock_gettime(id, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private var id: clockid_t {
    switch self {
    case .wall: CLOCK_MONOTONIC
    case .processor: CLOCK_PROCESS_CPUTIME_ID
    case .thread: CLOCK_THREAD_CPUTIME_ID
    }
  }

  /// The seconds that `work` takes.
  public func time(_ work: () throws -> Void) rethrows -> Double {
    let start = now
    try work()
    return now - start
  }

  /// The seconds that `work` takes.
  public func time(
    isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Void
  ) async rethrows -> Double {
    let start = now
    try await work()
    return now - start
  }
}
