import Foundation

/// Loads a picture and, if the network failed, loads it again when the network returns, for views that are on the screen meanwhile.
enum PictureRetry {
  /// Returns the bytes of the picture. After an error that another network can resolve, waits until the network returns or changes,
  /// and retries.
  /// - Returns: nil if there is no picture, if the picture cannot be loaded for a reason other than the network, or if the caller was
  ///   cancelled.
  static func load(
    over network: any NetworkConditions, _ load: @Sendable () async throws -> Data?
  ) async -> Data? {
    let (returns, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // Observe before the first attempt, otherwise a network that returns during an attempt would be missed.
    let token = network.observe { if network.path != nil { signal.yield() } }
    defer { withExtendedLifetime(token) { signal.finish() } }
    var returned = returns.makeAsyncIterator()
    repeat {
      do { return try await load() } catch { guard canPass(error) else { return nil } }
    } while await returned.next() != nil && !Task.isCancelled
    return nil
  }

  /// Whether the request may succeed over another network. For example, the sign-in page of a hotspot causes the error `wrongServer`.
  private static func canPass(_ error: any Error) -> Bool {
    guard let error = error as? ClientError else { return !(error is CancellationError) }
    return [.unreachable, .timedOut, .server, .wrongServer].contains(error.kind)
  }
}
