import Foundation
import HubTesting
import MediaCore
import ShelfTesting
import TallyTesting
import Testing

@Suite("The sample worlds at another moment")
struct SampleWorldTests {
  /// 2031-03-04 09:30 UTC, a Tuesday: no whole number of weeks after the first moment.
  private let later = Date(timeIntervalSince1970: 1_930_383_000)

  private func get(_ server: any FakeServer, _ path: String, token: String? = nil) throws -> JSONValue {
    let url = try #require(URL(string: "http://fake.test\(path)"))
    var request = HTTPRequest(url: url)
    request.fields["Authorization"] = token.map { "Bearer \($0)" }
    return try JSONValue(parsing: server.respond(to: request).body)
  }

  private func token(_ server: any FakeServer, _ path: String, _ body: String, _ place: [String]) throws -> String {
    let url = try #require(URL(string: "http://fake.test\(path)"))
    let request = HTTPRequest(
      method: .post, url: url, fields: ["Content-Type": "application/json", "x-return-tokens": "true"],
      body: Data(body.utf8))
    var answer: JSONValue? = try JSONValue(parsing: server.respond(to: request).body)
    for name in place { answer = answer?[name] }
    return try #require(answer?.string)
  }

  @Test("Shelf: the same ids, with dates that go along")
  func shelf() throws {
    let world = ShelfWorld.sample(at: later)
    #expect(world.itemIDs(in: world.libraryIDs[0]) == ShelfWorld.sample.itemIDs(in: world.libraryIDs[0]))
    let server = FakeShelfServer(world: world, clock: ManualClock(start: later))
    let token = try token(
      server, "/login", #"{"username":"ada","password":"correct horse"}"#, ["user", "accessToken"])
    let shelves = try get(server, "/api/libraries/\(world.libraryIDs[1])/personalized", token: token).array ?? []
    let newest = try #require(shelves.first { $0["id"] == "newest-episodes" })
    let published = newest["entities"]?[0]?["recentEpisode"]?["publishedAt"]?.double
    #expect(published == (later.timeIntervalSince1970 - 86_400) * 1000)
  }

  @Test("Hub and Worker: the newest video is twenty hours old")
  func hub() throws {
    let server = FakeHubServer(world: .sample(at: later), clock: ManualClock(start: later))
    let videos = try get(server, "/api/users/\(HubWorld.sampleUser)/feed")["videos"]
    #expect(videos?[0]?["videoId"] == "wkshopPlane")
    #expect(videos?[0]?["publishedAt"]?.string?.hasPrefix("2031-03-03T13:30:00") == true)
    #expect(WorkerWorld.sample(at: later).uploads.last?.published == later.addingTimeInterval(-20 * 3600))
  }

  @Test("Tally: air dates move by whole weeks, so that weekdays stay")
  func tally() throws {
    let server = FakeTallyServer(world: .sample(at: later), clock: ManualClock(start: later))
    let before = FakeTallyServer()
    func dates(_ server: FakeTallyServer) throws -> [Int] {
      let answer = try TallyTalk(server)("GET", "/api/tmdb/show/520100/season/2/raw?country=US").body
      let episodes = answer["raw"]?["season"]?["episodes"]?.array ?? []
      return episodes.compactMap { ($0["air_date"] ?? $0["airDate"])?.string }
        .compactMap { CalendarDay(String($0.prefix(10)))?.daysSince1970 }
    }
    let (then, now) = (try dates(before), try dates(server))
    #expect(!then.isEmpty && then.count == now.count)
    let moved = Set(zip(then, now).map { $1 - $0 })
    #expect(moved.count == 1 && moved.allSatisfy { $0 % 7 == 0 && abs($0 - 1563) <= 4 }, "\(moved)")
  }

  @Test("an MP3 is one: a tag, then frames of 192 bytes to the end, and every part of it is that part")
  func audio() throws {
    let world = ShelfWorld.sample
    let server = FakeShelfServer(world: world)
    let token = try token(
      server, "/login", #"{"username":"ada","password":"correct horse"}"#, ["user", "accessToken"])
    let item = try #require(world.itemID(titled: "Bread Hour"))
    let track = try #require(try get(server, "/api/items/\(item)?expanded=1", token: token)["media"]?["episodes"]?[0])
    func bytes(_ range: String?) throws -> Data {
      let url = try #require(URL(string: "http://fake.test\(track["audioTrack"]?["contentUrl"]?.string ?? "")"))
      var request = HTTPRequest(url: url, fields: ["Authorization": "Bearer \(token)"])
      request.fields["Range"] = range
      return server.respond(to: request).body
    }
    let whole = try bytes(nil)
    #expect(whole.count == track["audioFile"]?["metadata"]?["size"]?.int)
    #expect(whole.prefix(3) == Data("ID3".utf8))
    let starts = stride(from: 423, to: whole.count - 4, by: 192)
    #expect(starts.allSatisfy { whole[$0..<$0 + 4] == Data([0xFF, 0xFB, 0x54, 0xC0]) })
    for (first, last) in [(0, 0), (3, 430), (422, 424), (1000, 1400), (whole.count - 5, whole.count - 1)] {
      #expect(try bytes("bytes=\(first)-\(last)") == whole[first...last])
    }
  }
}
