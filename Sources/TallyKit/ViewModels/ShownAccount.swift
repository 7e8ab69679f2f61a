import MediaCore

/// Whose data a screen shows: what one account has is not shown to the next. A sign-in that ran out is still the same account.
@MainActor
final class ShownAccount {
  private let sync: TallySync
  private var account: String?

  init(_ sync: TallySync) { self.sync = sync }

  /// Calls `forget` when somebody else is signed in now, or nobody.
  /// - Returns: whether another one is, whose data is to be asked for.
  @discardableResult
  func follow(forgetting forget: () -> Void) async -> Bool {
    let now: String?
    do throws(ClientError) { now = try await sync.account() } catch { return false }
    defer { account = now }
    guard let account, account != now else { return false }
    forget()
    return now != nil
  }
}
