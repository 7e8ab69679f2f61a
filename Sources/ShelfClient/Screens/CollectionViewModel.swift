import MediaCore

/// One collection: its books in their order, with changes that need no network, but the permission to edit.
@MainActor
public final class CollectionViewModel: ItemListViewModel {
  /// - Parameters:
  ///   - id: the id of the collection, on the server or a local one.
  ///   - name: the name from the list of collections, shown until the collection has loaded.
  public init(shelf: ShelfService, collection id: String, name: String = "") {
    super.init(shelf: shelf, id, name: name, shelf.lists.books(ofCollection: id), shelf.collectionStore)
  }

  /// Adds books at the end; books that are in the collection already stay where they are.
  /// - Parameter books: ids of library items.
  public func add(_ books: [String]) {
    change { [store, id] () async throws(ClientError) in
      try await store.add(books.map { PlayableID(libraryItemId: $0) }, to: id)
    }
  }

  /// Removes a book from the collection.
  /// - Parameter book: the id of its library item.
  public func remove(_ book: String) {
    change { [store, id] () async throws(ClientError) in
      try await store.remove([PlayableID(libraryItemId: book)], from: id)
    }
  }
}
