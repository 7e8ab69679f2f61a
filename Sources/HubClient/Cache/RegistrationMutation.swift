import MediaCore

/// Registers the wanted channels that this device has not registered yet: the server can neither list nor remove any.
/// The wanted set itself is stored only on this device, in the cache of ``ChannelStore``.
struct RegistrationMutation: Mutation {
  static let kind: MutationKind = "hub.channels"

  /// The channels that are being sent: those that were missing when the attempt began.
  var channels: [String] = []

  var target: String { "channels" }
  var isPlausible: Bool { ChannelID.cleaned(channels) == channels }

  /// - Returns: the wanted channels that are not registered.
  func fetch(_ api: ChannelRegistrar, _ context: MutationContext) async throws(ClientError) -> [String]? {
    try await api.missing()
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    let missing = merge.remote ?? []
    return missing.isEmpty ? .done : .write(RegistrationMutation(channels: missing))
  }

  func perform(_ api: ChannelRegistrar, over remote: [String]?, _ context: MutationContext) async throws(ClientError) {
    try await ClientError.of(await api.register(channels))
  }

  func isReflected(in missing: [String]?) -> Bool { Set(channels).isDisjoint(with: missing ?? []) }

  static func isFinal(_ error: ClientError) -> Bool {
    error.status == 400 && error.serverMessage != nil || error.status == 413
  }
}

/// Registers channels and notes the ones that the server accepted.
struct ChannelRegistrar: Sendable {
  let feed: any VideoFeed
  let storage: LibraryStorage

  func missing() async throws(ClientError) -> [String] { try await storage.channels.value().missing }

  /// - Throws: `registrationFailed` with the channels that were registered; `cancelled` when the user signed out in the meantime.
  func register(_ ids: [String]) async throws(HubError) {
    let mark = try await during(.storage, await storage.channels.readMark())
    do throws(HubError) { try await note(feed.register(ids), mark) } catch {
      if case .registrationFailed(_, let progress) = error {
        try await note(ChannelRegistration(registered: progress.registered), mark)
      }
      throw error
    }
  }

  private func note(
    _ registration: ChannelRegistration, _ mark: AccountCache<SavedChannels>.ReadMark
  ) async throws(HubError) {
    try await during(.storage, await storage.save(storage.channels, askedAt: mark) { $0.add(registration) })
  }
}
