import MediaTesting
import Runner
import ShelfClient

enum LiveFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("live-update") { fixture in
      try await fixture.withEpisode { _, id in
        let shelf = fixture.shelf
        let screen = await ItemViewModel(shelf: shelf, item: id.libraryItemId)
        _ = await fixture.loaded(screen)
        let (statuses, events) = (Locked<[LiveUpdates.Status]>([]), Locked(0))
        let tokens = [
          shelf.live.observeStatus { new in statuses.withLock { $0.append(new) } },
          shelf.live.observe { _ in events.withLock { $0 += 1 } },
        ]
        shelf.live.use(PollingConnector(client: shelf.client))
        try await connect(fixture)
        let before = calls(fixture)
        try await fixture.verifier.listenElsewhere(id, to: 123)
        try await fixture.until("the other device's place on the screen") {
          await screen.state.progress[id.description]?.position == 123
        }
        try expect(calls(fixture) == before, "no request of this device, got \(calls(fixture).dropFirst(before.count))")
        try await fixture.verifier.listenElsewhere(id, to: 45)
        try await fixture.until("the way back on the screen") {
          await screen.state.progress[id.description]?.position == 45
        }
        try await disconnect(fixture)
        shelf.live.use()
        // Observers get a status a moment after it is the current one.
        try await fixture.until("the end among the statuses") { statuses.withLock { $0.last } == .off }
        let followed = statuses.withLock { $0 }
        try expect(followed.contains(.live), "the statuses, got \(followed)")
        try expect(events.withLock { $0 } > 0, "events")
        withExtendedLifetime(tokens) {}
        return "another device moved to 2:03 and back to 0:45: both on the open screen, with no request of this one"
      }
    },
    Flow("live-reconnect") { fixture in
      try await fixture.withEpisode { _, id in
        let shelf = fixture.shelf
        try await connect(fixture)
        fixture.network.isDown = true
        try await fixture.until("the connection lost") {
          shelf.live.currentStatus == .waiting
        }
        try await fixture.verifier.listenElsewhere(id, to: 200)
        fixture.network.isDown = false
        try await fixture.until("the connection back") { shelf.live.currentStatus == .live }
        try await fixture.until("what was missed") { try await shelf.progressStore.progress(of: id)?.position == 200 }
        try await disconnect(fixture)
        return "what happened without a connection was read once it was back"
      }
    },
    Flow("live-list") { fixture in
      let shelf = fixture.shelf
      let library = try await fixture.library(.book)
      guard let book = try await fixture.books().first else { return "nothing to list: no book on the server" }
      let entry = PlaylistEntry(libraryItemId: book.id)
      let made = try await shelf.playlists.create(
        PlaylistDraft(libraryId: library, name: "shelf-example live", items: [entry]))
      let screen = await PlaylistViewModel(shelf: shelf, playlist: made.id)
      await MainActor.run { screen.onChange = { _ in } }
      _ = await fixture.loaded(screen)
      await shelf.systemEvents.becameActive()
      try await connect(fixture)
      try await fixture.wait(15)
      try await fixture.verifier.change("/api/playlists/\(made.id)", ["name": "shelf-example renamed"])
      try await fixture.until("the new name on the open screen") { await screen.state.name == "shelf-example renamed" }
      try await fixture.verifier.remove("/api/playlists/\(made.id)")
      try await fixture.until("that the playlist is gone") { await screen.state.isGone }
      try await disconnect(fixture)
      return "renamed and removed elsewhere: the open playlist showed both by itself"
    },
    Flow("live-background") { fixture in
      let shelf = fixture.shelf
      try await connect(fixture)
      await shelf.systemEvents.enteredBackground()
      try await fixture.until("the connection closed") { shelf.live.currentStatus == .off }
      try await fixture.wait(1)
      let sent = fixture.network.operations.count
      try await fixture.wait(fixture.clock == nil ? 3 : 600)
      try expect(fixture.network.operations.count == sent, "silence in the background")
      await shelf.systemEvents.becameActive()
      try await fixture.until("the connection at the front") { shelf.live.currentStatus == .live }
      try await disconnect(fixture)
      return "connected at the front, silent in the background"
    },
  ]

  /// Connects, and waits for the read that follows.
  private static func connect(_ fixture: ShelfFixture) async throws {
    // After a connection, the progress is read once, and so are the bookmarks if they were ever shown.
    var due: [OperationID] = [.shelfProgressAll]
    if try await fixture.shelf.bookmarkStore.bookmarks(of: nil) != nil { due.append(.shelfBookmarksAll) }
    let before = fixture.network.operations.count
    fixture.shelf.live.start()
    try await fixture.until("a connection") { fixture.shelf.live.currentStatus == .live }
    try await fixture.until("the reads after it") { [due] in
      Set(due).isSubset(of: fixture.network.operations.dropFirst(before))
    }
    try await fixture.wait(0.2)
    await fixture.shelf.progressStore.settled()
  }

  private static func disconnect(_ fixture: ShelfFixture) async throws {
    fixture.shelf.live.stop()
    try await fixture.until("the connection closed") { fixture.shelf.live.currentStatus == .off }
  }

  /// The requests other than those of the connection.
  private static func calls(_ fixture: ShelfFixture) -> [OperationID] {
    fixture.network.operations.filter { ![.liveOpen, .livePoll, .liveSend].contains($0) }
  }
}
