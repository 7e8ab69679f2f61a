import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("The screen of the newest videos")
@MainActor struct FeedViewModelTests {
  @Test("a pull reconciles, fetches, shows and counts, and every busy flag is off again")
  func refresh() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    let seen = Locked<[FeedViewModel.State]>([])
    model.onChange = { state in seen.withLock { $0.append(state) } }
    model.refresh()
    #expect(model.state.isReconciling)
    await model.settled()
    harness.server.upload(harness.upload("brandNew001"))
    harness.server.upload(harness.upload("brandNew002"))
    await harness.wait(901)
    seen.withLock { $0 = [] }
    model.refresh()
    await model.settled()
    let state = model.state
    #expect(state.newVideosFound == 2 && state.notice == "Found 2 new videos!")
    #expect(!state.isReconciling && state.phase == .idle)
    #expect(state.lastReconcileTime == harness.clock.now() && state.lastSync == harness.clock.now())
    #expect(state.videos.prefix(2).map(\.videoId) == ["brandNew001", "brandNew002"])
    #expect(state.error == nil)
    let states = seen.withLock { $0 }
    #expect(states.first?.isReconciling == true && states.last == state)
    // The server received each reconcile before its fetch.
    let operations = harness.server.requests.map(\.operation).filter { $0 != .hubHealthCheck }
    #expect(operations == [.hubReconcileRun, .hubFeedPage, .hubReconcileRun, .hubFeedPage])
  }

  @Test("a hidden video can be shown again for ten seconds, and stays hidden after them")
  func undoHiding() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    let before = model.state.videos.map(\.videoId)
    let (first, second) = (model.state.videos[0], model.state.videos[1])
    model.hide(first)
    model.hide(second)
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == Array(before.dropFirst(2)))
    #expect(model.state.undoable == second)
    model.undoHiding()
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == Array(before.dropFirst()))
    #expect(model.state.undoable == nil)
    model.hide(second)
    await model.settled()
    await harness.clock.advance(by: .seconds(10))
    #expect(await eventually { model.state.undoable == nil })
    model.undoHiding()
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == Array(before.dropFirst(2)))
    #expect(harness.clock.problems == [])
  }

  @Test("a pull finds what was uploaded a moment ago, and an old number is not shown again")
  func secondPull() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    harness.server.upload(harness.upload("brandNew001"))
    await harness.wait(1)
    model.refresh()
    await model.settled()
    #expect(model.state.newVideosFound == 1)
    model.refresh()
    #expect(model.state.newVideosFound == 0 && model.state.notice == nil)
    await model.settled()
    #expect(model.state.newVideosFound == 0 && model.state.notice == nil)
    #expect(harness.server.reconcileRuns == 3)
  }

  @Test("a pull soon after a run that was given up only fetches; by force it reconciles too")
  func pullWhileServerMayWork() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    harness.faults.fail(.hubReconcileRun, with: .replyLost)
    model.refresh()
    await model.settled()
    let runs = harness.server.reconcileRuns
    model.refresh()
    await model.settled()
    #expect(model.state.lastOutcome?.reconcile == .skipped && model.state.lastOutcome?.feed.value != nil)
    #expect(harness.server.reconcileRuns == runs)
    model.refresh(force: true)
    await model.settled()
    #expect(harness.server.reconcileRuns == runs + 1)
  }

  @Test("a video that is marked stays under the finger until the next refresh, or another filter")
  func markedStays() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    let before = model.state.videos.map(\.videoId)
    let (first, second) = (model.state.videos[0], model.state.videos[1])
    model.mark(first, as: .watched)
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == before)
    #expect(model.state.status(of: first) == .watched)
    model.refresh()
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == Array(before.dropFirst()))
    model.mark(second, as: .skipped)
    await model.settled()
    #expect(model.state.videos.first?.videoId == second.videoId)
    model.filter = FeedFilter()
    #expect(model.state.videos.map(\.videoId) == Array(before.dropFirst(2)))
    model.hide(model.state.videos[0])
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == Array(before.dropFirst(3)))
  }

  @Test("a first fetch shows the server's count, not every video as new")
  func firstLook() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    #expect(model.state.newVideosFound == 0 && model.state.notice == nil && model.state.videos.count == 7)
    #expect(model.state.lastOutcome?.feed.value?.unseen.count == 7)
  }

  @Test("what is kept is shown before anything is asked, and stays when nobody answers")
  func cachedFirst() async throws {
    let harness = try HubHarness()
    await harness.hub.library.refresher.refresh(.pull(force: false))
    let again = try harness.relaunched()
    again.faults.isDown = true
    let model = FeedViewModel(hub: again.hub)
    model.load()
    await model.settled()
    #expect(model.state.isLoaded && model.state.videos.count == 7)
    #expect(again.faults.operations.isEmpty)
    await again.wait(901)
    model.refresh()
    await model.settled()
    #expect(model.state.error?.kind == .unreachable && model.state.error?.operation == .hubFeedPage)
    #expect(model.state.lastOutcome?.reconcile.error?.name == "networkError")
    #expect(model.state.notice == "Refresh failed: The server cannot be reached.")
    #expect(model.state.videos.count == 7 && !model.state.isReconciling && model.state.newVideosFound == 0)
    model.dismissNotice()
    #expect(model.state.notice == nil && model.state.error?.kind == .unreachable)
  }

  @Test("a failed reconcile hides nothing, and both outcomes are there")
  func failedReconcile() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileFails = true
    let harness = try HubHarness(settings)
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    #expect(model.state.videos.count == 7 && model.state.error?.operation == .hubReconcileRun)
    #expect(model.state.notice == "Refresh failed: The server could not look for new videos.")
    #expect(model.state.lastOutcome?.reconcile.error?.name == "reconciliationFailed")
    #expect(model.state.lastOutcome?.feed.value != nil && model.state.lastReconcileTime == nil)
    // Videos that YouTube pushed to the server are still found and counted.
    harness.server.push(harness.upload("pushedOne01"))
    await harness.wait(121)
    model.refresh()
    await model.settled()
    #expect(
      model.state.notice == "Found one new video! Refresh failed: The server could not look for new videos.")
  }

  @Test("a failed feed after a good reconcile shows both, and no new videos")
  func failedFeed() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    harness.server.upload(harness.upload("brandNew001"))
    harness.server.failNext(where: "feed", with: .empty(500))
    await harness.wait(901)
    model.refresh()
    await model.settled()
    #expect(model.state.lastOutcome?.reconcile == .done(1))
    #expect(model.state.notice == "Refresh failed: The videos could not be fetched.")
    #expect(model.state.error?.operation == .hubFeedPage && model.state.error?.status == 500)
    #expect(model.state.videos.count == 7)
    // No reconcile is allowed yet, but the next pull must repeat the failed fetch.
    model.refresh()
    await model.settled()
    #expect(model.state.videos.first?.videoId == "brandNew001" && model.state.error == nil)
  }

  @Test("two pulls at once are one")
  func singleFlight() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(5)
    let harness = try HubHarness(settings, clock: ManualClock())
    let model = FeedViewModel(hub: harness.hub)
    let other = FeedViewModel(hub: harness.hub)
    model.refresh()
    model.refresh()
    await harness.clock.sleepers(atLeast: 1)
    #expect(model.state.phase == .reconciling)
    other.refresh()
    await other.settled()
    #expect(!other.state.isReconciling && other.state.lastOutcome == nil)
    #expect(await harness.hub.library.refresher.refresh(.pull(force: true)).wasBusy)
    await harness.clock.advance(by: .seconds(10))
    await model.settled()
    #expect(harness.server.reconcileRuns == 1 && model.state.videos.count == 7)
  }

  @Test("a cancelled refresh says nothing and leaves nothing on")
  func cancelled() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(5)
    let harness = try HubHarness(settings, clock: ManualClock())
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await harness.clock.sleepers(atLeast: 1)
    model.cancelRefresh()
    #expect(await eventually { !model.state.isReconciling })
    await model.settled()
    #expect(!model.state.isReconciling && model.state.phase == .idle)
    #expect(model.state.error == nil && model.state.notice == nil)
    #expect(model.state.lastReconcileTime == nil)
    #expect(!harness.hub.client.log.entries.contains { $0.message.hasPrefix("refresh:") })
  }

  @Test("coming to the front reconciles after 15 minutes, fetches after an hour, and shows no error")
  func foreground() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.didBecomeActive()
    await model.settled()
    #expect(harness.server.reconcileRuns == 1 && harness.server.count(.hubFeedPage) == 1)
    await harness.wait(899)
    model.didBecomeActive()
    await model.settled()
    #expect(harness.server.reconcileRuns == 1 && harness.server.count(.hubFeedPage) == 1)
    await harness.wait(1)
    model.didBecomeActive()
    await model.settled()
    #expect(harness.server.reconcileRuns == 2 && harness.server.count(.hubFeedPage) == 2)
    // With `.manual`, only the hour since the last fetch counts.
    model.setFrequency(.manual)
    await model.settled()
    await harness.wait(3599)
    model.didBecomeActive()
    await model.settled()
    #expect(harness.server.count(.hubFeedPage) == 2)
    await harness.wait(1)
    model.didBecomeActive()
    await model.settled()
    #expect(harness.server.reconcileRuns == 2 && harness.server.count(.hubFeedPage) == 3)

    await harness.wait(3601)
    harness.faults.isDown = true
    model.didBecomeActive()
    await model.settled()
    #expect(model.state.error == nil && model.state.notice == nil)
    #expect(harness.hub.client.log.entries.contains { $0.message.hasPrefix("refresh: networkError") })
  }

  @Test("what failed before is forgotten once it works, whoever asked for it")
  func oldMessages() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    harness.faults.isDown = true
    model.refresh()
    await model.settled()
    #expect(model.state.error?.operation == .hubFeedPage)
    harness.faults.isDown = false
    harness.server.settings.reconcileFails = true
    model.didBecomeActive()
    await model.settled()
    #expect(model.state.error?.operation == .hubReconcileRun && model.state.videos.count == 7)
    harness.server.settings.reconcileFails = false
    _ = await model.backgroundRefresh()
    #expect(model.state.error == nil && harness.server.reconcileRuns == 2)
  }

  @Test("the error of a registration goes once the registration works, also where the server never looks for videos")
  func oldRegistration() async throws {
    let feed = RefusingFeed()
    let clock = ManualClock(passing: .everything)
    let library = VideoLibrary(feed: feed, environment: .manual(clock: clock))
    let model = FeedViewModel(library: library)
    try await library.channels.setWanted([HubWorld.kitchen])
    await library.queue.settled()
    model.load()
    await model.settled()
    #expect(model.state.error?.status == 503)
    feed.isRefusing.withLock { $0 = false }
    await clock.advance(by: .seconds(3601))
    model.load()
    await model.settled()
    #expect(try await library.channels.missing().isEmpty)
    #expect(model.state.error == nil)
  }

  @Test("a read by itself moves no row and takes no marked one away; the next pull does both")
  func byItself() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.onChange = { _ in }
    model.refresh()
    await model.settled()
    await harness.hub.systemEvents.becameActive()
    let before = model.state.videos.map(\.videoId)
    model.mark(model.state.videos[0], as: .watched)
    await model.settled()
    harness.server.upload(harness.upload("brandNew001"))
    let count = harness.server.count(.hubFeedPage)
    await harness.clock.advance(by: .seconds(901))
    #expect(await eventually { harness.server.count(.hubFeedPage) > count && !model.state.isReconciling })
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == before)
    #expect(model.state.newVideosFound == 1)
    await harness.wait(121)
    model.refresh()
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == ["brandNew001"] + before.dropFirst())
  }

  @Test("a read by itself leaves the error of a registration that still fails")
  func stillFailing() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.onChange = { _ in }
    harness.server.failNext(1000, where: "channels", with: .empty(500))
    try await harness.hub.library.channels.setWanted([HubWorld.workshop])
    model.load()
    await model.settled()
    #expect(model.state.error?.operation == .hubChannelsRegister)
    await harness.hub.systemEvents.becameActive()
    for _ in 0..<2 {
      let count = harness.server.count(.hubFeedPage)
      await harness.clock.advance(by: .seconds(901))
      #expect(await eventually { harness.server.count(.hubFeedPage) > count && !model.state.isReconciling })
      await model.settled()
      #expect(model.state.error?.operation == .hubChannelsRegister)
    }
    harness.server.clearFailures()
    await harness.clock.advance(by: .seconds(901))
    #expect(await eventually { model.state.error == nil })
  }

  @Test("the error of a pull without a network goes once the network is back, although nothing is due")
  func networkBack() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.onChange = { _ in }
    model.refresh()
    await model.settled()
    model.setFrequency(.manual)
    await harness.hub.systemEvents.becameActive()
    await model.settled()
    harness.faults.isDown = true
    model.refresh()
    await model.settled()
    #expect(model.state.error?.kind == .unreachable)
    let (pages, runs) = (harness.server.count(.hubFeedPage), harness.server.reconcileRuns)
    harness.faults.isDown = false
    await harness.clock.advance(by: .seconds(901))
    #expect(await eventually { model.state.error == nil })
    await model.settled()
    #expect(harness.server.count(.hubFeedPage) == pages && harness.server.reconcileRuns == runs)
  }

  /// Opens a feed, lets `erase` erase the data of its library, and returns the requests of the next 15 minutes.
  private func requests(
    of library: VideoLibrary, _ events: SystemEvents, _ clock: ManualClock, _ server: some FakeServer,
    after erase: () async throws -> Void
  ) async throws -> [OperationID] {
    let model = FeedViewModel(library: library)
    model.onChange = { _ in }
    model.refresh()
    await model.settled()
    await events.becameActive()
    await model.settled()
    #expect(model.state.videos.count > 1 && model.state.lastOutcome != nil)
    try await erase()
    #expect(await eventually { model.state.videos.isEmpty })
    #expect(model.state.lastOutcome == nil && model.state.error == nil && !model.state.isRefreshing)
    let count = server.requests.count
    await clock.advance(by: .seconds(901))
    await model.settled()
    #expect(try await library.videos.known() == KnownFeed())
    return server.requests.dropFirst(count).map(\.operation)
  }

  @Test("after the sign-out, an open feed of a Hub reads nothing by itself, so that the user's videos stay erased")
  func signedOut() async throws {
    let harness = try HubHarness()
    let hub = harness.hub
    let later = try await requests(of: hub.library, hub.systemEvents, harness.clock, harness.server) {
      try await hub.signOut()
    }
    #expect(later == [])
  }

  @Test("a refresh that is under way at the sign-out leaves no outcome on the screen", arguments: [false, true])
  func outcomeAfterSignOut(_ isPull: Bool) async throws {
    var settings = FakeHubServer.Settings()
    settings.feedTimePerHundred = .seconds(1000)
    let harness = try HubHarness(settings, clock: ManualClock())
    try await harness.hub.library.reconciler.setFrequency(.manual)
    let model = FeedViewModel(hub: harness.hub)
    if isPull { model.refresh() } else { model.didBecomeActive() }
    await harness.clock.sleepers(atLeast: 1)
    try await harness.hub.signOut()
    await harness.clock.advance(by: .seconds(80))
    #expect(await eventually { !model.state.isReconciling })
    await model.settled()
    #expect(model.state.lastOutcome == nil)
    #expect(model.state.videos == [] && model.state.error == nil && model.state.notice == nil)
  }

  @Test("after a Worker was forgotten, an open feed reads nothing by itself, and a pull reads the feed again")
  func forgotten() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeWorkerServer()
    let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual(clock: clock))
    let events = SystemEvents(client: worker.client, queue: worker.queue)
    let later = try await requests(of: worker.library, events, clock, server) { await worker.forget() }
    #expect(later == [])
    let model = FeedViewModel(worker: worker)
    model.refresh()
    await model.settled()
    let shown = model.state.videos
    #expect(shown.count > 1)
    await worker.forget()
    model.refresh()
    await model.settled()
    #expect(model.state.videos == shown && !model.state.isRefreshing && model.state.error == nil)
  }

  @Test("a pull after a Worker was forgotten during a refresh waits for that, and reads the feed again")
  func forgottenMeanwhile() async throws {
    let server = FakeWorkerServer()
    let isHolding = Locked(true)
    let held = Locked<[CheckedContinuation<Void, Never>]>([])
    let transport = ClosureTransport { request in
      if isHolding.withLock({ $0 }) {
        await withCheckedContinuation { continuation in held.withLock { $0.append(continuation) } }
      }
      return try await server.transport.send(request)
    }
    let worker = WorkerService(
      server: .fake, transport: transport, environment: .manual(clock: ManualClock(passing: .everything)))
    let model = FeedViewModel(worker: worker)
    model.refresh()
    #expect(await eventually { held.withLock { $0.count } == 1 })
    await worker.forget()
    isHolding.withLock { $0 = false }
    model.refresh()
    for continuation in held.withLock({ $0 }) { continuation.resume() }
    await model.settled()
    #expect(model.state.videos.count > 1)
    #expect(!model.state.isReconciling && !model.state.isRefreshing && model.state.error == nil)
  }

  @Test("a used-up quota is shown as long as it lasts, whatever starts the next refresh")
  func oldNotice() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    harness.server.setQuotaExceeded(true)
    model.refresh()
    await model.settled()
    await harness.wait(901)
    model.didBecomeActive()
    await model.settled()
    #expect(model.state.notice == "YouTube quota used up until midnight Pacific.")
    harness.server.setQuotaExceeded(false)
    await harness.wait(901)
    model.didBecomeActive()
    await model.settled()
    #expect(model.state.lastOutcome?.reconcile == .done(0) && model.state.notice == nil)
  }

  @Test("in the background: the same rules, and not again before 15 minutes")
  func background() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    let first = await model.backgroundRefresh()
    #expect(first.outcome.reconcile == .done(0) && first.outcome.feed.value?.unseen.count == 7)
    #expect(first.next == harness.clock.now().addingTimeInterval(900))
    let second = await model.backgroundRefresh()
    #expect(second.outcome.reconcile == .skipped && second.outcome.feed == .skipped)
    #expect(model.state.videos.count == 7)
  }

  @Test("filters by status, channel and text")
  func filters() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.channels.setTitles([HubWorld.kitchen: "Bread & Soup"])
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    let plane = try model.state.videos.first { $0.videoId == "wkshopPlane" }.orThrow()
    let bench = try model.state.videos.first { $0.videoId == "wkshopBench" }.orThrow()
    model.mark(plane, as: .watched)
    model.mark(bench, as: .skipped)
    model.setPosition(12, of: try model.state.videos.first { $0.videoId == "kitchenRye1" }.orThrow())
    await model.settled()
    func shown(_ filter: FeedFilter) -> [String] {
      model.filter = filter
      return model.state.videos.map(\.videoId)
    }
    #expect(shown(FeedFilter()).count == 5)
    #expect(shown(FeedFilter(status: .all)).count == 7)
    #expect(shown(FeedFilter(status: .watched)) == ["wkshopPlane"])
    #expect(shown(FeedFilter(status: .skipped)) == ["wkshopBench"])
    #expect(shown(FeedFilter(status: .all, channelId: HubWorld.kitchen)).count == 3)
    #expect(shown(FeedFilter(searchText: " RYE ")) == ["kitchenRye1"])
    #expect(shown(FeedFilter(searchText: "soup")).count == 3)
    #expect(
      shown(FeedFilter(searchText: "grÖSSe")).isEmpty == false || shown(FeedFilter(searchText: "größe")).count == 1)
    #expect(shown(FeedFilter(searchText: "nowhere")).isEmpty)
    #expect(shown(FeedFilter(status: .all, channelId: HubWorld.workshop, searchText: "soup")).isEmpty)
  }

  @Test("unwatched counts by channel, and a whole channel marked at once, whatever is shown")
  func channels() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    #expect(
      model.state.unwatchedCounts == [HubWorld.workshop: 4, HubWorld.kitchen: 3] && model.state.unwatchedCount == 7)
    let lathe = try model.state.videos.first { $0.videoId == "wkshopRelay" }.orThrow()
    model.mark(lathe, as: .skipped)
    await model.settled()
    #expect(model.state.unwatchedCounts[HubWorld.workshop] == 3)
    model.filter.searchText = "bench"
    model.markChannelWatched(HubWorld.workshop)
    await model.settled()
    #expect(model.state.unwatchedCounts == [HubWorld.kitchen: 3])
    #expect(model.state.status(of: lathe) == .skipped)
    #expect(try await harness.hub.library.statuses.status(of: "wkshopBench") == .watched)
  }

  @Test("taps count in their order, also before the first is shown")
  func quickTaps() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    let lathe = try model.state.videos.first { $0.videoId == "wkshopRelay" }.orThrow()
    let plane = try model.state.videos.first { $0.videoId == "wkshopPlane" }.orThrow()
    model.mark(lathe, as: .skipped)
    model.markChannelWatched(HubWorld.workshop)
    model.mark(plane, as: .unwatched)
    await model.settled()
    #expect(model.state.status(of: lathe) == .skipped && model.state.status(of: plane) == .unwatched)
    #expect(model.state.unwatchedCounts[HubWorld.workshop] == 1)
  }

  @Test("a tap counts when the screen is gone the next moment")
  func tapAndGone() async throws {
    let harness = try HubHarness()
    var model: FeedViewModel? = FeedViewModel(hub: harness.hub)
    model?.mark(.sample, as: .watched)
    model?.mark(.samplePushed, as: .skipped)
    model = nil
    let statuses = harness.hub.library.statuses
    #expect(await eventually { (try? await statuses.records().count) == 2 })
    #expect(try await statuses.status(of: Video.sample.id) == .watched)
    #expect(try await statuses.status(of: Video.samplePushed.id) == .skipped)
  }

  @Test("what another part of the app changes is shown")
  func observes() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.load()
    await model.settled()
    try await harness.hub.library.videos.fetch()
    #expect(await eventually { model.state.videos.count == 7 })
    model.hide(try model.state.videos.first.orThrow())
    #expect(await eventually { model.state.videos.count == 6 })
  }

  @Test("texts can be in the user's language")
  func texts() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(clock: clock)
    var environment = ClientEnvironment.manual(clock: clock)
    environment.texts = Texts { key in
      [
        "hub.toast.newVideo": "Une nouvelle vidéo !", "hub.refresh.failed": "Échec : %@",
        "hub.error.fetchFailed": "pas de vidéos",
      ][key.rawValue]
    }
    let user = try HubUserID(HubHarness.user).orThrow()
    let hub = HubService(server: .fake, user: user, transport: server.transport, environment: environment)
    let model = FeedViewModel(hub: hub)
    model.refresh()
    await model.settled()
    server.push(HubWorld.Upload("pushedOne01", channel: HubWorld.kitchen, published: clock.now(), title: "New"))
    try await clock.sleep(for: .seconds(200))
    model.refresh()
    await model.settled()
    #expect(model.state.notice == "Une nouvelle vidéo !")
    server.failNext(where: "feed", with: .empty(500))
    try await clock.sleep(for: .seconds(200))
    model.refresh()
    await model.settled()
    #expect(model.state.notice == "Échec : pas de vidéos")
  }

  @Test("a model that is let go of ends its work")
  func released() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(5)
    let harness = try HubHarness(settings, clock: ManualClock())
    var model: FeedViewModel? = FeedViewModel(hub: harness.hub)
    weak let weakly = model
    model?.didBecomeActive()
    await harness.clock.sleepers(atLeast: 1)
    model = nil
    #expect(weakly == nil)
    // The model's refresh has ended with the model, so the refresher is free.
    #expect(await eventually { await !harness.hub.library.refresher.refresh(.foreground).wasBusy })
  }
}

/// A feed whose server refuses registrations for a while, and never looks for videos.
private final class RefusingFeed: VideoFeed {
  let isRefusing = Locked(true)

  var storageName: String { "refusing" }

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration {
    if isRefusing.withLock({ $0 }) {
      let error = ClientError(.server, operation: OperationID("test.register"), status: 503)
      throw .registrationFailed(error, progress: RegistrationProgress(registered: [], remaining: channels))
    }
    return ChannelRegistration(registered: channels)
  }
  func channelTitles() async throws(HubError) -> [String: String] { [:] }
  func reconcile() async throws(HubError) -> Int? { nil }
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer { FeedAnswer() }
  func canFindVideos() async throws(HubError) -> Bool { true }
}
