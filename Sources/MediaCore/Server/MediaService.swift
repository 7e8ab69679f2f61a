/// The client of one server with a sign-in: `ShelfService`, `TallyService` or `VaultService`. ``ServersViewModel`` uses this protocol to
/// show several servers of one service.
public protocol MediaService: Sendable {
  /// The HTTP client of the service.
  var client: ServiceClient { get }
  /// Signs the account out, as the `signOut(pending:)` of the service's account does.
  /// - Parameter pending: whether changes that are not on the server yet stay on this device.
  func signOut(pending: PendingWork) async throws(ClientError)
}
