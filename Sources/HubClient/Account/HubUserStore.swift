public import MediaCore

/// Keeps the user id of a server between launches, and makes one where there is none: there is no route to sign up.
public struct HubUserStore: Sendable {
  private let environment: ClientEnvironment
  private let key: String

  public init(server: ServerAddress, environment: ClientEnvironment) {
    self.environment = environment
    key = "hub/\(server.key)/user"
  }

  /// The id that is kept; nil when there is none.
  /// - Throws: `storageFailed` when the store cannot be read now, which does not mean that there is none.
  public func stored() throws(HubError) -> HubUserID? {
    do { return try environment.secrets.read(key).flatMap(HubUserID.init) } catch { throw Self.failure }
  }

  /// Keeps `id`, such as one from the user's other device.
  public func adopt(_ id: HubUserID) throws(HubError) {
    do { try environment.secrets.write(id.secret, key: key) } catch { throw Self.failure }
  }

  /// The id that is kept, else the one that `legacy` finds (an earlier version of the app, the user's other device),
  /// else a new one. It is kept when this returns; only then is it safe to remove the legacy one.
  public func current(legacy: () -> String? = { nil }) throws(HubError) -> HubUserID {
    // Two services that are made at once are the same user's.
    try Self.making.withLock { (_) throws(HubError) in
      if let stored = try stored() { return stored }
      guard let id = legacy().flatMap(HubUserID.init) ?? HubUserID(environment.random.uuid()) else {
        throw Self.failure
      }
      try adopt(id)
      return id
    }
  }

  private static let making = Locked(())

  /// Forgets the id: the next one is a new user without channels, the only reset of this server.
  public func forget() throws(HubError) {
    do { try environment.secrets.delete(key) } catch { throw Self.failure }
  }

  private static var failure: HubError { .storageFailed(ClientError(.storage, operation: "hub.user")) }
}
