/// Keeps an observation alive: it ends when the token is released or ``cancel()`` is called.
public final class ObservationToken: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  /// - Parameter end: ends the observation; called once, by ``cancel()`` or when the token is released.
  public init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

  /// Ends the observation now. Calling it again does nothing.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }

  var isActive: Bool { end.withLock { $0 != nil } }

  deinit { cancel() }
}
