import MediaTesting
import Runner
import VaultClient
import VaultTesting

enum ListFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("lists") { fixture in
      let lists = try await fixture.vault.store.refreshLists().value
      let there = try await fixture.verifier.lists()
      try expectEqual(lists.map(\.name), there.compactMap { $0["name"]?.string }, "the server's lists")
      try expectEqual(lists.first?.id, .personal, "the first list")
      try expectEqual(try await fixture.vault.store.lists()?.value.map(\.id), lists.map(\.id), "the cached lists")
      try await fixture.vault.lists.probe()
      return lists.map { "\($0.icon ?? "") \($0.name)" }.joined(separator: ", ")
    },
    Flow("list-made-changed-deleted") { fixture in
      let store = fixture.vault.store
      try await fixture.verifier.deleteList(named: "Example made")
      try await store.refreshLists()
      let list = try await store.createList(ListDraft(name: "Example made", description: "x", icon: "🎬")).id
      await store.settled()
      let provisional = try require(list.number, "a number")
      let id = try require(try await fixture.verifier.listID(named: "Example made"), "the list on the server")
      try await store.updateList(provisional, ListDraft(description: "", color: "#112233"))
      await store.settled()
      let there = try await fixture.verifier.lists().first { $0["id"]?.int == id }
      try expectEqual(there?["color"]?.string, "#112233", "its colour on the server")
      try expectEqual(there?["icon"]?.string, "🎬", "its icon, which was not to change")
      let taken = try await failure { _ = try await fixture.vault.lists.create(ListDraft(name: "Example made")) }
      try expectEqual(taken.kind, .conflict, "a second list of that name")
      try await store.deleteList(provisional)
      await store.settled()
      try expectEqual(try await fixture.verifier.listID(named: "Example made"), nil, "the list on the server")
      return "made, recoloured, deleted; a second of its name: \(taken.vaultText())"
    },
    Flow("list-titles") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withList { list in
          let store = fixture.vault.store
          try await store.refreshLists()
          try await store.refreshContents(of: .list(list))
          try await store.add(.movie(movie.id), to: list, notes: "bring snacks")
          await store.settled()
          try expectEqual(try await fixture.verifier.contents(ofList: list), ["movie/\(movie.id)"], "what is in it")
          let library = try await store.refreshLibrary().value
          try expectEqual(library.movie(movie.id), nil, "the film in the library, which lists hide")
          try await store.mark(.movie(movie.id), in: list, ItemMark(watched: true, watchedBy: .family))
          await store.settled()
          let row = try await store.refreshContents(of: .list(list)).value.movie(movie.id)
          try expectEqual(row?.watchedBy, .family, "who has watched it")
          try expectEqual(row?.notes, "bring snacks", "the note")
          try expect(!(try await fixture.verifier.isWatched(movie: movie.id)), "the film itself unmarked")
          try await store.remove(.movie(movie.id), from: list)
          await store.settled()
          try expectEqual(try await fixture.verifier.contents(ofList: list), [], "what is in it after removing")
          return "“\(movie.title)” in with a note, marked by the family, and out again"
        }
      }
    },
    Flow("list-same-id-twice") { fixture in try await ambiguity(fixture) },
    Flow("list-copy-and-move") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withList("Example source", [.movie(movie.id)]) { source in
          try await fixture.withList("Example target") { target in
            let lists = fixture.vault.lists
            let targets = try await lists.targets(for: source).all()
            try expect(targets.contains { $0.id == target }, "the target among \(targets.map(\.name))")
            let copied = try await lists.transfer(
              .copy, .movie(movie.id), from: source, to: target, keepingMarks: true)
            let again = try await lists.transfer(
              .copy, .movie(movie.id), from: source, to: target, keepingMarks: true)
            try expect(!copied.duplicate && again.duplicate, "a duplicate the second time")
            let moved = try await lists.transfer(
              .move, .movie(movie.id), from: source, to: target, keepingMarks: true)
            try expect(moved.duplicate, "a duplicate by moving")
            try expectEqual(try await fixture.verifier.contents(ofList: source), [], "the source")
            try expectEqual(try await fixture.verifier.contents(ofList: target), ["movie/\(movie.id)"], "the target")
            return "copied; a second time: \(again.message)"
          }
        }
      }
    },
    Flow("list-bulk-move-and-undo") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withSeries { series in
          let items: [ListItem] = [.movie(movie.id), .series(series.id)]
          let all: Set = ["movie/\(movie.id)", "series/\(series.id)"]
          return try await fixture.withList("Example source", items) { source in
            try await fixture.withList("Example target") { target in
              let move = ListTransfer(.move, items, from: source, to: target)
              try await fixture.vault.store.transfer(move)
              await fixture.vault.store.settled()
              try expectEqual(try await fixture.verifier.contents(ofList: target), all, "the target")
              try await fixture.vault.store.transfer(try require(move.undone, "the way back"))
              await fixture.vault.store.settled()
              try expectEqual(try await fixture.verifier.contents(ofList: source), all, "the source again")
              let direct = try await fixture.vault.lists.transfer(ListTransfer(.copy, items, from: source, to: target))
              try expectEqual(direct.duplicatesSkipped, 0, "duplicates")
              return "two titles there and back, each kind kept apart"
            }
          }
        }
      }
    },
    Flow("list-share", needsFake: true) { fixture in try await share(fixture) },
    Flow("list-share-refused") { fixture in
      try await fixture.withList { list in
        let name = "nobody-of-that-name-\(list)"
        let error = try await failure { try await fixture.vault.lists.share(list, with: name, .view) }
        try expectEqual(error.kind, .notFound, "the kind")
        try await fixture.vault.store.shareList(list, with: name)
        await fixture.vault.store.settled()
        let refused = try require(try await fixture.vault.queue.refused().last, "the refused change")
        try await fixture.vault.queue.discard(refused.id)
        return "“\(error.serverMessage ?? "")”: a visible, refused change until it is discarded"
      }
    },
    Flow("list-personal-is-fixed") { fixture in
      let contents = try await fixture.vault.store.refreshContents(of: .personal).value
      let library = try require(try await fixture.vault.store.library(), "the library")
      try expectEqual(contents, library.value, "the personal list")
      let missing = try await failure { _ = try await fixture.vault.lists.contents(of: .list(2_000_000_000)) }
      try expectEqual(missing.kind, .notFound, "a list that is not there")
      return "the personal list is the library: \(contents.count) rows"
    },
  ]

  /// The server's route for removing names no kind, and would take the film.
  private static func ambiguity(_ fixture: VaultFixture) async throws -> String {
    let library = try await fixture.vault.watchlist.all()
    guard let series = library.series.first(where: { library.movie($0.id) != nil }) else {
      return try fixture.nothing("film and series of one number")
    }
    return try await fixture.withList("Example", [.series(series.id), .movie(series.id)]) { list in
      let store = fixture.vault.store
      let contents = try await store.refreshContents(of: .list(list)).value
      try expect(contents.isAmbiguous(.movie(series.id)), "an ambiguity")
      try await store.mark(.series(series.id), in: list, ItemMark(notes: "for the series"))
      await store.settled()
      let refused = try require(try await fixture.vault.queue.refused().last, "the refused change")
      try expectEqual(refused.state, .refused(reason: "ambiguous"), "what became of the series' note")
      try await store.remove(.series(series.id), from: list)
      await store.settled()
      try expectEqual(try await fixture.verifier.contents(ofList: list), ["movie/\(series.id)"], "what is left")
      try await fixture.vault.queue.discard(refused.id)
      try await fixture.vault.lists.remove(.movie(series.id), from: list)
      try expectEqual(try await fixture.verifier.contents(ofList: list), [], "what is left after the film")
      return "the series goes and the film stays; a note of the series: \(refused.vaultText() ?? "")"
    }
  }

  private static func share(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate()
    let server = try separate.server()
    let list = try require(server.listID(named: "Some day", of: "alice"), "a list")
    try await separate.vault.store.shareList(list, with: "bob", .view)
    await separate.vault.store.settled()
    let guest = separate.device(signedIn: false)
    try await guest.vault.account.signIn(username: "bob", password: VaultWorld.standardPassword)
    let shared = try await guest.vault.store.refreshLists().value.first { $0.id == .list(list) }
    try expectEqual(shared?.permission, .view, "the guest's right")
    try expectEqual(shared?.owner, "alice", "the owner")
    let again = try await failure { try await separate.vault.lists.share(list, with: "bob", .edit) }
    try expectEqual(again.kind, .conflict, "a second word")
    try await guest.vault.store.leaveList(list)
    await guest.vault.store.settled()
    try await separate.vault.lists.share(list, with: "bob", .edit)
    let later = try await guest.vault.lists.all().first { $0.id == .list(list) }
    try expectEqual(later?.permission, .edit, "the guest's right after leaving and being asked again")
    return "bob sees alice's list; another level: \(again.vaultText())"
  }
}
