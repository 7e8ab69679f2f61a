import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Marks and changes of titles made without a network.
enum OfflineFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("offline-mark-kill-reconnect") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        device.network.isDown = true
        try await device.vault.store.setWatched(true, for: .movie(movie.id))
        let again = try await device.relaunched()
        let waiting = try await again.vault.queue.open()
        try expectEqual(waiting.count, 1, "changes waiting after a relaunch")
        let shown = try await again.vault.store.library()?.value.movie(movie.id)?.watched
        try expectEqual(shown, true, "the mark shown without a network")
        try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "nothing on the server yet")
        again.network.isDown = false
        try await again.reconnect()
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        try expectEqual(again.count(.vaultWatchlistToggle), 1, "toggles")
        return "marked without a network, killed, relaunched, reconnected: toggled once"
      }
    },
    Flow("offline-library-opens") { fixture in
      try await fixture.withMovie { @MainActor _ in try await opens(fixture) }
    },
    Flow("offline-on-and-off") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        try await device.offline {
          for watched in [true, false, true, false] {
            try await device.vault.store.setWatched(watched, for: .movie(movie.id))
            await device.vault.store.settled()
          }
        }
        try await device.reconnect()
        try expectEqual(device.count(.vaultWatchlistToggle), 0, "toggles")
        try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "unwatched on the server")
        return "four taps that cancel out: nothing is sent"
      }
    },
    Flow("offline-season-and-episode") { fixture in
      try await fixture.withSeries { series in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        let last = try require(series.episodes.last, "an episode")
        try await device.offline {
          try await device.vault.store.setWatched(true, for: .series(series.id))
          try await device.vault.store.setWatched(
            false, for: .episode(series: series.id, season: last.season, number: last.number))
        }
        try await device.reconnect()
        let marks = try await fixture.verifier.marks(ofSeries: series.id)
        for episode in series.episodes {
          try expectEqual(marks[episode.id], episode.id != last.id, "the mark of \(episode.code ?? "?")")
        }
        return "the whole series, then one episode of it back: the later and narrower word counts"
      }
    },
    Flow("offline-edit-merges") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        try await device.offline {
          try await device.vault.store.update(movie.id, MovieChange(title: movie.title + " (offline)"))
          var elsewhere = try await fixture.verifier.get("/api/movies/\(movie.id)")
          elsewhere["release_date"] = "1987-06-05"
          try await fixture.verifier.replace(movie: elsewhere, watched: true)
        }
        try await device.reconnect()
        let there = try await fixture.verifier.get("/api/movies/\(movie.id)")
        try expectEqual(there["title"]?.string, movie.title + " (offline)", "the title made here")
        try expectEqual(there["release_date"]?.string, "1987-06-05", "the date made elsewhere")
        try expectEqual(there["watched"]?.bool, true, "the mark made elsewhere")
        return "a title from here, a date and a mark from elsewhere: all three on the server"
      }
    },
    Flow("offline-taken-back") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        try await device.vault.store.refreshLibrary()
        device.network.isDown = true
        let changes = try await device.vault.store.setWatched(true, for: .movie(movie.id))
        await device.vault.store.settled()
        for change in changes { try await device.vault.queue.discard(change.id) }
        let shown = try await device.vault.store.library()?.value.movie(movie.id)?.watched
        try expectEqual(shown, false, "the mark shown after taking it back")
        device.network.isDown = false
        try await device.reconnect()
        try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "unwatched on the server")
        return "a waiting change taken back: the old mark shows at once, and nothing is sent"
      }
    },
    Flow("offline-refused-change", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let device = separate.device
      try await device.vault.store.refreshLibrary()
      try await device.offline {
        try await device.vault.store.update(2, MovieChange(title: "Longer Fuse"))
        try await device.vault.store.setWatched(true, for: .movie(1))
      }
      try await separate.verifier.delete(movie: 2)
      try await device.reconnect()
      let refused = try require(try await device.vault.queue.refused().first, "the refused change")
      try expectEqual(refused.state, .refused(reason: "gone"), "what became of it")
      let library = try await device.vault.store.refreshLibrary().value
      try expectEqual(library.movie(2), nil, "the film")
      try expectEqual(library.movie(1)?.watched, true, "the other change")
      try await device.vault.queue.discard(refused.id)
      return "\(refused.vaultText() ?? ""); the other change went through"
    },
    Flow("offline-removed-id-given-out-again", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let device = separate.device
      try await device.vault.store.refreshLibrary()
      try await device.offline { try await device.vault.store.remove(.movie(13)) }
      var newcomer = try await separate.verifier.get("/api/movies/13")
      newcomer["title"] = "Newcomer"
      newcomer["imdb_id"] = "tt7777777"
      try await separate.verifier.replace(movie: newcomer, watched: false)
      try await device.reconnect()
      try expect(try separate.server().movieIDs(of: "alice").contains(13), "the newcomer still there")
      return "the id belongs to another film by now: it is left alone"
    },
    Flow("offline-seen", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let device = separate.device
      try await device.vault.store.refreshNews()
      try await device.offline {
        try await device.vault.store.markAllSeen()
        let shown = try await device.vault.store.news()?.value.isEmpty
        try expectEqual(shown, true, "nothing new shown")
      }
      try await device.reconnect()
      try expect(try await device.vault.notifications.newTitles().isEmpty, "nothing new on the server")
      return "everything seen without a network, and on the server later"
    },
    Flow("offline-import", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let device = separate.device
      try await device.vault.store.refreshLibrary()
      try await device.offline { try await device.vault.store.importTitle(.movie("tt0501001")) }
      device.network.fail(.vaultImportsMovie, with: .replyLost)
      try await device.reconnect()
      let found = try await device.vault.watchlist.all().allMovies.filter { $0.imdbID == "tt0501001" }
      try expectEqual(found.count, 1, "copies of the film")
      return "imported once the server was there, though its first answer was lost"
    },
    Flow("offline-sign-in-ran-out", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let vault = separate.vault
      try await vault.store.refreshLibrary()
      try separate.server().revokeAllTokens()
      try await vault.store.setWatched(true, for: .movie(1))
      await vault.store.settled()
      guard case .expired = try await vault.account.status() else { throw FlowFailure("not asked to sign in again") }
      try expectEqual(try await vault.store.library()?.value.movie(1)?.watched, true, "the mark shown meanwhile")
      try await vault.account.signIn(username: separate.username, password: separate.password)
      try await separate.device.reconnect()
      try expectEqual(try separate.server().isWatched(movie: 1, of: "alice"), true, "the film on the server")
      return "the server revoked everything; the change waited and arrived after signing in again"
    },
    Flow("offline-other-account", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let vault = separate.vault
      try await vault.store.refreshLibrary()
      try await separate.device.offline { try await vault.store.setWatched(true, for: .movie(1)) }
      try await vault.account.signOut(pending: .keep)
      try await vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
      await vault.queue.flush()
      try expectEqual(try separate.server().isWatched(movie: 1, of: "alice"), false, "alice's film while bob is in")
      try expectEqual(try await vault.store.library(), nil, "alice's library while bob is in")
      try await vault.account.signOut(pending: .keep)
      try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
      try await separate.device.reconnect()
      try expectEqual(try separate.server().isWatched(movie: 1, of: "alice"), true, "alice's film at last")
      return "alice's change waits for alice, whoever signs in between"
    },
  ]

  @MainActor
  private static func opens(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device()
    let first = VaultLibraryViewModel(vault: device.vault)
    first.load()
    await first.settled()
    device.network.isDown = true
    let again = try await device.relaunched()
    let model = VaultLibraryViewModel(vault: again.vault)
    model.load()
    await model.settled()
    try expectEqual(model.state.entries.count, first.state.entries.count, "rows without a network")
    try expect(!model.state.entries.isEmpty, "rows")
    try expectEqual(model.state.staleness, .offline, "why it is not fresh")
    again.network.isDown = false
    model.refresh()
    await model.settled()
    try expectEqual(model.state.staleness, nil, "why it is not fresh, with the network")
    return "\(first.state.entries.count) rows; “\(VaultLibraryViewModel.Staleness.offline.text())”"
  }
}
