import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("Positions that one answer or a restored server makes wrong")
struct PoisonedPlaceTests {
  /// A Worker whose answer to one query is changed by the transport.
  private struct Harness {
    let clock = ManualClock(passing: .everything)
    let files = MemoryFileSystem()
    let server = Locked(FakeWorkerServer())
    let change = Locked<(@Sendable (inout JSONValue) -> Void)?>(nil)
    let queries = Locked<[Int]>([])

    func launched(channels: [String]? = nil) async throws -> WorkerService {
      let worker = WorkerService(
        server: .fake, transport: ClosureTransport(respond), environment: .manual(clock: clock, files: files))
      if let channels { try await worker.library.channels.setWanted(channels) }
      return worker
    }

    private func respond(_ request: HTTPRequest) async throws -> HTTPResponse {
      var answer = server.withLock { $0 }.respond(to: request)
      guard request.operation == .workerVideosQuery else { return answer }
      let after = try request.body.map { try JSONValue(parsing: $0)["afterSeq"]?.int } ?? nil
      queries.withLock { $0.append(after ?? -1) }
      let change = change.withLock { change in
        defer { change = nil }
        return change
      }
      if let change {
        var body = try JSONValue(parsing: answer.body)
        change(&body)
        answer.body = body.serialized()
      }
      return answer
    }

    func publish(_ id: String, on server: FakeWorkerServer? = nil) {
      (server ?? self.server.withLock { $0 }).publish(
        HubWorld.Upload(id, channel: HubWorld.workshop, published: clock.now().addingTimeInterval(-60), title: id))
    }
  }

  private func shown(_ worker: WorkerService) async throws -> [String] {
    await worker.library.refresher.refresh(.pull(force: false))
    return try await worker.library.videos.known().videos.map(\.videoId)
  }

  @Test(
    "a wrong place in one answer hides no later video, also after a relaunch", arguments: [nil, [HubWorld.workshop]])
  func wrongPlace(channels: [String]?) async throws {
    let changes: [@Sendable (inout JSONValue) -> Void] = [
      { $0["maxSeqReturned"] = .integer(.max) }, { $0["maxSeqReturned"] = .integer(13_000) },
      { $0["maxSeqReturned"] = .integer(.min) },
      { $0["videos"] = .array(($0["videos"]?.array ?? []).map { with($0) { $0["seq"] = .integer(.max) } }) },
      { $0["videos"] = .array(($0["videos"]?.array ?? []).map { with($0) { $0["seq"] = .integer(.min) } }) },
      {
        $0["videos"] = .array(($0["videos"]?.array ?? []).map { with($0) { $0["seq"] = .null } })
        $0["maxSeqReturned"] = .integer(.max)
      }, { $0["videos"] = .array(($0["videos"]?.array ?? []) + [["videoId": "stray", "seq": .integer(.max)]]) },
      {
        $0["videos"] = []
        $0["maxSeqReturned"] = .integer(.max)
      },
    ]
    for (number, change) in changes.enumerated() {
      let harness = Harness()
      let worker = try await harness.launched(channels: channels)
      harness.change.withLock { $0 = change }
      _ = try await shown(worker)
      harness.publish("later1")
      #expect(try await shown(worker).contains("later1"), "\(number)")
      harness.publish("later2")
      let again = try await harness.launched()
      #expect(try await shown(again).contains("later2"), "\(number)")
      // The next fetch continues after the last row: the changed answer has left no trace.
      harness.queries.withLock { $0 = [] }
      _ = try await shown(again)
      #expect(harness.queries.withLock { $0 } == [harness.server.withLock { $0.lastPlace } - 1], "\(number)")
    }
  }

