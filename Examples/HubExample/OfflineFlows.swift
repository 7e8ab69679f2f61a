import Foundation
import HubClient
import HubTesting
import Runner

/// Flows without a network, and with a network that fails.
enum OfflineFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("offline-feed-stays") { fixture in
      let own = try await fixture.separate()
      await own.hub.library.refresher.refresh(.pull(force: false))
      let there = try await own.verifier.videoIDs()
      own.network.isDown = true
      let model = await FeedViewModel(hub: own.relaunched())
      let shown = await model.after { $0.load() }
      try expect(!there.isEmpty && shown.videos.map(\.videoId) == there, "the same without a network")
      let state = await model.after { $0.refresh() }
      try expect(state.videos == shown.videos && state.error != nil, "the same after a failed refresh")
      try expect(await model.after { $0.dismissError() }.error == nil, "the error dismissed")
      let channels = await ChannelsViewModel(hub: own.relaunched())
      await channels.dismissError()
      try expect(await channels.state.error == nil, "none there either")
      return try require(state.notice, "a text")
    },
    Flow("offline-channels-go-out-later") { fixture in
      let own = try await fixture.separate(user: "newcomer")
      own.network.isDown = true
      try await own.hub.library.channels.setWanted([HubWorld.harbour])
      await own.hub.library.queue.settled()
      try expect(try await own.verifier.hasUser() == false, "nothing at the server")
      // Restart the app, now with a network.
      let again = own.relaunched()
      own.network.isDown = false
      await again.library.refresher.refresh(.pull(force: false))
      try expect(try await again.library.channels.missing().isEmpty, "nothing waiting")
      try expect(try await own.verifier.hasUser(), "the user at the server")
      return "kept over a relaunch, then registered"
    },
    Flow("offline-watching-is-kept") { fixture in
      let own = try await fixture.separate()
      own.network.isDown = true
      try await own.hub.library.statuses.set(.watched, for: ["wkshopPlane", "kitchenRye1"])
      let kept = try await own.relaunched().library.statuses.unsynced()
      try expect(kept.map(\.videoId) == ["kitchenRye1", "wkshopPlane"], "two that wait for other devices")
      return "\(kept.count) changes wait"
    },
    Flow("widget-marks-and-adds-a-channel", needsFake: true) { fixture in
      let own = try await fixture.separate()
      try HubUserStore(server: own.address, environment: own.environment).adopt(own.user)
      try await own.hub.library.channels.setWanted([HubWorld.kitchen])
      await own.hub.library.queue.settled()
      let widget = try HubService(extending: own.address, environment: own.environment)
      try await widget.library.statuses.set(.watched, for: "kitchenRye1")
      try await widget.library.channels.add(HubWorld.workshop)
      await own.hub.systemEvents.becameActive()
      await own.hub.library.queue.settled()
      try expect(try await own.hub.library.statuses.status(of: "kitchenRye1") == .watched, "the mark in the app")
      await own.hub.library.refresher.refresh(.pull(force: false))
      try expect(try await own.hub.library.channels.missing().isEmpty, "the channel at the server")
      return "the app took over a mark and a channel"
    },
    Flow("server-found-on-the-network", needsFake: true) { fixture in
      let hosts = NamedHosts([ServerAddress.fake.host])
      let worker = FakeWorkerServer()
      var found: [FoundServer] = []
      let hubs = ServerFinder(.hub, transport: fixture.network, environment: fixture.environment)
        .servers(foundBy: hosts)
      for await server in hubs { found.append(server) }
      let workers = ServerFinder(.worker, transport: worker.transport, environment: fixture.environment)
        .servers(foundBy: hosts)
      for await server in workers { found.append(server) }
      try expect(found.map(\.name) == [ServerAddress.fake.host, ServerAddress.fake.host], "a Hub and a Worker")
      return "a Hub and a Worker at \(found[0].address)"
    },
    Flow("offline-reply-lost") { fixture in
      let own = try await fixture.separate(user: "newcomer")
      own.network.fail(.hubChannelsRegister, with: .replyLost)
      try await own.hub.library.channels.setWanted([HubWorld.harbour])
      await own.hub.library.queue.settled()
      try expect(try await own.hub.library.channels.missing().isEmpty, "registered after all")
      try expect(own.network.operations.count { $0 == .hubChannelsRegister } == 2, "twice, which does no harm")
      try expect(try await own.verifier.hasUser(), "the user at the server")
      return "sent again by itself"
    },
    Flow("offline-killed-between-reconcile-and-feed", needsFake: true) { fixture in
      let own = try await fixture.separate()
      await own.hub.library.refresher.refresh(.pull(force: false))
      try await own.wait(900)
      try own.server().upload(own.upload("owedOne0001"))
      _ = try await own.hub.library.reconciler.reconcileIfAllowed()
      let outcome = await own.relaunched().library.refresher.refresh(.foreground)
      try expect(outcome.reconcile == .skipped && outcome.feed.value?.unseen == ["owedOne0001"], "what was owed")
      return "the next launch fetches what the last one found"
    },
    Flow("offline-damaged-files") { fixture in
      let own = try await fixture.separate()
      let before = await own.hub.library.refresher.refresh(.pull(force: false)).feed.value?.unseen.count ?? 0
      let files = try require(own.environment.files as? MemoryFileSystem, "files in memory")
      for (path, data) in files.contents { try files.replace(path, with: data.dropLast(2)) }
      let again = own.relaunched()
      try expect(try await again.library.videos.known().videos.isEmpty, "nothing, and no crash")
      let outcome = await again.library.refresher.refresh(.pull(force: false))
      try expect(before > 0 && outcome.feed.value?.unseen.count == before, "everything anew")
      return "\(files.contents.keys.count { $0.hasSuffix(".damaged") }) files set aside, \(before) videos fetched anew"
    },
    Flow("offline-clock-set-back", needsFake: true) { fixture in
      let own = try await fixture.separate()
      let reconciler = own.hub.library.reconciler
      _ = try await reconciler.reconcileIfAllowed()
      let clock = try require(own.clock, "a clock")
      clock.setWallClock(to: clock.now().addingTimeInterval(-86_400))
      let after = try await reconciler.reconcileIfAllowed()
      let again = try await reconciler.reconcileIfAllowed()
      try expect(after == 0 && again == nil, "allowed once, then by the rule")
      return "a moment in the future counts as none"
    },
  ]
}
