import Foundation
import HubClient
import HubTesting
import Runner

/// Flows about when a refresh reconciles and fetches.
enum RefreshFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("reconcile-throttle", needsFake: true) { fixture in
      let own = try await fixture.separate()
      let reconciler = own.hub.library.reconciler
      let first = try await reconciler.reconcileIfAllowed()
      let second = try await reconciler.reconcileIfAllowed()
      try await own.wait(899)
      let third = try await reconciler.reconcileIfAllowed()
      try await own.wait(1)
      let fourth = try await reconciler.reconcileIfAllowed()
      try expect(first == 0 && second == nil && third == nil && fourth == 0, "only every 15 minutes")
      try expect(try own.server().reconcileRuns == 2, "two runs")
      return "0 s: \(first ?? -1), 0 s: skipped, 899 s: skipped, 900 s: \(fourth ?? -1)"
    },
    Flow("reconcile-settings") { fixture in
      let own = try await fixture.separate()
      try await own.hub.library.reconciler.setFrequency(.sixHours)
      let kept = try await own.relaunched().library.reconciler.frequency()
      try expect(kept == .sixHours, "six hours after a relaunch")
      try await own.hub.library.reconciler.setFrequency(.manual)
      let skipped = try await own.hub.library.reconciler.reconcileIfAllowed()
      try expect(skipped == nil, "manual: not by itself")
      // A reconcile that the user starts runs even with `.manual`.
      _ = try await own.outcome { () async throws(HubError) in try await own.hub.library.reconciler.reconcile() }
      try expect(ReconcileFrequency.every(seconds: 60) == .quarterHour, "never below 15 minutes")
      return ReconcileFrequency.allCases.map { $0.interval.map { "\(Int($0 / 60)) min" } ?? "manual" }.joined(
        separator: ", ")
    },
    Flow("reconcile-when") { fixture in
      let own = try await fixture.separate()
      let reconciler = own.hub.library.reconciler
      try expect(await reconciler.canReconcile(), "allowed at first")
      let model = await FeedViewModel(hub: own.hub)
      let shown = await model.after { $0.setFrequency(.sixHours) }
      try await reconciler.recordReconciliation()
      let next = try require(try await reconciler.nextAllowed(), "a moment")
      let wait = next.timeIntervalSince(own.environment.clock.now())
      try expect(shown.frequency == .sixHours && abs(wait - 6 * 3600) < 60, "in six hours, got \(wait) s")
      try expect(await !reconciler.canReconcile(), "not before")
      return "allowed at first, then in \(Int((wait / 3600).rounded())) hours"
    },
    Flow("cancel-a-refresh") { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      let state = await model.after { model in
        model.refresh()
        model.cancelRefresh()
      }
      try expect(state.error == nil && !state.isRefreshing && !state.isReconciling, "ended silently")
      return "ended silently, with \(state.videos.count) videos on the screen"
    },
    Flow("pull-to-refresh", needsFake: true) { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      _ = await model.after { $0.refresh() }
      try own.server().upload(own.upload("pulledOne01"))
      try own.server().upload(own.upload("pulledTwo01", channel: HubWorld.kitchen))
      try await own.wait(900)
      let state = await model.after { $0.refresh() }
      try expect(state.newVideosFound == 2 && state.notice == "Found 2 new videos!", "two new ones")
      try expect(!state.isReconciling && state.lastReconcileTime == own.environment.clock.now(), "noted and off")
      try expect(
        Set(try await own.verifier.videoIDs().prefix(2)) == Set(state.videos.prefix(2).map(\.videoId)), "shown")
      return try require(state.notice, "a notice")
    },
    Flow("foreground", needsFake: true) { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      _ = await model.after { $0.didBecomeActive() }
      _ = await model.after { $0.didBecomeActive() }
      let early = try own.server().reconcileRuns
      try await own.wait(900)
      _ = await model.after { $0.didBecomeActive() }
      try expect(early == 1 && (try own.server().reconcileRuns) == 2, "once, and again after 15 minutes")
      return "1 run at once, the next after 15 minutes"
    },
    Flow("background") { fixture in
      let own = try await fixture.separate()
      let model = await FeedViewModel(hub: own.hub)
      let begun = own.environment.clock.now()
      let (outcome, next) = await model.backgroundRefresh()
      let ended = own.environment.clock.now()
      let there = try await own.verifier.videoIDs().count
      try expect(outcome.feed.value?.unseen.count == there, "all \(there) videos")
      let wait = next.timeIntervalSince(ended)
      try expect(next >= begun + 900 && next <= ended + 900, "not before 15 minutes, got \(wait)")
      return "\(there) videos, next in \(Int(wait.rounded())) s"
    },
    Flow("failed-reconcile-shows-the-feed", needsFake: true) { fixture in
      var settings = FakeHubServer.Settings()
      settings.reconcileFails = true
      let own = try await fixture.separate(settings)
      let state = await FeedViewModel(hub: own.hub).after { $0.refresh() }
      try expect(state.videos.count == 7 && state.lastReconcileTime == nil, "the feed, and nothing noted")
      return try require(state.notice, "a notice")
    },
    Flow("unknown-user-is-registered-again", needsFake: true) { fixture in
      let own = try await fixture.separate()
      try await own.hub.library.channels.setWanted(HubFixture.channels)
      await own.hub.library.refresher.refresh(.pull(force: false))
      try own.server().forgetUsers()
      let outcome = await own.hub.library.refresher.refresh(.pull(force: true))
      try expect(outcome.reconcile.error == nil && outcome.feed.value != nil, "all well again")
      try expect(try await own.verifier.hasUser(), "the user at the server")
      return "registered once, asked once more"
    },
    Flow("new-user-without-channels", needsFake: true) { fixture in
      let own = try await fixture.separate(user: "newcomer")
      let model = await FeedViewModel(hub: own.hub)
      let state = await model.after { $0.load() }
      try expect(state.error == nil && state.videos.isEmpty && state.needsChannels, "an empty feed, and no error")
      let channels = await ChannelsViewModel(hub: own.hub)
      await channels.add(HubWorld.harbour)
      await channels.settled()
      try await own.wait(30)
      let videos = await model.after { $0.refresh() }
      try expect(!videos.needsChannels && videos.videos.count == 2, "the videos of the first channel")
      return "empty, then \(videos.videos.count) videos"
    },
    Flow("first-registration", needsFake: true) { fixture in
      let own = try await fixture.separate(user: "newcomer")
      try await own.hub.library.channels.setWanted([HubWorld.harbour])
      let first = await own.hub.library.refresher.refresh(.pull(force: false))
      try await own.wait(30)
      let second = await own.hub.library.refresher.refresh(.pull(force: false))
      try expect(first.reconcile == .done(0) && second.reconcile == .done(2), "nothing, then two after half a minute")
      return "0, and 2 after 30 s"
    },
    Flow("gap-after-a-long-time", needsFake: true) { fixture in
      let own = try await fixture.separate()
      let videos = own.hub.library.videos
      try await videos.fetch()
      for index in 0..<150 { try own.server().upload(own.upload("gap\(index)", channel: "UCgap\(index % 10)")) }
      try own.server().register((0..<10).map { "UCgap\($0)" }, for: HubWorld.sampleUser)
      try await own.wait(60)
      try own.server().reconcile(for: HubWorld.sampleUser)
      let update = try await videos.fetch(isFresh: true)
      let gap = try require(update.gaps.first, "a gap")
      try expect(update.gaps.count == 1 && update.isTruncated, "one gap")
      try await videos.dismissGap(gap.id)
      try expect(try await videos.known().gaps.isEmpty, "no gap once it was seen")
      return "\(update.unseen.count) of 150 came, and the gap is said"
    },
  ]
}
