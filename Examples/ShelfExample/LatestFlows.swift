import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum LatestFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("latest-shows-episodes") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.verifier.listenElsewhere(id, to: 60)
        let (entries, changes) = await seen(fixture)
        let entry = try require(entries.first { $0.id == id }, "the episode in the list")
        try expect(entry.progress?.position == 60, "its progress joined in")
        let left = MediaTime.left((entry.duration ?? 0) - 60)
        return "\(entries.count) episodes in \(changes) changes; “\(entry.title)” at \(MediaTime.text(60)), \(left)"
      }
    },
    Flow("latest-refresh-twice") { fixture in
      let state = await twoRefreshes(fixture)
      try expect(state.entries.error == nil && !state.isRefreshing, "no error from the refresh that was interrupted")
      return "a refresh that interrupts another shows \(state.entries.value?.count ?? 0) episodes and no error"
    },
    Flow("latest-mark-finished") { fixture in
      try await fixture.withEpisode { _, id in
        let gone = await finish(id, fixture)
        try expect(gone, "the episode gone from the list")
        try expect(try await fixture.verifier.progress(of: id)?["isFinished"]?.bool == true, "finished on the server")
        return "it leaves the list at once and is finished on the server"
      }
    },
    Flow("latest-restart") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.verifier.listenElsewhere(id, to: 150)
        let position = await restart(id, fixture)
        try expect(position == 0, "0:00 in the list, got \(position ?? -1)")
        let there = try await fixture.verifier.progress(of: id)
        try expect(
          there == nil || there?["currentTime"]?.double == 0 && there?["progress"]?.double == 0,
          "0:00 and an empty bar on the server")
        return "2:30 becomes 0:00 in the list and on the server"
      }
    },
    Flow("latest-remove-is-local") { fixture in
      try await fixture.withEpisode { episode, id in
        let (gone, back) = await removeAndUndo(id, fixture)
        try expect(gone && back, "gone from the list, and back again")
        _ = try await fixture.verifier.get("/api/podcasts/\(id.libraryItemId)/episode/\(episode.id)")
        return "off the list here, still on the server"
      }
    },
  ]

  /// The states that an app's closure receives.
  @MainActor
  private static func seen(_ fixture: ShelfFixture) async -> ([QueueEntry], Int) {
    var entries: [QueueEntry] = []
    var changes = 0
    let latest = LatestViewModel(shelf: fixture.shelf)
    latest.onChange = { state in
      entries = state.entries.value ?? []
      changes += 1
    }
    latest.load()
    await latest.settled()
    return (entries, changes)
  }

  @MainActor
  private static func loaded(_ fixture: ShelfFixture) async -> LatestViewModel {
    let latest = LatestViewModel(shelf: fixture.shelf)
    latest.load()
    await latest.settled()
    // An app calls this when the last row comes into view.
    latest.loadMore()
    await latest.settled()
    return latest
  }

  @MainActor
  private static func twoRefreshes(_ fixture: ShelfFixture) async -> LatestViewModel.State {
    let latest = LatestViewModel(shelf: fixture.shelf)
    latest.refresh()
    latest.refresh()
    await latest.settled()
    return latest.state
  }

  @MainActor
  private static func finish(_ id: PlayableID, _ fixture: ShelfFixture) async -> Bool {
    let latest = await loaded(fixture)
    latest.markFinished(id)
    await latest.settled()
    let gone = latest.state.entries.value?.contains { $0.id == id } == false
    try? await fixture.shelf.queueStore.restore(id)
    return gone
  }

  @MainActor
  private static func restart(_ id: PlayableID, _ fixture: ShelfFixture) async -> Double? {
    let latest = await loaded(fixture)
    latest.restart(id)
    await latest.settled()
    guard let entry = latest.state.entries.value?.first(where: { $0.id == id }) else { return nil }
    // Restarting an item without a duration removes its progress: count that as position 0.
    return entry.progress?.position ?? 0
  }

  @MainActor
  private static func removeAndUndo(_ id: PlayableID, _ fixture: ShelfFixture) async -> (Bool, Bool) {
    let latest = await loaded(fixture)
    latest.remove(id)
    await latest.settled()
    latest.refresh()
    await latest.settled()
    let gone = latest.state.entries.value?.contains { $0.id == id } == false
    latest.undoRemoval()
    await latest.settled()
    return (gone, latest.state.entries.value?.contains { $0.id == id } == true)
  }
}
