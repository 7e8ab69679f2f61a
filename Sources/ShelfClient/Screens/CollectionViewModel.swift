import MediaCore

/// The screen of one collection, with its books in the order of the collection. An account that has the permission to edit can change the
/// collection, also without a network.
@MainActor
public final class CollectionViewModel: ItemListViewModel {
  /// Creates the screen of a collection.
  /// - Parameters:
  ///   - id: the id of the collection on the server, or the local id of a collection that was created on this device and is not on the
  ///     server yet.
  ///   - name: the name to show until the collection has loaded, such as the name from the list of collections.
  public init(shelf: ShelfService, collection id: String, name: String = "") {
    super.init(shelf: shelf, .collection, id, name: name, shelf.lists.books(ofCollection: id), shelf.collectionStore)
  }

  /// Adds books at the end of the collection. Books that are already in the collection keep their positions.
  /// - Parameter books: the ids of the books' library items.
  public func add(_ books: [String]) {
    change { [store, id] () async throws(ClientError) in
      try await store.add(books.map { PlayableID(libraryItemId: $0) }, to: id)
    }
  }

  /// Removes a book from the collection. ``ItemListViewModel/undoRemoval()`` can restore it for ten seconds.
  /// - Parameter book: the id of the book's library item.
  public func remove(_ book: String) {
    removeUndoably { [store, id] () async throws(ClientError) in
      try await store.removeUndoably([PlayableID(libraryItemId: book)], from: id)
    }
  }
}

/// The screen of a library's collections, each with the number of its books. All accounts of the server see the same collections. An
/// account that has the permission to edit can change the collections, also without a network.
@MainActor
public final class CollectionListViewModel: RowListViewModel<PlainRowListState> {
  private let library: String

  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService, library: String, pageSize: Int = 10) {
    self.library = library
    super.init(
      PlainRowListState(), shelf.lists.collections(in: library, pageSize: Self.pageSize(pageSize)), shelf: shelf)
    paging.attach(self, reset: { $0.screen.takeUndo(\.undoable) })
    shelf.live.refresh(screen, of: self) {
      $1.concerns(listsOf: .collection, in: library, showing: $0.state.rows.value)
    }
  }

  /// Creates a collection.
  /// - Parameter books: the ids of the books' library items, at least one.
  public func create(_ name: String, books: [String]) {
    change { [store = shelf.collectionStore, library] () async throws(ClientError) in
      try await store.create(name, in: library, entries: books.map { PlayableID(libraryItemId: $0) }).submission
    }
  }

  /// Adds books at the end of a collection of the list. Books that are already in the collection keep their positions.
  /// - Parameter books: the ids of the books' library items.
  public func add(_ books: [String], to id: ShelfRow.ID) {
    change { [store = shelf.collectionStore] () async throws(ClientError) in
      try await store.add(books.map { PlayableID(libraryItemId: $0) }, to: id)
    }
  }

  /// Deletes a collection for all accounts. Needs the permission to delete. ``undoRemoval()`` can restore the collection for ten seconds.
  public func remove(_ id: ShelfRow.ID) {
    removeUndoably { [shelf, library] () async throws(ClientError) in
      try await shelf.deleteUndoably(shelf.lists.books(ofCollection: id), id, in: library, from: shelf.collectionStore)
    }
  }

  /// Restores the collection of ``PlainRowListState/undoable``: unchanged if the server has not removed it yet, otherwise as a new
  /// collection with the same name and books.
  public func undoRemoval() { undoRemoval(in: shelf.collectionStore) }
}
