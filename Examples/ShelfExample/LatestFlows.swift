import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum LatestFlows {
  static let all: [Flow<ShelfStage>] = [
    Flow("latest-shows-episodes") { stage in
      try await stage.withEpisode { _, id in
        try await stage.witness.listenElsewhere(id, to: 60)
        let (entries, changes) = await seen(stage)
        let entry = try require(entries.first { $0.id == id }, "the episode in the list")
        try expect(entry.progress?.position == 60, "its progress joined in")
        return "\(entries.count) episodes in \(changes) changes; “\(entry.title)” at \(MediaTime.text(60))"
      }
    },
    Flow("latest-refresh-twice") { stage in
      let state = await twoRefreshes(stage)
      try expect(state.entries.error == nil && !state.isRefreshing, "no error from the refresh that was interrupted")
      return "a refresh that interrupts another shows \(state.entries.value?.count ?? 0) episodes and no error"
    },
    Flow("latest-mark-finished") { stage in
      try await stage.withEpisode { _, id in
        let gone = await finish(id, stage)
        try expect(gone, "the episode gone from the list")
        try expect(try await stage.witness.progress(of: id)?["isFinished"]?.bool == true, "finished on the server")
        return "it leaves the list at once and is finished on the server"
      }
    },
    Flow("latest-restart") { stage in
      try await stage.withEpisode { _, id in
        try await stage.witness.listenElsewhere(id, to: 150)
        let position = await restart(id, stage)
        try expect(position == 0, "0:00 in the list, got \(position ?? -1)")
        let there = try await stage.witness.progress(of: id)
        try expect(
          there == nil || there?["currentTime"]?.double == 0 && there?["progress"]?.double == 0,
          "0:00 and an empty bar on the server")
        return "2:30 becomes 0:00 in the list and on the server"
      }
    },
    Flow("latest-remove-is-local") { stage in
      try await stage.withEpisode { episode, id in
        let (gone, back) = await removeAndRestore(id, stage)
        try expect(gone && back, "gone from the list, and back again")
        _ = try await stage.witness.get("/api/podcasts/\(id.libraryItemId)/episode/\(episode.id)")
        return "off the list here, still on the server"
      }
    },
  ]

  /// What an app's closure sees.
  @MainActor
  private static func seen(_ stage: ShelfStage) async -> ([QueueEntry], Int) {
    var entries: [QueueEntry] = []
    var changes = 0
    let latest = LatestViewModel(shelf: stage.shelf)
    latest.onChange = { state in
      entries = state.entries.value ?? []
      changes += 1
    }
    latest.load()
    await latest.settled()
    return (entries, changes)
  }

  @MainActor
  private static func loaded(_ stage: ShelfStage) async -> LatestViewModel {
    let latest = LatestViewModel(shelf: stage.shelf)
    latest.load()
    await latest.settled()
    return latest
  }

  @MainActor
  private static func twoRefreshes(_ stage: ShelfStage) async -> LatestViewModel.State {
    let latest = LatestViewModel(shelf: stage.shelf)
    latest.refresh()
    latest.refresh()
    await latest.settled()
    return latest.state
  }

  @MainActor
  private static func finish(_ id: PlayableID, _ stage: ShelfStage) async -> Bool {
    let latest = await loaded(stage)
    latest.markFinished(id)
    await latest.settled()
    let gone = latest.state.entries.value?.contains { $0.id == id } == false
    _ = try? await latest.queue.restore(id)
    return gone
  }

  @MainActor
  private static func restart(_ id: PlayableID, _ stage: ShelfStage) async -> Double? {
    let latest = await loaded(stage)
    latest.restart(id)
    await latest.settled()
    guard let entry = latest.state.entries.value?.first(where: { $0.id == id }) else { return nil }
    // A server that knows no duration keeps no record of something unplayed.
    return entry.progress?.position ?? 0
  }

  @MainActor
  private static func removeAndRestore(_ id: PlayableID, _ stage: ShelfStage) async -> (Bool, Bool) {
    let latest = await loaded(stage)
    latest.remove(id)
    await latest.settled()
    latest.refresh()
    await latest.settled()
    let gone = latest.state.entries.value?.contains { $0.id == id } == false
    _ = try? await latest.queue.restore(id)
    latest.refresh()
    await latest.settled()
    return (gone, latest.state.entries.value?.contains { $0.id == id } == true)
  }
}
