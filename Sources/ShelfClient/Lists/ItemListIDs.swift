import Foundation
import MediaCore

/// The server's ids of lists that were made on this device, by their local ids.
///
/// Only this device has these ids. They survive a sign-out that keeps pending changes, since such a change may be of a list made here.
/// Mutations always use a list's local id, so that all its changes are sent in one order.
final class ItemListIDs: Sendable {
  private let cache: AccountCache<[String: String]>
  private let queue = Locked(WeakQueue())

  private struct WeakQueue {
    weak var queue: MutationQueue?
  }

  init(in storage: AccountStorage) {
    cache = .shared("list-ids", empty: [:], retention: .device, in: storage)
  }

  /// Connects the queue, held weakly: the queue holds the mutations' roles, and these hold this object.
  func connect(_ queue: MutationQueue) { self.queue.withLock { $0.queue = queue } }

  static func local(_ random: any RandomSource) -> String { "local-" + random.uuid() }
  static func isLocal(_ id: String) -> Bool { id.hasPrefix("local-") }

  func all() async throws(ClientError) -> [String: String] { try await cache.value() }

  /// The list under the id that mutations use for it.
  /// - Throws: `notFound` for a local id without a list.
  func stable(_ list: ItemListReference) async throws(ClientError) -> ItemListReference {
    let ids = try await all()
    if let made = ids.filter({ $0.value == list.id }).keys.min() {
      return ItemListReference(kind: list.kind, id: made)
    }
    if Self.isLocal(list.id), ids[list.id] == nil, try await !isComing(list) { throw Self.noSuchList }
    return list
  }

  /// The id for requests; nil while the list exists on this device only.
  /// - Throws: `notFound` for a local id without a list.
  func readableID(of list: ItemListReference) async throws(ClientError) -> String? {
    guard Self.isLocal(list.id) else { return list.id }
    if let id = try await all()[list.id] { return id }
    if try await isComing(list) { return nil }
    throw Self.noSuchList
  }

  // MARK: For mutations that are being sent

  /// The server's id; nil for a list that was not created there.
  func serverID(of list: ItemListReference, _ context: MutationContext) async throws(ClientError) -> String? {
    guard Self.isLocal(list.id) else { return list.id }
    return try await view(of: context.account).value[list.id]
  }

  /// Stores the server's id of a list that was made on this device.
  func store(_ id: String, madeAs list: ItemListReference, _ context: MutationContext) async throws(ClientError) {
    guard try await view(of: context.account).value[list.id] != id else { return }
    try await cache.update { $0[list.id] = id }
  }

  /// Whether a removal of the list waits behind the mutation.
  func isRemoved(_ list: ItemListReference, after context: MutationContext) async throws(ClientError) -> Bool {
    try await open(list).contains { $0.kind == ListRemovalMutation.kind && $0.order > context.order }
  }

  private func isComing(_ list: ItemListReference) async throws(ClientError) -> Bool {
    try await open(list).contains { $0.kind == ListCreationMutation.kind }
  }

  private func open(_ list: ItemListReference) async throws(ClientError) -> [MutationRecord] {
    try await (queue.withLock { $0.queue }?.open() ?? []).filter { $0.target == list.target }
  }

  private func view(of account: String) async throws(ClientError) -> AccountCache<[String: String]>.View {
    let view = try await cache.view()
    guard view.account == account else {
      throw ClientError(.signedOut, operation: .shelfListsId, detail: ClientError.Detail.accountChanged)
    }
    return view
  }

  static let noSuchList = ClientError(.notFound, operation: .shelfListsId, detail: "noSuchList")
}
