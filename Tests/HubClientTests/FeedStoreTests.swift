import Foundation
import HubClient
import HubTesting
import MediaCore
import Testing

@Suite("The feed as a device knows it")
struct FeedStoreTests {
  @Test("newest first, merged by id, and kept over launches")
  func kept() async throws {
    let stage = try HubStage()
    let update = try await stage.hub.library.videos.fetch()
    #expect(update.wasEmpty && update.unseen.count == 7 && !update.isTruncated && update.gaps.isEmpty)
    let known = try await stage.hub.library.videos.known()
    let dates = known.videos.compactMap(\.publishedAt)
    #expect(dates == dates.sorted(by: >) && dates.count == 7)
    #expect(known.lastSync == stage.clock.now())
    #expect(try await stage.hub.library.videos.fetch().unseen == [])
    #expect(try await (try stage.relaunched()).hub.library.videos.known() == known)
  }

  @Test("everything at first, then what is new with a day's overlap, and everything once a day")
  func scopes() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    func asked() -> [String: String] { stage.server.requests.last?.query ?? [:] }
    try await videos.fetch()
    #expect(asked() == ["limit": "100"])
    try await videos.fetch()
    let newest = try (try await videos.known().videos.first?.publishedAt).orThrow()
    #expect(asked() == ["limit": "50", "since": HubDate.format(newest.addingTimeInterval(-86_400))])
    await stage.wait(86_399)
    try await videos.fetch()
    #expect(asked()["since"] != nil)
    await stage.wait(1)
    try await videos.fetch()
    #expect(asked() == ["limit": "100"])
    try await videos.fetch(everything: true)
    #expect(asked() == ["limit": "100"])
  }

  @Test("a video that was found late is not missed: the overlap has a day, the daily look the rest")
  func foundLate() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    try await videos.fetch()
    stage.server.upload(stage.upload("foundLate01", minutesAgo: 60 * 30))
    stage.server.upload(stage.upload("foundLate02", minutesAgo: 60 * 72))
    #expect(stage.server.reconcile(for: HubStage.user) == 2)
    #expect(try await videos.fetch(isFresh: true).unseen == ["foundLate01"])
    await stage.wait(86_400)
    #expect(try await videos.fetch(isFresh: true).unseen == ["foundLate02"])
  }

  @Test("after a registration older videos are asked for too")
  func newChannels() async throws {
    let stage = try HubStage()
    let library = stage.hub.library
    try await library.channels.setWanted([HubWorld.workshop])
    await library.refresher.refresh(.pull(force: true))
    #expect(try await library.videos.known().videos.count == 4)
    try await library.channels.add(HubWorld.harbour)
    await library.queue.settled()
    try await library.channels.add("UCnobody-at-all-AAAAAAAA")
    await library.refresher.refresh(.pull(force: true))
    #expect(stage.server.requests.last?.query == ["limit": "100"])
  }

  @Test("more new videos than a page holds: a larger page, and no gap while it reaches back to what is known")
  func largerPage() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    try await videos.fetch()
    for index in 0..<80 {
      stage.server.upload(stage.upload("many\(index)", channel: "UCmany\(index % 5)", minutesAgo: Double(index + 1)))
    }
    stage.server.register((0..<5).map { "UCmany\($0)" }, for: HubStage.user)
    await stage.wait(30)
    #expect(stage.server.reconcile(for: HubStage.user) == 80)
    stage.server.clearRequests()
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 80 && update.gaps.isEmpty && !update.isTruncated)
    #expect(stage.server.requests.map { $0.query["limit"] } == ["50", "100"])
    #expect(try await videos.known().gaps.isEmpty)
  }

  @Test("more than a hundred new videos leave a gap, which is said, kept, and can be dismissed")
  func gap() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    try await videos.fetch()
    let before = try (try await videos.known().videos.first?.publishedAt).orThrow()
    for index in 0..<120 {
      stage.server.upload(stage.upload("many\(index)", channel: "UCmany\(index % 10)", minutesAgo: Double(index + 1)))
    }
    stage.server.register((0..<10).map { "UCmany\($0)" }, for: HubStage.user)
    await stage.wait(30)
    stage.server.reconcile(for: HubStage.user)
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 100 && update.isTruncated)
    let gap = try update.gaps.first.orThrow()
    #expect(gap.channelId == nil && gap.after == before && gap.before > before)
    let known = try await videos.known()
    #expect(known.isTruncated && known.gaps == [gap])
    // The same again brings no second one.
    #expect(try await videos.fetch(isFresh: true).gaps.isEmpty)
    let again = try stage.relaunched().hub.library.videos
    #expect(try await again.known().gaps == [gap])
    try await again.dismissGap(gap.id)
    #expect(try await again.known().gaps.isEmpty)
  }

  @Test("a first look at a long feed is truncated and has no gap")
  func truncated() async throws {
    var world = HubWorld.sample
    for index in 0..<150 {
      world.add(
        HubWorld.Upload(
          "old\(index)", channel: HubWorld.kitchen,
          published: ManualClock.defaultStart.addingTimeInterval(-1e6 - Double(index)), title: "Old"))
    }
    let stage = try HubStage(world: world)
    let update = try await stage.hub.library.videos.fetch()
    #expect(update.isTruncated && update.gaps.isEmpty && update.unseen.count == 100)
    #expect(try await stage.hub.library.videos.known().isTruncated)
  }

  @Test("an old server that tells no cursor counts as truncated when its page is full")
  func legacyTruncation() async throws {
    var settings = FakeHubServer.Settings()
    settings.legacyFeed = true
    let stage = try HubStage(settings)
    #expect(try await stage.hub.library.videos.fetch().isTruncated == false)
    for index in 0..<100 {
      stage.server.upload(stage.upload("many\(index)", channel: "UCm\(index)", minutesAgo: Double(index + 1)))
    }
    stage.server.register((0..<100).map { "UCm\($0)" }, for: HubStage.user)
    await stage.wait(30)
    stage.server.reconcile(for: HubStage.user)
    #expect(try await stage.hub.library.videos.fetch(isFresh: true).isTruncated)
  }

  @Test("bounded: the oldest go, and what has gone is not new when it comes again")
  func bounded() async throws {
    let feed = CannedFeed()
    let library = VideoLibrary(feed: feed, environment: .manual(), capacity: 5)
    feed.videos = (0..<8).map { Video("v\($0)", at: Double($0) * 1000) }
    #expect(try await library.videos.fetch().unseen.count == 5)
    #expect(try await library.videos.known().videos.map(\.videoId) == ["v7", "v6", "v5", "v4", "v3"])
    #expect(try await library.videos.fetch().unseen.isEmpty)
    feed.videos.append(Video("v9", at: 9000))
    #expect(try await library.videos.fetch().unseen == ["v9"])
    #expect(try await library.videos.known().videos.count == 5)
  }

  @Test("one video from the future does not hide all that is to come")
  func future() async throws {
    let stage = try HubStage()
    stage.server.upload(stage.upload("year2099AA1", minutesAgo: -60 * 24 * 365 * 70))
    stage.server.reconcile(for: HubStage.user)
    try await stage.hub.library.videos.fetch()
    stage.server.upload(stage.upload("brandNew001", minutesAgo: 1))
    stage.server.reconcile(for: HubStage.user)
    await stage.wait(121)
    #expect(try await stage.hub.library.videos.fetch().unseen == ["brandNew001"])
  }

  @Test("one video from the future neither stops the watermark nor hides a gap")
  func futureGap() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    stage.server.upload(stage.upload("year2099AA1", minutesAgo: -60 * 24 * 365 * 70))
    stage.server.reconcile(for: HubStage.user)
    try await videos.fetch()
    try await videos.fetch()
    let newest = stage.clock.now().addingTimeInterval(-20 * 3600)
    #expect(stage.server.requests.last?.query["since"] == HubDate.format(newest.addingTimeInterval(-86_400)))
    for index in 0..<120 {
      stage.server.upload(stage.upload("many\(index)", channel: "UCmany\(index % 10)", minutesAgo: Double(index + 1)))
    }
    stage.server.register((0..<10).map { "UCmany\($0)" }, for: HubStage.user)
    await stage.wait(30)
    stage.server.reconcile(for: HubStage.user)
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 99 && update.gaps.map(\.after) == [newest])
  }

  @Test("a gap is noticed by a device whose clock is far behind, too")
  func clockBehind() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    let today = stage.clock.now()
    stage.clock.setWallClock(to: today.addingTimeInterval(-400 * 86_400))
    try await videos.fetch()
    let newest = try (try await videos.known().videos.first?.publishedAt).orThrow()
    for index in 0..<120 {
      stage.server.upload(
        HubWorld.Upload(
          "many\(index)", channel: "UCmany\(index % 10)", published: today.addingTimeInterval(-60 * Double(index + 1)),
          title: "Many"))
    }
    stage.server.register((0..<10).map { "UCmany\($0)" }, for: HubStage.user)
    await stage.wait(30)
    #expect(stage.server.reconcile(for: HubStage.user) == 120)
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 100 && update.gaps.map(\.after) == [newest])
  }

  @Test("what a reconcile found is fetched however old it is")
  func foundOld() async throws {
    let stage = try HubStage()
    let refresher = stage.hub.library.refresher
    await refresher.refresh(.pull(force: false))
    await stage.wait(900)
    stage.server.upload(stage.upload("foundOld001", minutesAgo: 60 * 72))
    let outcome = await refresher.refresh(.pull(force: false))
    #expect(outcome.reconcile == .done(1) && outcome.feed.value?.unseen == ["foundOld001"])
  }

  @Test("what is no longer wanted does not push out what is")
  func boundedByWanted() async throws {
    let feed = CannedFeed()
    let library = VideoLibrary(feed: feed, environment: .manual(), capacity: 5)
    try await library.channels.setWanted(["UCown"])
    feed.videos = (0..<12).map { index in
      Video("v\(index)", of: index < 3 ? "UCown" : "UCother", at: Double(index) * 1000)
    }
    try await library.videos.fetch()
    #expect(try await library.videos.known().videos.map(\.videoId) == ["v2", "v1", "v0"])
    // Of the others the newest are kept, for when they are wanted again.
    try await library.channels.add("UCother")
    #expect(try await library.videos.known().videos.map(\.videoId) == ["v11", "v10", "v2", "v1", "v0"])
  }

  @Test("without its videos the moment of the last fetch is worth nothing: they are fetched at once")
  func damagedVideos() async throws {
    let files = MemoryFileSystem()
    let stage = try HubStage(files: files)
    await stage.hub.library.refresher.refresh(.pull(force: false))
    let (path, data) = try files.contents.max { $0.value.count < $1.value.count }.orThrow()
    try files.replace(path, with: Data(data.dropLast(3)))
    let library = try stage.relaunched().hub.library
    let outcome = await library.refresher.refresh(.foreground)
    #expect(outcome.reconcile == .skipped && outcome.feed.value?.unseen.count == 7)
  }

  @Test("a reconcile that was noted before the clock was set back does not make every look a fetch")
  func notOwed() async throws {
    let stage = try HubStage()
    let library = stage.hub.library
    try await library.reconciler.setFrequency(.manual)
    _ = try await library.reconciler.reconcile()
    stage.clock.setWallClock(to: stage.clock.now().addingTimeInterval(-600))
    #expect(await library.refresher.refresh(.foreground).feed.value != nil)
    #expect(await library.refresher.refresh(.foreground).feed == .skipped)
  }

  @Test("a feed that cannot be read now is not written over, and is there again once it can be read")
  func unreadable() async throws {
    let files = MemoryFileSystem()
    let stage = try HubStage(files: files)
    try await stage.hub.library.videos.fetch()
    try await stage.hub.library.videos.hide("wkshopPlane")
    try await stage.hub.library.reconciler.setFrequency(.manual)
    let locked = CheckedFileSystem.refusing(.read, with: .locked, files)
    let library = try stage.relaunched(files: locked).hub.library
    let outcome = await library.refresher.refresh(.background)
    // The setting is not known either: nothing is reconciled by itself, and nothing is fetched that could not be merged.
    #expect(outcome.reconcile == .skipped && outcome.feed.error?.name == "storageFailed")
    #expect(outcome.feed.error?.clientError.detail == "locked")
    await #expect(throws: HubError.self) { try await library.videos.known() }
    locked.allowAll()
    #expect(try await library.videos.known().videos.count == 6)
    #expect(try await library.reconciler.frequency() == .manual)
  }

  @Test("a damaged file is set aside and reported, and the feed is fetched anew")
  func damaged() async throws {
    let files = MemoryFileSystem()
    let stage = try HubStage(files: files)
    await stage.hub.library.refresher.refresh(.pull(force: false))
    for (path, data) in files.contents {
      let broken = Data(data.dropLast(3))
      try files.replace(path, with: broken)
    }
    let again = try stage.relaunched()
    let library = again.hub.library
    #expect(try await library.videos.known() == KnownFeed())
    #expect(await library.reconciler.canReconcile())
    #expect(try await library.channels.wanted() == nil)
    #expect(try await library.statuses.records().isEmpty)
    #expect(files.contents.keys.contains { $0.hasSuffix(".damaged") })
    #expect(again.hub.client.log.entries.contains { $0.message.contains("damaged") })
    await library.refresher.refresh(.pull(force: true))
    #expect(try await library.videos.known().videos.count == 7)
  }

  @Test("any byte of the feed's file may be wrong", arguments: 0..<40)
  func anyByte(_ seed: Int) async throws {
    let files = MemoryFileSystem()
    let stage = try HubStage(files: files)
    try await stage.hub.library.videos.fetch()
    let random = SeededRandom(seed: UInt64(seed))
    for (path, data) in files.contents.sorted(by: { $0.key < $1.key }) where !data.isEmpty {
      var broken = data
      broken[Int(random.next() % UInt64(data.count))] ^= UInt8(1 << (random.next() % 8))
      try files.replace(path, with: broken)
    }
    let known = try await (try stage.relaunched()).hub.library.videos.known()
    #expect(known.videos.isEmpty)
  }

  @Test("a full disk shows what was fetched all the same")
  func fullDisk() async throws {
    let stage = try HubStage(files: CheckedFileSystem.full)
    #expect(try await stage.hub.library.videos.fetch().unseen.count == 7)
    #expect(try await stage.hub.library.videos.known().videos.count == 7)
    // What somebody sets here counts until the app ends, and that it could not be written is told.
    func failures() -> Int { stage.hub.client.log.entries.count { $0.message.contains("store.write") } }
    var before = failures()
    try await stage.hub.library.videos.hide("wkshopPlane")
    #expect(try await stage.hub.library.videos.known().videos.count == 6 && failures() > before)
    before = failures()
    try await stage.hub.library.reconciler.setFrequency(.manual)
    #expect(try await stage.hub.library.reconciler.frequency() == .manual && failures() > before)
    before = failures()
    try await stage.hub.library.channels.setTitles([HubWorld.kitchen: "Bread & Soup"])
    #expect(try await stage.hub.library.channels.titles() == [HubWorld.kitchen: "Bread & Soup"] && failures() > before)
  }

  @Test("an unforced fetch is due after an hour, after a clock was set back, and when a reconcile came since")
  func due() async throws {
    let stage = try HubStage()
    let videos = stage.hub.library.videos
    #expect(try await videos.isSyncDue())
    try await videos.fetch()
    let synced = stage.clock.now()
    #expect(try await !videos.isSyncDue())
    #expect(try await !videos.isSyncDue(lastReconcile: synced))
    await stage.wait(1)
    #expect(try await videos.isSyncDue(lastReconcile: synced.addingTimeInterval(1)))
    await stage.wait(3598)
    #expect(try await !videos.isSyncDue())
    await stage.wait(1)
    #expect(try await videos.isSyncDue())
    stage.clock.setWallClock(to: synced.addingTimeInterval(-10))
    #expect(try await videos.isSyncDue())
  }

  @Test("observers hear of each change until they leave")
  func observers() async throws {
    let stage = try HubStage()
    let count = Locked(0)
    let token = stage.hub.library.videos.observe { count.withLock { $0 += 1 } }
    try await stage.hub.library.videos.fetch()
    try await stage.hub.library.videos.hide("wkshopPlane")
    try await stage.hub.library.videos.hide("wkshopPlane")
    #expect(count.withLock { $0 } == 2)
    token.cancel()
    try await stage.hub.library.videos.fetch()
    #expect(count.withLock { $0 } == 2)
  }
}

/// A feed of an app's own.
final class CannedFeed: VideoFeed {
  private let state = Locked<[Video]>([])
  private let requested = Locked<[FeedRequest]>([])
  let storageName = "canned"

  var videos: [Video] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  var requests: [FeedRequest] { requested.withLock { $0 } }

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration { .init(registered: channels) }
  func reconcile() async throws(HubError) -> Int? { nil }
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer {
    requested.withLock { $0.append(request) }
    return FeedAnswer(videos: videos, position: FeedPosition(publishedAt: videos.compactMap(\.publishedAt).max()))
  }
  func channelTitles() async throws(HubError) -> [String: String] { [:] }
  func canFindVideos() async throws(HubError) -> Bool { true }
}
