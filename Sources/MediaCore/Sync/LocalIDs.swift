/// The server's ids of things that were made on this device, by their local ids.
///
/// Only this device has these ids. They survive a sign-out that keeps pending changes, since such a change may be of a thing made here.
/// Mutations always use the local id, so that all changes of one thing are sent in one order.
package struct LocalIDs<ID: Codable & Hashable & Comparable & Sendable>: Sendable {
  package let cache: AccountCache<[ID: ID]>
  private let operation: OperationID

  /// Creates the ids of one kind of thing.
  /// - Parameters:
  ///   - name: a part of the file's name; it must not change between versions of an app.
  ///   - operation: the operation of the error for another account's id.
  package init(_ name: String, in storage: AccountStorage, operation: OperationID) {
    cache = .shared(name, empty: [:], retention: .device, in: storage)
    self.operation = operation
  }

  /// All ids of the current account.
  /// - Throws: `signedOut`, `storage`.
  package func all() async throws(ClientError) -> [ID: ID] { try await cache.value() }

  /// The id that mutations use for a thing: its local id if it was made on this device, otherwise `id`.
  package func stable(_ id: ID) async throws(ClientError) -> ID {
    try await all().filter { $0.value == id }.keys.min() ?? id
  }

  /// The server's id of a thing made on this device, for a mutation that is being sent; nil while the server does not have it.
  package func serverID(of local: ID, _ context: MutationContext) async throws(ClientError) -> ID? {
    try await ids(of: context.account)[local]
  }

  /// Stores the server's id of a thing made on this device. Another thing made here that had this id is gone: a server that numbers its lists
  /// gives a number again after a lost list, for example when it is restored from a backup.
  package func store(_ id: ID, madeAs local: ID, _ context: MutationContext) async throws(ClientError) {
    guard try await ids(of: context.account)[local] != id else { return }
    try await cache.update(of: context.account) { ids in
      ids = ids.filter { $0.value != id }
      ids[local] = id
    }
  }

  private func ids(of account: String) async throws(ClientError) -> [ID: ID] {
    let view = try await cache.view()
    guard view.account == account else {
      throw ClientError(.signedOut, operation: operation, detail: ClientError.Detail.accountChanged)
    }
    return view.value
  }
}
