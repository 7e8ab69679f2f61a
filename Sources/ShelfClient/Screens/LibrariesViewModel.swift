import MediaCore

/// The libraries that the account may see, in the server's order; ``ShelfRow/kind`` distinguishes books from podcasts.
@MainActor
public final class LibrariesViewModel: RowListViewModel<PlainRowListState> {
  /// Creates the screen. Requests nothing before `load()`.
  public init(shelf: ShelfService) {
    super.init(PlainRowListState(), shelf.lists.libraries(), shelf: shelf)
    paging.attach(self)
    shelf.live.refresh(screen, of: self) { _, event in
      if case .unknown(let name) = event { name.hasPrefix("library_") } else { false }
    }
  }
}
