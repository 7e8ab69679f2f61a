import MediaCore

/// The collections of a library, each with the number of its books, which everybody on the server sees. Changes need no network,
/// but the permission to edit.
@MainActor
public final class CollectionListViewModel: RowListViewModel<PlainRowListState> {
  private let library: String

  /// Requests nothing before `load()`.
  public init(shelf: ShelfService, library: String, pageSize: Int = 50) {
    self.library = library
    super.init(
      PlainRowListState(), shelf.lists.collections(in: library, pageSize: Self.pageSize(pageSize)), shelf: shelf)
    paging.attach(self)
  }

  /// Creates a collection of at least one book.
  public func create(_ name: String, books: [String]) {
    change { [store = shelf.collectionStore, library] () async throws(ClientError) in
      try await store.create(name, in: library, entries: books.map { PlayableID(libraryItemId: $0) }).submission
    }
  }

  /// Deletes a collection for everybody. Needs the permission to delete.
  public func remove(_ id: ShelfRow.ID) {
    change { [store = shelf.collectionStore] () async throws(ClientError) in try await store.delete(id) }
  }
}
