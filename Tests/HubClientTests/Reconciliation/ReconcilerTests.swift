import Foundation
import HubClient
import HubTesting
import MediaCore
import Testing

@Suite("The pause between reconciles")
struct ReconcilerTests {
  static let now = ManualClock.defaultStart

  @Test(
    "allowed with nothing noted, from the whole interval on, and with a moment in the future",
    arguments: [
      (nil, 900.0, true), (0.0, 900, false), (899.999, 900, false), (900, 900, true), (901, 900, true), (-1, 900, true),
      (-86_400, 900, true), (1799, 1800, false), (1800, 1800, true), (3600, 3600, true), (21_599, 21_600, false),
      (21_600, 21_600, true), (899, 60, false), (900, 60, true), (900, -5, true), (899, .nan, false), (1e9, 900, true),
    ])
  func rule(_ ago: Double?, _ interval: Double, _ isAllowed: Bool) {
    let throttle = ReconcileThrottle(
      last: ago.map { Self.now.addingTimeInterval(-$0) }, frequency: .every(seconds: interval))
    #expect(throttle.allows(at: Self.now) == isAllowed)
    #expect((throttle.nextAllowed(after: Self.now) ?? .distantFuture <= Self.now) == isAllowed)
  }

  @Test("manual allows nothing by itself")
  func manual() async throws {
    #expect(!ReconcileThrottle(frequency: .manual).allows(at: Self.now))
    #expect(ReconcileThrottle(frequency: .manual).nextAllowed(after: Self.now) == nil)
    let harness = try HubHarness()
    let reconciler = harness.hub.library.reconciler
    try await reconciler.setFrequency(.manual)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    #expect(try await reconciler.reconcile() == 0)
    #expect(try await reconciler.lastReconcileTime() == harness.clock.now())
  }

