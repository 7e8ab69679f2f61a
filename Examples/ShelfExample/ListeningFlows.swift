import Foundation
import MediaTesting
import Runner
import ShelfClient

/// Whole listenings: a book to its end, a trip with downloads, and a player's smaller controls.
enum ListeningFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("book-played-to-its-end") { fixture in
      try await fixture.withBook { id in
        let (player, _) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        let chapters = await player.state.chapterList.chapters
        let duration = await player.state.duration
        await player.play()
        for (index, chapter) in chapters.enumerated() where index + 1 < chapters.count {
          await player.seek(to: chapter)
          try expect(await player.state.chapter == chapter, "chapter \(index + 1), “\(chapter.title)”")
          await player.seek(to: chapter.end - 2)
          let left = await player.state.chapterTimeLeft ?? -1
          try expect(left > 0 && left <= 2, "two seconds of it, got \(left)")
          let next = chapters[index + 1]
          try await fixture.until("“\(next.title)” after “\(chapter.title)”") { await player.state.chapter == next }
          try expect(await player.state.previousChapter == chapter, "“\(chapter.title)” as the one before")
        }
        await player.seek(to: duration - 2)
        try await fixture.until("the end") { await !player.state.isPlaying }
        await player.settled()
        try await fixture.until("finished on the server") {
          try await fixture.verifier.progress(of: id)?["isFinished"]?.bool == true
        }
        try expect(await player.state.position == duration, "the position at the end")
        await PlaybackFlows.close(player)
        return "\(chapters.count) chapters one after the other, \(MediaTime.text(duration)), finished on the server"
      }
    },
    Flow("book-and-episode-offline-trip") { fixture in
      try await fixture.withEpisode { _, episode in
        try await fixture.withBook { book in
          let store = fixture.shelf.downloads
          for id in [book, episode] { try await store.download(id) }
          await store.settled()
          for id in [book, episode] {
            let phase = try await store.download(of: id)?.phase
            try expect(phase == .complete, "\(id) on this device, got \(String(describing: phase))")
          }
          fixture.network.isDown = true
          var heard: [PlayableID: Double] = [:]
          for id in [book, episode] {
            let player = await PlayerFlows.make(fixture)
            await player.open(id)
            await player.settled()
            try expect(await player.state.isLocal, "it opened from this device")
            try await fixture.played(player, to: 5)
            heard[id] = await player.state.position
            await PlaybackFlows.close(player)
          }
          let rows = try await BrowseTree(shelf: fixture.shelf).children(of: .downloads)
          try expect(Set(rows.compactMap(\.playable)) == [book, episode], "both in the menu without a network")
          let kept = try await BrowseTree(shelf: fixture.shelf).kept(.root)
          try expect(kept == nil || kept?.contains { $0.id == .downloads } == true, "the menu of the last time")
          fixture.network.isDown = false
          await fixture.shelf.queue.flush(.connectivity)
          for (id, position) in heard {
            let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
            try expect(abs(there - position) < 1.5, "\(position) s of \(id) on the server, got \(there)")
          }
          try await store.removeAll()
          let seconds = Int(heard.values.reduce(0, +).rounded())
          return "two downloads, \(seconds) s heard without a network, all of it arrived"
        }
      }
    },
    Flow("session-of-a-book") { fixture in
      try await fixture.withBook { id in
        let book = try await fixture.shelf.items.item(id.libraryItemId)
        var device = DeviceInfo()
        (device.clientName, device.clientVersion) = ("shelf-example", ShelfClientInfo.version)
        device.model = "Example"
        await fixture.shelf.device.describe(device)
        let own = try await fixture.shelf.device.info()
        let session = try await fixture.shelf.playback.start(book: book)
        try expect(session.deviceInfo?.deviceId == own.deviceId, "this installation's own id")
        try expect(session.deviceInfo?.clientName == "shelf-example", "the name of the app")
        try expect(session.chapters.count == book.media.book?.chapters?.count, "the book's chapters")
        try await fixture.shelf.playback.close(session.id, nil)
        return "“\(session.displayTitle ?? "")” opened as \(session.deviceInfo?.clientName ?? "?")"
      }
    },
    Flow("player-small-controls") { fixture in
      try await fixture.withBook { id in
        let before = fixture.shelf.playbackSettings.current
        defer { try? fixture.shelf.playbackSettings.update { $0 = before } }
        let (player, engine) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        await player.setSettings { $0.setSkip(forward: 40, backward: 5) }
        await player.seek(to: 100)
        await player.skipForward()
        await player.skipBackward()
        let skipped = await engine.position
        try expect(skipped == 135, "100 + 40 − 5 s, got \(skipped)")
        let duration = await player.state.duration
        await player.seek(toFraction: 0.5)
        try expect(await engine.position == duration / 2, "half of it")
        await player.setRate(1.5)
        try expect(await engine.rate == 1.5, "the engine at 1.5")
        await player.togglePlayback()
        try expect(await engine.isPlaying, "playing")
        let now = try require(await player.nowPlaying, "what plays")
        try expect(abs(now.position(at: now.asOf + 10) - now.position - 15) < 0.001, "15 s on after 10 s")
        try expect(now.fraction(at: now.asOf) > 0.49 && now.fraction(at: now.asOf) < 0.51, "half of the bar")
        await player.togglePlayback()
        try expect(await !engine.isPlaying, "paused")
        await player.saveNow()
        await player.settled()
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(abs(there - duration / 2) < 5, "half of it on the server, got \(there)")
        await PlaybackFlows.close(player)
        return "skips of 40 and 5 s, half of the bar, 1.5 times, and saved at \(MediaTime.text(there))"
      }
    },
    Flow("player-sleeps-at-the-chapters-end") { fixture in
      try await fixture.withBook { id in
        let (player, engine) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        let first = try require(await player.state.chapterList.chapters.first, "a chapter")
        await player.seek(to: first.end - 3)
        await player.setSleepTimer(.duration(60))
        try expect(await player.state.sleepTimeLeft == 60, "a minute")
        await player.cancelSleepTimer()
        try expect(await player.state.sleepTimeLeft == nil, "no timer")
        await player.setSleepTimer(.endOfChapter)
        let left = await player.state.sleepTimeLeft ?? -1
        try expect(abs(left - 3) < 0.01, "3 s, got \(left)")
        await player.play()
        try await fixture.until("asleep") { await !engine.isPlaying }
        let slept = await player.state.position
        try expect(slept >= first.end - 0.01 && slept <= first.end + 0.5, "the chapter's end, got \(slept)")
        await PlaybackFlows.close(player)
        return "asleep at \(MediaTime.text(slept)), the end of “\(first.title)”"
      }
    },
    Flow("up-next") { fixture in
      try await fixture.withEpisode { episode, id in
        try await fixture.withBook { book in
          let changes = Locked(0)
          let token = fixture.shelf.upNext.observe { changes.withLock { $0 += 1 } }
          let before = try await fixture.shelf.upNext.entries()
          try await fixture.shelf.upNext.playNext(QueueEntry(id: book, title: "the book"))
          let (player, _) = await PlaybackFlows.open(id, fixture, autoPlay: false)
          await player.playNext()
          try await fixture.until("the book open") {
            let state = await player.state
            return state.id == book && state.phase == .ready
          }
          await PlaybackFlows.close(player)
          token.cancel()
          try expect(try await fixture.shelf.upNext.entries() == before, "the queue as it was")
          try expect(changes.withLock { $0 } >= 2, "its changes published")
          return "queued, opened by its button, and off the queue again"
        }
      }
    },
    Flow("player-opens-at-a-place") { fixture in
      try await fixture.withBook { book in
        let engine = await SimulatedPlaybackEngine(clock: fixture.environment.clock)
        let player = await PlayerViewModel(shelf: fixture.shelf, engine: engine)
        await player.open(book, at: 83, autoPlay: false)
        try await fixture.until("the book open") { await player.state.phase == .ready }
        let opened = await player.state.position
        await player.open(book, at: 42, autoPlay: false)
        let sought = await player.state.position
        await PlaybackFlows.close(player)
        try expect((opened, sought) == (83, 42), "both places, got \(opened) and \(sought)")
        return "a bookmark opens the book, another one seeks in it"
      }
    },
    Flow("up-next-on-its-screen") { fixture in
      try await fixture.withEpisode { episode, id in
        try await fixture.withBook { book in
          let before = try await fixture.shelf.upNext.entries()
          try await fixture.shelf.upNext.set([])
          let screen = await UpNextViewModel(shelf: fixture.shelf)
          try await fixture.shelf.upNext.playLast(QueueEntry(id: book, title: "the book"))
          try await fixture.shelf.upNext.playLast(QueueEntry(id: id, title: "the episode"))
          await screen.loadAndWait()
          await screen.playNext(id)
          await screen.settled()
          let moved = await screen.state.entries?.map(\.title)
          try expect(moved == ["the episode", "the book"], "the episode first")
          await screen.move(id, to: 1)
          await screen.remove(book)
          await screen.settled()
          await screen.clear()
          await screen.settled()
          let cleared = await screen.state.cleared.map(\.title)
          await screen.undoClear()
          await screen.settled()
          try expect(await screen.state.entries?.map(\.title) == cleared && cleared == ["the episode"], "it is back")
          try await fixture.shelf.upNext.set(before)
          return "moved, removed, cleared and put back"
        }
      }
    },
    Flow("player-over-an-engine-of-an-app") { fixture in
      try await fixture.withEpisode { _, id in
        let (rates, heard) = try await ownEngine(fixture, id)
        try expect(rates == [1, 1.25], "the speeds it was given, got \(rates)")
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == heard, "\(heard) s on the server, got \(there ?? -1)")
        return "six functions and a closure are enough; \(MediaTime.text(heard)) recorded"
      }
    },
  ]

  @MainActor
  private static func ownEngine(_ fixture: ShelfFixture, _ id: PlayableID) async throws -> ([Double], Double) {
    let before = fixture.shelf.playbackSettings.current
    defer { try? fixture.shelf.playbackSettings.update { $0 = before } }
    let engine = SmallEngine()
    let player = PlayerViewModel(shelf: fixture.shelf, engine: engine)
    player.open(id, autoPlay: false)
    await player.settled()
    player.setSpeed(PlaybackSpeed(1.25))
    player.seek(to: 70)
    player.setSleepTimer(.duration(600))
    player.play()
    player.pause()
    await player.settled()
    let position = player.state.position
    player.close()
    await player.settled()
    return (engine.rates, position)
  }
}

/// An engine with only the members that every engine must have.
@MainActor
private final class SmallEngine: PlaybackEngine {
  var onEvent: (@MainActor (PlaybackEvent) -> Void)?
  private(set) var rates: [Double] = []
  private var position = 0.0

  func load(_ tracks: [PlayableTrack], at position: Double) {
    self.position = position
    onEvent?(.ready(duration: tracks.last?.end ?? 0))
  }
  func play() { onEvent?(.started(position: position)) }
  func pause() { onEvent?(.paused(position: position)) }
  func seek(to position: Double) { self.position = position }
  func setRate(_ rate: Double) { rates.append(rate) }
  func stop() {}
}
