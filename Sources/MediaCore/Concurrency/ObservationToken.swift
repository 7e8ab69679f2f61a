/// Keeps an observation alive: it ends when the token is released or ``cancel()`` is called.
public final class ObservationToken: Sendable {
  private let end: Locked<(@Sendable () -> Void)?>

  public init(_ end: @escaping @Sendable () -> Void) { self.end = Locked(end) }

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
