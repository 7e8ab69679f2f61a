import Foundation
import HubClient
import HubTesting
import MediaCore
import Testing

/// The 24 traps of the server, each against the fake with the trap set.
@Suite("Traps 1 to 12")
struct TrapTests {
  @Test("trap 1: the feed is kept for two minutes whatever happens, and fresh goes around it")
  func trap01FeedCachedForTwoMinutes() async throws {
    let harness = try HubHarness()
    let hub = harness.hub
    let before = try await hub.feed.page(FeedQuery())
    harness.server.upload(harness.upload("brandNew001"))
    #expect(try await hub.reconciliation.reconcile().newVideosCount == 1)
    await harness.wait(30)
    let kept = try await hub.feed.page(FeedQuery())
    #expect(kept.age == .seconds(30) && kept.videos == before.videos)
    let fresh = try await hub.feed.page(FeedQuery(isFresh: true))
    #expect(fresh.age == nil && fresh.videos.first?.videoId == "brandNew001")
    // The server does not cache fresh answers: the next cached answer is still the old one.
    #expect(try await hub.feed.page(FeedQuery()).videos == before.videos)
    await harness.wait(91)
    #expect(try await hub.feed.page(FeedQuery()).videos.count == before.videos.count + 1)

    // After a reconcile, the refresh bypasses the server's cache and finds the new video.
    harness.server.upload(harness.upload("brandNew002", minutesAgo: 1))
    await harness.wait(900)
    _ = try await hub.feed.page(FeedQuery(limit: 100))
    let outcome = await hub.library.refresher.refresh(.pull(force: false))
    #expect(outcome.reconcile == .done(1))
    #expect(try await hub.library.videos.known().videos.first?.videoId == "brandNew002")
  }

