import Foundation
import HubClient
import HubTesting
import MediaCore
import Testing

@Suite("The Worker")
struct WorkerTests {
  struct WorkerHarness {
    let clock = ManualClock(passing: .everything)
    let server: FakeWorkerServer
    let files = MemoryFileSystem()
    let worker: WorkerService

    init(world: WorkerWorld = .sample, settings: FakeWorkerServer.Settings = .init()) {
      server = FakeWorkerServer(world: world, settings: settings)
      worker = WorkerService(
        server: .fake, transport: server.transport, environment: .manual(clock: clock, files: files))
    }

    func relaunched() -> WorkerService {
      WorkerService(server: .fake, transport: server.transport, environment: .manual(clock: clock, files: files))
    }

    func publish(_ id: String, channel: String = HubWorld.workshop, minutesAgo: Double = 1) {
      server.publish(
        HubWorld.Upload(id, channel: channel, published: clock.now().addingTimeInterval(-60 * minutesAgo), title: id))
    }
  }

  @Test("health, the sentence about it, and the channels with their names")
  func reads() async throws {
    let harness = WorkerHarness()
    try await harness.worker.api.check()
    #expect(try await harness.worker.api.about().hasPrefix("MeTubeWorker"))
    let channels = try await harness.worker.api.channels()
    #expect(channels.map(\.displayTitle) == ["The Workshop", HubWorld.kitchen])
    #expect(channels[0].thumbnailURL?.host == "yt3.example.test")
    harness.server.failNext(status: 503)
    #expect(
      await hubError { () async throws(HubError) in try await harness.worker.api.check() }?.name == "serverUnhealthy")
  }

  @Test("registering counts, cleans, and refuses what is nothing")
  func register() async throws {
    let harness = WorkerHarness()
    let api = harness.worker.api
    let answer = try await api.register([HubWorld.harbour, HubWorld.workshop, " \(HubWorld.harbour) ", "short"])
    #expect(answer.requested == 2 && answer.inserted == 1 && answer.alreadyPresent == 1 && answer.totalChannels == 3)
    let error = await hubError { () async throws(HubError) in try await api.register(["short"]) }
    #expect(error?.name == "registrationFailed" && error?.clientError.serverMessage == "no valid channel IDs")
    #expect(await hubError { () async throws(HubError) in try await api.register([]) }?.clientError.status == 400)
    // `VideoFeed.register` drops the ids that the server would drop, reports them, and sends no empty list.
    harness.server.clearRequests()
    let shared = try await harness.worker.library.feed.register(["short", "white space inside", "UCsomeLongEnough"])
    #expect(shared.registered == ["UCsomeLongEnough"] && shared.ignored == ["short", "white space inside"])
    #expect(shared.unusual == ["UCsomeLongEnough"])
    _ = try await harness.worker.library.feed.register(["short"])
    #expect(harness.server.count(.workerChannelsRegister) == 1)
    let many = (0..<1201).map { "UCchannel-\($0)" }
    #expect(try await harness.worker.library.feed.register(many).registered.count == 1201)
    #expect(harness.server.requests.map { $0.body?["channelIds"]?.array?.count } == [1, 500, 500, 201])
  }

  @Test("pages follow the sequence to its end, and never past their cap")
  func pages() async throws {
    let harness = WorkerHarness()
    for index in 0..<60 { harness.publish("page\(index)", channel: "UCpages-\(index % 3)") }
    let all = try await harness.worker.api.allVideos(limit: 10)
    #expect(all.videos.count == 67 && all.isComplete && all.place == harness.server.lastPlace)
    #expect(harness.server.count(.workerVideosQuery) == 7)
    let cut = try await harness.worker.api.allVideos(limit: 10, maximumPages: 3)
    #expect(cut.videos.count == 30 && !cut.isComplete)
    let rest = try await harness.worker.api.allVideos(afterSeq: cut.place)
    #expect(rest.videos.count == 37)
    // For an empty answer the server sends place 0: keep the known place.
    #expect(try await harness.worker.api.allVideos(afterSeq: all.place).place == all.place)
  }

  @Test("rows of more channels than a query takes all come, and what comes in meanwhile is not skipped")
  func parts() async throws {
    let harness = WorkerHarness()
    let ids = (0..<650).map { "UCchannel-\($0)" }
    for index in [0, 299, 300, 649] { harness.publish("many\(index)", channel: ids[index]) }
    // After the first query, publish a row for channels that were already queried and one for channels that were not.
    let busy = BusyWorker(base: harness.worker.api) { number in
      guard number == 1 else { return }
      harness.publish("late0", channel: ids[0])
      harness.publish("late649", channel: ids[649])
    }
    let all = try await busy.allVideos(channels: ids)
    #expect(Set(all.videos.map(\.videoId)) == ["many0", "many299", "many300", "many649", "late649"])
    #expect(all.isComplete && all.videos.count == 5)
    let queries = harness.server.requests.compactMap(\.body)
    #expect(queries.map { $0["channelIds"]?.array?.count } == [300, 300, 50])
    #expect(queries.allSatisfy { $0["afterSeq"]?.int == 0 })
    let rest = try await busy.allVideos(channels: ids, afterSeq: all.place)
    #expect(rest.videos.contains { $0.videoId == "late0" })
    // A part that was cut off holds the place at its last row, so that no row is skipped.
    let cut = try await harness.worker.api.allVideos(channels: Array(ids.dropFirst(299)), limit: 1, maximumPages: 1)
    #expect(cut.videos.map(\.videoId) == ["many299", "many649"] && !cut.isComplete)
    let places = cut.videos.compactMap(\.seq)
    #expect(cut.place == places.min())
  }

  @Test("a row that cannot be read does not end the reading of the rest")
  func unreadableRow() async throws {
    let transport = FakeTransport()
    transport.answer(
      .workerVideosQuery,
      with: .json(["videos": [["videoId": "a", "seq": 1], ["seq": 2]], "maxSeqReturned": 2]))
    transport.answer(
      .workerVideosQuery,
      with: .json(["videos": [["videoId": "", "seq": 3], .null], "maxSeqReturned": 4]))
    transport.answer(
      .workerVideosQuery, with: .json(["videos": [["videoId": "c", "seq": 5]], "maxSeqReturned": 5]))
    let worker = WorkerService(server: .fake, transport: transport, environment: .manual())
    let read = try await worker.api.allVideos(limit: 2)
    #expect(read.videos.map(\.videoId) == ["a", "c"] && read.place == 5 && read.isComplete)
    #expect(transport.problems.isEmpty)
  }

  @Test("a name that the app gave stays where the server has none")
  @MainActor func titles() async throws {
    let harness = WorkerHarness()
    let library = harness.worker.library
    try await library.channels.setTitles([HubWorld.kitchen: "Bread & Soup", HubWorld.workshop: "Shop"])
    #expect(try await harness.worker.library.feed.channelTitles() == [HubWorld.workshop: "The Workshop"])
    let model = FeedViewModel(worker: harness.worker)
    model.loadChannelTitles()
    await model.settled()
    #expect(model.state.channelTitles == [HubWorld.kitchen: "Bread & Soup", HubWorld.workshop: "The Workshop"])
    let transport = FakeTransport()
    transport.answer(
      .workerChannelsAll,
      with: .json(["channels": [["channelId": "UCone", "title": ""], ["channelId": "UCtwo", "title": "Two"]]]))
    let worker = WorkerService(server: .fake, transport: transport, environment: .manual())
    #expect(try await worker.library.feed.channelTitles() == ["UCtwo": "Two"])
  }

  @Test("a server that never moves on ends the loop")
  func stuck() async throws {
    let transport = FakeTransport()
    transport.alwaysAnswer(
      .workerVideosQuery, with: .json(["videos": [["videoId": "a"], ["videoId": "b"]], "maxSeqReturned": 5]))
    let worker = WorkerService(server: .fake, transport: transport, environment: .manual())
    let read = try await worker.api.allVideos(afterSeq: 5, limit: 2)
    #expect(read.videos.count == 2 && read.isComplete && read.place == 5)
    #expect(transport.count(.workerVideosQuery) == 1)
  }

  @Test(
    "queries keep to the server's limits",
    arguments: [(-1, -1, 0, 1), (0, 0, 0, 1), (7, 501, 7, 500), (7, 500, 7, 500)])
  func limits(_ after: Int, _ limit: Int, _ sentAfter: Int, _ sentLimit: Int) async throws {
    let harness = WorkerHarness()
    let query = WorkerVideoQuery(channels: (0..<400).map { "UCchannel-\($0)" }, afterSeq: after, limit: limit)
    _ = try await harness.worker.api.videos(query)
    let body = try (harness.server.requests.last?.body).orThrow()
    #expect(body["afterSeq"]?.int == sentAfter && body["limit"]?.int == sentLimit)
    #expect(body["channelIds"]?.array?.count == 300)
  }

  @Test("the same stores and the same screen work over it, and there is nothing to reconcile")
  @MainActor func sameScreen() async throws {
    let harness = WorkerHarness()
    let library = harness.worker.library
    try await library.channels.setWanted([HubWorld.workshop, HubWorld.kitchen])
    let model = FeedViewModel(worker: harness.worker)
    model.refresh()
    await model.settled()
    #expect(model.state.videos.count == 7 && model.state.error == nil && model.state.notice == nil)
    #expect(model.state.lastOutcome?.reconcile == .skipped && model.state.lastReconcileTime == nil)
    harness.publish("brandNew001")
    model.refresh()
    await model.settled()
    #expect(model.state.notice == "Found one new video!" && model.state.videos.first?.videoId == "brandNew001")
    #expect(harness.server.requests.last?.body?["afterSeq"]?.int == harness.server.lastPlace - 2)
    model.loadChannelTitles()
    await model.settled()
    #expect(model.state.channelTitle(of: try model.state.videos.first.orThrow()) == "The Workshop")
    // The Worker sends no length for the live video, so its kind is unknown.
    #expect(model.state.videos.first { $0.videoId == "kitchenLive" }?.kind == .unknown)
  }

  @Test("a channel that is added is read from the start, the others go on where they were")
  func addedChannel() async throws {
    let harness = WorkerHarness()
    let library = harness.worker.library
    try await library.channels.setWanted([HubWorld.workshop])
    await library.refresher.refresh(.pull(force: false))
    #expect(try await library.videos.known().videos.count == 4)
    harness.server.clearRequests()
    try await library.channels.add(HubWorld.kitchen)
    await library.refresher.refresh(.pull(force: false))
    #expect(try await library.videos.known().videos.count == 7)
    let queries = harness.server.requests.filter { $0.operation == .workerVideosQuery }.compactMap(\.body)
    #expect(queries.map { $0["channelIds"] } == [[.string(HubWorld.kitchen)], [.string(HubWorld.workshop)]])
    #expect(queries.map { $0["afterSeq"]?.int == 0 } == [true, false])
  }

  @Test("more channels than a query takes are asked for in parts, and no part's place is another's")
  func manyChannels() async throws {
    let harness = WorkerHarness()
    let ids = (0..<650).map { "UCchannel-\($0)" }
    for index in [0, 299, 300, 649] { harness.publish("many\(index)", channel: ids[index]) }
    try await harness.worker.library.channels.setWanted(ids)
    await harness.worker.library.refresher.refresh(.pull(force: false))
    #expect(try await harness.worker.library.videos.known().videos.count == 4)
    harness.publish("manyNext", channel: ids[0])
    await harness.worker.library.refresher.refresh(.pull(force: false))
    #expect(try await harness.worker.library.videos.known().videos.count == 5)
  }

  @Test("who was away for long has gaps, channel by channel")
  func gaps() async throws {
    let harness = WorkerHarness()
    let library = harness.worker.library
    try await library.channels.setWanted([HubWorld.workshop, HubWorld.kitchen])
    await library.refresher.refresh(.pull(force: false))
    for index in 0..<130 { harness.publish("lost\(index)", minutesAgo: Double(130 - index)) }
    harness.publish("one", channel: HubWorld.kitchen)
    await library.refresher.refresh(.pull(force: false))
    let known = try await library.videos.known()
    #expect(known.gaps.map(\.channelId) == [HubWorld.workshop] && known.isTruncated)
    #expect(known.videos.count == 7 + 100 + 1)
  }

  @Test("the place is kept over launches, its row is asked for again, and a fetch of everything begins anew")
  func place() async throws {
    let harness = WorkerHarness()
    await harness.worker.library.refresher.refresh(.pull(force: false))
    let place = harness.server.lastPlace
    await harness.worker.library.refresher.refresh(.pull(force: false))
    let again = harness.relaunched()
    await again.library.refresher.refresh(.pull(force: false))
    #expect(harness.server.requests.compactMap { $0.body?["afterSeq"]?.int } == [0, place - 1, place - 1])
    try await again.library.videos.fetch(everything: true)
    #expect(harness.server.requests.last?.body?["afterSeq"] == 0)
    await again.forget()
    #expect(try await harness.relaunched().library.videos.known() == KnownFeed())
  }

  @Test("a Hub and a Worker at one address share nothing on disk")
  func apart() async throws {
    let harness = WorkerHarness()
    await harness.worker.library.refresher.refresh(.pull(force: false))
    let hub = try HubHarness(server: FakeHubServer(clock: harness.clock), clock: harness.clock, files: harness.files)
    #expect(try await hub.hub.library.videos.known() == KnownFeed())
  }
}

/// A Worker that runs a closure with the query's number after each query.
private struct BusyWorker: WorkerAPI {
  let base: any WorkerAPI
  let happens: @Sendable (Int) -> Void
  private let queries = Locked(0)

  init(base: any WorkerAPI, happens: @escaping @Sendable (Int) -> Void) {
    self.base = base
    self.happens = happens
  }

  func check() async throws(HubError) { try await base.check() }
  func about() async throws(HubError) -> String { try await base.about() }
  func channels() async throws(HubError) -> [WorkerChannel] { try await base.channels() }
  func register(_ channels: [String]) async throws(HubError) -> WorkerRegistration {
    try await base.register(channels)
  }
  func videos(_ query: WorkerVideoQuery) async throws(HubError) -> WorkerVideoBatch {
    let batch = try await base.videos(query)
    happens(
      queries.withLock { queries in
        queries += 1
        return queries
      })
    return batch
  }
}
