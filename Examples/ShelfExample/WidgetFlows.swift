import MediaTesting
import Runner
import ShelfClient

enum WidgetFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("widget-beside-the-app") { fixture in
      try await fixture.withEpisode { _, id in
        let shelf = fixture.shelf
        try await shelf.queueStore.refresh()
        let latest = try await shelf.queueStore.current().entries
        fixture.network.isDown = true
        let change = try await shelf.progressStore.setPosition(id, to: 33)
        let wait = await change.settled().wait
        try expect(wait == .network, "a wait for the network, got \(String(describing: wait))")
        await shelf.client.accounts.save()
        let sent = fixture.network.operations.count

        let widget = ShelfService(reading: fixture.address, environment: fixture.environment)
        let shown = try await widget.queueStore.current().entries
        try expect(shown.map(\.id) == latest.map(\.id), "Latest in the widget")
        let place = try await widget.progressStore.progress(of: id)?.position
        try expect(place == 33, "the place that waits")
        try expect(fixture.network.operations.count == sent, "no request")

        fixture.network.isDown = false
        await shelf.progressStore.flush()
        await shelf.progressStore.settled()
        let outcome = await change.outcome()
        try expect(outcome == .synced, "the change on the server, got \(outcome)")
        return
          "the widget shows Latest (\(latest.count)) and the place that the app has not sent yet, without a request"
      }
    },
    Flow("widget-marks-finished") { fixture in
      try await fixture.withEpisode { _, id in
        let widget = ShelfService(extending: fixture.address, environment: fixture.environment)
        let change = try await widget.progressStore.markFinished(id)
        let shown = try await widget.progressStore.progress(of: id)?.isFinished
        try expect(shown == true, "finished in the widget at once")
        try expect(!(try await fixture.isFinished(id)), "nothing on the server yet")

        await fixture.shelf.systemEvents.becameActive()
        await fixture.shelf.progressStore.settled()
        try expect(try await fixture.isFinished(id), "finished on the server")
        try expect(await change.outcome() == .synced, "the widget's change is synced")
        return "marked in a widget, shown there at once, sent by the app as soon as it came to the front"
      }
    },
    Flow("widget-timeline-from-one-file") { fixture in
      try await fixture.withEpisode { _, id in
        let shelf = fixture.shelf
        let token = shelf.keepSnapshot()
        try await shelf.queueStore.refresh()
        _ = try await shelf.progressStore.setPosition(id, to: 21).settled()
        try await shelf.writeSnapshot()
        let found = try ShelfSnapshot.read(of: fixture.address, environment: fixture.environment)
        let snapshot = try require(found, "the snapshot")
        let row = try require(snapshot.latest.first { $0.id == id }, "the episode in the snapshot")
        try expect(row.progress?.position == 21, "its place")
        let timeline = snapshot.timeline(from: snapshot.madeAt)
        try expect(timeline.entries.map(\.isStale) == [false, true], "an entry for now, and one for a day later")
        let stats = await fixture.loaded(ListeningStatsViewModel(shelf: shelf))
        try await shelf.writeSnapshot()
        let later = try ShelfSnapshot.read(of: fixture.address, environment: fixture.environment)
        let newest =
          stats.stats.value?.days.keys.max() ?? CalendarDay(snapshot.madeAt, in: fixture.environment.timeZone())
        let seconds = later?.secondsListened(on: newest)
        try expect(seconds == stats.stats.value?.days[newest] ?? 0, "the time of listening on the newest day")
        try expect(later?.secondsListened(inWeekUntil: newest) ?? -1 >= seconds ?? 0, "and of the week before it")
        token.cancel()
        return "the widget shows \(snapshot.latest.count) rows with their places, from one file"
      }
    },
    Flow("widget-sends-without-the-app") { fixture in
      try await fixture.withEpisode { _, id in
        let environment = try await fixture.anotherPhone()
        let widget = ShelfService(extending: fixture.address, environment: environment)
        try await widget.progressStore.markFinished(id)
        let sent: Void? = await environment.whileUnowned { environment in
          let owner = fixture.service(in: environment)
          await owner.queue.flush(.foreground)
          await owner.queue.settled()
        }
        try expect(sent != nil, "no other owner")
        try expect(try await fixture.isFinished(id), "finished on the server")
        await widget.client.accounts.folderChanged()
        let open = try await widget.queue.open().count
        try expect(open == 0, "nothing waits in the widget, got \(open)")
        return "marked in a widget while the app does not run, and sent by the widget's process"
      }
    },
  ]
}
