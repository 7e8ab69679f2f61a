import MediaTesting
import Runner
import ShelfClient
import ShelfTesting

enum OfflineFlows {
  static let all: [Flow<ShelfFixture>] = [
    Flow("offline-listen-kill-reconnect") { fixture in
      try await fixture.withEpisode { _, id in
        let before = try await fixture.verifier.listeningSeconds()
        let (player, engine) = await PlaybackFlows.open(id, fixture)
        try await fixture.wait(1.2)
        fixture.network.isDown = true
        try await fixture.wait(40)
        await player.pause()
        await player.settled()
        let heard = await engine.position
        try expect(try await fixture.verifier.progress(of: id) == nil, "nothing on the server yet")
        // Restart the app: the new service has only the files on disk.
        let again = await fixture.relaunched()
        // The queue has two changes if the save at 30 seconds was still being sent at the pause.
        let waiting = try await again.queue.open()
        try expect(
          !waiting.isEmpty && waiting.allSatisfy { $0.target == id.description },
          "what was heard waiting after the relaunch, got \(waiting.map(\.target))")
        fixture.network.isDown = false
        await again.queue.flush(.foreground)
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(abs(there - heard) < 1.5, "\(heard) s on the server, got \(there)")
        let listened = try await fixture.verifier.listeningSeconds() - before
        try expect(abs(listened - heard) < 1.5, "\(heard) s counted, got \(listened)")
        await again.queue.flush()
        let later = try await fixture.verifier.listeningSeconds() - before
        try expect(later == listened, "nothing counted twice")
        await PlaybackFlows.close(player)
        try await fixture.shelf.progressStore.refresh()
        return
          "heard \(MediaTime.text(heard)) without a network, killed, relaunched: the server has \(MediaTime.text(there)), \(Int(listened.rounded())) s counted once"
      }
    },
    Flow("offline-finish") { fixture in
      try await fixture.withEpisode { _, id in
        fixture.network.isDown = true
        try await fixture.shelf.progressStore.markFinished(id)
        await fixture.shelf.progressStore.settled()
        let here = try await fixture.shelf.progressStore.progress(of: id)
        try expect(here?.isFinished == true && here?.isPending == true, "finished here, waiting")
        fixture.network.isDown = false
        await fixture.shelf.queue.flush(.connectivity)
        try expect(try await fixture.verifier.progress(of: id)?["isFinished"]?.bool == true, "finished on the server")
        let after = try await fixture.shelf.progressStore.progress(of: id)
        try expect(after?.isPending == false, "nothing waiting any more")
        return "finished at once here, and on the server after reconnecting"
      }
    },
    Flow("offline-conflict-and-undo") { fixture in
      try await fixture.withEpisode { _, id in
        try await fixture.shelf.progressStore.setPosition(id, to: 100)
        await fixture.shelf.progressStore.settled()
        await fixture.shelf.progressStore.flush()
        fixture.network.isDown = true
        try await fixture.shelf.progressStore.setPosition(id, to: 140)
        await fixture.shelf.progressStore.settled()
        try await fixture.wait(5)
        try await fixture.verifier.listenElsewhere(id, to: 260)
        fixture.network.isDown = false
        await fixture.shelf.queue.flush(.connectivity)
        let kept = try await fixture.shelf.progressStore.progress(of: id)
        try expect(kept?.position == 260, "the later listening kept, got \(kept?.position ?? -1)")
        let conflict = try require(
          try await fixture.shelf.progressStore.conflicts().last { $0.item == id }, "the conflict listed")
        let text = conflict.text(timeZone: fixture.environment.timeZone())
        let settings = await ShelfSettingsViewModel(shelf: fixture.shelf)
        await settings.loadAndWait()
        try expect(await settings.state.conflicts.contains(conflict), "the conflict on the screen")
        await settings.undo(conflict)
        await settings.settled()
        await settings.dismiss(conflict)
        await settings.settled()
        try expect(await !settings.state.conflicts.contains(conflict), "the conflict off the screen")
        await fixture.shelf.progressStore.flush()
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == 140, "the other place after undoing, got \(there ?? -1)")
        return "“\(text)” — undone with one call"
      }
    },
    Flow("offline-reads-never-wait") { fixture in
      let latest = await shownOffline(fixture)
      fixture.network.isDown = false
      try expect(latest.value?.isEmpty == false, "the last list")
      return "\(latest.value?.count ?? 0) episodes shown without a network after a relaunch"
    },
    Flow("offline-server-restart", needsFake: true) { fixture in
      try await fixture.withEpisode { _, id in
        let (player, engine) = await PlaybackFlows.open(id, fixture)
        try await fixture.wait(11.2)
        fixture.fake?.restart()
        await engine.fail("the address of the audio is gone")
        await player.settled()
        try await fixture.wait(20)
        await player.pause()
        await player.settled()
        let heard = await player.state.position
        await PlaybackFlows.close(player)
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double ?? 0
        try expect(abs(there - heard) < 1.5 && heard > 25, "\(heard) s on the server, got \(there)")
        return "the server forgot the session in the middle; playback goes on and \(MediaTime.text(there)) arrive"
      }
    },
    Flow("offline-sign-in-ran-out", needsFake: true) { fixture in
      try await fixture.withEpisode { _, id in
        fixture.fake?.revokeAllTokens()
        try await fixture.shelf.progressStore.setPosition(id, to: 222)
        await fixture.shelf.progressStore.settled()
        guard case .expired = try await fixture.shelf.account.status() else {
          throw FlowFailure("not asked to sign in again")
        }
        let waiting = try await fixture.shelf.queue.open().count
        try expect(waiting == 1, "the change waiting, got \(waiting)")
        try await fixture.shelf.account.signIn(username: fixture.username, password: fixture.password)
        await fixture.shelf.queue.flush(.signIn)
        let there = try await fixture.verifier.progress(of: id)?["currentTime"]?.double
        try expect(there == 222, "the change on the server, got \(there ?? -1)")
        return "the server revoked everything; the change waited and arrived after signing in again"
      }
    },
  ]

  @MainActor
  private static func shownOffline(_ fixture: ShelfFixture) async -> LoadState<[QueueEntry]> {
    let first = LatestViewModel(shelf: fixture.shelf)
    first.load()
    await first.settled()
    fixture.network.isDown = true
    let latest = LatestViewModel(shelf: await fixture.relaunched())
    latest.load()
    await latest.settled()
    return latest.state.entries
  }
}
