import Foundation
import MediaTesting
import Runner
import ShelfClient

/// A player by the user's rules: what follows an item, sleep and alarms, repeat and shuffle, jumps, and settings of one item.
enum RuleFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("next-in-series", needsFake: true) { fixture in
      let books = try await fixture.books()
      let first = PlayableID(
        libraryItemId: try require(books.first { $0.title == "First Light" }, "the first of a series").id)
      let before = try await fixture.verifier.progress(of: first)
      let sequence = try require(try await fixture.shelf.sequences.refresh(first), "the books of the series")
      let following = try require(sequence.next(after: first) { _ in false }, "the book after the first")
      try expect(following.title == "Second Light", "the second book follows")
      let settings = fixture.shelf.playbackSettings.current
      try fixture.shelf.playbackSettings.update { $0.whenEnded = .playQueueThenOrder }
      let (player, _) = await PlaybackFlows.open(first, fixture, autoPlay: false)
      let heard = Locked("")
      await MainActor.run { player.onNextKnown = { next in heard.withLock { $0 = next.title } } }
      try await fixture.until("the next book") { await player.state.nextUp != nil }
      await player.playNext()
      try await fixture.until("the next book open") { await player.state.title == "Second Light" }
      await player.playPrevious()
      try await fixture.until("the first book open again") { await player.state.id == first }
      let past = try await fixture.shelf.upNext.past(before: first)
      await PlaybackFlows.close(player)
      try await fixture.shelf.upNext.set([])
      try fixture.shelf.playbackSettings.update { $0 = settings }
      try await fixture.verifier.restore(before, of: first)
      try await fixture.shelf.progressStore.refresh()
      return "“\(sequence.title)”: \(sequence.rows.count) books, the next one by itself, and back; \(past.count) before"
    },
    Flow("next-in-playlist", needsFake: true) { fixture in
      try await fixture.withBook { book in
        let settings = fixture.shelf.playbackSettings.current
        try fixture.shelf.playbackSettings.update { $0.whenEnded = .playQueueThenOrder }
        let other = try require(
          try await fixture.books().first { $0.id != book.libraryItemId && ($0.media.book?.numTracks ?? 0) > 0 },
          "another book")
        let next = PlayableID(libraryItemId: other.id)
        let (list, made) = try await fixture.shelf.playlistStore.create(
          "Evening", in: try await fixture.library(.book), entries: [book, next])
        _ = await made.settled()
        let (player, _) = await PlaybackFlows.open(book, fixture, autoPlay: false)
        await player.open(book, inPlaylist: list, autoPlay: false)
        // The book may still be opening: `playNext()` then plays the entry behind it in the playlist.
        await player.playNext()
        try await fixture.until("the playlist's next item") { await player.state.id == next }
        await PlaybackFlows.close(player)
        _ = await (try await fixture.shelf.playlistStore.delete(list)).settled()
        try fixture.shelf.playbackSettings.update { $0 = settings }
        return "“\(other.title)” follows in the playlist"
      }
    },
    Flow("player-sleep-rules", needsFake: true) { fixture in
      try await fixture.withBook { id in
        let before = fixture.shelf.playbackSettings.current
        let (player, engine) = await PlaybackFlows.open(id, fixture)
        try await fixture.until("playing") { await player.state.isPlaying }
        await player.setSleepTimer(.endOfChapters(2))
        let end = try require(await player.state.sleepTimer?.end, "the end of the second chapter")
        let now = TimeOfDay(fixture.environment.clock.now(), in: fixture.environment.timeZone())
        await player.setSleepTimer(at: TimeOfDay(minutes: (now.minutes + 1) % 1440))
        try await fixture.wait(61)
        try expect(await !engine.isPlaying, "asleep at the next minute")
        await player.setAlarm(at: TimeOfDay(minutes: (now.minutes + 5) % 1440))
        await player.setAlarm(at: fixture.environment.clock.now() + 20)
        await player.setSettings {
          $0.setRewind(afterInterruption: 2, atStart: 2)
          $0.sleepSchedule = SleepSchedule(from: now, to: now, mode: .duration(900))
        }
        await player.play()
        try expect(await player.state.sleepTimer != nil, "a timer by itself in the daily window")
        try await fixture.wait(21)
        try expect(await !engine.isPlaying, "stopped by the alarm")
        await PlaybackFlows.close(player)
        try fixture.shelf.playbackSettings.update { $0 = before }
        return "two chapters would end at \(MediaTime.text(end)); slept at a time of day, and stopped by an alarm"
      }
    },
    Flow("player-repeat-shuffle-undo", needsFake: true) { fixture in
      try await fixture.withBook { id in
        let (player, engine) = await PlaybackFlows.open(id, fixture)
        try await fixture.until("playing") { await player.state.isPlaying }
        let chapter = try require(await player.state.chapter, "a chapter")
        await player.setRepeat(.chapter)
        await player.seek(to: chapter.end - 2)
        try await fixture.wait(5)
        try expect(await engine.position < chapter.end - 10, "the chapter from its beginning again")
        await player.setRepeat(.off)
        await player.setShuffled(true)
        let order = await player.state.chapterOrder.shuffled ?? []
        await player.setShuffled(false)
        try await fixture.wait(3)
        await player.undoJump()
        try expect(await player.state.position < chapter.end - 10, "the place before the jump")
        await PlaybackFlows.close(player)
        return "a chapter repeated, \(order.count) shuffled, a jump taken back"
      }
    },
    Flow("player-settings-of-one-item") { fixture in
      try await fixture.withBook { id in
        let before = fixture.shelf.playbackSettings.current
        let (player, _) = await PlaybackFlows.open(id, fixture, autoPlay: false)
        await player.setItemSettings {
          $0.speed = PlaybackSpeed(1.8)
          $0.setSkipForward(45)
          $0.setSkipBackward(20)
        }
        await player.setGain(3)
        await player.settled()
        let kept = try await fixture.shelf.itemSettings.settings(of: id)
        try expect(kept.speed?.rawValue == 1.8 && kept.skipForward == 45, "kept for this book")
        let others = fixture.shelf.playbackSettings.current.speed(of: .book)
        try expect(others == before.speed(of: .book), "others as before")
        let title = await player.nowPlaying?.title(LockScreenOptions()) ?? ""
        try await fixture.shelf.itemSettings.update(id) { $0 = ItemPlaybackSettings() }
        await PlaybackFlows.close(player)
        try fixture.shelf.playbackSettings.update { $0 = before }
        return "this book at 1.8, others as before; “\(title)” on the lock screen"
      }
    },
  ]
}