  @Test(
    "a pull reconciles at once whatever the setting, the front and the background only by it",
    arguments: [ReconcileFrequency.manual, .sixHours, .quarterHour])
  func pulled(_ frequency: ReconcileFrequency) async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.reconciler.setFrequency(frequency)
    #expect(await library.refresher.refresh(.pull(force: false)).reconcile == .done(0))
    for reason in [RefreshReason.foreground, .background, .load] {
      #expect(await library.refresher.refresh(reason).reconcile == .skipped)
    }
    #expect(await library.refresher.refresh(.pull(force: false)).reconcile == .done(0))
    #expect(harness.server.reconcileRuns == 2)
    await harness.wait(900)
    let isDue = frequency == .quarterHour
    #expect(await library.reconciler.canReconcile() == isDue)
    for reason in [RefreshReason.foreground, .background] {
      await library.refresher.refresh(reason)
      #expect(harness.server.reconcileRuns == (isDue ? 3 : 2))
    }
  }

  @Test(
    "after a run that somebody on the way gave up on, nothing starts by itself for 15 minutes",
    arguments: [
      FaultTransport.Fault.replyLost, .cut, .timedOutBeforeSending, .status(504), .status(522), .status(523),
      .status(524),
    ])
  func givenUp(_ fault: FaultTransport.Fault) async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    harness.faults.fail(.hubReconcileRun, with: fault)
    #expect(await hubError { () async throws(HubError) in try await library.reconciler.reconcileIfAllowed() } != nil)
    harness.server.clearRequests()
    #expect(await !library.reconciler.canReconcile())
    await harness.wait(899)
    #expect(await library.refresher.refresh(.pull(force: false)).reconcile == .skipped)
    #expect(harness.server.count(.hubReconcileRun) == 0)
    await harness.wait(1)
    #expect(await library.refresher.refresh(.pull(force: false)).reconcile == .done(0))
    #expect(harness.server.count(.hubReconcileRun) == 1)
  }

  @Test(
    "a run that cannot have begun, and one that has failed, hold nothing back",
    arguments: [FaultTransport.Fault.refused, .nameNotFound, .status(500), .status(502), .status(503), .loginPage])
  func notGivenUp(_ fault: FaultTransport.Fault) async throws {
    let harness = try HubHarness()
    let reconciler = harness.hub.library.reconciler
    harness.faults.fail(.hubReconcileRun, with: fault)
    #expect(await hubError { () async throws(HubError) in try await reconciler.reconcileIfAllowed() } != nil)
    #expect(harness.server.reconcileRuns == 0)
    #expect(try await reconciler.reconcileIfAllowed() == 0)
  }

  @Test("a cancelled run goes on at the server: no second one by itself for 15 minutes")
  func cancelled() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(20)
    let harness = try HubHarness(settings, clock: ManualClock())
    let reconciler = harness.hub.library.reconciler
    let task = Task { await hubError { () async throws(HubError) in try await reconciler.reconcileIfAllowed() } }
    await harness.clock.sleepers(atLeast: 1)
    task.cancel()
    #expect(await task.value?.isCancellation == true)
    harness.server.settings.reconcileTimePerChannel = .zero
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    #expect(harness.server.reconcileRuns == 1)
    await harness.clock.advance(by: .seconds(900))
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(harness.server.reconcileRuns == 2)
  }

  @Test("a call that was cancelled before it went out holds nothing back")
  func cancelledBefore() async throws {
    let harness = try HubHarness()
    let reconciler = harness.hub.library.reconciler
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await hubError { () async throws(HubError) in try await reconciler.reconcileIfAllowed() }
    }
    #expect(await task.value?.isCancellation == true)
    #expect(harness.server.reconcileRuns == 0)
    #expect(try await reconciler.reconcileIfAllowed() == 0)
  }

  @Test(
    "a server that was not found holds nothing back: it was not asked",
    arguments: [FaultTransport.Fault.timedOutBeforeSending, .cut, .status(504)])
  func notFound(_ fault: FaultTransport.Fault) async throws {
    let harness = try HubHarness(address: ServerAddress("https://nas.example.org"))
    let reconciler = harness.hub.library.reconciler
    harness.faults.fail(.hubHealthCheck, with: fault)
    let error = await hubError { () async throws(HubError) in try await reconciler.reconcileIfAllowed() }
    #expect(error?.clientError.operation == .serverLocate)
    #expect(harness.faults.operations == [.hubHealthCheck] && harness.server.reconcileRuns == 0)
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(harness.server.reconcileRuns == 1)
  }

  @Test("the settings are five, none below 15 minutes, and kept over launches", arguments: ReconcileFrequency.allCases)
  func settings(_ frequency: ReconcileFrequency) async throws {
    #expect(ReconcileFrequency.allCases.map(\.interval) == [nil, 900, 1800, 3600, 21_600])
    let harness = try HubHarness()
    try await harness.hub.library.reconciler.setFrequency(frequency)
    #expect(try await harness.hub.library.reconciler.frequency() == frequency)
    #expect(try await (try harness.relaunched()).hub.library.reconciler.frequency() == frequency)
  }

  @Test("a throttled one is nil and asks nobody; the moment is kept over launches")
  func throttled() async throws {
    let harness = try HubHarness()
    harness.server.upload(harness.upload("brandNew001"))
    #expect(try await harness.hub.library.reconciler.reconcileIfAllowed() == 1)
    #expect(try await harness.hub.library.reconciler.reconcileIfAllowed() == nil)
    let noted = harness.clock.now()
    await harness.wait(899)
    let again = try harness.relaunched()
    #expect(try await again.hub.library.reconciler.lastReconcileTime() == noted)
    #expect(try await again.hub.library.reconciler.reconcileIfAllowed() == nil)
    #expect(try await again.hub.library.reconciler.nextAllowed() == noted.addingTimeInterval(900))
    await harness.wait(1)
    #expect(try await again.hub.library.reconciler.reconcileIfAllowed() == 0)
    #expect(harness.server.reconcileRuns == 2)
  }

  @Test("the moment is noted only after success")
  func failure() async throws {
    let harness = try HubHarness()
    let reconciler = harness.hub.library.reconciler
    for status in [500, 502, 404, 400] {
      harness.server.failNext(where: "reconcile", with: .empty(status))
      #expect(await hubError { () async throws(HubError) in try await reconciler.reconcileIfAllowed() } != nil)
      #expect(try await reconciler.lastReconcileTime() == nil)
      #expect(await reconciler.canReconcile())
    }
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(try await reconciler.lastReconcileTime() != nil)
  }

  @Test("a clock that was set back allows, one that jumped forward allows, and neither stays stuck")
  func clockJumps() async throws {
    let harness = try HubHarness()
    let reconciler = harness.hub.library.reconciler
    let start = harness.clock.now()
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    harness.clock.setWallClock(to: start.addingTimeInterval(-3600))
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    harness.clock.setWallClock(to: start.addingTimeInterval(366 * 86_400))
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    // Set the clock back: the noted reconcile is now in the future, and must not block the next.
    harness.clock.setWallClock(to: start)
    #expect(await reconciler.canReconcile())
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(try await reconciler.lastReconcileTime() == start)
  }

  @Test("an app killed between the answer and the note asks again, and nothing is lost")
  func killedBeforeNote() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    harness.server.upload(harness.upload("brandNew001"))
    let before = files.contents
    #expect(try await harness.hub.library.reconciler.reconcileIfAllowed() == 1)
    // Restart with the files from before the reconcile: the app died before it noted the success.
    let again = try harness.relaunched(files: MemoryFileSystem(before))
    let outcome = await again.hub.library.refresher.refresh(.foreground)
    #expect(outcome.reconcile == .done(0))
    #expect(try await again.hub.library.videos.known().videos.first?.videoId == "brandNew001")
  }

  @Test("an app killed between the note and the feed fetches what it owes, past the server's cache")
  func killedBeforeFeed() async throws {
    let harness = try HubHarness()
    await harness.hub.library.refresher.refresh(.pull(force: false))
    await harness.wait(901)
    harness.server.upload(harness.upload("brandNew001"))
    #expect(try await harness.hub.library.reconciler.reconcileIfAllowed() == 1)
    let again = try harness.relaunched()
    await harness.wait(5)
    let outcome = await again.hub.library.refresher.refresh(.foreground)
    #expect(outcome.reconcile == .skipped)
    #expect(outcome.feed.value?.unseen == ["brandNew001"])
    #expect(harness.server.requests.last?.isCached == false)
    // The owed fetch is done: the next one is due in an hour.
    #expect(await again.hub.library.refresher.refresh(.foreground).feed == .skipped)
  }

  @Test("a full disk keeps the rule in memory and is reported")
  func fullDisk() async throws {
    let harness = try HubHarness(files: CheckedFileSystem.full)
    #expect(try await harness.hub.library.reconciler.reconcileIfAllowed() == 0)
    #expect(try await harness.hub.library.reconciler.reconcileIfAllowed() == nil)
    #expect(harness.hub.client.log.entries.contains { $0.level == .error && $0.message.contains("store.write") })
  }
}
