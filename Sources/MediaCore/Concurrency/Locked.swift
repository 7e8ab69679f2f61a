import Foundation

/// A value behind a lock, for state that synchronous code shares. Hold it briefly and never across an `await`.
///
/// A closure goes in as a member of a struct: as the value itself it would be wrapped once more at each access, until calling
/// it overflows the stack.
///
/// `@unchecked Sendable`: the lock is what makes it so; the standard library's `Mutex` needs later systems than the floor.
public final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// A value behind a lock.
  public init(_ value: sending Value) { self.value = value }

  /// Runs the closure with the value while no other thread has it. Never waits inside: the lock is held.
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
