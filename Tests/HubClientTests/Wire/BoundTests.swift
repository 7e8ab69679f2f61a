import Foundation
import HubTesting
import MediaCore
import TestSupport
import Testing

@testable import HubClient

@Suite("Numbers beyond all bounds")
struct BoundTests {
  @Test("rows say how far an answer reached, and the server's own number only where they do not")
  func place() {
    func batch(_ places: [Int?], _ reached: Int?) -> WorkerVideoBatch {
      WorkerVideoBatch(
        videos: places.enumerated().map { index, place in with(WorkerVideo(videoId: "\(index)")) { $0.seq = place } },
        maxSeqReturned: reached)
    }
    #expect(batch([4, 5], .max).place(after: 3) == 5)
    #expect(batch([4, nil], 9).place(after: 3) == 4)
    #expect(batch([nil], 9).place(after: 3) == 9)
    #expect(batch([], .max).place(after: 3) == 3)
    for lower in [[1], [.min], [nil]] { #expect(batch(lower, 1).place(after: 3) == 3) }
  }

  @Test("a wrong place in the middle of the pages skips none of those behind it")
  func wrongPlaceBetweenPages() async throws {
    let server = FakeWorkerServer()
    for index in 0..<20 {
      server.publish(
        HubWorld.Upload("page\(index)", channel: HubWorld.workshop, published: ManualClock.defaultStart, title: "page"))
    }
    let transport = ClosureTransport { request in
      var answer = server.respond(to: request)
      if request.operation == .workerVideosQuery, var body = try? JSONValue(parsing: answer.body) {
        body["maxSeqReturned"] = .integer(.max)
        answer.body = body.serialized()
      }
      return answer
    }
    let worker = WorkerService(server: .fake, transport: transport, environment: .manual())
    let read = try await worker.api.allVideos(limit: 5)
    #expect(read.videos.count == 27 && read.isComplete && read.place == server.lastPlace)
  }

  @Test("a kept place below zero is read from the beginning", arguments: [Int.min, -1])
  func placeBelowZero(place: Int) async throws {
    let server = FakeWorkerServer()
    let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
    var request = FeedRequest()
    request.scope = .sincePosition
    request.position = FeedPosition(places: ["*": place])
    let answer = try await worker.library.feed.videos(request)
    #expect(answer.videos.count == 7 && answer.position.places == ["*": server.lastPlace])
  }

  @Test("a cap on pages below one reads one", arguments: [Int.min, -1, 0, 1])
  func pages(cap: Int) async throws {
    let server = FakeWorkerServer()
    let worker = WorkerService(server: .fake, transport: server.transport, environment: .manual())
    let read = try await worker.api.allVideos(limit: 2, maximumPages: cap)
    #expect(read.videos.count == 2 && !read.isComplete)
  }

  @Test(
    "an answer is a year old at most, and none is younger than new",
    arguments: [
      ("9223372036854775807", 31_536_000), ("31536001", 31_536_000), (" 7 ", 7), ("0", 0), ("-1", nil), ("", nil),
      ("9223372036854775808", nil), ("1e3", nil),
    ] as [(String, Int?)])
  func age(text: String, seconds: Int?) {
    #expect(HTTPResponse(status: 200, fields: ["Age": text]).age == seconds.map { .seconds($0) })
  }

  @Test(
    "a pause between reconciles is a number of seconds, and not below 15 minutes",
    arguments: [.nan, .infinity, -.infinity, -1, .leastNonzeroMagnitude, 899] as [Double])
  func pause(seconds: Double) {
    #expect(ReconcileFrequency(rawValue: seconds).interval == 900)
    #expect(ReconcileFrequency.every(seconds: seconds).interval == 900)
  }

  @Test(
    "a date that has no year of four digits is written as nothing",
    arguments: [.nan, .infinity, -.infinity, 1e300, -1e300, 253_402_300_800, -62_135_596_801] as [Double])
  func date(seconds: Double) {
    #expect(HubDate.format(Date(timeIntervalSince1970: seconds)) == "")
  }
}
