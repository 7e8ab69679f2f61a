import Foundation
import HubClient
import HubTesting
import MediaCore
import Testing

@Suite("The feed on a device")
struct FeedStoreTests {
  @Test("newest first, merged by id, and kept over launches")
  func kept() async throws {
    let harness = try HubHarness()
    let update = try await harness.hub.library.videos.fetch()
    #expect(update.wasEmpty && update.unseen.count == 7 && !update.isTruncated && update.gaps.isEmpty)
    let known = try await harness.hub.library.videos.known()
    let dates = known.videos.compactMap(\.publishedAt)
    #expect(dates == dates.sorted(by: >) && dates.count == 7)
    #expect(known.lastSync == harness.clock.now())
    #expect(try await harness.hub.library.videos.fetch().unseen == [])
    #expect(try await (try harness.relaunched()).hub.library.videos.known() == known)
  }

  @Test("everything at first, then what is new with a day's overlap, and everything once a day")
  func scopes() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    func asked() -> [String: String] { harness.server.requests.last?.query ?? [:] }
    try await videos.fetch()
    #expect(asked() == ["limit": "100"])
    try await videos.fetch()
    let newest = try (try await videos.known().videos.first?.publishedAt).orThrow()
    #expect(asked() == ["limit": "50", "since": HubDate.format(newest.addingTimeInterval(-86_400))])
    await harness.wait(86_399)
    try await videos.fetch()
    #expect(asked()["since"] != nil)
    await harness.wait(1)
    try await videos.fetch()
    #expect(asked() == ["limit": "100"])
    try await videos.fetch(everything: true)
    #expect(asked() == ["limit": "100"])
  }

  @Test("a video that was found late is not missed: the overlap has a day, the daily look the rest")
  func foundLate() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    try await videos.fetch()
    harness.server.upload(harness.upload("foundLate01", minutesAgo: 60 * 30))
    harness.server.upload(harness.upload("foundLate02", minutesAgo: 60 * 72))
    #expect(harness.server.reconcile(for: HubHarness.user) == 2)
    #expect(try await videos.fetch(isFresh: true).unseen == ["foundLate01"])
    await harness.wait(86_400)
    #expect(try await videos.fetch(isFresh: true).unseen == ["foundLate02"])
  }

  @Test("after a registration older videos are asked for too")
  func newChannels() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.workshop])
    await library.refresher.refresh(.pull(force: true))
    #expect(try await library.videos.known().videos.count == 4)
    try await library.channels.add(HubWorld.harbour)
    await library.queue.settled()
    try await library.channels.add("UCnobody-at-all-AAAAAAAA")
    await library.refresher.refresh(.pull(force: true))
    #expect(harness.server.requests.last?.query == ["limit": "100"])
  }

  @Test("more new videos than a page holds: a larger page, and no gap while it reaches back to what is known")
  func largerPage() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    try await videos.fetch()
    for index in 0..<80 {
      harness.server.upload(
        harness.upload("many\(index)", channel: "UCmany\(index % 5)", minutesAgo: Double(index + 1)))
    }
    harness.server.register((0..<5).map { "UCmany\($0)" }, for: HubHarness.user)
    await harness.wait(30)
    #expect(harness.server.reconcile(for: HubHarness.user) == 80)
    harness.server.clearRequests()
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 80 && update.gaps.isEmpty && !update.isTruncated)
    #expect(harness.server.requests.map { $0.query["limit"] } == ["50", "100"])
    #expect(try await videos.known().gaps.isEmpty)
  }

  @Test("more than a hundred new videos leave a gap, which is said, kept, and can be dismissed")
  func gap() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    try await videos.fetch()
    let before = try (try await videos.known().videos.first?.publishedAt).orThrow()
    for index in 0..<120 {
      harness.server.upload(
        harness.upload("many\(index)", channel: "UCmany\(index % 10)", minutesAgo: Double(index + 1)))
    }
    harness.server.register((0..<10).map { "UCmany\($0)" }, for: HubHarness.user)
    await harness.wait(30)
    harness.server.reconcile(for: HubHarness.user)
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 100 && update.isTruncated)
    let gap = try update.gaps.first.orThrow()
    #expect(gap.channelId == nil && gap.after == before && gap.before > before)
    let known = try await videos.known()
    #expect(known.isTruncated && known.gaps == [gap])
    #expect(try await videos.fetch(isFresh: true).gaps.isEmpty)
    let again = try harness.relaunched().hub.library.videos
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
    let harness = try HubHarness(world: world)
    let update = try await harness.hub.library.videos.fetch()
    #expect(update.isTruncated && update.gaps.isEmpty && update.unseen.count == 100)
    #expect(try await harness.hub.library.videos.known().isTruncated)
  }

  @Test("an old server without a cursor counts as truncated when its page is full")
  func legacyTruncation() async throws {
    var settings = FakeHubServer.Settings()
    settings.legacyFeed = true
    let harness = try HubHarness(settings)
    #expect(try await harness.hub.library.videos.fetch().isTruncated == false)
    for index in 0..<100 {
      harness.server.upload(harness.upload("many\(index)", channel: "UCm\(index)", minutesAgo: Double(index + 1)))
    }
    harness.server.register((0..<100).map { "UCm\($0)" }, for: HubHarness.user)
    await harness.wait(30)
    harness.server.reconcile(for: HubHarness.user)
    #expect(try await harness.hub.library.videos.fetch(isFresh: true).isTruncated)
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

  @Test("forty channels of a hundred videos are all kept, and nothing is said to be missing")
  func fortyChannels() async throws {
    let (server, ids) = Self.worker(channels: 40, each: 100)
    let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
    try await worker.library.channels.setWanted(ids)
    let update = try await worker.library.videos.fetch()
    let known = try await worker.library.videos.known()
    #expect(known.videos.count == 4000 && !known.isTruncated && known.gaps.isEmpty && !update.isTruncated)
    let model = await FeedViewModel(worker: worker)
    await model.refreshAndWait()
    #expect(await model.state.unwatchedCount == 4000)
    #expect(await model.state.isTruncated == false)
  }

  @Test("videos that are more than the device keeps are said to be missing, of the channels that are shown")
  func cut() async throws {
    let (server, ids) = Self.worker(channels: 4, each: 100)
    let files = MemoryFileSystem()
    func launched(_ capacity: Int) -> WorkerService {
      WorkerService(
        server: .fake, transport: server.transport, environment: .manual(files: files), capacity: capacity)
    }
    let worker = launched(300)
    try await worker.library.channels.setWanted(ids)
    #expect(try await worker.library.videos.fetch().isTruncated)
    var known = try await worker.library.videos.known()
    #expect(known.videos.count == 300 && known.isTruncated)
    // The feed stays truncated when a fetch drops no more videos, and after a restart.
    #expect(try await worker.library.videos.fetch().isTruncated)
    #expect(try await launched(300).library.videos.known().isTruncated)
    // No video of this channel was dropped, so its feed is complete.
    let whole = try #require(
      Dictionary(grouping: known.videos.compactMap(\.channelId)) { $0 }.first { $0.value.count == 100 }?.key)
    try await worker.library.channels.setWanted([whole])
    known = try await worker.library.videos.known()
    #expect(known.videos.count == 100 && !known.isTruncated)
    // With room for 400 videos, a full fetch brings the dropped ones back.
    let roomy = launched(400)
    try await roomy.library.channels.setWanted(ids)
    #expect(try await roomy.library.videos.known().isTruncated)
    #expect(try await roomy.library.videos.fetch(everything: true).isTruncated == false)
    known = try await roomy.library.videos.known()
    #expect(known.videos.count == 400 && !known.isTruncated)
  }

  @Test("videos of a channel that is not wanted are dropped silently, and are missing once it is wanted again")
  func cutUnwanted() async throws {
    let feed = CannedFeed()
    let library = VideoLibrary(feed: feed, environment: .manual(), capacity: 5)
    try await library.channels.setWanted(["UCown"])
    feed.videos = (0..<12).map { Video("v\($0)", of: $0 < 3 ? "UCown" : "UCother", at: Double($0) * 1000) }
    #expect(try await library.videos.fetch().isTruncated == false)
    #expect(try await library.videos.known().isTruncated == false)
    try await library.channels.add("UCother")
    #expect(try await library.videos.known().isTruncated)
  }

  @Test("a gap is kept where the store is full, unless all videos on its far side were dropped", arguments: [6, 5])
  func gapInFullStore(_ capacity: Int) async throws {
    let feed = CannedFeed()
    let library = VideoLibrary(feed: feed, environment: .manual(), capacity: capacity)
    feed.videos = [Video("v0", of: "UCa", at: 1000)]
    try await library.videos.fetch()
    feed.videos = (5..<10).map { Video("v\($0)", of: "UCa", at: Double($0) * 1000) }
    feed.isTruncated = true
    try await library.videos.fetch()
    let known = try await library.videos.known()
    #expect(known.gaps.map(\.after) == (capacity == 6 ? [Date(timeIntervalSince1970: 1000)] : []))
    #expect(known.isTruncated)
    // After the gap is dismissed, the feed is truncated only if videos were dropped.
    for gap in known.gaps { try await library.videos.dismissGap(gap.id) }
    feed.isTruncated = false
    try await library.videos.fetch()
    #expect(try await library.videos.known().isTruncated == (capacity == 5))
  }

  @Test("sixty channels with a gap each are all said")
  func manyGaps() async throws {
    let (server, ids) = Self.worker(channels: 60, each: 1)
    let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
    try await worker.library.channels.setWanted(ids)
    try await worker.library.videos.fetch()
    for (index, id) in ids.enumerated() {
      Self.publish(100, of: id, to: server, from: 1, after: Double(10_000 * index))
    }
    #expect(try await worker.library.videos.fetch().gaps.count == 60)
    #expect(Set(try await worker.library.videos.known().gaps.compactMap(\.channelId)) == Set(ids))
  }

  @Test("of more than a thousand hidden videos none comes back")
  func manyHidden() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    try await videos.fetch()
    try await videos.hide("wkshopPlane")
    for index in 0..<1100 { try await videos.hide("gone\(index)") }
    #expect(try await !videos.known().videos.contains { $0.videoId == "wkshopPlane" })
  }

  /// A Worker with channels of `each` videos, a minute apart, the channels in sequence.
  private static func worker(channels: Int, each: Int) -> (FakeWorkerServer, ids: [String]) {
    let ids = (0..<channels).map { "UCmany\($0)-AAAAAAAAAAAAAAAA" }
    var world = WorkerWorld()
    world.channels = ids.map { WorkerWorld.Channel($0) }
    let server = FakeWorkerServer(world: world)
    for (index, id) in ids.enumerated() { publish(each, of: id, to: server, after: Double(10_000 * index)) }
    return (server, ids)
  }

  private static func publish(
    _ count: Int, of id: String, to server: FakeWorkerServer, from first: Int = 0, after: Double = 0
  ) {
    for index in first..<first + count {
      let published = ManualClock.defaultStart.addingTimeInterval(after + Double(60 * index) - 1e6)
      server.publish(HubWorld.Upload("\(id)\(index)", channel: id, published: published, title: "Video", length: 600))
    }
  }

  @Test("one video from the future does not hide all that is to come")
  func future() async throws {
    let harness = try HubHarness()
    harness.server.upload(harness.upload("year2099AA1", minutesAgo: -60 * 24 * 365 * 70))
    harness.server.reconcile(for: HubHarness.user)
    try await harness.hub.library.videos.fetch()
    harness.server.upload(harness.upload("brandNew001", minutesAgo: 1))
    harness.server.reconcile(for: HubHarness.user)
    await harness.wait(121)
    #expect(try await harness.hub.library.videos.fetch().unseen == ["brandNew001"])
  }

  @Test("one video from the future neither stops the watermark nor hides a gap")
  func futureGap() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    harness.server.upload(harness.upload("year2099AA1", minutesAgo: -60 * 24 * 365 * 70))
    harness.server.reconcile(for: HubHarness.user)
    try await videos.fetch()
    try await videos.fetch()
    let newest = harness.clock.now().addingTimeInterval(-20 * 3600)
    #expect(harness.server.requests.last?.query["since"] == HubDate.format(newest.addingTimeInterval(-86_400)))
    for index in 0..<120 {
      harness.server.upload(
        harness.upload("many\(index)", channel: "UCmany\(index % 10)", minutesAgo: Double(index + 1)))
    }
    harness.server.register((0..<10).map { "UCmany\($0)" }, for: HubHarness.user)
    await harness.wait(30)
    harness.server.reconcile(for: HubHarness.user)
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 99 && update.gaps.map(\.after) == [newest])
  }

  @Test("a gap is noticed by a device whose clock is far behind, too")
  func clockBehind() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    let today = harness.clock.now()
    harness.clock.setWallClock(to: today.addingTimeInterval(-400 * 86_400))
    try await videos.fetch()
    let newest = try (try await videos.known().videos.first?.publishedAt).orThrow()
    for index in 0..<120 {
      harness.server.upload(
        HubWorld.Upload(
          "many\(index)", channel: "UCmany\(index % 10)", published: today.addingTimeInterval(-60 * Double(index + 1)),
          title: "Many"))
    }
    harness.server.register((0..<10).map { "UCmany\($0)" }, for: HubHarness.user)
    await harness.wait(30)
    #expect(harness.server.reconcile(for: HubHarness.user) == 120)
    let update = try await videos.fetch(isFresh: true)
    #expect(update.unseen.count == 100 && update.gaps.map(\.after) == [newest])
  }

  @Test("what a reconcile found is fetched however old it is")
  func foundOld() async throws {
    let harness = try HubHarness()
    let refresher = harness.hub.library.refresher
    await refresher.refresh(.pull(force: false))
    await harness.wait(900)
    harness.server.upload(harness.upload("foundOld001", minutesAgo: 60 * 72))
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
    // Videos of unwanted channels are kept, and shown once the user adds their channel.
    try await library.channels.add("UCother")
    #expect(try await library.videos.known().videos.map(\.videoId) == ["v11", "v10", "v2", "v1", "v0"])
  }

  @Test("without its videos the moment of the last fetch is worth nothing: they are fetched at once")
  func damagedVideos() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    await harness.hub.library.refresher.refresh(.pull(force: false))
    let (path, data) = try files.contents.max { $0.value.count < $1.value.count }.orThrow()
    try files.replace(path, with: Data(data.dropLast(3)))
    let library = try harness.relaunched().hub.library
    let outcome = await library.refresher.refresh(.foreground)
    #expect(outcome.reconcile == .skipped && outcome.feed.value?.unseen.count == 7)
  }

  @Test("a reconcile that was noted before the clock was set back does not make every look a fetch")
  func notOwed() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    try await library.reconciler.setFrequency(.manual)
    _ = try await library.reconciler.reconcile()
    harness.clock.setWallClock(to: harness.clock.now().addingTimeInterval(-600))
    #expect(await library.refresher.refresh(.foreground).feed.value != nil)
    #expect(await library.refresher.refresh(.foreground).feed == .skipped)
  }

  @Test("a feed that cannot be read now is not written over, and is there again once it can be read")
  func unreadable() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    try await harness.hub.library.videos.fetch()
    try await harness.hub.library.videos.hide("wkshopPlane")
    try await harness.hub.library.reconciler.setFrequency(.manual)
    let locked = CheckedFileSystem.refusing(.read, with: .locked, files)
    let library = try harness.relaunched(files: locked).hub.library
    let outcome = await library.refresher.refresh(.background)
    // The files are locked: without the frequency no reconcile runs, and without the videos no fetch.
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
    let harness = try HubHarness(files: files)
    await harness.hub.library.refresher.refresh(.pull(force: false))
    for (path, data) in files.contents {
      let broken = Data(data.dropLast(3))
      try files.replace(path, with: broken)
    }
    let again = try harness.relaunched()
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
    let harness = try HubHarness(files: files)
    try await harness.hub.library.videos.fetch()
    let random = SeededRandom(seed: UInt64(seed))
    for (path, data) in files.contents.sorted(by: { $0.key < $1.key }) where !data.isEmpty {
      var broken = data
      broken[Int(random.next() % UInt64(data.count))] ^= UInt8(1 << (random.next() % 8))
      try files.replace(path, with: broken)
    }
    let known = try await (try harness.relaunched()).hub.library.videos.known()
    #expect(known.videos.isEmpty)
  }

  @Test("a full disk shows what was fetched all the same")
  func fullDisk() async throws {
    let harness = try HubHarness(files: CheckedFileSystem.full)
    #expect(try await harness.hub.library.videos.fetch().unseen.count == 7)
    #expect(try await harness.hub.library.videos.known().videos.count == 7)
    // On a full disk, a setting lasts until the app ends, and the failed write is logged.
    func failures() -> Int { harness.hub.client.log.entries.count { $0.message.contains("store.write") } }
    var before = failures()
    try await harness.hub.library.videos.hide("wkshopPlane")
    #expect(try await harness.hub.library.videos.known().videos.count == 6 && failures() > before)
    before = failures()
    try await harness.hub.library.reconciler.setFrequency(.manual)
    #expect(try await harness.hub.library.reconciler.frequency() == .manual && failures() > before)
    before = failures()
    try await harness.hub.library.channels.setTitles([HubWorld.kitchen: "Bread & Soup"])
    #expect(
      try await harness.hub.library.channels.titles() == [HubWorld.kitchen: "Bread & Soup"] && failures() > before)
  }

  @Test("an unforced fetch is due after an hour, after a clock was set back, and when a reconcile came since")
  func due() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    #expect(try await videos.isSyncDue())
    try await videos.fetch()
    let synced = harness.clock.now()
    #expect(try await !videos.isSyncDue())
    #expect(try await !videos.isSyncDue(lastReconcile: synced))
    await harness.wait(1)
    #expect(try await videos.isSyncDue(lastReconcile: synced.addingTimeInterval(1)))
    await harness.wait(3598)
    #expect(try await !videos.isSyncDue())
    await harness.wait(1)
    #expect(try await videos.isSyncDue())
    harness.clock.setWallClock(to: synced.addingTimeInterval(-10))
    #expect(try await videos.isSyncDue())
  }

  @Test("observers are notified of each change until they leave")
  func observers() async throws {
    let harness = try HubHarness()
    let count = Locked(0)
    let token = harness.hub.library.videos.observe { count.withLock { $0 += 1 } }
    try await harness.hub.library.videos.fetch()
    try await harness.hub.library.videos.hide("wkshopPlane")
    try await harness.hub.library.videos.hide("wkshopPlane")
    #expect(count.withLock { $0 } == 2)
    token.cancel()
    try await harness.hub.library.videos.fetch()
    #expect(count.withLock { $0 } == 2)
  }
}

/// An app's own feed.
final class CannedFeed: VideoFeed {
  private let state = Locked<[Video]>([])
  private let requested = Locked<[FeedRequest]>([])
  private let cuts = Locked(false)
  let storageName = "canned"

  var videos: [Video] {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  /// Whether answers are truncated.
  var isTruncated: Bool {
    get { cuts.withLock { $0 } }
    set { cuts.withLock { $0 = newValue } }
  }

  var requests: [FeedRequest] { requested.withLock { $0 } }

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration { .init(registered: channels) }
  func reconcile() async throws(HubError) -> Int? { nil }
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer {
    requested.withLock { $0.append(request) }
    return with(
      FeedAnswer(videos: videos, position: FeedPosition(publishedAt: videos.compactMap(\.publishedAt).max()))
    ) { $0.isTruncated = isTruncated }
  }
  func channelTitles() async throws(HubError) -> [String: String] { [:] }
  func canFindVideos() async throws(HubError) -> Bool { true }
}
