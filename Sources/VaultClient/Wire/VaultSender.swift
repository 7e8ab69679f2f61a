import MediaCore

/// Sends endpoints of this service and reads its refusals.
struct VaultSender: Sendable {
  let client: ServiceClient

  /// - Parameter broken: what a 500 of this route means on current servers.
  func send<Response>(
    _ endpoint: Endpoint<Response>, broken: BrokenRoute? = nil
  ) async throws(ClientError) -> Response {
    do throws(ClientError) { return try await client.send(endpoint) } catch { throw error.readAsVault(broken) }
  }
}
