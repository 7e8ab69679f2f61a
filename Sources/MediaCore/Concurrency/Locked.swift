#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A value behind a lock, for state that synchronous code shares. Hold it briefly and never across an `await`.
///
/// A closure goes in as a member of a struct: as the value itself it would be wrapped once more at each access, until calling
/// it overflows the stack.
///
/// `@unchecked Sendable`: the lock is what makes it so; the standard library's `Mutex` needs later systems than the floor. The
/// system's lock is used as it is: a call takes some thirty, and `NSLock` costs twice as much, to make and to take.
public final class Locked<Value>: @unchecked Sendable {
  #if canImport(Darwin)
    private typealias SystemLock = os_unfair_lock_s
  #else
    private typealias SystemLock = pthread_mutex_t
  #endif

  /// At an address of its own: a lock must not be moved.
  private let lock = UnsafeMutablePointer<SystemLock>.allocate(capacity: 1)
  /// Not checked for overlapping accesses: the lock is there for that.
  @exclusivity(unchecked) private var value: Value

  /// A value behind a lock.
  public init(_ value: sending Value) {
    self.value = value
    lock.initialize(to: SystemLock())
    #if !canImport(Darwin)
      pthread_mutex_init(lock, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(lock)
    #endif
    lock.deallocate()
  }

  /// Runs the closure with the value while no other thread has it. Never waits inside: the lock is held.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    #if canImport(Darwin)
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
    #else
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    return try body(&value)
  }
}
