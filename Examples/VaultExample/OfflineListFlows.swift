import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Changes of lists made without a network.
enum OfflineListFlows {
  static let all: [Flow<VaultFixture>] = [
    Flow("offline-list-made-and-filled") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.verifier.deleteList(named: "Example offline")
        let device = fixture.device()
        let store = device.vault.store
        try await store.refreshLibrary()
        try await store.refreshLists()
        device.network.isDown = true
        let list = try require(try await store.createList(ListDraft(name: "Example offline")).id.number, "a number")
        try await store.add(.movie(movie.id), to: list, notes: "with tea")
        let again = try await device.relaunched()
        let shown = try await again.vault.store.contents(of: .list(list))?.value.items
        try expectEqual(shown, [.movie(movie.id)], "what is in it after a relaunch")
        again.network.isDown = false
        again.network.fail(.vaultListsCreate, with: .replyLost)
        try await again.reconnect()
        let id = try require(try await fixture.verifier.listID(named: "Example offline"), "the list on the server")
        let there = try await fixture.verifier.contents(ofList: id)
        try await fixture.verifier.deleteList(id)
        try expectEqual(there, ["movie/\(movie.id)"], "what was in it on the server")
        try expectEqual(again.count(.vaultListsCreate), 1, "lists made")
        return "made and filled without a network, killed, relaunched: one list, though the answer was lost"
      }
    },
    Flow("offline-list-never-was") { fixture in
      let device = fixture.device()
      let store = device.vault.store
      try await store.refreshLists()
      let before = try await fixture.verifier.lists().count
      try await device.offline {
        let list = try require(try await store.createList(ListDraft(name: "Example never")).id.number, "a number")
        await store.settled()
        try await store.deleteList(list)
      }
      try await device.reconnect()
      try expectEqual(try await fixture.verifier.lists().count, before, "lists on the server")
      try expectEqual(device.count(.vaultListsCreate), 0, "lists made")
      return "made and deleted without a network: never sent to the server"
    },
    Flow("offline-list-titles-and-marks") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withSeries { series in
          try await fixture.withList("Example", [.movie(movie.id)]) { list in
            let device = fixture.device()
            let store = device.vault.store
            try await store.refreshLibrary()
            try await store.refreshLists()
            try await store.refreshContents(of: .list(list))
            try await device.offline {
              try await store.mark(.movie(movie.id), in: list, ItemMark(watched: true))
              await store.settled()
              try await store.mark(.movie(movie.id), in: list, ItemMark(notes: "great"))
              try await store.add(.series(series.id), to: list)
              try await store.updateList(list, ListDraft(icon: "🎬"))
            }
            try await device.reconnect()
            let row = try await store.refreshContents(of: .list(list)).value.movie(movie.id)
            try expect(row?.watched == true && row?.notes == "great", "the list's own mark and note")
            try expectEqual(
              try await fixture.verifier.contents(ofList: list), ["movie/\(movie.id)", "series/\(series.id)"],
              "its titles"
            )
            try expectEqual(device.count(.vaultListsMark), 1, "calls for the mark and the note")
            return "a mark and a note as one change, a title and an icon"
          }
        }
      }
    },
    Flow("offline-move-and-undo") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withList("Example source", [.movie(movie.id)]) { source in
          try await fixture.withList("Example target") { target in
            let device = fixture.device()
            let store = device.vault.store
            try await store.refreshLists()
            for list in [source, target] { try await store.refreshContents(of: .list(list)) }
            let move = ListTransfer(.move, [.movie(movie.id)], from: source, to: target)
            try await device.offline {
              try await store.transfer(move)
              let shown = try await store.contents(of: .list(target))?.value.items
              try expectEqual(shown, [.movie(movie.id)], "the target without a network")
              try await store.transfer(try require(move.undone, "the way back"))
            }
            try await device.reconnect()
            try expectEqual(try await fixture.verifier.contents(ofList: source), ["movie/\(movie.id)"], "the source")
            try expectEqual(try await fixture.verifier.contents(ofList: target), [], "the target")
            return "moved and taken back without a network: it is where it was"
          }
        }
      }
    },
    Flow("offline-move-lost-answer") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withList("Example source", [.movie(movie.id)]) { source in
          try await fixture.withList("Example target") { target in
            let device = fixture.device()
            try await device.vault.store.refreshLists()
            device.network.fail(.vaultListsTransfer, with: .replyLost)
            try await device.vault.store.transfer(ListTransfer(.move, [.movie(movie.id)], from: source, to: target))
            await device.vault.store.settled()
            try await device.reconnect()
            try expectEqual(device.count(.vaultListsTransfer), 1, "moves")
            try expectEqual(try await fixture.verifier.contents(ofList: target), ["movie/\(movie.id)"], "the target")
            return "moved once; a second move would have lost it"
          }
        }
      }
    },
    Flow("offline-list-deleted-elsewhere") { fixture in
      try await fixture.withMovie { movie in
        try await fixture.withList { list in
          let device = fixture.device()
          let store = device.vault.store
          try await store.refreshLibrary()
          try await store.refreshLists()
          try await store.refreshContents(of: .list(list))
          try await device.offline {
            try await store.add(.movie(movie.id), to: list)
            try await fixture.verifier.deleteList(list)
          }
          try await device.reconnect()
          let refused = try await device.vault.queue.refused()
          try expectEqual(refused.map(\.state), [.refused(reason: "gone")], "what became of it")
          let shown = try await store.refreshLibrary().value.movie(movie.id)
          try expectEqual(shown?.id, movie.id, "the film back in the library")
          for change in refused { try await device.vault.queue.discard(change.id) }
          return "\(refused.first?.vaultText() ?? ""); the film shows in the library again"
        }
      }
    },
  ]
}
