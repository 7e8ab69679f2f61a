public import MediaCore

/// New titles.
public protocol NotificationAPI: Sendable {
  /// `GET /api/notifications/new-releases`: numbers over all users.
  func counts() async throws(ClientError) -> NewReleaseCounts
  /// `GET /api/notifications/details`: the user's own.
  func newTitles() async throws(ClientError) -> NewTitles
  /// `POST /api/notifications/mark-seen`
  /// - Throws: `unsupported`, see ``BrokenRoute/markNotificationsSeen``; ``VaultStore/markAllSeen()`` works.
  func markAllSeen() async throws(ClientError)
}

struct LiveNotificationAPI: NotificationAPI {
  let sender: VaultSender

  func counts() async throws(ClientError) -> NewReleaseCounts {
    try await sender.json(
      "vault.notifications.counts", path: ["api", "notifications", "new-releases"], .vaultRead.open)
  }

  func newTitles() async throws(ClientError) -> NewTitles {
    try await sender.json("vault.notifications.newTitles", path: ["api", "notifications", "details"], .vaultRead)
  }

  func markAllSeen() async throws(ClientError) {
    try await sender.done(
      "vault.notifications.markAllSeen", .post, path: ["api", "notifications", "mark-seen"], .vaultWrite.open,
      broken: .markNotificationsSeen)
  }
}
