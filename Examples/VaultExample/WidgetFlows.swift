import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum WidgetFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("widget-marks-seen") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        await device.vault.client.accounts.save()
        let widget = device.widget()
        let change = try await widget.store.setWatched(true, for: .movie(movie.id))[0]
        let shown = try await widget.store.library()?.value.movie(movie.id)?.watched
        try expectEqual(shown, true, "the mark in the widget")
        try expectEqual(
          try await device.reader().store.library()?.value.movie(movie.id)?.watched, true, "and in a reader")
        try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "nothing on the server yet")
        await device.vault.systemEvents.becameActive()
        await device.vault.store.settled()
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        try expectEqual(await change.outcome(), .synced, "the outcome of the widget's change")
        return "marked in a widget, shown there at once, sent by the app as soon as it came to the front"
      }
    },
    Flow("widget-timeline-from-one-file") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        let token = device.vault.keepSnapshot()
        try await device.vault.store.refreshLibrary()
        try await device.vault.store.setWatched(false, for: .movie(movie.id))
        try await device.vault.writeSnapshot()
        let known = try await device.vault.store.unwatched()?.movies ?? []
        let found = try WatchlistSnapshot.read(of: fixture.address, environment: device.vault.client.environment)
        let snapshot = try require(found, "the snapshot")
        try expectEqual(
          snapshot.movies.map(\.id), known.prefix(WatchlistSnapshot.limit).map(\.id), "the first unwatched films")
        let timeline = snapshot.timeline(from: snapshot.madeAt)
        try expectEqual(timeline.entries.map(\.isStale), [false, true], "an entry for now, and one for a week later")
        token.cancel()
        return "the widget shows \(snapshot.movies.count) films and \(snapshot.series.count) series, from one file"
      }
    },
  ]
}
