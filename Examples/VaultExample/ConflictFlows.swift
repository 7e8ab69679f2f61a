import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Two devices that change the same thing, and what the server shows differently than one would think.
enum ConflictFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("conflict-shown-and-undone") { fixture in
      try await fixture.withList("Example conflict") { list in
        let device = fixture.device()
        let store = device.vault.store
        try await store.refreshLists()
        let noticed = NoticedConflicts()
        let token = store.observeConflicts { noticed.add() }
        try expectEqual(try await store.conflicts(), [], "conflicts before")
        try await device.offline {
          try await store.updateList(list, ListDraft(name: "Example ours"))
          try await fixture.verifier.rename(list: list, to: "Example theirs")
        }
        try await device.reconnect()
        try expectEqual(
          try await fixture.verifier.listID(named: "Example ours"), list, "the list by the name made here")
        let again = try await device.relaunched()
        let conflict = try require(try await again.vault.store.conflicts().first, "the conflict after a relaunch")
        try expectEqual(conflict.subject, .list(list), "what it is about")
        try expectEqual(conflict.differences.map(\.member), [.name], "the members")
        try expectEqual(conflict.differences.map(\.kept), ["Example ours"], "what counts")
        try expectEqual(conflict.differences.map(\.lost), ["Example theirs"], "what was overwritten")
        try expect(conflict.isKeptFromThisDevice && noticed.count > 0, "this device's name kept, and the app told")
        let account = await VaultAccountViewModel(vault: again.vault)
        await account.loadAndWait()
        try expectEqual(await account.state.conflicts, [conflict], "the conflicts on the screen")
        await account.undo(conflict)
        await account.settled()
        try await again.reconnect()
        try expectEqual(try await fixture.verifier.listID(named: "Example theirs"), list, "the list by the other name")
        try expectEqual(try await again.vault.store.conflicts(), [], "conflicts")
        withExtendedLifetime(token) {}
        return conflict.text()
      }
    },
    Flow("conflict-dismissed") { fixture in
      try await fixture.withMovie { movie in
        let device = fixture.device()
        let store = device.vault.store
        try await store.refreshLibrary()
        try await device.offline {
          try await store.update(movie.id, MovieChange(title: movie.title + " (here)"))
          var elsewhere = try await fixture.verifier.get("/api/movies/\(movie.id)")
          elsewhere["title"] = .string(movie.title + " (elsewhere)")
          try await fixture.verifier.replace(movie: elsewhere, watched: false)
        }
        try await device.reconnect()
        let account = await VaultAccountViewModel(vault: device.vault)
        await account.loadAndWait()
        let conflict = try require(await account.state.conflicts.first, "the conflict on the screen")
        await account.dismiss(conflict)
        await account.settled()
        try await store.dismiss(conflict)  // already dismissed: no error
        try expectEqual(try await store.conflicts(), [], "conflicts")
        let there = try await fixture.verifier.get("/api/movies/\(movie.id)")["title"]?.string
        try expectEqual(there, movie.title + " (here)", "the title on the server")
        return "noticed at \(conflict.noticedAt.timeIntervalSince1970 > 0), and left as it is: \(conflict.text())"
      }
    },
    Flow("unwatched-in-lists") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withList("Example", [.movie(movie.id)]) { list in
          let store = fixture.device().vault.store
          try await store.refreshLibrary()
          try await store.refreshContents(of: .list(list))
          let unwatched = try await store.refreshUnwatched(sortedBy: .releaseDate)
          try expect(unwatched.movies.contains { $0.id == movie.id }, "the film of the list among the unwatched ones")
          try expectEqual(try await store.library()?.value.movie(movie.id), nil, "the film in the library")
          try await store.remove(.movie(movie.id), from: list)
          await store.settled()
          try expectEqual(
            try await store.library()?.value.movie(movie.id)?.id, movie.id, "the film in the library again")
          let cached = try require(try await store.unwatched(), "the cached titles")
          try expect(cached.movies.count { $0.id == movie.id } == 1, "the film once")
          return
            "\(unwatched.movies.count) films, those in lists too; taken out of its list a film is in the library at once"
        }
      }
    },
    Flow("list-shared-for-editing", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let server = try separate.server()
      let trips = try require(server.listID(named: "Long trips", of: "bob"), "bob's list")
      try await separate.vault.store.refreshLibrary()
      try await separate.vault.store.add(.movie(1), to: trips, notes: "for the train")
      await separate.vault.store.settled()
      try expectEqual(server.contents(ofList: trips).map(\.id), [15, 1], "bob's list")
      return "the server lets a guest add nothing: the film went there through a list of alice's own"
    },
    Flow("import-waits-for-the-catalogue", needsFake: true) { fixture in
      let separate = try await fixture.separate()
      let server = try separate.server()
      server.setCatalogue(isReachable: false)
      let submission = try await separate.vault.store.importTitle(.movie("tt0503003"))
      guard case .waiting(let problem?) = await submission.settled() else {
        throw FlowFailure("the import does not wait")
      }
      server.setCatalogue(isReachable: true)
      try await separate.device.reconnect()
      let library = try await separate.vault.watchlist.all()
      try expect(library.allMovies.contains { $0.imdbID == "tt0503003" }, "the film")
      return problem.vaultText()
    },
  ]
}

/// Counts the calls of an observer.
private final class NoticedConflicts: Sendable {
  private let times = Locked(0)
  var count: Int { times.withLock { $0 } }
  func add() { times.withLock { $0 += 1 } }
}
