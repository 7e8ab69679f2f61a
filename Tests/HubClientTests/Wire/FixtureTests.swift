import Foundation
import HubClient
import MediaCore
import TestSupport
import Testing

@Suite("The samples of the wire are read with their values")
struct FixtureTests {
  @Test("a first page has its videos, its lengths and the cursor as it came")
  func firstPage() throws {
    let page = try Fixture.decode(FeedPage.self, "feed-first-page")
    #expect(page.videos.map(\.videoId) == ["aaaaaaaaa01", "bbbbbbbbb02", "aaaaaaaaa03"])
    #expect(page.videos.map { $0.duration?.seconds } == [754, 3723, 42])
    #expect(page.videos[0].channelId == "UCaaaaaaaaaaaaaaaaaaaaaa")
    #expect(page.videos[0].title == "Morning build log")
    #expect(page.videos[0].description == "Part 1 of 3.")
    #expect(page.videos[0].thumbnailUrl == "https://i.ytimg.com/vi/aaaaaaaaa01/hqdefault.jpg")
    #expect(page.videos[0].publishedAt == (try Fixture.date("2025-12-10T07:30:00Z")))
    #expect(page.videos[1].title == "Q&A: \"why C++?\" <live notes>")
    #expect(page.videos[1].description == "")
    #expect(page.videos[2].isShort)
    #expect(page.nextCursor?.rawValue == "2025-12-08T18:00:00.0000000+00:00")
    #expect(page.nextPageToken == nil)
    #expect(page.isTruncated)
  }

  @Test("the page after a cursor is the page before it without its end")
  func pageAfterCursor() throws {
    let page = try Fixture.decode(FeedPage.self, "feed-page-after-cursor")
    #expect(page.videos.map(\.videoId) == ["aaaaaaaaa01", "bbbbbbbbb02"])
    #expect(page.nextCursor == nil)
    #expect(page.hasCursorMember)
    #expect(!page.isTruncated)
  }

  @Test("an empty feed is empty and complete")
  func empty() throws {
    let page = try Fixture.decode(FeedPage.self, "feed-empty")
    #expect(page.videos.isEmpty)
    #expect(page.nextCursor == nil && page.nextPageToken == nil && page.hasCursorMember)
  }

  @Test("an old server's feed has no cursor and dates with Z")
  func legacy() throws {
    let page = try Fixture.decode(FeedPage.self, "feed-legacy-no-cursor")
    #expect(page.videos.map(\.videoId) == ["aaaaaaaaa03"])
    #expect(page.videos[0].publishedAt == (try Fixture.date("2025-12-06T10:30:00+00:00")))
    #expect(!page.hasCursorMember)
  }

  @Test("the odd ones: nulls, fractions, offsets, emoji, days, zero")
  func edgeCases() throws {
    let page = try Fixture.decode(FeedPage.self, "feed-edge-cases")
    #expect(page.videos.count == 10)
    let byID = Dictionary(uniqueKeysWithValues: page.videos.map { ($0.videoId, $0) })
    let bare = try byID["-_edxge0001"].orThrow()
    #expect(bare.title == nil && bare.description == nil && bare.thumbnailUrl == nil && bare.duration == nil)
    #expect(HubDate.format(try bare.publishedAt.orThrow()) == "2025-12-10T09:00:00.1234567+00:00")
    #expect(bare.kind == .unknown)
    let pushed = try byID["edgePushed2"].orThrow()
    #expect(HubDate.format(try pushed.publishedAt.orThrow()) == "2025-12-10T08:59:59.5+00:00")
    #expect(pushed.title == "Pushed, not enriched yet")
    #expect(byID["edgeRecon03"]?.description == "")
    let live = try byID["edgeLive004"].orThrow()
    #expect(live.title == "LIVE 🚀 日本語 – עברית – é – Ørsted")
    #expect(live.description == "Emoji 👨‍👩‍👧 and tab\there")
    #expect(live.kind == .live)
    #expect(byID["edgeDays005"]?.duration?.seconds == 129_600)
    #expect(byID["edgeFrac006"]?.duration?.seconds == 10.5)
    // A video of a minute counts as a Short if it was published after 15 October 2024.
    #expect(byID["edgeTieA007"]?.kind == .short && byID["edgeTieA007"]?.kind(shortsLimit: 59) == .regular)
    #expect(byID["edgeTieB008"]?.kind == .short)
    #expect(byID["edgeOffs009"]?.publishedAt == (try Fixture.date("2025-12-08T11:30:00Z")))
    #expect(byID["edgeOffs009"]?.duration?.seconds == 36_000)
    #expect(byID["edgeDel0010"]?.title == "Private video")
  }

