import MediaCore

/// A list shall be shared with somebody. The server tells nobody with whom a list is shared: its answer has to do.
struct ShareWish: VaultWish {
  static let kind: Intent.Kind = "vault.list.share"

  var list: Int
  var username: String
  var permission: SharePermission

  var target: String { "share/\(list)/\(username)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> Bool? { nil }
  func decide(_ known: Bool?) -> WishDecision { .write }

  func write(_ calls: WishCalls, _ known: Bool?, _ intent: Intent) async throws(ClientError) {
    do throws(ClientError) {
      try await calls.lists.share(list, with: username, permission)
    } catch {
      // An earlier attempt whose answer was lost has done it.
      guard error.kind == .conflict, intent.lastProblem != nil else { throw error }
    }
  }

  func isShown(by known: Bool?) -> Bool { true }
}
