import MediaCore

/// The screen of the libraries that the account may see, in the server's order. The ``ShelfRow/kind`` of a row is
/// ``ShelfRow/Kind/bookLibrary`` or ``ShelfRow/Kind/podcastLibrary``.
@MainActor
public final class LibrariesViewModel: RowListViewModel<PlainRowListState> {
  /// Creates the screen. The screen sends its first request when `load()` is called.
  public init(shelf: ShelfService) {
    super.init(PlainRowListState(), shelf.lists.libraries(), shelf: shelf)
    paging.attach(self)
    shelf.live.refresh(screen, of: self) { _, event in
      if case .unknown(let name) = event { name.hasPrefix("library_") } else { false }
    }
  }
}