  @Test("the videos of a server that was restored are shown, with places below the known ones")
  func restored() async throws {
    let harness = Harness()
    let worker = try await harness.launched()
    for index in 0..<5 { harness.publish("before\(index)") }
    #expect(try await shown(worker).contains("before4"))
    harness.server.withLock { $0 = FakeWorkerServer() }
    harness.publish("after1")
    #expect(try await shown(worker).contains("after1"))
    harness.publish("after2")
    #expect(try await shown(try await harness.launched()).contains("after2"))
    #expect(harness.queries.withLock { $0 } == [0, 12_011, 0, 12_007])
  }

  @Test("those whose places the device passed long ago are shown with the daily fetch of everything")
  func restoredLongAgo() async throws {
    let harness = Harness()
    let worker = try await harness.launched()
    #expect(try await shown(worker).count == 7)
    let other = FakeWorkerServer(world: WorkerWorld())
    for index in 0..<30 { harness.publish("after\(index)", on: other) }
    harness.server.withLock { $0 = other }
    try await harness.clock.sleep(for: .seconds(86_400))
    let ids = try await shown(worker)
    #expect((0..<30).allSatisfy { ids.contains("after\($0)") })
    harness.publish("next")
    #expect(try await shown(worker).contains("next"))
    #expect(harness.queries.withLock { $0.last } == 12_029)
  }

  @Test("a date in the year 9999 hides no later video of the Hub")
  func farDate() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    harness.server.push(
      HubWorld.Upload(
        "far", channel: HubWorld.kitchen, published: Date(timeIntervalSince1970: 253_402_300_000), title: "far"))
    _ = try await videos.fetch(isFresh: true)
    harness.server.push(harness.upload("later"))
    _ = try await videos.fetch(isFresh: true)
    #expect(try await videos.known().videos.map(\.videoId).contains("later"))
  }

  @Test("a position from a clock that was ahead lasts until the next fetch of everything")
  func clockAhead() async throws {
    let harness = try HubHarness()
    let videos = harness.hub.library.videos
    let now = harness.clock.now()
    harness.clock.setWallClock(to: now.addingTimeInterval(40 * 86_400))
    harness.server.push(
      HubWorld.Upload(
        "ahead", channel: HubWorld.kitchen, published: now.addingTimeInterval(40 * 86_400), title: "ahead"))
    _ = try await videos.fetch(isFresh: true)
    harness.clock.setWallClock(to: now)
    // The noted full fetch is in the future, so everything is fetched again, and the video's future date does not limit later fetches.
    _ = try await videos.fetch(isFresh: true)
    harness.server.push(harness.upload("later"))
    _ = try await videos.fetch(isFresh: true)
    #expect(try await videos.known().videos.map(\.videoId).contains("later"))
  }

  @Test("of a time to come back in a year an hour counts, as seconds and as a date")
  func yearOfSilence() async throws {
    let times = ["31536000", "9223372036854775807", "Fri, 31 Dec 9999 23:59:59 GMT"]
    for time in times {
      let clock = ManualClock(passing: .everything)
      let server = FakeHubServer(clock: clock)
      let isRefusing = Locked(true)
      let transport = ClosureTransport { request in
        isRefusing.withLock { $0 } && request.operation == .hubFeedPage
          ? HTTPResponse(status: 429, fields: ["Retry-After": time]) : server.respond(to: request)
      }
      let hub = HubService(
        server: .fake, user: try HubUserID(HubHarness.user).orThrow(), transport: transport,
        environment: .manual(clock: clock))
      let error = await hubError { () async throws(HubError) in _ = try await hub.feed.newest() }
      #expect(try error.orThrow().clientError.retryAt.orThrow().timeIntervalSince(clock.now()) <= 3600, "\(time)")
      isRefusing.withLock { $0 = false }
      try await clock.sleep(for: .seconds(3599))
      let early = await hubError { () async throws(HubError) in _ = try await hub.feed.newest() }
      #expect(early?.clientError.kind == .rateLimited, "\(time)")
      try await clock.sleep(for: .seconds(1))
      #expect(try await hub.feed.newest().videos.count == 7, "\(time)")
    }
  }
}
