import Foundation

/// Loads a picture, and loads it again when the network returns, for views that stay on the screen without a network.
enum PictureRetry {
  /// Returns the bytes of the picture. After a failure that a network can end, waits for the network's next change and tries again.
  /// - Returns: nil when there is no picture, when it cannot be loaded with a network either, and when the caller was cancelled.
  static func load(
    over network: any NetworkConditions, _ load: @Sendable () async throws -> Data?
  ) async -> Data? {
    let (returns, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Observe before the first attempt: a network that returns during an attempt would be missed otherwise.
    let token = network.observe { if network.path != nil { signal.yield() } }
    defer { withExtendedLifetime(token) { signal.finish() } }
    var returned = returns.makeAsyncIterator()
    repeat {
      do { return try await load() } catch { guard canPass(error) else { return nil } }
    } while await returned.next() != nil && !Task.isCancelled
    return nil
  }

  /// Whether another network can answer differently. A hotspot's sign-in page is a `wrongServer`.
  private static func canPass(_ error: any Error) -> Bool {
    guard let error = error as? ClientError else { return !(error is CancellationError) }
    return [.unreachable, .timedOut, .server, .wrongServer].contains(error.kind)
  }
}
