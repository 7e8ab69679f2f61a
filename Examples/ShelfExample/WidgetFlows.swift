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
    }
  ]
}
