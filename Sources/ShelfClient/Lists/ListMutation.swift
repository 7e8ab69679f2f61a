import Foundation
import MediaCore

/// A change of a playlist or a collection. All changes of one list have one target, so that they are sent in their order.
protocol ListMutation: Mutation where API == ItemListAPI {
  var list: ItemListReference { get }
  /// Entries that the change adds, to be shown before the server sends them.
  var rows: [ShelfRow] { get }
  /// Applies the change to the shown list while it waits; nil stands for no list.
  func apply(to shown: inout ShownItemList?)
  /// The list after the change was decided.
  static func reading(of record: MutationRecord) -> ListReading?
}

extension ListMutation {
  var target: String { list.target }
  var isPlausible: Bool { WireID.arePlausible([list.id]) && rows.allSatisfy { ($0.duration ?? 0).isMediaTime } }
  var rows: [ShelfRow] { [] }
}

/// A change of an existing list.
protocol ListChangeMutation: ListMutation where Remote == ListReading {
  /// Writes the change to the list with that id.
  func write(_ api: API, to id: String, _ now: RemoteItemList) async throws(ClientError)
  /// Whether the change is in a list already.
  func isReflected(in list: RemoteItemList) -> Bool
  /// Returns the change without the parts that another device has changed later than the user of this device. Returns the same change if
  /// there are no such parts, and nil if nothing is left to write.
  /// - Parameters:
  ///   - base: the list as it was when the change was made.
  ///   - isLater: whether the other device's change is later than a time by this device's clock. Nil stands for the time at which the queue
  ///     accepted the change.
  func remainder(from base: RemoteItemList, to now: RemoteItemList, isLater: (Date?) -> Bool) -> Self?
}

extension ListChangeMutation {
  /// The reason why a change is given up if another device has changed the same part of the list later.
  static var later: String { "laterChange" }

  func remainder(from base: RemoteItemList, to now: RemoteItemList, isLater: (Date?) -> Bool) -> Self? { self }

  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> ListReading? {
    try await api.readNeeded(list, context)
  }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if merge.remote == .unneeded { return .superseded(reason: "removed") }
    if isReflected(in: merge.remote) { return .done }
    guard let base = merge.base?.list, let now = merge.remote?.list, let changedAt = now.lastUpdate else {
      return .write(self)
    }
    // If another device changed the same part of the list after the user did here, its change wins. The list has only one date, so that
    // date is used for each part.
    let offset = merge.serverNow.map { $0.timeIntervalSince(merge.deviceNow) } ?? 0
    let rest = remainder(from: base, to: now) { changedAt > ($0 ?? merge.createdAt) + offset }
    return rest == self ? .write(self) : .superseded(reason: Self.later, write: rest)
  }

  func perform(_ api: API, over remote: ListReading?, _ context: MutationContext) async throws(ClientError) {
    guard let now = remote?.list else { throw .noSuchList }
    try await write(api, to: now.id, now)
  }

  func isReflected(in remote: ListReading?) -> Bool { remote?.list.map { isReflected(in: $0) } ?? false }

  static func reading(of record: MutationRecord) -> ListReading? { record.remote(Self.self) }
}

enum ListMutations {
  /// Every kind that the queue sends and the rows show.
  private static let all: [any ListMutation.Type] = [
    ListCreationMutation.self, ListEditMutation.self, ListEntryMutation.self, ListOrderMutation.self,
    ListRemovalMutation.self,
  ]

  static func handlers(_ api: ItemListAPI) -> [MutationHandler] {
    func handler<M: ListMutation>(_ type: M.Type) -> MutationHandler { MutationHandler(type, api) }
    return all.map { handler($0) }
  }

  /// - Parameter settle: stores the list as the server showed it when a change of it was decided.
  static func overlays<Value>(
    _ settle: @escaping @Sendable (any ListMutation, ListReading, inout Value) -> Void
  ) -> [MutationOverlay<Value>] {
    func overlay<M: ListMutation>(_ type: M.Type) -> MutationOverlay<Value> {
      // Don't apply queued changes to the cached rows: `RowStore` applies them whenever it reads a list.
      MutationOverlay(type, apply: { _, _ in }) { mutation, record, value in
        if let reading = M.reading(of: record) { settle(mutation, reading, &value) }
      }
    }
    return all.map { overlay($0) }
  }

  static func mutation(_ record: MutationRecord) -> (any ListMutation)? {
    func mutation<M: ListMutation>(_ type: M.Type) -> (any ListMutation)? { record.mutation(M.self) }
    return all.lazy.compactMap { mutation($0) }.first
  }
}