  @Test("health in its four forms")
  func health() throws {
    let ok = try Fixture.decode(HubHealth.self, "health-ok")
    #expect(ok.status == .healthy)
    #expect(ok.timestamp == (try Fixture.date("2025-12-10T08:15:42.9183746Z")))
    #expect(ok.stats?.channels == 148 && ok.stats?.users == 3 && ok.stats?.videos == 2961)
    #expect(ok.quota?.used == 1284 && ok.quota?.remaining == 8716 && ok.quota?.limit == 10_000)
    #expect(ok.quota?.percentUsed == 12.8 && ok.quota?.date == nil)
    #expect(ok.youtubeApi?.available == true && ok.youtubeApi?.quotaExceededAt == nil)
    #expect(ok.canFindVideos)

    let details = try Fixture.decode(HubHealth.self, "health-details-quota-exceeded")
    #expect(details.quota?.used == 10_037 && details.quota?.remaining == 0 && details.quota?.percentUsed == 100.4)
    #expect(details.quota?.date?.description == "2025-12-10")
    #expect(details.youtubeApi?.available == false)
    #expect(details.youtubeApi?.quotaExceededAt == (try Fixture.date("2025-12-10T21:04:11.0730219Z")))
    #expect(!details.canFindVideos)

    let minimal = try Fixture.decode(HubHealth.self, "health-legacy-minimal")
    #expect(minimal.stats?.channels == 0 && minimal.stats?.users == 0 && minimal.stats?.videos == 0)
    #expect(minimal.quota == nil && minimal.youtubeApi == nil && minimal.canFindVideos)

    let sick = try Fixture.decode(HubHealth.self, "health-unhealthy-503")
    #expect(sick.status == .unhealthy && sick.stats == nil)
  }

  @Test("reconcile counts, and a registration's answer is just a sentence")
  func reconcile() throws {
    #expect(
      try Fixture.decode(Reconciliation.self, "reconcile-ok")
        == Reconciliation(message: "Reconciliation completed", newVideosCount: 5))
    #expect(try Fixture.decode(Reconciliation.self, "reconcile-none").newVideosCount == 0)
    let answer = try JSONValue(parsing: Fixture.data("register-ok"))
    #expect(answer == ["message": "Channels registered successfully"])
  }

  @Test("the Worker's rows become videos")
  func worker() throws {
    let batch = try Fixture.decode(WorkerVideoBatch.self, "worker-videos-query")
    #expect(batch.maxSeqReturned == 12_346)
    #expect(batch.videos.map(\.seq) == [12_345, 12_346])
    #expect(batch.videos.map(\.durationSeconds) == [123, nil])
    #expect(batch.videos[0].title == "Zażółć gęślą jaźń")
    #expect(batch.videos[1].publishedAt == (try Fixture.date("2025-12-10T18:11:22.5Z")))
    let video = batch.videos[0].video
    #expect(video.duration?.seconds == 123 && video.url == "https://www.youtube.com/watch?v=wwwwwwwww01")
    #expect(video.thumbnailURL?.absoluteString == "https://i.ytimg.com/vi/wwwwwwwww01/hqdefault.jpg")
    #expect(batch.videos[1].video.kind == .unknown)
  }

  @Test("models survive being written and read again")
  func roundTrips() throws {
    try survives(FeedPage.self, "feed-first-page", "feed-edge-cases", "feed-empty", "feed-legacy-no-cursor")
    try survives(HubHealth.self, "health-ok", "health-details-quota-exceeded", "health-legacy-minimal")
    try survives(Reconciliation.self, "reconcile-ok")
    try survives(WorkerVideoBatch.self, "worker-videos-query")
  }

  private func survives<Value: Codable & Equatable>(_ type: Value.Type, _ names: String...) throws {
    for name in names {
      let value = try Fixture.decode(type, name)
      let hubCoder = JSONCoder(dates: .iso8601)
      #expect(try hubCoder.decode(type, from: hubCoder.encode(value)) == value, "\(name)")
      #expect(try JSONDecoder().decode(type, from: JSONEncoder().encode(value)) == value, "\(name), plain coders")
    }
  }

  @Test("a page is written in the server's own forms")
  func wireTrue() throws {
    for name in ["feed-first-page", "feed-edge-cases"] {
      let original = try JSONValue(parsing: Fixture.data(name))
      let page = try Fixture.decode(FeedPage.self, name)
      let written = try JSONValue(parsing: JSONCoder(dates: .iso8601).encode(page))
      for (index, video) in (original["videos"]?.array ?? []).enumerated() {
        for (key, value) in video.object ?? [:] where !value.isNull && !(value.string?.hasSuffix("+02:00") ?? false) {
          #expect(written["videos"]?[index]?[key] == value, "\(name) \(index) \(key)")
        }
      }
      #expect(written["nextCursor"] == original["nextCursor"])
    }
  }
}

