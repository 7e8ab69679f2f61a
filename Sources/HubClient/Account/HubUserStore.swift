public import MediaCore

/// Keeps the user id of a server between launches, and makes one where there is none: there is no route to sign up.
///
/// The id is stored behind a checksum: a damaged one is an error and never another user.
public struct HubUserStore: Sendable {
  private let environment: ClientEnvironment
  private let key: String

  /// The id is kept apart by server.
  public init(server: ServerAddress, environment: ClientEnvironment) {
    self.environment = environment
    key = "hub/\(server.key)/user"
  }

  /// The id that is kept; nil when there is none.
  /// - Throws: `storageFailed` when the store cannot be read now, which does not mean that there is none; with the detail
  ///   ``damaged`` when what it holds is damaged: ``adopt(_:)`` the user's id, or ``forget()`` it.
  public func stored() throws(HubError) -> HubUserID? {
    let secret: Secret?
    do { secret = try environment.secrets.read(key) } catch { throw Self.failure() }
    guard let secret else { return nil }
    guard let id = Secret(withChecksum: secret).flatMap(HubUserID.init) ?? Self.bare(secret) else {
      throw Self.failure(Self.damaged)
    }
    return id
  }

  /// The detail of the error for an id that is stored and damaged.
  public static let damaged = "damaged"

  /// An id that an earlier build made and stored as it is. No damaged id behind a checksum has this form.
  private static func bare(_ secret: Secret) -> HubUserID? { HubUserID(secret).flatMap { $0.isUUID ? $0 : nil } }

  /// Keeps `id`, such as one from the user's other device.
  public func adopt(_ id: HubUserID) throws(HubError) {
    do { try environment.secrets.write(id.secret.withChecksum, key: key) } catch { throw Self.failure() }
  }

  /// The id that is kept, else the one that `legacy` finds (an earlier version of the app, the user's other device),
  /// else a new one. It is kept when this returns; only then is it safe to remove the legacy one.
  /// - Throws: `storageFailed`, as ``stored()`` does: an id that is damaged or cannot be read now is not replaced.
  public func current(legacy: () -> String? = { nil }) throws(HubError) -> HubUserID {
    // Two services that are made at once are the same user's.
    try Self.making.withLock { (_) throws(HubError) in
      if let stored = try stored() { return stored }
      guard let id = legacy().flatMap(HubUserID.init) ?? HubUserID(environment.random.uuid()) else {
        throw Self.failure()
      }
      try adopt(id)
      return id
    }
  }

  private static let making = Locked(())

  /// Forgets the id: the next one is a new user without channels, the only reset of this server.
  public func forget() throws(HubError) {
    do { try environment.secrets.delete(key) } catch { throw Self.failure() }
  }

  private static func failure(_ detail: String? = nil) -> HubError {
    .storageFailed(ClientError(.storage, operation: .hubUser, detail: detail))
  }
}
