#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A value behind a lock, for state that synchronous code shares. Hold the lock only briefly and never across an `await`.
///
/// To protect a closure, put it into a struct and protect the struct. A closure that is the value itself is wrapped once more at each
/// access, until a call overflows the stack.
///
/// `@unchecked Sendable`: the lock guards the value. The standard library's `Mutex` needs later systems than this package supports. The
/// system's lock is used directly, because one call uses about thirty locks, and creating and locking an `NSLock` takes twice as long.
public struct Locked<Value>: @unchecked Sendable {
  #if canImport(Darwin)
    @usableFromInline typealias SystemLock = os_unfair_lock_s
  #else
    @usableFromInline typealias SystemLock = pthread_mutex_t
  #endif

  /// The value with the lock behind it, at an address that does not change: a lock must not be moved.
  private final class Storage: ManagedBuffer<Value, SystemLock> {
    #if !canImport(Darwin)
      deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
    #endif
  }

  @usableFromInline let storage: ManagedBuffer<Value, SystemLock>

  /// Creates a lock that guards `value`.
  public init(_ value: sending Value) {
    storage = Storage.create(minimumCapacity: 1) { _ in value }
    storage.withUnsafeMutablePointerToElements { lock in
      lock.initialize(to: SystemLock())
      #if !canImport(Darwin)
        pthread_mutex_init(lock, nil)
      #endif
    }
  }

  /// Runs the closure with the value while no other thread can access the value. The closure must not wait, because the lock is held until
  /// it returns.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    let lock = storage.withUnsafeMutablePointerToElements { $0 }
    // Guarded by `lock`.
    nonisolated(unsafe) let value = storage.withUnsafeMutablePointerToHeader { $0 }
    #if canImport(Darwin)
      os_unfair_lock_lock(lock)
      defer { os_unfair_lock_unlock(lock) }
    #else
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
    #endif
    defer { withExtendedLifetime(storage) {} }
    return try body(&value.pointee)
  }
}
