import Foundation
import MediaCore

/// Gives a list another name or another description.
struct ListEditMutation: ListChangeMutation {
  static let kind: MutationKind = "shelf.list.edit"

  /// A part of a list that the change can set.
  enum Member: String { case name, description }

  var list: ItemListReference
  /// The new name; nil for no change.
  var name: String?
  /// The new description, empty to remove it; nil for no change.
  var description: String?
  /// The time at which the user last set each member, by the device's clock. Successive changes are merged into one record, which has only
  /// the date of the newest change. Nil in a change that an earlier version of the app has stored.
  var madeAt: [String: Date]?

  /// - Parameter date: the time at which the user makes the change, by the device's clock.
  init(list: ItemListReference, name: String? = nil, description: String? = nil, at date: Date) {
    (self.list, self.name, self.description) = (list, name, description)
    madeAt = [:]
    if name != nil { madeAt?[Member.name.rawValue] = date }
    if description != nil { madeAt?[Member.description.rawValue] = date }
  }

  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError) {
    guard name != nil || description != nil else { return }
    try await api.edit(list.kind, id, name: name, description: description)
  }

  func isReflected(in list: RemoteItemList) -> Bool { isNameShown(by: list) && isDescriptionShown(by: list) }

  private func isNameShown(by list: RemoteItemList) -> Bool { list.name == name ?? list.name }

  private func isDescriptionShown(by list: RemoteItemList) -> Bool {
    (list.description ?? "") == description ?? list.description ?? ""
  }

  /// If another device has later changed all members that this mutation sets, returns a mutation without members instead of nil. The
  /// queue stores this mutation as `sent`, and `reading(of:)` therefore adds nothing to the list.
  func remainder(
    from base: RemoteItemList, to now: RemoteItemList, isLater: (Date?) -> Bool
  ) -> ListEditMutation? {
    let isNameLost = now.name != base.name && !isNameShown(by: now) && isLater(madeAt?[Member.name.rawValue])
    let isDescriptionLost =
      (now.description ?? "") != (base.description ?? "") && !isDescriptionShown(by: now)
      && isLater(madeAt?[Member.description.rawValue])
    guard isNameLost || isDescriptionLost else { return self }
    return with(self) {
      if isNameLost || isNameShown(by: now) { $0.name = nil }
      if isDescriptionLost || isDescriptionShown(by: now) { $0.description = nil }
    }
  }

  func coalesced(with newer: ListEditMutation) -> ListEditMutation? {
    with(self) {
      ($0.name, $0.description) = (newer.name ?? name, newer.description ?? description)
      if let times = newer.madeAt { $0.madeAt = (madeAt ?? [:]).merging(times) { $1 } }
    }
  }

  /// Adds the members of `earlier` that are on the server to the base. Another device has replaced only the other members.
  func base(_ base: ListReading?, after earlier: MutationRecord) -> ListReading? {
    guard var list = base?.list, let edit = earlier.mutation(Self.self), let now = Self.reading(of: earlier)?.list
    else { return base }
    if edit.isNameShown(by: now) { list.name = edit.name ?? list.name }
    if edit.isDescriptionShown(by: now) { list.description = edit.description ?? list.description }
    return .found(list)
  }

  /// The list as it was read when the change was decided. If another device's later change has replaced a part of this change, the queue
  /// wrote the rest after that reading, so this function adds the rest to the list.
  static func reading(of record: MutationRecord) -> ListReading? {
    let reading = record.remote(Self.self)
    guard record.state == .superseded(reason: later), let rest = record.sent(Self.self), var list = reading?.list else {
      return reading
    }
    list.name = rest.name ?? list.name
    list.description = rest.description ?? list.description
    return .found(list)
  }

  func apply(to shown: inout ShownItemList?) {
    if let name { shown?.row.title = name }
    if let description { shown?.row.subtitle = description }
  }
}
