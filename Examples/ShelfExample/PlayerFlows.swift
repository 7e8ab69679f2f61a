import Foundation
import MediaTesting
import Runner
import ShelfClient

/// A player as listeners use it: chapters, speeds, sleep timer, queue, and items on the device.
enum PlayerFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("player-chapters-of-a-book") { fixture in
      try await fixture.withBook { id in
        let (player, engine) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        let chapters = await player.state.chapterList
        let second = try require(chapters.next(after: 0), "a second chapter")
        await player.nextChapter()
        try expect(await abs(engine.position - second.start) < 0.01, "the start of the second chapter")
        await player.seek(to: second.start + 1)
        await player.previousChapter()
        try expect(await player.state.position == chapters.chapters.first?.start, "the first chapter again")
        let place = await engine.place
        await PlaybackFlows.close(player)
        return "\(chapters.chapters.count) chapters; “\(second.title)” and back, file \((place?.track ?? 0) + 1)"
      }
    },
    Flow("player-speed-per-kind") { fixture in
      try await fixture.withBook { id in
        let before = fixture.shelf.playbackSettings.current
        let (player, engine) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        await player.setSpeed(PlaybackSpeed(1.35))
        let left = await player.state.timeLeft
        try expect(await engine.rate == 1.35, "the engine at 1.35")
        try expect(
          fixture.shelf.playbackSettings.current.speed(of: .podcast) == before.speed(of: .podcast), "podcasts as before"
        )
        await PlaybackFlows.close(player)
        try fixture.shelf.playbackSettings.update { $0 = before }
        return "books play at 1.35, podcasts as before; \(MediaTime.text(left)) left at that speed"
      }
    },
    Flow("player-sleep-timer", needsFake: true) { fixture in
      try await fixture.withEpisode { _, id in
        let (player, engine) = await PlaybackFlows.open(id, fixture)
        try await fixture.until("playing") { await player.state.isPlaying }
        await player.setSleepTimer(.duration(30))
        try await fixture.wait(25)
        let quiet = await engine.volume
        await player.extendSleepTimer(by: 5)
        try await fixture.wait(12)
        try expect(await !engine.isPlaying, "asleep")
        let slept = await engine.position
        await player.play()
        let woken = await engine.position
        try expect(quiet < 1 && woken < slept, "a fading sound, and a little rewind on wake")
        await PlaybackFlows.close(player)
        return "faded to \(Int(quiet * 100)) %, slept at \(MediaTime.text(slept)), woke at \(MediaTime.text(woken))"
      }
    },
    Flow("player-plays-the-queue", needsFake: true) { fixture in
      try await fixture.withEpisode { episode, id in
        try await fixture.withBook { book in
          var entry = QueueEntry(id: book, title: "the book")
          entry.author = "queued by hand"
          try await fixture.shelf.upNext.playLast(QueueEntry(id: id, title: episode.episode.title ?? ""))
          try await fixture.shelf.upNext.playNext(entry)
          try await fixture.shelf.upNext.move(id, to: 1)
          let queued = try await fixture.shelf.upNext.entries().map(\.id)
          try expect(queued == [book, id], "the book, then the episode")
          let (player, _) = await PlaybackFlows.open(id, fixture, autoPlay: false)
          await player.seek(to: player.state.duration - 3)
          await player.play()
          try await fixture.until("the book playing") {
            let state = await player.state
            return state.id == book && state.isPlaying
          }
          try await fixture.shelf.upNext.clear()
          await PlaybackFlows.close(player)
          return "the end of “\(episode.episode.title ?? "")” started the book"
        }
      }
    },
    Flow("player-resumes-last-and-plays-latest") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.verifier.listenElsewhere(id, to: 90)
        let player = await make(fixture)
        let resumed = try await player.resumeLast()
        await player.settled()
        try expect(resumed == id, "the episode that was listened to last")
        let latest = try await player.playLatest()
        await player.settled()
        let snapshot = try require(await player.nowPlaying, "what plays")
        try expect(snapshot.id == latest, "the latest playing")
        let known = try await fixture.shelf.playedItems.all().first
        await PlaybackFlows.close(player)
        return "went on with the last, then “\(known?.title ?? snapshot.title)”"
      }
    },
    Flow("player-interruptions", needsFake: true) { fixture in
      try await fixture.withEpisode { _, id in
        let (player, engine) = await PlaybackFlows.open(id, fixture)
        try await fixture.until("playing") { await player.state.isPlaying }
        await player.interruptionBegan()
        let during = await engine.isPlaying
        await player.interruptionEnded(shouldResume: true)
        let after = await engine.isPlaying
        await player.mediaServicesWereReset()
        await player.routeChanged(isOldDeviceGone: true)
        let last = await engine.isPlaying
        try expect(!during && after && !last, "paused by a call, resumed, paused without headphones")
        await PlaybackFlows.close(player)
        return "paused for a call, went on after it, and stopped with the headphones pulled out"
      }
    },
    Flow("offline-downloaded-book", needsFake: true) { fixture in
      try await fixture.withEpisode { episode, id in
        fixture.network.isDown = true
        let length = episode.episode.duration ?? 600
        let item = LocalItem(
          id: id, tracks: [PlayableTrack(url: URL(fileURLWithPath: "/downloads/1.mp3"), start: 0, duration: length)])
        let player = await make(fixture, OneFile(item: item))
        await player.open(id)
        await player.settled()
        try await fixture.until("twenty seconds heard") { await player.state.position >= 20 }
        let heard = await player.state.position
        await PlaybackFlows.close(player)
        fixture.network.isDown = false
        await fixture.shelf.progressStore.flush()
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(there >= heard - 0.01, "\(heard) s on the server, got \(there)")
        return "opened and played without a network; \(MediaTime.text(there)) arrived later"
      }
    },
    Flow("offline-own-player-records") { fixture in
      try await fixture.withEpisode { _, id in
        let now = fixture.environment.clock.now()
        let listening = LocalListening(
          id: fixture.environment.random.uuid(), item: id, startedAt: now - 30, endedAt: now, seconds: 30,
          startPosition: 0, position: 30)
        try await fixture.shelf.progressStore.record(listening)
        try await fixture.shelf.progressStore.record(listening)
        await fixture.shelf.progressStore.settled()
        try await fixture.shelf.progressStore.refresh(id)
        let last = try await fixture.shelf.progressStore.lastPlayed()
        try expect(last?.position == 30, "30 s, got \(last?.position ?? -1)")
        return "30 s of an app's own player, recorded twice and counted once"
      }
    },
  ]

  private struct OneFile: LocalMedia {
    let item: LocalItem
    func localItem(_ id: PlayableID) async -> LocalItem? { id == item.id ? item : nil }
  }

  @MainActor
  static func make(_ fixture: ShelfFixture, _ media: (any LocalMedia)? = nil) -> PlayerViewModel {
    PlayerViewModel(
      shelf: fixture.shelf, engine: SimulatedPlaybackEngine(clock: fixture.environment.clock), localMedia: media)
  }
}
