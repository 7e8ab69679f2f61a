import MediaCore

/// The lists that were made on this device: their ids for mutations, and their ids for requests.
struct LocalItemLists: Sendable {
  let ids: LocalIDs<String>
  let queue: MutationQueue

  /// The list under the id that mutations use for it.
  /// - Throws: `notFound` for a local id without a list.
  func stable(_ list: ItemListReference) async throws(ClientError) -> ItemListReference {
    let stable = ItemListReference(kind: list.kind, id: try await ids.stable(list.id))
    if stable.isLocal, try await ids.all()[stable.id] == nil, try await !isComing(stable) { throw .noSuchList }
    return stable
  }

  /// The id for requests; nil while the list exists on this device only.
  /// - Throws: `notFound` for a local id without a list.
  func readableID(of list: ItemListReference) async throws(ClientError) -> String? {
    guard list.isLocal else { return list.id }
    if let id = try await ids.all()[list.id] { return id }
    if try await isComing(list) { return nil }
    throw .noSuchList
  }

  private func isComing(_ list: ItemListReference) async throws(ClientError) -> Bool {
    try await queue.open().contains { $0.target == list.target && $0.kind == ListCreationMutation.kind }
  }
}

extension ItemListReference {
  static func localID(_ random: any RandomSource) -> String { "local-" + random.uuid() }
  /// Whether the list was made on this device.
  var isLocal: Bool { id.hasPrefix("local-") }
}

extension ClientError {
  /// The error for a local id without a list.
  static let noSuchList = ClientError(.notFound, operation: .shelfListsId, detail: "noSuchList")
}
