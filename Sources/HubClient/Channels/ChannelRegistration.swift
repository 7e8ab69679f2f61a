/// The result of a registration that went through.
public struct ChannelRegistration: Sendable, Hashable, Codable {
  /// The ids that were sent, trimmed and without repetitions. The server says neither which were new nor which it has.
  public var registered: [String]
  /// Those of them that do not look like ids of YouTube channels: the server keeps them and never finds a video.
  public var unusual: [String] = []
  /// The ids that were not sent, because the server drops them silently. Only the Worker does.
  public var ignored: [String] = []
}

extension ChannelRegistration {
  /// - Parameter registered: the channels that the server took.
  public init(registered: [String]) { self.registered = registered }
}

/// The progress of a registration: batches go out one after the other, and the first that fails ends it.
public struct RegistrationProgress: Sendable, Hashable, Codable {
  /// The ids that the server has taken.
  public var registered: [String]
  /// The others, the failed batch first.
  public var remaining: [String]

  /// The state of a registration that goes out in several requests.
  public init(registered: [String] = [], remaining: [String] = []) {
    (self.registered, self.remaining) = (registered, remaining)
  }

  /// 0…1
  public var fraction: Double {
    let total = registered.count + remaining.count
    return total == 0 ? 1 : Double(registered.count) / Double(total)
  }

  /// Sends `ids` in batches, an empty list as one empty batch.
  /// - Throws: `registrationFailed` with the progress, at the first batch that fails.
  static func send(
    _ ids: [String], inBatchesOf size: Int, progress: @Sendable (RegistrationProgress) -> Void = { _ in },
    _ send: ([String]) async throws(HubError) -> Void
  ) async throws(HubError) {
    var current = RegistrationProgress(remaining: ids)
    for batch in ids.batches(of: size) {
      do throws(HubError) { try await send(batch) } catch {
        throw .registrationFailed(error.clientError, progress: current)
      }
      current.registered += batch
      current.remaining.removeFirst(batch.count)
      progress(current)
    }
  }
}
