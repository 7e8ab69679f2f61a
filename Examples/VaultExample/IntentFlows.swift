import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Flows that run the actions which the app offers to voice assistants and shortcuts.
enum IntentFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("intent-marks-watched") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        let intents = VaultIntents(vault: device.vault)
        _ = try await intents.suggested()
        let found = try await intents.matching(movie.title)
        try expect(found.contains { $0.reference == .movie(movie.id) || $0.watched != .all }, "titles with this name")
        let entry = try require(try await intents.entries(of: [.movie(movie.id)]).first, "the film by its id")
        let reply = try await intents.markWatched(entry.reference)
        await device.vault.store.settled()
        try expect(try await fixture.verifier.isWatched(movie: movie.id), "watched on the server")
        return reply.sentence
      }
    },
    Flow("intent-adds-a-title", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let intents = VaultIntents(vault: separate.vault)
      try await separate.vault.store.refreshLibrary()
      let match = try require(try await intents.catalogue("the harbor").first { $0.type == .movie }, "a film")
      separate.network.isDown = true
      let reply = try await intents.add(match)
      separate.network.isDown = false
      for _ in 0..<3 { await separate.vault.store.flush() }
      let library = try await separate.vault.store.refreshLibrary().value
      try expect(library.allMovies.contains { $0.imdbID == match.imdbID }, "the film in the library")
      let again = try await intents.add(match)
      try expect(again.sentence != reply.sentence, "the second time it is there already")
      return reply.sentence
    },
  ]
}
