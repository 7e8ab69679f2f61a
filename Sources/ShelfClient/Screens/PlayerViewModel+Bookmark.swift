import MediaCore

extension PlayerViewModel {
  /// Adds a bookmark at the second that plays now, with the title of the chapter and the time as its title. It is durable on this device,
  /// and sent when the server can be reached.
  /// - Returns: false for an episode, which has no bookmarks.
  func addBookmark() -> Bool {
    guard let id = current?.id, id.kind == .book else { return false }
    readEngine()
    let title = "\(state.chapter?.title ?? state.title), \(state.positionText)"
    // Whole seconds, so that the title's time is the bookmark's, and two presses within a second are one bookmark.
    let time = state.position.rounded(.down)
    screen.act { [store = shelf.bookmarkStore] () async throws(ClientError) in
      [try await store.create(title, at: time, in: id.libraryItemId)]
    }
    return true
  }
}