  @Test("trap 2: a reconcile that always fails does not keep the feed from coming")
  func trap02ReconcileAlwaysFails() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileFails = true
    let harness = try HubHarness(settings)
    for _ in 0..<3 {
      let outcome = await harness.hub.library.refresher.refresh(.pull(force: false))
      #expect(outcome.reconcile.error?.name == "reconciliationFailed")
      #expect(outcome.reconcile.error?.clientError.serverMessage == "Failed to reconcile channels")
      #expect(outcome.feed.value != nil)
    }
    #expect(try await harness.hub.library.videos.known().videos.count == 7)
    #expect(try await harness.hub.library.reconciler.lastReconcileTime() == nil)
    // A failed reconcile is not retried: one request per refresh.
    #expect(harness.server.count(.hubReconcileRun) == 3)
  }

  @Test("trap 2: where every reconcile fails, coming to the front fetches what was pushed to the server")
  func trap02Foreground() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileFails = true
    let harness = try HubHarness(settings)
    await harness.hub.library.refresher.refresh(.pull(force: false))
    harness.server.push(harness.upload("pushedOne01"))
    await harness.wait(1200)
    let outcome = await harness.hub.library.refresher.refresh(.foreground)
    #expect(outcome.reconcile.error?.name == "reconciliationFailed")
    #expect(outcome.feed.value?.unseen == ["pushedOne01"])
  }

  @Test("trap 3: the cursor leads back to newer videos, and a bare plus would loop for ever")
  func trap03CursorLeadsBack() async throws {
    let harness = try HubHarness()
    let hub = harness.hub
    let first = try await hub.feed.page(FeedQuery(limit: 3))
    let cursor = try first.nextCursor.orThrow()
    #expect(cursor.rawValue.hasSuffix("+00:00") && cursor.rawValue.contains(".0000000"))
    let second = try await hub.feed.page(FeedQuery(limit: 3, since: .cursor(cursor)))
    #expect(second.videos == Array(first.videos.dropLast()))
    #expect(second.nextCursor == nil)
    // The server received the cursor unchanged, with its plus escaped.
    #expect(harness.server.requests.last?.query["since"] == cursor.rawValue)

    var pager = hub.feed.pages(limit: 3)
    #expect(try await pager.all().map(\.videoId) == first.videos.map(\.videoId))
    #expect(pager.pages == 2 && pager.isTruncated)

    // The server reads an unescaped plus as a space and answers with the whole feed and the same cursor.
    let url = try URL(string: "https://server.test/api/users/\(HubHarness.user)/feed?limit=3&since=\(cursor.rawValue)")
      .orThrow()
    let answer = harness.server.respond(to: HTTPRequest(url: url))
    let looped = try JSONCoder(dates: .iso8601).decode(FeedPage.self, from: answer.body)
    #expect(looped.videos == first.videos && looped.nextCursor == cursor)
  }

  @Test("trap 3: a page loop ends at a repeated cursor, at a page without a new video, and at its cap")
  func trap03PageLoopEnds() async throws {
    // Every answer has the same page and the same cursor.
    let same = FakeFeed { _ in FeedPage([.sample], next: "2025-12-08T18:00:00.0000000+00:00") }
    var pager = same.pages(maximumPages: 50)
    #expect(try await pager.all() == [.sample])
    #expect(pager.pages == 2)
    var listed: [[Video]] = []
    for try await videos in same.pages(maximumPages: 50) { listed.append(videos) }
    #expect(listed == [[.sample]])
    // Every page has a new video, and the pages never end.
    let endless = FakeFeed { number in FeedPage([Video("v\(number)")], next: "c\(number)") }
    var capped = endless.pages(maximumPages: 7)
    #expect(try await capped.all().count == 7)
    #expect(endless.calls == 7)
    var beyond = endless.pages(maximumPages: 1_000_000)
    #expect(try await beyond.all().count == 100)
    let alternating = FakeFeed { number in FeedPage([Video("v\(number)")], next: "c\(number % 2)") }
    var turns = alternating.pages(maximumPages: 50)
    #expect(try await turns.all().count == 3)
  }

  @Test("trap 4: no cursor parameter is ever sent, and paging stays far below the budget")
  func trap04NoCursorParameter() async throws {
    let harness = try HubHarness()
    var pager = harness.hub.feed.pages(limit: 2, maximumPages: 100)
    _ = try await pager.all()
    await harness.hub.library.refresher.refresh(.pull(force: true))
    #expect(harness.server.requests.allSatisfy { $0.query["cursor"] == nil && $0.query["pageToken"] == nil })
    #expect(harness.server.count(.hubFeedPage) <= 4)
  }

  @Test("trap 5: a call above the limit is waited for, a bare 429 is stayed away from for a minute")
  func trap05SharedRateLimit() async throws {
    let harness = try HubHarness()
    let hub = harness.hub
    harness.server.usePermits(100)
    // The server holds the call until the minute is over, longer than most clients wait.
    let start = harness.clock.uptime()
    _ = try await hub.feed.newest()
    #expect(harness.clock.uptime() - start == .seconds(60))

    await harness.wait(60)
    harness.server.usePermits(110)
    harness.server.clearRequests()
    let now = harness.clock.now()
    let error = try await ErrorTests.Case.feed(hub).orThrow()
    #expect(error.clientError.kind == .rateLimited && error.clientError.status == 429)
    let wait = try error.clientError.retryAt.orThrow().timeIntervalSince(now)
    #expect(wait >= 60 && wait <= 65)
    // Until the limit ends, no limited route gets a request. The health route is not limited.
    let held = try await ErrorTests.Case.reconcile(hub).orThrow()
    #expect(held.clientError.kind == .rateLimited && held.clientError.status == nil && held.isRetryable)
    _ = await ErrorTests.Case.register(hub)
    #expect(harness.server.requests.count == 1)
    _ = try await hub.health.check()
    await harness.wait(66)
    _ = try await hub.feed.newest()
    #expect(harness.server.requests.map(\.status) == [429, 200, 200])
  }

  @Test("trap 6: an unknown user is registered once more and asked for once more; a wrong address is not")
  func trap06UnknownUserOrWrongURL() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.workshop])
    await library.refresher.refresh(.pull(force: false))
    harness.server.forgetUsers()
    harness.server.clearRequests()
    await harness.wait(4000)
    let outcome = await library.refresher.refresh(.pull(force: false))
    #expect(outcome.reconcile == .done(0))
    #expect(outcome.feed.value != nil)
    #expect(harness.server.channels(of: HubHarness.user) == [HubWorld.workshop])
    #expect(harness.server.count(.hubChannelsRegister) == 1)
    #expect(harness.server.requests.map(\.status) == [404, 200, 200, 200])

    // If the server keeps answering "User not found", the refresh gives up.
    harness.server.clearRequests()
    let unknown = FakeTransport()
    unknown.alwaysAnswer(.hubChannelsRegister, with: .json(["message": "Channels registered successfully"]))
    unknown.alwaysAnswer(.hubFeedPage, with: .json(["message": "User not found"], status: 404))
    unknown.alwaysAnswer(.hubReconcileRun, with: .json(["message": "User not found"], status: 404))
    let hub = HubService(
      server: .fake, user: harness.hub.user, transport: unknown, environment: .manual(clock: harness.clock))
    try await hub.library.channels.setWanted([HubWorld.workshop])
    let stubborn = await hub.library.refresher.refresh(.pull(force: false))
    #expect(stubborn.feed.error?.name == "userNotFound")
    #expect(unknown.count(.hubFeedPage) == 1 && unknown.count(.hubReconcileRun) == 2)
    #expect(unknown.count(.hubChannelsRegister) == 2)

    // A 404 without a body means a wrong address.
    harness.server.failNext(2, with: .empty(404))
    let wrong = await library.refresher.refresh(.pull(force: true))
    #expect(wrong.reconcile.error?.name == "invalidURL" && wrong.feed.error?.name == "invalidURL")
    #expect(harness.server.count(.hubChannelsRegister) == 0)
  }

  @Test("trap 7: nothing can be removed at the server, so the feed is filtered by the wanted channels")
  func trap07AddOnlyRegistration() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.workshop, HubWorld.kitchen])
    await library.refresher.refresh(.pull(force: true))
    #expect(try await library.videos.known().videos.count == 7)
    try await library.channels.remove(HubWorld.kitchen)
    #expect(try await library.videos.known().videos.allSatisfy { $0.channelId == HubWorld.workshop })
    // The server keeps sending the removed channel's videos: don't show them.
    await library.refresher.refresh(.pull(force: true))
    #expect(harness.server.channels(of: HubHarness.user) == [HubWorld.workshop, HubWorld.kitchen])
    #expect(try await library.videos.known().videos.count == 4)
    // The user adds the channel again: its videos show at once, without a request.
    harness.server.clearRequests()
    try await library.channels.add(HubWorld.kitchen)
    await library.queue.settled()
    #expect(try await library.videos.known().videos.count == 7)
    #expect(harness.server.requests.isEmpty)
  }

  @Test("trap 8: an unchanged set is not registered again, and doing it does no harm")
  func trap08DuplicateRegistration() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.workshop, HubWorld.kitchen])
    await library.queue.settled()
    for _ in 0..<3 {
      try await library.channels.setWanted([HubWorld.kitchen, HubWorld.workshop, HubWorld.kitchen])
      await library.refresher.refresh(.pull(force: true))
    }
    #expect(harness.server.count(.hubChannelsRegister) == 1)
    let again = try harness.relaunched()
    await again.hub.library.refresher.refresh(.pull(force: true))
    #expect(harness.server.count(.hubChannelsRegister) == 1)
    try await harness.hub.channels.register([HubWorld.workshop, HubWorld.workshop])
    #expect(harness.server.channels(of: HubHarness.user)?.count == 2)
  }

  @Test("trap 9: an odd channel id is silently taken, so it is reported and sent all the same")
  func trap09OddChannelIDs() async throws {
    let harness = try HubHarness()
    let result = try await harness.hub.channels.register([HubWorld.harbour, " not-a-channel ", "", "not-a-channel"])
    #expect(result.registered == [HubWorld.harbour, "not-a-channel"])
    #expect(result.unusual == ["not-a-channel"])
    #expect(harness.server.channels(of: HubHarness.user)?.contains("not-a-channel") == true)
  }

  @Test("trap 10: the feed has no names of channels; the app's are shown, else the id")
  @MainActor func trap10NoChannelNames() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    let video = try model.state.videos.first { $0.channelId == HubWorld.workshop }.orThrow()
    #expect(model.state.channelTitle(of: video) == HubWorld.workshop)
    #expect(try await harness.hub.library.feed.channelTitles().isEmpty)
    try await harness.hub.library.channels.setTitles([HubWorld.workshop: "The Workshop", HubWorld.kitchen: ""])
    model.load()
    await model.settled()
    #expect(model.state.channelTitle(of: video) == "The Workshop")
    #expect(model.state.channelTitle(of: Video("x", of: HubWorld.kitchen)) == HubWorld.kitchen)
    let again = FeedViewModel(hub: try harness.relaunched().hub)
    again.load()
    await again.settled()
    #expect(again.state.channelTitle(of: video) == "The Workshop")
  }

  @Test("trap 11: details come later, a value replaces nothing, and nothing never replaces a value")
  func trap11LateDetails() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    harness.server.push(harness.upload("pushedOne01"))
    await library.refresher.refresh(.pull(force: true))
    func known() async throws -> Video? {
      try await library.videos.known().videos.first { $0.videoId == "pushedOne01" }
    }
    let bare = try await known().orThrow()
    #expect(bare.title == "Video pushedOne01" && bare.description == nil && bare.duration == nil)
    #expect(bare.thumbnailURL?.absoluteString == "https://i.ytimg.com/vi/pushedOne01/hqdefault.jpg")
    harness.server.enrich()
    await harness.wait(121)
    try await library.videos.fetch()
    let full = try await known().orThrow()
    #expect(full.duration?.seconds == 600 && full.description == "")
    let updated = full.updated(with: bare)
    #expect(updated == full)
  }

  @Test("trap 12: live, short and unfinished videos are kept, and Shorts are filtered when shown")
  @MainActor func trap12NothingIsDropped() async throws {
    let harness = try HubHarness()
    harness.server.push(harness.upload("pushedOne01", length: 30))
    let model = FeedViewModel(hub: harness.hub)
    model.refresh()
    await model.settled()
    func shown() -> Set<String> { Set(model.state.videos.map(\.videoId)) }
    #expect(shown().isSuperset(of: ["wkshopShort", "kitchenTimr", "kitchenLive", "pushedOne01"]))
    model.filter.shorts = .hide
    #expect(!shown().contains("wkshopShort") && !shown().contains("kitchenTimr"))
    #expect(shown().isSuperset(of: ["kitchenLive", "pushedOne01", "wkshopPlane"]))
    model.filter.shorts = .only
    #expect(shown() == ["wkshopShort", "kitchenTimr"])
    // The server now sends the pushed video's length, which makes it a Short.
    harness.server.enrich()
    await harness.wait(121)
    model.refresh()
    await model.settled()
    #expect(shown() == ["wkshopShort", "kitchenTimr", "pushedOne01"])
  }
}

/// A feed of pages by the number of the call.
final class FakeFeed: FeedAPI {
  private let count = Locked(0)
  private let page: @Sendable (Int) -> FeedPage

  init(_ page: @escaping @Sendable (Int) -> FeedPage) { self.page = page }

  var calls: Int { count.withLock { $0 } }

  func page(_ query: FeedQuery) async throws(HubError) -> FeedPage {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return page(number)
  }
}
