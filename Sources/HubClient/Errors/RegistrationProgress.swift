/// The progress of a registration of channels. The channels are sent in batches, one after the other. The first batch that fails ends the
/// registration.
public struct RegistrationProgress: Sendable, Hashable, Codable {
  /// The ids of channels that the server has accepted.
  public var registered: [String]
  /// The ids of channels that are not registered yet, beginning with the failed batch.
  public var remaining: [String]

  /// Creates a progress from the registered and the remaining ids.
  public init(registered: [String] = [], remaining: [String] = []) {
    (self.registered, self.remaining) = (registered, remaining)
  }

  /// The fraction of the ids that is registered, 0…1.
  public var fraction: Double {
    let total = registered.count + remaining.count
    return total == 0 ? 1 : Double(registered.count) / Double(total)
  }

  /// Sends `ids` in batches; an empty list is sent as one empty batch.
  /// - Throws: `registrationFailed` with the progress, at the first batch that fails.
  static func send(
    _ ids: [String], inBatchesOf size: Int, progress: @Sendable (RegistrationProgress) -> Void = { _ in },
    _ send: ([String]) async throws(ClientError) -> Void
  ) async throws(HubError) {
    var current = RegistrationProgress(remaining: ids)
    for batch in ids.batches(of: size) {
      do throws(ClientError) { try await send(batch) } catch {
        throw HubError(error, during: .registration, progress: current)
      }
      current.registered += batch
      current.remaining.removeFirst(batch.count)
      progress(current)
    }
  }
}

extension Array {
  /// Consecutive parts of at most `size` elements; an empty array is one empty part.
  func batches(of size: Int) -> [[Element]] {
    isEmpty ? [[]] : stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
