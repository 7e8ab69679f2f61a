public import MediaCore

extension VaultStore {
  /// Changes name, description, colour or icon of an own list.
  @discardableResult
  public func updateList(_ list: Int, _ change: ListDraft) async throws(ClientError) -> Submission {
    try await submit(ListEditMutation(list: numbers.stableNumber(of: list), change: change), as: .listChanged)
  }
}

struct ListEditMutation: VaultMutation {
  static let kind: MutationKind = "vault.list.edit"

  var list: Int
  var change: ListDraft

  var target: String { "list/\(list)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> VaultList? {
    try await api.list(list, context).value
  }

  func refusal(over remote: VaultList?) -> VaultRefusal? { remote == nil ? .gone : nil }

  func perform(_ api: VaultAPI, over remote: VaultList?, _ context: MutationContext) async throws(ClientError) {
    _ = try await api.lists.update(try await api.number(of: list, context), change)
  }

  func isReflected(in remote: VaultList?) -> Bool { remote.map(change.isShown) ?? false }

  func coalesced(with newer: ListEditMutation) -> ListEditMutation? {
    ListEditMutation(list: list, change: change.merged(with: newer.change))
  }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.change(list: snapshot.number(of: list)) { change.apply(to: &$0) }
  }
}
