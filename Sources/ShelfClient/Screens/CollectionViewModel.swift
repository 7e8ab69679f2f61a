import MediaCore

/// One collection: its books in their order, with changes that need no network, but the permission to edit.
@MainActor
public final class CollectionViewModel: ItemListViewModel {
  /// - Parameters:
  ///   - id: the collection's, on the server or here.
  ///   - name: as the list of collections has it.
  public init(shelf: ShelfService, collection id: String, name: String = "") {
    super.init(shelf: shelf, id, name: name, shelf.lists.books(ofCollection: id), shelf.collectionStore)
  }

  /// Adds at the end; those that are in it already stay where they are.
  /// - Parameter books: ids of library items.
  public func add(_ books: [String]) {
    change { [store, id] () async throws(ClientError) in
      try await store.add(books.map { PlayableID(libraryItemId: $0) }, to: id)
    }
  }

  /// Takes a book out.
  /// - Parameter book: the id of its library item.
  public func remove(_ book: String) {
    change { [store, id] () async throws(ClientError) in
      try await store.remove([PlayableID(libraryItemId: book)], from: id)
    }
  }
}
