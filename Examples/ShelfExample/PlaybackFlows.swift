import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum PlaybackFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("play-sync-close") { fixture in
      try await fixture.withEpisode { episode, id in
        let session = try await fixture.shelf.playback.start(episode: episode)
        try await fixture.shelf.playback.sync(session.id, SessionSync(currentTime: 90, timeListened: 30))
        let open = try await fixture.shelf.playback.session(session.id)
        try expect(open.timeListening == 30, "30 s counted, got \(open.timeListening ?? -1)")
        try await fixture.shelf.playback.close(session.id, SessionSync(currentTime: 100, timeListened: 10))
        try await fixture.shelf.playback.close(session.id, nil)
        let there = try await fixture.verifier.progress(of: id)
        try expect(
          there?["currentTime"]?.double == 100, "100 s on the server, got \(there?["currentTime"]?.double ?? -1)")
        return "“\(session.displayTitle ?? "")” at 1:40 on the server; closing twice is no error"
      }
    },
    Flow("player-auto-play") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.verifier.listenElsewhere(id, to: 120)
        let begun = fixture.environment.clock.uptime()
        let (player, engine) = await open(id, fixture)
        let resumed = await player.state.position
        // On a busy machine, playback may have started before this line: allow for that time.
        let late = max(0, (fixture.environment.clock.uptime() - begun).seconds - 1)
        try expect(resumed > 119.5 && resumed < 120.5 + late, "to go on at 120 s, got \(resumed)")
        let isQuiet = await !engine.isPlaying
        // On a busy machine, the second of quiet may already be over.
        try expect(isQuiet || fixture.environment.clock.uptime() - begun >= .seconds(1), "a second of quiet")
        try await fixture.until("playing by itself") { await player.state.isPlaying }
        let quiet = fixture.environment.clock.uptime() - begun
        try expect(fixture.clock == nil || quiet <= .seconds(1.2), "playing after a second, got \(quiet)")
        await close(player)
        return "goes on at \(MediaTime.text(resumed)) and starts by itself after a second"
      }
    },
    Flow("player-transcoded") { fixture in
      try await fixture.withEpisode { _, id in
        try fixture.shelf.playbackSettings.update { $0.alwaysTranscodes = true }
        let (player, _) = await open(id, fixture, autoPlay: false)
        let (isTranscoded, kind) = await (player.state.isTranscoded, player.state.phase)
        await close(player)
        try fixture.shelf.playbackSettings.update { $0.alwaysTranscodes = false }
        try expect(isTranscoded && kind == .ready, "a converted stream, got \(kind)")
        // The player has named its engine's types; without them, downloads of any type are allowed.
        fixture.shelf.downloads.setPlayableTypes(nil)
        return "the server converts it, by the user's choice"
      }
    },
    Flow("player-syncs-every-30-s") { fixture in
      try await fixture.withEpisode { _, id in
        let before = try await fixture.verifier.listeningSeconds()
        let (player, engine) = await open(id, fixture)
        try await fixture.until("playing") { await player.state.isPlaying }
        try await fixture.wait(30)
        try await fixture.until("a save while playing") { try await fixture.verifier.progress(of: id) != nil }
        await player.settled()
        let position = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        let played = await player.state.position
        try expect(await player.state.isPlaying, "still playing")
        // In real time, a busy machine delays ticks and saves: allow less than 30 s.
        try expect(
          position >= (fixture.clock == nil ? 15 : 28), "about 30 s on the server while playing, got \(position)")
        try expect(
          position < (fixture.clock == nil ? played + 0.5 : 34), "what was played, \(played) s, got \(position)")
        await player.pause()
        await player.settled()
        let heard = await engine.position
        await close(player)
        let listened = try await fixture.verifier.listeningSeconds() - before
        try expect(abs(listened - heard) < 1.5, "the \(heard) s that were heard, got \(listened)")
        return
          "\(MediaTime.text(position)) on the server after 30 s of playing, \(Int(listened.rounded())) s counted once"
      }
    },
    Flow("player-skip-and-seek") { fixture in
      try await fixture.withEpisode { _, id in
        let (player, engine) = await open(id, fixture, autoPlay: false)
        await player.seek(to: 200)
        await player.skipForward()
        await player.skipBackward()
        await player.skipBackward()
        await player.settled()
        try expect(await engine.position == 185, "the engine at 185 s")
        let there = try await fixture.verifier.progress(of: id)
        try expect(
          there?["currentTime"]?.double == 185, "185 s on the server, got \(there?["currentTime"]?.double ?? -1)")
        await player.seek(to: -5)
        try expect(await player.state.position == 0, "0 and not below")
        await player.seek(to: 185)
        await close(player)
        return "200 s, +15, −15, −15 = 185 s, on the server too"
      }
    },
    Flow("player-closes-the-session") { fixture in
      try await fixture.withEpisode { _, id in
        let (player, _) = await open(id, fixture)
        try await fixture.until("ten seconds heard") { await player.state.position >= 10 }
        let heard = await player.state.position
        await close(player)
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(there >= heard - 0.01, "the \(heard) s that were heard before closing, got \(there)")
        if let fake = fixture.fake { try expect(fake.openSessionCount == 0, "no session left open") }
        return "closing after 10 s leaves \(MediaTime.text(there)) on the server and no session open"
      }
    },
    Flow("mark-finished-and-restart") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.shelf.progressStore.setPosition(id, to: 250)
        try await fixture.shelf.progressStore.markFinished(id)
        await fixture.shelf.progressStore.settled()
        await fixture.shelf.progressStore.flush()
        try expect(try await fixture.verifier.progress(of: id)?["isFinished"]?.bool == true, "finished on the server")
        try await fixture.shelf.progressStore.restart(id)
        await fixture.shelf.progressStore.settled()
        await fixture.shelf.progressStore.flush()
        let there = try await fixture.verifier.progress(of: id)
        try expect(
          there == nil
            || there?["isFinished"]?.bool == false && there?["currentTime"]?.double == 0
              && there?["progress"]?.double == 0,
          "unplayed on the server")
        return "finished, then back to 0:00 with an empty bar, each read back from the server"
      }
    },
    Flow("progress-read-and-batch") { fixture in
      try await fixture.withEpisode { _, id in
        try expect(try await fixture.shelf.progress.progress(of: id) == nil, "no progress before")
        try await fixture.shelf.progress.update([
          BatchProgressUpdate(
            libraryItemId: id.libraryItemId, episodeId: id.episodeId, update: .position(77, duration: 300))
        ])
        let progress = try require(try await fixture.shelf.progress.progress(of: id), "progress")
        try expect(progress.currentTime == 77, "77 s")
        try await fixture.shelf.progress.remove(record: progress.id)
        try expect(try await fixture.verifier.progress(of: id) == nil, "no progress on the server after removing")
        return "nothing, 1:17, nothing again"
      }
    },
  ]

  @MainActor
  static func open(_ id: PlayableID, _ fixture: ShelfFixture, autoPlay: Bool = true) async -> (
    PlayerViewModel, SimulatedPlaybackEngine
  ) {
    let engine = SimulatedPlaybackEngine(clock: fixture.environment.clock)
    let player = PlayerViewModel(shelf: fixture.shelf, engine: engine)
    player.open(id, autoPlay: autoPlay)
    await player.settled()
    return (player, engine)
  }

  @MainActor
  static func close(_ player: PlayerViewModel) async {
    player.close()
    await player.settled()
  }
}
