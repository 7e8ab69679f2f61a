import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum OfflineFlows {
  static let all: [Flow<ShelfStage>] = [
    Flow("offline-listen-kill-reconnect") { stage in
      try await stage.withEpisode { _, id in
        let before = try await stage.witness.listeningSeconds()
        let (player, engine) = await PlaybackFlows.open(id, stage)
        try await stage.wait(1.2)
        stage.network.isDown = true
        try await stage.wait(40)
        await player.pause()
        await player.settled()
        let heard = await engine.position
        try expect(try await stage.witness.progress(of: id) == nil, "nothing on the server yet")
        // The process ends here: only what is on disk goes on.
        let again = stage.relaunched()
        // Two where the save of the thirtieth second was still being tried when the pause came.
        let waiting = try await again.outbox.open()
        try expect(
          !waiting.isEmpty && waiting.allSatisfy { $0.target == id.description },
          "what was heard waiting after the relaunch, got \(waiting.map(\.target))")
        stage.network.isDown = false
        await again.outbox.flush(.foreground)
        let there = try await stage.witness.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(abs(there - heard) < 1.5, "\(heard) s on the server, got \(there)")
        let listened = try await stage.witness.listeningSeconds() - before
        try expect(abs(listened - heard) < 1.5, "\(heard) s counted, got \(listened)")
        await again.outbox.flush()
        let later = try await stage.witness.listeningSeconds() - before
        try expect(later == listened, "nothing counted twice")
        await PlaybackFlows.close(player)
        try await stage.shelf.progressStore.refresh()
        return
          "heard \(MediaTime.text(heard)) without a network, killed, relaunched: the server has \(MediaTime.text(there)), \(Int(listened.rounded())) s counted once"
      }
    },
    Flow("offline-finish") { stage in
      try await stage.withEpisode { _, id in
        stage.network.isDown = true
        try await stage.shelf.progressStore.markFinished(id)
        await stage.shelf.progressStore.settled()
        let here = try await stage.shelf.progressStore.progress(of: id)
        try expect(here?.isFinished == true && here?.isPending == true, "finished here, waiting")
        stage.network.isDown = false
        await stage.shelf.outbox.flush(.connectivity)
        try expect(try await stage.witness.progress(of: id)?["isFinished"]?.bool == true, "finished on the server")
        let after = try await stage.shelf.progressStore.progress(of: id)
        try expect(after?.isPending == false, "nothing waiting any more")
        return "finished at once here, and on the server after reconnecting"
      }
    },
    Flow("offline-conflict-and-undo") { stage in
      try await stage.withEpisode { _, id in
        try await stage.shelf.progressStore.setPosition(id, to: 100)
        await stage.shelf.progressStore.settled()
        await stage.shelf.progressStore.flush()
        stage.network.isDown = true
        try await stage.shelf.progressStore.setPosition(id, to: 140)
        await stage.shelf.progressStore.settled()
        try await stage.wait(5)
        try await stage.witness.listenElsewhere(id, to: 260)
        stage.network.isDown = false
        await stage.shelf.outbox.flush(.connectivity)
        let kept = try await stage.shelf.progressStore.progress(of: id)
        try expect(kept?.position == 260, "the later listening kept, got \(kept?.position ?? -1)")
        let conflict = try require(
          try await stage.shelf.progressStore.conflicts().last { $0.item == id }, "the conflict listed")
        let text = conflict.text(timeZone: stage.environment.timeZone())
        try await stage.shelf.progressStore.undo(conflict)
        await stage.shelf.progressStore.settled()
        await stage.shelf.progressStore.flush()
        let there = try await stage.witness.progress(of: id)?["currentTime"]?.double
        try expect(there == 140, "the other place after undoing, got \(there ?? -1)")
        return "“\(text)” — undone with one call"
      }
    },
    Flow("offline-reads-never-wait") { stage in
      let latest = await shownOffline(stage)
      stage.network.isDown = false
      try expect(latest.value?.isEmpty == false, "the last list")
      return "\(latest.value?.count ?? 0) episodes shown without a network after a relaunch"
    },
    Flow("offline-server-restart", needsFake: true) { stage in
      try await stage.withEpisode { _, id in
        let (player, engine) = await PlaybackFlows.open(id, stage)
        try await stage.wait(11.2)
        stage.fake?.restart()
        await engine.fail("the address of the audio is gone")
        await player.settled()
        try await stage.wait(20)
        await player.pause()
        await player.settled()
        let heard = await player.state.position
        await PlaybackFlows.close(player)
        let there = try await stage.witness.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(abs(there - heard) < 1.5 && heard > 25, "\(heard) s on the server, got \(there)")
        return "the server forgot the session in the middle; playback goes on and \(MediaTime.text(there)) arrive"
      }
    },
    Flow("offline-sign-in-ran-out", needsFake: true) { stage in
      try await stage.withEpisode { _, id in
        stage.fake?.revokeAllTokens()
        try await stage.shelf.progressStore.setPosition(id, to: 222)
        await stage.shelf.progressStore.settled()
        guard case .expired = try await stage.shelf.account.status() else {
          throw FlowFailure("not asked to sign in again")
        }
        let waiting = try await stage.shelf.outbox.open().count
        try expect(waiting == 1, "the change waiting, got \(waiting)")
        try await stage.shelf.account.signIn(username: stage.username, password: stage.password)
        await stage.shelf.outbox.flush(.signIn)
        let there = try await stage.witness.progress(of: id)?["currentTime"]?.double
        try expect(there == 222, "the change on the server, got \(there ?? -1)")
        return "the server revoked everything; the change waited and arrived after signing in again"
      }
    },
  ]

  @MainActor
  private static func shownOffline(_ stage: ShelfStage) async -> LoadState<[QueueEntry]> {
    let first = LatestViewModel(shelf: stage.shelf)
    first.load()
    await first.settled()
    stage.network.isDown = true
    let latest = LatestViewModel(shelf: stage.relaunched())
    latest.load()
    await latest.settled()
    return latest.state.entries
  }
}
