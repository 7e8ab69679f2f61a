/// Whose data a screen shows: what one account has is not shown to the next. A sign-in that ran out is still the same account.
@MainActor
package final class ShownAccount {
  private let session: AccountSession
  private var account: String?

  package init(_ client: ServiceClient) { session = client.session }

  /// Calls `forget` when whoever was signed in at the last look no longer is.
  /// - Returns: whether one account has followed another directly, so that its data is to be asked for.
  @discardableResult
  package func follow(forgetting forget: () -> Void) async -> Bool {
    let now: String?
    do throws(ClientError) { now = try await session.status().account } catch { return false }
    defer { account = now }
    guard let account, account != now else { return false }
    forget()
    return now != nil
  }
}
