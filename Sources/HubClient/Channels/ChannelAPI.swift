import MediaCore

/// The route that registers the channels whose videos the server shall collect.
///
/// The server can only add: a shorter list removes nothing, and there is no route to list or remove channels, so the client keeps the
/// wanted set (``ChannelStore``). Registering again does no harm. The first registration creates the user; videos of a channel that is new
/// to the server come seconds to minutes later.
public protocol ChannelAPI: Sendable {
  /// `POST /api/users/{user}/channels`: registers channels, in consecutive batches of 100.
  /// - Parameters:
  ///   - channels: trimmed and de-duplicated before they are sent. An empty list creates the user without channels.
  ///   - progress: called after each batch.
  /// - Throws: `registrationFailed` at the first batch that fails, with the batches before it.
  @discardableResult
  func register(
    _ channels: [String], progress: @escaping @Sendable (RegistrationProgress) -> Void
  ) async throws(HubError) -> ChannelRegistration
}

extension ChannelAPI {
  /// `POST /api/users/{id}/channels`: registers channels, without reporting progress.
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
  /// The ids that were sent, trimmed and without repetitions. The server does not report which ids were new to it, nor all ids that it has.
  public var registered: [String]
  /// The registered ids that do not look like ids of YouTube channels: the server keeps such an id and never finds a video for it.
  public var unusual: [String] = []
  /// The ids that were not sent, because the server would silently drop them. Always empty for a Hub: only the Worker drops ids.
  public var ignored: [String] = []
}

extension ChannelRegistration {
  /// Creates a result without unusual or ignored ids.
  /// - Parameter registered: the channels that the server accepted.
  public init(registered: [String]) { self.registered = registered }
}
