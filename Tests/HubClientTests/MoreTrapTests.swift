import Foundation
import HubClient
import HubTesting
import MediaCore
import Testing

@Suite("Traps 13 to 24")
struct MoreTrapTests {
  @Test("trap 13: a private video stays in the feed with its odd title, and can be hidden here for good")
  func trap13PrivateVideosStay() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    harness.server.makePrivate("wkshopPlane")
    await library.refresher.refresh(.pull(force: true))
    #expect(try await library.videos.known().videos.first { $0.videoId == "wkshopPlane" }?.title == "Private video")
    try await library.videos.hide("wkshopPlane")
    await harness.wait(4000)
    await library.refresher.refresh(.pull(force: true))
    #expect(try await !library.videos.known().videos.contains { $0.videoId == "wkshopPlane" })
    let again = try harness.relaunched()
    #expect(try await again.hub.library.videos.known().videos.count == 6)
    try await again.hub.library.videos.unhide("wkshopPlane")
    #expect(try await again.hub.library.videos.known().videos.count == 7)
  }

  @Test("trap 14: lengths with days, fractions and zero come through the wire as what they are")
  func trap14LengthForms() async throws {
    let harness = try HubHarness()
    let page = try await harness.hub.feed.newest()
    let lengths = Dictionary(uniqueKeysWithValues: page.videos.map { ($0.videoId, $0.duration) })
    #expect(lengths["wkshopRelay"]??.seconds == 129_600 && lengths["wkshopRelay"]??.wireText == "1.12:00:00")
    #expect(lengths["kitchenTimr"]??.seconds == 10.5 && lengths["kitchenTimr"]??.wireText == "00:00:10.5000000")
    #expect(lengths["kitchenLive"]??.seconds == 0)
    #expect(lengths["wkshopBench"]??.text == "1:02:03")
  }

  @Test("trap 15: dates with any fraction and offset, and Z of old servers", arguments: [false, true])
  func trap15DateForms(_ isLegacy: Bool) async throws {
    var settings = FakeHubServer.Settings()
    settings.legacyFeed = isLegacy
    let harness = try HubHarness(settings)
    let odd = harness.clock.now().addingTimeInterval(-1.25)
    harness.server.push(HubWorld.Upload("oddInstant1", channel: HubWorld.workshop, published: odd, title: "Odd"))
    let page = try await harness.hub.feed.newest()
    let published = try (page.videos.first?.publishedAt).orThrow()
    #expect(abs(published.timeIntervalSince(odd)) < (isLegacy ? 1 : 1e-6))
    #expect(page.videos.allSatisfy { $0.publishedAt != nil })
    #expect(page.hasCursorMember == !isLegacy)
    let health = try await harness.hub.health.check()
    #expect(health.timestamp == harness.clock.now())
  }

  @Test("trap 16: a limit that would crash the server is never sent", arguments: [Int.min, -1, 0, 101, Int.max])
  func trap16LimitIsClamped(_ limit: Int) async throws {
    let harness = try HubHarness()
    _ = try await harness.hub.feed.page(FeedQuery(limit: limit))
    let sent = try Int(harness.server.requests.last?.query["limit"] ?? "").orThrow()
    #expect((1...100).contains(sent))
    let crash = try URL(string: "https://server.test/api/users/\(HubHarness.user)/feed?limit=0").orThrow()
    #expect(harness.server.respond(to: HTTPRequest(url: crash)).status == 500)
  }

  @Test("trap 17: an unreadable since is silently ignored, so only formatted ones go out")
  func trap17SinceIsFormatted() async throws {
    let harness = try HubHarness()
    let url = try URL(string: "https://server.test/api/users/\(HubHarness.user)/feed?since=yesterday").orThrow()
    let ignored = try JSONCoder(dates: .iso8601).decode(
      FeedPage.self, from: harness.server.respond(to: HTTPRequest(url: url)).body)
    #expect(ignored.videos.count == 7)
    let bound = harness.clock.now().addingTimeInterval(-40 * 3600)
    let page = try await harness.hub.feed.page(FeedQuery(since: .date(bound)))
    #expect(page.videos.count == 3)
    #expect(harness.server.requests.last?.query["since"] == HubDate.format(bound))
    // A date that cannot be written is left out of the request: the server then sends more videos, not fewer.
    #expect(try await harness.hub.feed.page(FeedQuery(since: .date(.distantPast))).videos.count == 7)
    #expect(
      try await harness.hub.feed.page(FeedQuery(since: .date(Date(timeIntervalSince1970: 1e18)))).videos.count == 7)
  }

  @Test("trap 18: a reconcile may take two minutes, runs once at a time, and is not started again after a timeout")
  func trap18SlowReconcile() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(50)
    let harness = try HubHarness(settings)
    // Reconciling two channels takes 100 seconds, longer than the usual timeout, and succeeds.
    #expect(try await harness.hub.library.reconciler.reconcile() == 0)

    await harness.wait(900)
    harness.server.settings.reconcileTimePerChannel = .seconds(200)
    harness.server.clearRequests()
    let outcome = await harness.hub.library.refresher.refresh(.pull(force: false))
    #expect(outcome.reconcile.error?.clientError.kind == .timedOut && outcome.feed.value != nil)
    #expect(harness.server.reconcileRuns == 2)
    // The server is still reconciling: no second run may start, and no success is noted.
    for _ in 0..<3 { #expect(await harness.hub.library.refresher.refresh(.pull(force: false)).reconcile == .skipped) }
    #expect(harness.server.reconcileRuns == 2)
    let noted = try await harness.hub.library.reconciler.lastReconcileTime().orThrow()
    #expect(harness.clock.now().timeIntervalSince(noted) > 900)
    let next = try await harness.hub.library.reconciler.nextAllowed().orThrow()
    #expect(abs(next.timeIntervalSince(harness.clock.now()) - 900) < 1)
    await harness.wait(901)
    harness.server.settings.reconcileTimePerChannel = .zero
    #expect(await harness.hub.library.refresher.refresh(.pull(force: false)).reconcile == .done(0))
  }

  @Test("trap 18: two callers at once make one run")
  func trap18OneRunAtATime() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(10)
    let harness = try HubHarness(settings, clock: ManualClock())
    let reconciler = harness.hub.library.reconciler
    let first = Task { try await reconciler.reconcile() }
    await harness.clock.sleepers(atLeast: 1)
    #expect(try await reconciler.reconcile() == nil)
    #expect(try await reconciler.reconcileIfAllowed() == nil)
    await harness.clock.advance(by: .seconds(20))
    #expect(try await first.value == 0)
    #expect(harness.server.reconcileRuns == 1)
  }

  @Test("trap 19: a used-up quota looks like nothing new; the health check has it, and the screen shows it")
  @MainActor func trap19InvisibleQuota() async throws {
    let harness = try HubHarness()
    harness.server.upload(harness.upload("notFound001"))
    harness.server.setQuotaExceeded(true)
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    #expect(model.state.lastOutcome?.reconcile == .done(0))
    #expect(model.state.notice == "YouTube quota used up until midnight Pacific.")
    #expect(model.state.error == nil && model.state.videos.count == 7)
    let health = try await harness.hub.health.details()
    #expect(!health.canFindVideos && health.quota?.remaining == 0)
    #expect(health.youtubeApi?.quotaExceededAt == harness.clock.now())
    harness.server.setQuotaExceeded(false)
    await harness.wait(901)
    model.refresh()
    await model.settled()
    #expect(model.state.notice == "Found one new video!")
  }

  @Test("trap 20: what was new to the server is not what is new here")
  @MainActor func trap20CountIsTheServers() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    // Another user's reconcile brings three videos of a shared channel.
    for index in 1...3 { harness.server.upload(harness.upload("sharedVid0\(index)", channel: HubWorld.kitchen)) }
    #expect(harness.server.reconcile(for: HubWorld.otherUser) == 3)
    await harness.wait(901)
    model.refresh()
    await model.settled()
    #expect(model.state.lastOutcome?.reconcile == .done(0))
    #expect(model.state.lastOutcome?.feed.value?.unseen.count == 3)
    #expect(model.state.newVideosFound == 3 && model.state.notice == "Found 3 new videos!")
  }

  @Test("trap 21: after the first registration nothing is there yet, and the clock does not start")
  func trap21FirstRegistration() async throws {
    let harness = try HubHarness(user: "newcomer")
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.harbour])
    let first = await library.refresher.refresh(.pull(force: false))
    #expect(first.registration == nil && first.reconcile == .done(0) && first.feed.value?.unseen == [])
    #expect(try await library.reconciler.lastReconcileTime() == nil)
    await harness.wait(30)
    let second = await library.refresher.refresh(.pull(force: false))
    #expect(second.reconcile == .done(2))
    #expect(try await library.videos.known().videos.map(\.videoId) == ["harbourFog1", "harbourFog2"])
    // This reconcile is noted, so the next one has to wait.
    #expect(try await library.reconciler.lastReconcileTime() == harness.clock.now())
    #expect(await library.refresher.refresh(.load).reconcile == .skipped)
  }

  @Test("trap 22: a feed that grew slow over the months is waited for")
  func trap22SlowFeed() async throws {
    var settings = FakeHubServer.Settings()
    settings.feedTimePerHundred = .seconds(40)
    var world = HubWorld.sample
    for index in 0..<193 {
      world.add(
        HubWorld.Upload(
          "old\(index)", channel: HubWorld.kitchen,
          published: ManualClock.defaultStart.addingTimeInterval(-1e6 - Double(index)),
          title: "Old \(index)"))
    }
    let harness = try HubHarness(settings, world: world)
    let start = harness.clock.uptime()
    #expect(try await harness.hub.feed.page(FeedQuery(limit: 100)).videos.count == 100)
    #expect(harness.clock.uptime() - start == .seconds(80))
  }

  @Test(
    "trap 23: error bodies are nothing, pages, problems or text, and none of them is required",
    arguments: [
      FakeHubServer.Failure.empty(500), .empty(413), .empty(415), .page(502), .page(503), .page(520), .page(404),
      .problem("Failed to register channels"), .loginPage, .empty(504), .empty(405), .page(200),
    ])
  func trap23ErrorBodies(_ failure: FakeHubServer.Failure) async throws {
    let harness = try HubHarness()
    for call in [ErrorTests.Case.feed, ErrorTests.Case.reconcile, ErrorTests.Case.register] {
      harness.server.failNext(3, with: failure)
      let error = try await call(harness.hub).orThrow()
      #expect(error.clientError.serverMessage?.contains("<") != true)
      harness.server.clearFailures()
    }
    _ = try await harness.hub.feed.newest()
  }

  @Test("trap 24: members and words of later versions are ignored")
  func trap24FutureFields() async throws {
    var settings = FakeHubServer.Settings()
    settings.futureFields = true
    let harness = try HubHarness(settings)
    let page = try await harness.hub.feed.newest()
    #expect(page.videos.count == 7 && page.videos.allSatisfy { $0.title != nil })
    let health = try await harness.hub.health.check()
    #expect(health.status == "splendid" && health.stats?.users == 2)
    let record = try JSONCoder(dates: .iso8601).decode(
      WatchRecord.self, from: Data(#"{"videoId":"a","status":"rewatching","lastModified":"2026-01-01T00:00:00Z"}"#.utf8)
    )
    #expect(record.status == "rewatching" && record.status.isUnwatched)
    #expect(!harness.hub.client.log.entries.contains { $0.message.contains("faults") })
  }
}
