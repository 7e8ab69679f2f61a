import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// Changes of lists made without a network.
enum OfflineListFlows {
  static let all: [Flow<VaultStage>] = [
    Flow("offline-list-made-and-filled") { stage in
      try await stage.withMovie { movie in
        try await stage.witness.deleteList(named: "Example offline")
        let device = stage.device()
        let store = device.vault.store
        try await store.refreshLibrary()
        try await store.refreshLists()
        device.network.isDown = true
        let list = try require(try await store.createList(ListDraft(name: "Example offline")).number, "a number")
        try await store.add(.movie(movie.id), to: list, notes: "with tea")
        let again = try await device.relaunched()
        let shown = try await again.vault.store.contents(of: .list(list))?.value.items
        try expectEqual(shown, [.movie(movie.id)], "what is in it after a relaunch")
        again.network.isDown = false
        again.network.fail("vault.lists.create", with: .replyLost)
        try await again.reconnect()
        let id = try require(try await stage.witness.listID(named: "Example offline"), "the list on the server")
        let there = try await stage.witness.contents(ofList: id)
        try await stage.witness.deleteList(id)
        try expectEqual(there, ["movie/\(movie.id)"], "what was in it on the server")
        try expectEqual(again.count("vault.lists.create"), 1, "lists made")
        return "made and filled without a network, killed, relaunched: one list, though the answer was lost"
      }
    },
    Flow("offline-list-never-was") { stage in
      let device = stage.device()
      let store = device.vault.store
      try await store.refreshLists()
      let before = try await stage.witness.lists().count
      try await device.offline {
        let list = try require(try await store.createList(ListDraft(name: "Example never")).number, "a number")
        await store.settled()
        try await store.deleteList(list)
      }
      try await device.reconnect()
      try expectEqual(try await stage.witness.lists().count, before, "lists on the server")
      try expectEqual(device.count("vault.lists.create"), 0, "lists made")
      return "made and deleted without a network: the server never heard of it"
    },
    Flow("offline-list-titles-and-marks") { stage in
      try await stage.withMovie { movie in
        try await stage.withSeries { series in
          try await stage.withList("Example", [.movie(movie.id)]) { list in
            let device = stage.device()
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
              try await stage.witness.contents(ofList: list), ["movie/\(movie.id)", "series/\(series.id)"], "its titles"
            )
            try expectEqual(device.count("vault.lists.mark"), 1, "calls for the mark and the note")
            return "a mark and a note as one change, a title and an icon"
          }
        }
      }
    },
    Flow("offline-move-and-undo") { stage in
      try await stage.withMovie { movie in
        try await stage.withList("Example source", [.movie(movie.id)]) { source in
          try await stage.withList("Example target") { target in
            let device = stage.device()
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
            try expectEqual(try await stage.witness.contents(ofList: source), ["movie/\(movie.id)"], "the source")
            try expectEqual(try await stage.witness.contents(ofList: target), [], "the target")
            return "moved and taken back without a network: it is where it was"
          }
        }
      }
    },
    Flow("offline-move-lost-answer") { stage in
      try await stage.withMovie { movie in
        try await stage.withList("Example source", [.movie(movie.id)]) { source in
          try await stage.withList("Example target") { target in
            let device = stage.device()
            try await device.vault.store.refreshLists()
            device.network.fail("vault.lists.transfer", with: .replyLost)
            try await device.vault.store.transfer(ListTransfer(.move, [.movie(movie.id)], from: source, to: target))
            await device.vault.store.settled()
            try await device.reconnect()
            try expectEqual(device.count("vault.lists.transfer"), 1, "moves")
            try expectEqual(try await stage.witness.contents(ofList: target), ["movie/\(movie.id)"], "the target")
            return "moved once; a second move would have lost it"
          }
        }
      }
    },
    Flow("offline-list-deleted-elsewhere") { stage in
      try await stage.withMovie { movie in
        try await stage.withList { list in
          let device = stage.device()
          let store = device.vault.store
          try await store.refreshLibrary()
          try await store.refreshLists()
          try await store.refreshContents(of: .list(list))
          try await device.offline {
            try await store.add(.movie(movie.id), to: list)
            try await stage.witness.deleteList(list)
          }
          try await device.reconnect()
          let refused = try await device.vault.outbox.refused()
          try expectEqual(refused.map(\.state), [.refused(reason: "gone")], "what became of it")
          let shown = try await store.refreshLibrary().value.movie(movie.id)
          try expectEqual(shown?.id, movie.id, "the film back in the library")
          for intent in refused { try await device.vault.outbox.outbox().discard(intent.id) }
          return "\(refused.first?.vaultText() ?? ""); the film shows in the library again"
        }
      }
    },
  ]
}
