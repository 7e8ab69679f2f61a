import Foundation
import MediaTesting
import Runner
import ShelfClient

/// The history of listening, its statistics, bookmarks, and progress by the direct calls.
enum HistoryFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("history-of-an-episode") { fixture in
      try await fixture.withEpisode { _, id in
        let now = Date(timeIntervalSince1970: fixture.environment.clock.now().timeIntervalSince1970.rounded(.down))
        var session = LocalSession(
          id: fixture.environment.random.uuid(), libraryItemId: id.libraryItemId, timeListening: 40, currentTime: 40,
          startedAt: now - 60, updatedAt: now)
        (session.episodeId, session.mediaType, session.startTime) = (id.episodeId, .podcast, 0)
        session.date = CalendarDay(now, in: fixture.environment.timeZone())
        let results = try await fixture.shelf.playback.uploadLocal([session])
        try expect(results.map(\.id) == [session.id] && results[0].success, "it stored")
        // Upload the session again: the server must not count its 40 seconds twice.
        try await fixture.shelf.playback.uploadLocal(session)
        let history = try await fixture.shelf.listening.history(of: id, pageSize: 5).all()
        let stored = try require(history.first { $0.id == session.id }, "the session in the history")
        try expect(stored.timeListening == 40, "40 s once, got \(stored.timeListening ?? -1)")
        return "40 s uploaded twice and counted once; \(history.count) sessions of this episode"
      }
    },
    Flow("year-in-review") { fixture in
      let day = CalendarDay(fixture.environment.clock.now(), in: fixture.environment.timeZone())
      let year = try await fixture.shelf.listening.year(day.year)
      let there = try await fixture.verifier.get("/api/me/stats/year/\(day.year)")
      try expect(year.totalListeningTime == there["totalListeningTime"]?.double, "the server's seconds")
      let error = try await refusal { _ = try await fixture.shelf.listening.year(1984) }
      try expect(error?.kind == .invalidRequest, "no such year, got \(String(describing: error))")
      let (shown, days) = await yearScreen(fixture, day)
      try expect(shown?.totalListeningTime == year.totalListeningTime, "the same on the screen")
      try expect(days == 7, "seven days, got \(days)")
      let time = MediaTime.text(year.totalListeningTime ?? 0)
      return "\(day.year): \(time) in \(year.totalListeningSessions ?? 0) sessions"
    },
    Flow("statistics") { fixture in
      let stats = try await fixture.shelf.listening.stats()
      let there = try await fixture.verifier.listeningSeconds()
      try expect(abs((stats.totalTime ?? 0) - there) < 0.001, "\(there) s, got \(stats.totalTime ?? -1)")
      let days = stats.days.values.reduce(0, +)
      return "\(MediaTime.text(there)) on \(stats.days.count) days, \(MediaTime.text(days)) of it dated"
    },
    Flow("screen-history-of-one") { fixture in
      try await fixture.withEpisode { _, id in
        for _ in 0..<3 {
          let session = try await fixture.shelf.playback.start(id, options: PlayOptions())
          try await fixture.shelf.playback.close(session.id, SessionSync(currentTime: 20, timeListened: 5))
        }
        return try await historyScreen(fixture, id)
      }
    },
    Flow("bookmarks") { fixture in
      let book = try require(try await fixture.books().first { $0.media.book?.numTracks ?? 0 > 0 }, "a book")
      let role = fixture.shelf.bookmarks
      let before = try await role.bookmarks(of: book.id)
      try await role.create("shelf-example", at: 12.5, in: book.id)
      try await role.retitle("shelf-example, here", at: 12.5, in: book.id)
      let mark = try require(try await role.all().first { $0.libraryItemId == book.id && $0.time == 12.5 }, "the mark")
      try expect(mark.title == "shelf-example, here", "the new title, got \(mark.title)")
      try await role.remove(mark)
      let after = try await role.bookmarks(of: book.id)
      try expect(after == before, "the bookmarks as they were")
      return "\(book.title): marked at 0:12, retitled and removed"
    },
    Flow("progress-finished-and-restarted") { fixture in
      try await fixture.withBook { id in
        try await fixture.shelf.progress.update(id, .position(50, duration: 3000))
        try await fixture.shelf.progress.markFinished(id)
        try expect(try await fixture.verifier.progress(of: id)?["isFinished"]?.bool == true, "finished on the server")
        try await fixture.shelf.progress.restart(id)
        let there = try await fixture.verifier.progress(of: id)
        try expect(
          there == nil || there?["isFinished"]?.bool == false && there?["currentTime"]?.double == 0, "unplayed there")
        let all = try await fixture.shelf.progress.all()
        try expect(all.allSatisfy { $0.playableID != id || !$0.isFinished }, "unplayed among all")
        return "finished and restarted by the direct calls; \(all.count) records"
      }
    },
  ]

  @MainActor
  private static func yearScreen(_ fixture: ShelfFixture, _ day: CalendarDay) async -> (YearStats?, Int) {
    let model = ListeningStatsViewModel(shelf: fixture.shelf)
    _ = await fixture.loaded(model)
    model.setYear(day.year)
    await model.settled()
    return (model.state.yearStats.value, model.state.lastDays(7, until: day).count)
  }

  @MainActor
  private static func historyScreen(_ fixture: ShelfFixture, _ id: PlayableID) async throws -> String {
    let model = HistoryViewModel(shelf: fixture.shelf, id: id, pageSize: 2)
    _ = await fixture.loaded(model)
    while model.state.hasMore, model.state.error == nil {
      model.loadMore()
      await model.settled()
    }
    let sessions = model.state.sessions.value ?? []
    try expect(sessions.count == model.state.total && sessions.count >= 3, "all of them, got \(sessions.count)")
    try expect(Set(sessions.map(\.id)).count == sessions.count, "each once")
    return "\(sessions.count) sessions of one episode, two a page"
  }
}
