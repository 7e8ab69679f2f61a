import Runner
import TallyKit
import TallyTesting

enum WidgetFlows {
  private static let show: TMDBID = 520_100

  static let all: [Flow<TallyStage>] = [
    Flow("widget-beside-the-app", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.watchlistStore.refresh()
      fresh.network.isDown = true
      try await fresh.tally.watchlistStore.setRating(7.5, of: show)
      await fresh.tally.client.accounts.save()
      let widget = TallyService(reading: .fake, environment: fresh.environment)
      try expectEqual(try await widget.watchlistStore.item(show)?.rating, 7.5, "the rating that waits")
      let error = await refusal { try await widget.watchlistStore.setRating(9, of: show) }
      try expectEqual(error?.detail, "inUse", "the detail of a change in a process that only reads")
      return "the widget shows the rating that the app has not sent yet, and changes nothing"
    },
    Flow("widget-marks-watched", needsFake: true) { _ in
      let fresh = try await Fresh()
      try await fresh.tally.progressStore.refresh(show)
      await fresh.tally.client.accounts.save()
      let widget = TallyService(extending: .fake, environment: fresh.environment)
      let change = try await widget.progressStore.setWatched(upTo: 5, season: 2, of: show)
      try expectEqual(
        try await widget.progressStore.progress(of: show)?.states.lastWatched(season: 2), 5, "the last episode there")
      await fresh.tally.systemEvents.becameActive()
      await fresh.tally.queue.settled()
      try expectEqual(fresh.watched(show, 2), Array(1...5), "the server's watched episodes")
      try expectEqual(await change.outcome(), .synced, "the outcome of the widget's change")
      return "an episode watched in a widget, shown there at once, sent by the app as soon as it came to the front"
    },
    Flow("widget-timeline-from-one-file", needsFake: true) { _ in
      let fresh = try await Fresh()
      fresh.tally.country.set("AU")
      let token = fresh.tally.keepSnapshot()
      let screen = await NextDaysViewModel(tally: fresh.tally)
      await screen.load()
      await screen.settled()
      let days = try require(await screen.state.days.value, "days")
      try await fresh.tally.writeSnapshot()
      let snapshot = try require(try TallySnapshot.read(of: .fake, environment: fresh.environment), "the snapshot")
      try expectEqual(snapshot.days.map(\.day), days.map(\.day), "the days of the screen")
      let now = fresh.tally.client.environment.clock.now()
      let timeline = snapshot.timeline(from: now, in: fresh.tally.client.environment.timeZone())
      try expectEqual(timeline.entries.count, 8, "an entry for now and for each of seven midnights")
      try expectEqual(timeline.entries.last?.isStale, true, "a last entry that is stale")
      token.cancel()
      return "the widget shows the episodes of \(snapshot.days.count) days, from one file"
    },
  ]

  private static func refusal(_ body: () async throws -> some Any) async -> ClientError? {
    do {
      _ = try await body()
      return nil
    } catch { return error as? ClientError }
  }
}
