import MediaCore

/// A list of the user's own shall be gone, or one that is shared with them shall be left.
struct ListRemoval: VaultWish {
  static let kind: Intent.Kind = "vault.list.remove"

  var list: Int
  /// A guest leaves; an owner deletes.
  var isGuest: Bool

  var target: String { "list/\(list)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> VaultList? {
    try await calls.list(list)
  }

  func write(_ calls: WishCalls, _ known: VaultList?, _ intent: Intent) async throws(ClientError) {
    let number = try await calls.number(of: list)
    if isGuest { try await calls.lists.leave(number) } else { try await calls.lists.delete(number) }
  }

  func isShown(by known: VaultList?) -> Bool { known == nil }

  func apply(to known: inout KnownVault) {
    known.remove(list: known.number(of: list))
  }
}
