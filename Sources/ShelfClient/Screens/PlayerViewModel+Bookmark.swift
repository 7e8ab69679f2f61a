import MediaCore

extension PlayerViewModel {
  /// Adds a bookmark at the current position, cut to whole seconds. The bookmark's title consists of the chapter's title and the time. The
  /// bookmark is stored on this device, and sent when the server can be reached.
  /// - Returns: false if no book is open. Episodes have no bookmarks.
  func addBookmark() -> Bool {
    guard let id = current?.id, let place = bookmarkHere() else { return false }
    screen.act { [store = shelf.bookmarkStore] () async throws(ClientError) in
      [try await store.create(place.title, at: place.time, in: id.libraryItemId)]
    }
    return true
  }

  /// The title and the time, in seconds, of a bookmark at the current position; nil if no book is open.
  func bookmarkHere() -> (title: String, time: Double)? {
    guard let id = current?.id, id.kind == .book else { return nil }
    readEngine()
    // Use whole seconds, so that the time in the title is exactly the bookmark's time, and two presses within one second make one bookmark.
    return ("\(state.chapter?.title ?? state.title), \(state.positionText)", state.position.rounded(.down))
  }
}