@Suite("Every member of every sample may be missing, null or wrong")
struct MutationTests {
  static let files: [String] = [
    "feed-edge-cases", "feed-empty", "feed-first-page", "feed-legacy-no-cursor", "feed-page-after-cursor",
    "health-details-quota-exceeded", "health-legacy-minimal", "health-ok", "health-unhealthy-503", "reconcile-none",
    "reconcile-ok", "worker-videos-query",
  ]
  static let replacements: [JSONValue?] = [nil, .null, 7, -1.5, "x", true, [], [[]], [:], ["a": 1], 1e300, ""]

  @Test("a mutated sample is read or refused, never a crash, and only the required members refuse", arguments: files)
  func mutate(_ name: String) throws {
    let original = try JSONValue(parsing: Fixture.data(name))
    var mutations = 0
    for path in original.paths() {
      for replacement in Self.replacements {
        let data = original.replacing(path, with: replacement).serialized()
        mutations += 1
        let isRefused = (try? read(name, data)) == nil
        let mayRefuse = path == ["videos"] || path == ["newVideosCount"]
        if isRefused { #expect(mayRefuse, "\(name) \(path) \(String(describing: replacement))") }
      }
    }
    #expect(mutations >= 24)
  }

  @Test("a video without an id is left out and counted; every other fault keeps it")
  func elements() throws {
    let original = try JSONValue(parsing: Fixture.data("feed-first-page"))
    for key in ["channelId", "publishedAt", "title", "description", "thumbnailUrl", "duration"] {
      let issues = DecodingIssues()
      let data = original.replacing(["videos", 0, .member(key)], with: [["odd"]]).serialized()
      let page = try JSONCoder(dates: .iso8601).decode(FeedPage.self, from: data, issues: issues)
      #expect(page.videos.count == 3 && issues.count == 1, "\(key)")
      #expect(issues.issues.first?.path == "videos[0].\(key)")
    }
    let issues = DecodingIssues()
    let data = original.replacing(["videos", 1, "videoId"], with: .null).serialized()
    let page = try JSONCoder(dates: .iso8601).decode(FeedPage.self, from: data, issues: issues)
    #expect(page.videos.map(\.videoId) == ["aaaaaaaaa01", "aaaaaaaaa03"])
    #expect(issues.issues.map(\.problem) == [.droppedElement])
  }

  @Test("cut at any byte, a sample is refused")
  func truncated() throws {
    let data = try Fixture.data("feed-first-page")
    let end = data.lastIndex(of: UInt8(ascii: "}")) ?? 0
    for length in stride(from: 0, to: end, by: 7) {
      #expect((try? read("feed", Data(data.prefix(length)))) == nil, "\(length)")
    }
  }

  private func read(_ name: String, _ data: Data) throws -> Int {
    let coder = JSONCoder(dates: .iso8601)
    if name.hasPrefix("feed") { return try coder.decode(FeedPage.self, from: data).videos.count }
    if name.hasPrefix("health") { return try coder.decode(HubHealth.self, from: data).stats == nil ? 0 : 1 }
    if name.hasPrefix("reconcile") { return try coder.decode(Reconciliation.self, from: data).newVideosCount }
    return try coder.decode(WorkerVideoBatch.self, from: data).videos.count
  }
}
