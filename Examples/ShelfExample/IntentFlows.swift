import MediaTesting
import Runner
import ShelfClient

/// Flows that run the actions which the app offers to voice assistants and shortcuts.
enum IntentFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("intent-catalog") { fixture in
      try await fixture.withEpisode { episode, id in
        let title = try require(episode.episode.title, "the title of the episode")
        try await fixture.shelf.queueStore.refresh()
        let catalog = ListeningCatalog(shelf: fixture.shelf)
        let suggested = try await catalog.suggested()
        try expect(suggested.contains { $0.id == id }, "the episode among the suggestions")
        let found = try await catalog.matching(title)
        try expect(found.contains { $0.id == id }, "the episode by its title, got \(found.map(\.title))")
        fixture.network.isDown = true
        let offline = try await catalog.matching(title)
        let known = try await catalog.entries(of: [id])
        fixture.network.isDown = false
        try expect(offline.contains { $0.id == id }, "the episode by its title without a network")
        try expect(known.map(\.title) == [title], "the episode by its id without a network")
        return "\(suggested.count) suggestions; “\(title)” found with and without a network"
      }
    },
    Flow("intent-plays") { fixture in
      try await fixture.withBook { id in
        let (player, intents) = await make(fixture)
        let reply = try await intents.play(id)
        try expect(reply.subject == id && !reply.sentence.isEmpty, "the book plays")
        let place = try await intents.skipForward(by: 40).subject
        try expect(place >= 40, "40 seconds on, got \(place)")
        let back = try await intents.skipBackward(by: 10).subject
        try expect(back < place, "back again, got \(back)")
        try await intents.setSleepTimer(minutes: 15)
        let timer = await player.state.sleepTimer?.mode
        try expect(timer == .duration(900), "a sleep timer of 15 minutes")
        try await intents.setSleepTimerToChapterEnd()
        let other = await player.state.sleepTimer?.mode
        try expect(other == .endOfChapter, "a sleep timer to the end of the chapter")
        await player.pause()
        await PlaybackFlows.close(player)
        return reply.sentence
      }
    },
    Flow("intent-resumes-and-plays-latest") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.verifier.listenElsewhere(id, to: 90)
        let (player, intents) = await make(fixture)
        let resumed = try await intents.resume()
        try expect(resumed.subject == id, "the episode that was listened to last")
        let latest = try await intents.playLatest()
        let shown = await player.state.id
        try expect(shown == latest.subject, "the newest episode in the player")
        await PlaybackFlows.close(player)
        return "\(resumed.sentence) Then: \(latest.sentence)"
      }
    },
    Flow("intent-marks", needsFake: true) { fixture in
      try await fixture.withBook { id in
        let (player, intents) = await make(fixture)
        let nothing = try await refusal { _ = try await intents.addBookmark() }
        try expect(nothing?.detail == ShelfDetail.nothingOpen, "no bookmark without an open book")
        try await intents.play(id)
        await player.pause()
        await player.seek(to: 61)
        fixture.network.isDown = true
        let mark = try await intents.addBookmark()
        let finished = try await intents.markFinished()
        fixture.network.isDown = false
        let kept = try await fixture.shelf.bookmarkStore.bookmarks(of: id.libraryItemId)?.list ?? []
        try expect(kept.contains { $0.time == 61 }, "the bookmark on this device")
        await fixture.shelf.queue.flush()
        await player.settled()
        try expect(try await fixture.isFinished(id), "finished on the server")
        for bookmark in kept { try await fixture.shelf.bookmarkStore.remove(bookmark) }
        await PlaybackFlows.close(player)
        return "\(mark.sentence) \(finished.sentence)"
      }
    },
  ]

  @MainActor
  private static func make(_ fixture: ShelfFixture) -> (PlayerViewModel, ShelfIntents) {
    let engine = SimulatedPlaybackEngine(clock: fixture.environment.clock)
    let player = PlayerViewModel(shelf: fixture.shelf, engine: engine)
    return (player, ShelfIntents(player: player))
  }
}
