public import MediaCore

/// What is new.
public protocol NotificationAPI: Sendable {
  /// `GET /api/notifications/new-releases`: numbers over all users.
  func counts() async throws(ClientError) -> NewReleaseCounts
  /// `GET /api/notifications/details`: the user's own.
  func newTitles() async throws(ClientError) -> NewTitles
  /// `POST /api/notifications/mark-seen`
  /// - Throws: `unsupported` on every current server, see ``BrokenRoute/markNotificationsSeen``. What works is
  ///   ``VaultStore/markAllSeen()``.
  func markAllSeen() async throws(ClientError)
}

struct LiveNotificationAPI: NotificationAPI {
  let sender: VaultSender

  func counts() async throws(ClientError) -> NewReleaseCounts {
    try await sender.send(
      .json("vault.notifications.counts", path: ["api", "notifications", "new-releases"], traits: .vaultOpenRead))
  }

  func newTitles() async throws(ClientError) -> NewTitles {
    try await sender.send(
      .json("vault.notifications.newTitles", path: ["api", "notifications", "details"], traits: .vaultRead))
  }

  func markAllSeen() async throws(ClientError) {
    try await sender.send(
      .done(
        "vault.notifications.markAllSeen", .post, path: ["api", "notifications", "mark-seen"], traits: .vaultOpenWrite),
      broken: .markNotificationsSeen)
  }
}
