import Foundation
public import MediaCore

extension VaultStore {
  /// Changes the name, description, colour or icon of one of the user's own lists. Members of `change` that are nil are not changed.
  @discardableResult
  public func updateList(_ list: Int, _ change: ListDraft) async throws(ClientError) -> Submission {
    let edit = ListEditMutation(list: try await stableNumber(of: list), change: change)
    return try await submit(edit.made(at: environment.clock.now()), as: .listChanged)
  }
}

struct ListEditMutation: ConflictingMutation {
  static let kind: MutationKind = "vault.list.edit"

  var list: Int
  var change: ListDraft
  /// The time at which the user last set each member, by the device's clock; nil in a change that an earlier version of the app has stored.
  var madeAt: [String: Date]?

  /// Returns this mutation with `date` as the time at which the user set each of the fields that it changes.
  func made(at date: Date) -> ListEditMutation {
    with(self) { $0.madeAt = Dictionary(uniqueKeysWithValues: change.members.map { ($0.rawValue, date) }) }
  }

  /// Whether `other` sets the same fields of the same list to the same values. The times at which the user set them may differ.
  func isSame(as other: ListEditMutation) -> Bool { list == other.list && change == other.change }

  var target: String { Self.target(list) }
  static func target(_ list: Int) -> String { "list/\(list)" }

  func fetch(_ api: VaultAPI, _ context: MutationContext) async throws(ClientError) -> VaultList? {
    try await api.list(list, context).value
  }

  /// In each member the later of two edits counts, where the server says when another device has made its own.
  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if let refusal = refusal(over: merge.remote) { return .refused(refusal) }
    if isReflected(in: merge.remote) { return .done }
    let lost = membersChangedLater(merge)
    guard let remote = merge.remote, !lost.isEmpty else { return .write(self) }
    let rest = ListEditMutation(list: list, change: change.without(lost))
    // If an earlier attempt has sent the whole change, write the rest even if nothing is left of it: `sent` of the record must contain only
    // what was written.
    let isWritten = rest.isReflected(in: remote) && merge.sent == nil
    return .superseded(reason: VaultConflict.later, write: isWritten ? nil : rest)
  }

  /// The members that another device has changed after the user set them here. The server dates lists by its own clock, so the times of this
  /// change are first corrected by the difference between the two clocks.
  private func membersChangedLater(_ merge: MergeInput<Self>) -> Set<VaultConflict.MemberName> {
    guard let changedAt = merge.remote?.updatedAt else { return [] }
    let offset = merge.serverNow.map { $0.timeIntervalSince(merge.deviceNow) } ?? 0
    let members = overwritten(merge).map(\.member)
    return Set(members.filter { changedAt > (madeAt?[$0.rawValue] ?? merge.createdAt) + offset })
  }

  func refusal(over remote: VaultList?) -> VaultRefusal? { remote == nil ? .gone : nil }

  func perform(_ api: VaultAPI, over remote: VaultList?, _ context: MutationContext) async throws(ClientError) {
    guard !change.members.isEmpty else { return }
    _ = try await api.lists.update(try await api.number(of: list, context), change)
  }

  func isReflected(in remote: VaultList?) -> Bool { remote.map(change.isShown) ?? false }

  func coalesced(with newer: ListEditMutation) -> ListEditMutation? {
    var merged = ListEditMutation(list: list, change: change.merged(with: newer.change), madeAt: madeAt)
    if let times = newer.madeAt { merged.madeAt = (madeAt ?? [:]).merging(times) { $1 } }
    return merged
  }

  /// Adds to the base the fields that `earlier` has written: only its other fields lost to another device.
  func base(_ base: VaultList?, after earlier: MutationRecord) -> VaultList? {
    guard case .superseded = earlier.state, let written = earlier.sent(ListEditMutation.self) else { return base }
    return base.map { with($0) { written.change.apply(to: &$0) } }
  }

  func apply(to snapshot: inout VaultSnapshot) {
    snapshot.change(list: snapshot.number(of: list)) { change.apply(to: &$0) }
  }
}

extension ListEditMutation {
  var subject: VaultConflict.Subject { .list(list) }
  var members: Set<VaultConflict.MemberName> { change.members }

  func base(in snapshot: VaultSnapshot) -> VaultList? {
    let number = snapshot.number(of: list)
    return snapshot.list(number).map { known in
      with(VaultList(id: known.id)) {
        ($0.name, $0.description, $0.color, $0.icon) = (known.name, known.description, known.color, known.icon)
      }
    }
  }

  /// Leaves out the members that this mutation wrote: no other device has changed those later.
  func lost(_ differences: [VaultConflict.Difference], _ record: MutationRecord) -> [VaultConflict.Difference] {
    let written = record.sent(ListEditMutation.self)?.change.members ?? []
    return differences.filter { !written.contains($0.member) }
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

  func ownRemedy(of lost: Set<VaultConflict.MemberName>) -> ConflictRemedy? {
    .list(list, change.without(change.members.subtracting(lost)))
  }

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

extension ListDraft {
  /// The members that the draft sets.
  fileprivate var members: Set<VaultConflict.MemberName> {
    var set: Set<VaultConflict.MemberName> = []
    if name != nil { set.insert(.name) }
    if description != nil { set.insert(.description) }
    if color != nil { set.insert(.color) }
    if icon != nil { set.insert(.icon) }
    return set
  }

  fileprivate func without(_ members: Set<VaultConflict.MemberName>) -> ListDraft {
    ListDraft(
      name: members.contains(.name) ? nil : name,
      description: members.contains(.description) ? nil : description,
      color: members.contains(.color) ? nil : color, icon: members.contains(.icon) ? nil : icon)
  }
}
