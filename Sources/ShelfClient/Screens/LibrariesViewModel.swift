import MediaCore

/// The libraries that the account may see, in the server's order; ``ShelfRow/kind`` says of what.
@MainActor
public final class LibrariesViewModel: RowListViewModel<PlainRowListState> {
  /// Nothing is asked for before `load()`.
  public init(shelf: ShelfService) {
    super.init(PlainRowListState(), shelf.lists.libraries(), shelf: shelf)
    paging.attach(self)
  }
}
