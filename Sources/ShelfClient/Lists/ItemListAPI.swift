import MediaCore

/// The roles that send changes of playlists and collections, as one: the two kinds differ in names, and in what the server allows.
struct ItemListAPI: Sendable {
  let playlists: any PlaylistAPI
  let collections: any CollectionAPI
  let ids: LocalIDs<String>

  /// Reads a list; nil if the server itself answers that there is no such list. A proxy's 404 is thrown as an error.
  func read(_ kind: ItemListKind, _ id: String) async throws(ClientError) -> RemoteItemList? {
    do throws(ClientError) {
      switch kind {
      case .playlist: return RemoteItemList(try await playlists.playlist(id))
      case .collection: return RemoteItemList(try await collections.collection(id))
      }
    } catch {
      guard error.kind == .notFound, error.serverMessage != nil else { throw error }
      return nil
    }
  }

  /// Reads the list of a mutation that is being sent.
  func read(_ list: ItemListReference, _ context: MutationContext) async throws(ClientError) -> ListReading {
    guard let id = try await serverID(of: list, context) else { return .neverMade }
    return try await read(list.kind, id).map { .found($0) } ?? .gone(id)
  }

  /// Does the same, but without a request if a removal of the list waits behind the change.
  func readNeeded(_ list: ItemListReference, _ context: MutationContext) async throws(ClientError) -> ListReading {
    if await isRemoved(list, context) { return .unneeded }
    return try await read(list, context)
  }

  /// The server's id; nil for a list that was not created there.
  private func serverID(of list: ItemListReference, _ context: MutationContext) async throws(ClientError) -> String? {
    list.isLocal ? try await ids.serverID(of: list.id, context) : list.id
  }

  /// Whether a removal of the list waits behind the mutation.
  func isRemoved(_ list: ItemListReference, _ context: MutationContext) async -> Bool {
    await context.changes(of: list.target).contains {
      $0.isOpen && $0.kind == ListRemovalMutation.kind && $0.order > context.order
    }
  }

  /// The lists of all libraries. The routes for one library are not used: their answers can be half an hour old.
  func all(_ kind: ItemListKind) async throws(ClientError) -> [RemoteItemList] {
    switch kind {
    case .playlist: return try await playlists.all().map { RemoteItemList($0) }
    case .collection: return try await collections.all().map { RemoteItemList($0) }
    }
  }

  func create(_ kind: ItemListKind, _ draft: PlaylistDraft) async throws(ClientError) -> String {
    switch kind {
    case .playlist: return try await playlists.create(draft).id
    case .collection:
      return try await collections.create(
        BookCollectionDraft(
          libraryId: draft.libraryId, name: draft.name, description: draft.description,
          books: draft.items.map(\.libraryItemId))
      ).id
    }
  }

  func remove(_ kind: ItemListKind, _ id: String) async throws(ClientError) {
    switch kind {
    case .playlist: try await playlists.remove(id)
    case .collection: try await collections.remove(id)
    }
  }

  func edit(_ kind: ItemListKind, _ id: String, name: String?, description: String?) async throws(ClientError) {
    switch kind {
    case .playlist: try await playlists.update(id, PlaylistUpdate(name: name, description: description))
    case .collection: try await collections.update(id, BookCollectionUpdate(name: name, description: description))
    }
  }

  func arrange(_ kind: ItemListKind, _ id: String, _ order: [PlayableID]) async throws(ClientError) {
    switch kind {
    case .playlist: try await playlists.update(id, PlaylistUpdate(items: order.map(PlaylistEntry.init)))
    case .collection: try await collections.update(id, BookCollectionUpdate(books: order.map(\.libraryItemId)))
    }
  }

  func add(_ entries: [PlayableID], to kind: ItemListKind, _ id: String) async throws(ClientError) {
    switch kind {
    case .playlist: try await playlists.add(entries, to: id)
    case .collection: try await collections.add(entries.map(\.libraryItemId), to: id)
    }
  }

  func remove(_ entries: [PlayableID], from kind: ItemListKind, _ id: String) async throws(ClientError) {
    switch kind {
    case .playlist: try await playlists.remove(entries, from: id)
    // Use the route for several books, even for one: the server's route for one book checks no permission.
    case .collection: try await collections.remove(entries.map(\.libraryItemId), from: id)
    }
  }
}
