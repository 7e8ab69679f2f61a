import Foundation
import HubClient
import MediaCore
import MediaTesting
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
    let stage = try HubStage()
    let reconciler = stage.hub.library.reconciler
    await reconciler.setFrequency(.manual)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    #expect(try await reconciler.reconcile() == 0)
    #expect(await reconciler.lastReconcileTime() == stage.clock.now())
  }

  @Test("the settings are five, none below 15 minutes, and kept over launches", arguments: ReconcileFrequency.allCases)
  func settings(_ frequency: ReconcileFrequency) async throws {
    #expect(ReconcileFrequency.allCases.map(\.interval) == [nil, 900, 1800, 3600, 21_600])
    let stage = try HubStage()
    await stage.hub.library.reconciler.setFrequency(frequency)
    #expect(await stage.hub.library.reconciler.frequency() == frequency)
    #expect(await (try stage.relaunched()).hub.library.reconciler.frequency() == frequency)
  }

  @Test("a throttled one is nil and asks nobody; the moment is kept over launches")
  func throttled() async throws {
    let stage = try HubStage()
    stage.server.upload(stage.upload("brandNew001"))
    #expect(try await stage.hub.library.reconciler.reconcileIfAllowed() == 1)
    #expect(try await stage.hub.library.reconciler.reconcileIfAllowed() == nil)
    let noted = stage.clock.now()
    await stage.wait(899)
    let again = try stage.relaunched()
    #expect(await again.hub.library.reconciler.lastReconcileTime() == noted)
    #expect(try await again.hub.library.reconciler.reconcileIfAllowed() == nil)
    #expect(await again.hub.library.reconciler.nextAllowed() == noted.addingTimeInterval(900))
    await stage.wait(1)
    #expect(try await again.hub.library.reconciler.reconcileIfAllowed() == 0)
    #expect(stage.server.reconcileRuns == 2)
  }

  @Test("the moment is noted only after success")
  func failure() async throws {
    let stage = try HubStage()
    let reconciler = stage.hub.library.reconciler
    for status in [500, 502, 404, 400] {
      stage.server.failNext(where: "reconcile", with: .empty(status))
      #expect(await hubError { () async throws(HubError) in try await reconciler.reconcileIfAllowed() } != nil)
      #expect(await reconciler.lastReconcileTime() == nil)
      #expect(await reconciler.canReconcile())
    }
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(await reconciler.lastReconcileTime() != nil)
  }

  @Test("a clock that was set back allows, one that jumped forward allows, and neither stays stuck")
  func clockJumps() async throws {
    let stage = try HubStage()
    let reconciler = stage.hub.library.reconciler
    let start = stage.clock.now()
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    stage.clock.setWallClock(to: start.addingTimeInterval(-3600))
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    stage.clock.setWallClock(to: start.addingTimeInterval(366 * 86_400))
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    // Back again: the moment noted in between lies in the future.
    stage.clock.setWallClock(to: start)
    #expect(await reconciler.canReconcile())
    #expect(try await reconciler.reconcileIfAllowed() == 0)
    #expect(await reconciler.lastReconcileTime() == start)
  }

  @Test("an app killed between the answer and the note asks again, and nothing is lost")
  func killedBeforeNote() async throws {
    let files = MemoryFileSystem()
    let stage = try HubStage(files: files)
    stage.server.upload(stage.upload("brandNew001"))
    let before = files.contents
    #expect(try await stage.hub.library.reconciler.reconcileIfAllowed() == 1)
    // What was on disk before is all that is left.
    let again = try stage.relaunched(files: MemoryFileSystem(before))
    let outcome = await again.hub.library.refresher.refresh(.foreground)
    #expect(outcome.reconcile == .done(0))
    #expect(await again.hub.library.videos.known().videos.first?.videoId == "brandNew001")
  }

  @Test("an app killed between the note and the feed fetches what it owes, past the server's cache")
  func killedBeforeFeed() async throws {
    let stage = try HubStage()
    await stage.hub.library.refresher.refresh(.pull(force: false))
    await stage.wait(901)
    stage.server.upload(stage.upload("brandNew001"))
    #expect(try await stage.hub.library.reconciler.reconcileIfAllowed() == 1)
    let again = try stage.relaunched()
    await stage.wait(5)
    let outcome = await again.hub.library.refresher.refresh(.foreground)
    #expect(outcome.reconcile == .skipped)
    #expect(outcome.feed.update?.unseen == ["brandNew001"])
    #expect(stage.server.requests.last?.isCached == false)
    // Paid: the next one is not due for an hour.
    #expect(await again.hub.library.refresher.refresh(.foreground).feed == .skipped)
  }

  @Test("a full disk keeps the rule in memory and is reported")
  func fullDisk() async throws {
    let stage = try HubStage(files: CheckedFileSystem.full)
    #expect(try await stage.hub.library.reconciler.reconcileIfAllowed() == 0)
    #expect(try await stage.hub.library.reconciler.reconcileIfAllowed() == nil)
    #expect(stage.hub.client.log.entries.contains { $0.level == .error && $0.message.contains("store.write") })
  }
}
