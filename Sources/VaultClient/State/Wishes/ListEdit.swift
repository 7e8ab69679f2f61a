import MediaCore

/// A list shall be called or look otherwise.
struct ListEdit: VaultWish {
  static let kind: Intent.Kind = "vault.list.edit"

  var list: Int
  var change: ListDraft

  var target: String { "list/\(list)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> VaultList? {
    try await calls.list(list)
  }

  func decide(_ known: VaultList?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    return change.isShown(by: known) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: VaultList?, _ intent: Intent) async throws(ClientError) {
    _ = try await calls.lists.update(try await calls.number(of: list), change)
  }

  func isShown(by known: VaultList?) -> Bool { known.map(change.isShown) ?? false }

  func merged(with newer: ListEdit) -> ListEdit? {
    ListEdit(list: list, change: change.merged(with: newer.change))
  }

  func apply(to known: inout KnownVault) {
    known.change(list: known.number(of: list)) { change.apply(to: &$0) }
  }
}
