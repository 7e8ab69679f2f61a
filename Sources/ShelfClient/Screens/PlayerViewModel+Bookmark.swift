import MediaCore

extension PlayerViewModel {
  /// Adds a bookmark at the current position, cut to whole seconds. The bookmark's title consists of the chapter's title and the time. The
  /// bookmark is stored on this device, and sent when the server can be reached.
  /// - Returns: false if no book is open. Episodes have no bookmarks.
  func addBookmark() -> Bool {
    guard let id = current?.id, id.kind == .book else { return false }
    readEngine()
    let title = "\(state.chapter?.title ?? state.title), \(state.positionText)"
    // Use whole seconds, so that the time in the title is exactly the bookmark's time, and two presses within one second make one bookmark.
    let time = state.position.rounded(.down)
    screen.act { [store = shelf.bookmarkStore] () async throws(ClientError) in
      [try await store.create(title, at: time, in: id.libraryItemId)]
    }
    return true
  }
}
