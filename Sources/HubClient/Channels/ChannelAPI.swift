import MediaCore

/// The route that registers channels. The server then collects the videos of these channels.
///
/// The server can only add channels. A shorter list removes nothing, and there is no route to list or remove channels, so the client stores
/// the wanted channels in a ``ChannelStore``. Registering a channel again has no effect. The first registration creates the user. Videos of
/// a channel that is new to the server arrive seconds to minutes later.
public protocol ChannelAPI: Sendable {
  /// `POST /api/users/{user}/channels`: registers channels in batches of 100, one batch after the other.
  /// - Parameters:
  ///   - channels: the ids of the channels. Blanks around the ids and repeated ids are removed before sending. An empty list creates the
  ///     user without channels.
  ///   - progress: called after each batch.
  /// - Throws: `registrationFailed` if a batch fails. The error contains the channels of the batches that were registered before. No
  ///   further batch is sent.
  @discardableResult
  func register(
    _ channels: [String], progress: @escaping @Sendable (RegistrationProgress) -> Void
  ) async throws(HubError) -> ChannelRegistration
}

extension ChannelAPI {
  /// `POST /api/users/{user}/channels`: registers channels in batches of 100, without reporting progress.
  @discardableResult
  public func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration {
    try await register(channels, progress: { _ in })
  }
}

struct LiveChannelAPI: ChannelAPI {
  let calls: HubCalls
  let user: HubUserID

  static let batchSize = 100
  static let operation = OperationID.hubChannelsRegister

  func register(
    _ channels: [String], progress: @escaping @Sendable (RegistrationProgress) -> Void
  ) async throws(HubError) -> ChannelRegistration {
    let ids = ChannelID.cleaned(channels)
    try await RegistrationProgress.send(ids, inBatchesOf: Self.batchSize, progress: progress) {
      (batch) async throws(ClientError) in try await send(batch)
    }
    return ChannelRegistration(registered: ids, unusual: ids.filter { !ChannelID.isWellFormed($0) })
  }

  /// Sends a batch, and repeats it once, a second after a 500: two devices that register a new user at the same moment can collide in the
  /// server's database. The server has stored nothing then, so repeating is safe.
  private func send(_ batch: [String]) async throws(ClientError) {
    do throws(ClientError) { try await post(batch) } catch {
      guard error.status == 500, error.serverMessage != nil else { throw error }
      do { try await calls.client.environment.clock.sleep(for: .seconds(1)) } catch {
        throw ClientError.cancelled(Self.operation)
      }
      try await post(batch)
    }
  }

  private func post(_ batch: [String]) async throws(ClientError) {
    let path: [PathSegment] = ["api", "users", user.pathSegment, "channels"]
    let _: RegistrationAnswer = try await calls.post(
      Self.operation, path, .channelIds(batch), traits: .hub(isRead: false))
  }
}

/// `{"message":"Channels registered successfully"}`: no counts, no echo.
private struct RegistrationAnswer: Decodable, Sendable {
  let message: String?

  init(from decoder: any Decoder) throws { message = try decoder.lenient(CodingKeys.self)[.message] }

  enum CodingKeys: String, CodingKey { case message }
}

/// The result of a successful registration.
public struct ChannelRegistration: Sendable, Hashable, Codable {
  /// The ids that were sent to the server, without surrounding blanks and repetitions. The server's answer does not say which of these ids
  /// were new, and does not list the ids that were registered before.
  public var registered: [String]
  /// The registered ids that do not look like ids of YouTube channels. The server accepts such an id and never finds a video for it.
  public var unusual: [String] = []
  /// The ids that were not sent, because the server would silently drop them. Always empty for a Hub, because only a Worker drops ids.
  public var ignored: [String] = []
}

extension ChannelRegistration {
  /// Creates a result without unusual or ignored ids.
  /// - Parameter registered: the channels that the server accepted.
  public init(registered: [String]) { self.registered = registered }
}
