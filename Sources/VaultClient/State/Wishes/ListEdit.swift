import MediaCore

/// A list shall be called or look otherwise.
struct ListEdit: VaultWish {
  static let kind: Intent.Kind = "vault.list.edit"

  var list: Int
  var change: ListDraft

  var target: String { "list/\(list)" }

  func read(_ calls: WishCalls) async throws(ClientError) -> VaultList? {
    try await calls.lists.all().first { $0.id == .list(list) }
  }

  func decide(_ known: VaultList?) -> WishDecision {
    guard let known else { return .refuse(.gone) }
    return change.isShown(by: known) ? .alreadyTrue : .write
  }

  func write(_ calls: WishCalls, _ known: VaultList?, _ intent: Intent) async throws(ClientError) {
    _ = try await calls.lists.update(list, change)
  }

  func isShown(by known: VaultList?) -> Bool { known.map(change.isShown) ?? false }

  func merged(with newer: ListEdit) -> ListEdit? {
    ListEdit(list: list, change: change.merged(with: newer.change))
  }

  func apply(to known: inout KnownVault) {
    known.change(list: list) { change.apply(to: &$0) }
  }
}
