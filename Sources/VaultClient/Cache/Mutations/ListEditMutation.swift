import Foundation
public import MediaCore

extension VaultStore {
  /// Changes the name, description, colour or icon of one of the user's own lists. Members of `change` that are nil are not changed.
  @discardableResult
  public func updateList(_ list: Int, _ change: ListDraft) async throws(ClientError) -> Submission {
    try await submit(ListEditMutation(list: stableNumber(of: list), change: change), as: .listChanged)
  }
}

struct ListEditMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.list.edit"

  var list: Int
  var change: ListDraft

  var target: String { Self.target(list) }
  static func target(_ list: Int) -> String { "list/\(list)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> VaultList? {
    try await api.list(list, context).value
  }

  /// The later of two edits counts, where the server says when another device has made its own.
  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if let refusal = refusal(over: merge.remote) { return .refused(refusal) }
    if isReflected(in: merge.remote) { return .done }
    let serverTime = merge.serverNow.map { merge.createdAt.addingTimeInterval($0.timeIntervalSince(merge.deviceNow)) }
    if let theirs = merge.remote?.updatedAt, theirs > serverTime ?? merge.createdAt, overwritesAnother(merge) {
      return .superseded(reason: VaultConflict.later, write: rest(merge))
    }
    return .write(self)
  }

  /// The members that no other device has changed.
  private func rest(_ merge: MergeInput<Self>) -> ListEditMutation? {
    guard let base = merge.base, let remote = merge.remote else { return nil }
    let lost = Set(differences(base: base, theirs: remote).map(\.member))
    let rest = ListDraft(
      name: lost.contains(.name) ? nil : change.name,
      description: lost.contains(.description) ? nil : change.description,
      color: lost.contains(.color) ? nil : change.color, icon: lost.contains(.icon) ? nil : change.icon)
    return rest.isShown(by: remote) ? nil : ListEditMutation(list: list, change: rest)
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

extension ListEditMutation {
  var subject: VaultConflict.Subject { .list(list) }

  func base(in snapshot: VaultSnapshot) -> VaultList? {
    let number = snapshot.number(of: list)
    return snapshot.list(number).map { known in
      with(VaultList(id: known.id)) {
        ($0.name, $0.description, $0.color, $0.icon) = (known.name, known.description, known.color, known.icon)
      }
    }
  }

  func differences(base: VaultList, theirs: VaultList) -> [VaultConflict.Difference] {
    var all: [VaultConflict.Difference] = []
    if let name = change.name { all.add(.name, base: base.name, ours: name, theirs: theirs.name) }
    if let text = change.description {
      all.add(.description, base: base.description, ours: text, theirs: theirs.description)
    }
    if let color = change.color { all.add(.color, base: base.color, ours: color, theirs: theirs.color) }
    if let icon = change.icon { all.add(.icon, base: base.icon, ours: icon, theirs: theirs.icon) }
    return all
  }

  func remedy(_ lost: VaultList) -> ConflictRemedy? {
    .list(
      list,
      ListDraft(
        name: change.name == nil ? nil : lost.name,
        description: change.description == nil ? nil : lost.description ?? "",
        color: change.color == nil ? nil : lost.color, icon: change.icon == nil ? nil : lost.icon))
  }

  var ownRemedy: ConflictRemedy? { .list(list, change) }

  /// Shows the server's values of the members in which a later edit of another device counts.
  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot) {
    if record.state == .superseded(reason: VaultConflict.later), let theirs = record.remote(ListEditMutation.self) {
      snapshot.change(list: snapshot.number(of: list)) { list in
        (list.name, list.description, list.color, list.icon) = (
          theirs.name, theirs.description, theirs.color, theirs.icon
        )
        (record.sent(ListEditMutation.self)?.change ?? ListDraft()).apply(to: &list)
      }
    } else if record.state == .synced {
      apply(to: &snapshot)
    }
  }
}
