import Foundation
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("The fake Hub answers as the contract says")
struct HubFakeTests {
  static let user = HubWorld.sampleUser
  static let feed = "/api/users/\(user)/feed"

  @Test("answers have the members of the samples, in the samples' forms")
  func shapes() throws {
    let server = FakeHubServer()
    let talk = HubTalk(server: server)
    let page = try talk("GET", "\(Self.feed)?limit=3")
    let sample = try HubSample.json("feed-first-page")
    #expect(page.status == 200)
    #expect(page.response.fields["Content-Type"] == "application/json; charset=utf-8")
    #expect(page.json.object.map { Set($0.keys) } == sample.object.map { Set($0.keys) })
    #expect(page.json["videos"]?[0]?.object.map { Set($0.keys) } == sample["videos"]?[0]?.object.map { Set($0.keys) })
    #expect(page.json["videos"]?[0]?["publishedAt"] == "2026-11-21T16:00:00+00:00")
    #expect(page.json["videos"]?[0]?["duration"] == "00:12:34")
    #expect(page.json["nextCursor"] == "2026-11-21T06:00:00.0000000+00:00")
    #expect(page.json["nextPageToken"] == .null)
    #expect(try talk("POST", "/api/users/\(Self.user)/reconcile").json == HubSample.json("reconcile-none"))
    let body = #"{"channelIds":["UCnew"]}"#
    #expect(try talk("POST", "/api/users/\(Self.user)/channels", body: body).json == HubSample.json("register-ok"))
    #expect(try talk("GET", "/api/users/nobody/feed").json == HubSample.json("error-404-user-not-found"))
    server.settings.reconcileFails = true
    let failed = try talk("POST", "/api/users/\(Self.user)/reconcile")
    #expect(failed.status == 500 && failed.response.mediaType == "application/problem+json")
    #expect(try failed.json == HubSample.json("problem-500-reconcile"))
    server.restart()
    let health = try talk("GET", "/health").json
    let healthSample = try HubSample.json("health-ok")
    for key in ["stats", "quota", "youtubeApi"] {
      #expect(health[key]?.object.map { Set($0.keys) } == healthSample[key]?.object.map { Set($0.keys) })
    }
    #expect(health["timestamp"] == "2026-11-22T12:00:00+00:00")
    server.setDatabaseDown(true)
    server.restart()
    let sick = try talk("GET", "/health")
    #expect(sick.status == 503)
    let expected = try HubSample.json("health-unhealthy-503")
    #expect(sick.json == expected)
    server.setDatabaseDown(false)
    #expect(try talk("GET", "/health").status == 200)
  }

  @Test("newest first, later than since, cut to the limit, and the cursor leads back")
  func feed() throws {
    let talk = HubTalk(server: FakeHubServer())
    let all = try talk("GET", Self.feed)
    #expect(all.ids.count == 7 && all.json["nextCursor"] == .null)
    #expect(all.ids.first == "wkshopPlane" && all.ids.last == "wkshopRelay")
    let page = try talk("GET", "\(Self.feed)?limit=3")
    let cursor = try #require(page.json["nextCursor"]?.string)
    let escaped = cursor.replacingOccurrences(of: "+", with: "%2B")
    #expect(try talk("GET", "\(Self.feed)?limit=3&since=\(escaped)").ids == Array(page.ids.dropLast()))
    #expect(try talk("GET", "\(Self.feed)?limit=3&since=\(cursor)").ids == page.ids)
    #expect(try talk("GET", "\(Self.feed)?limit=3&cursor=\(escaped)").ids == page.ids)
  }

  @Test(
    "since is read leniently, and ignored when it cannot be read",
    arguments: [
      ("2026-11-21T00:00:00Z", 3), ("2026-11-21T00:00:00", 3), ("2026-11-21", 3), ("2026-11-21T01:00:00%2B01:00", 3),
      ("2026-11-21%2000:00", 3), ("2026-11-21T16:00:00.0000000%2B00:00", 0), ("2026-11-21T15:59:59.9999999Z", 1),
      ("1795219200", 7), ("yesterday", 7), ("", 7), ("2026-02-30", 7), ("2026-11-21T00:00:00+00:00", 7),
      ("2026-11-21T25:00:00Z", 7), ("2030-01-01", 0), ("2030-01-01&since=2030-01-01", 7),
      ("2026-11-21T18:00:00%2B0900", 2), ("2026-11-21T18:00:00%2B900", 2), ("2026-11-21T18:00:00%2B09", 2),
      ("2026-11-21T18:00:00%2B9", 2), ("2026-11-21T18:00:00%20%2B09:00", 2), ("2026-11-21T05:00-0500", 1),
      ("2026-11-20-14:00", 4), ("2026-11-20%20-14:00", 4), ("2026-11-20-14:30", 7), ("2026/11/21", 3),
      ("2026/11/21%2000:00:00Z", 3), ("2026/12/1", 0), ("2026/02/30", 7), ("2026-13-21", 7),
      ("2026-00-21", 7), ("2026-11-00", 7),
    ])
  func since(_ text: String, _ count: Int) throws {
    #expect(try HubTalk(server: FakeHubServer())("GET", "\(Self.feed)?since=\(text)").ids.count == count)
  }

  @Test(
    "limits: cut above a hundred, a crash without a body below one, refused when no number",
    arguments: [
      ("100", 200), ("5000", 200), ("0", 500), ("-3", 500), ("abc", 400), ("99999999999", 400), ("", 200),
      ("3&limit=3", 400),
    ])
  func limits(_ limit: String, _ status: Int) throws {
    let answer = try HubTalk(server: FakeHubServer())("GET", "\(Self.feed)?limit=\(limit)")
    #expect(answer.status == status)
    #expect(answer.isBare == (status != 200))
  }

  @Test("feeds are kept two minutes by user, since and limit, and nothing lets go of them")
  func cache() async throws {
    let clock = ManualClock()
    let server = FakeHubServer(clock: clock)
    let talk = HubTalk(server: server)
    #expect(try talk("GET", Self.feed).response.fields["Age"] == nil)
    let new = HubWorld.Upload("pushedOne01", channel: HubWorld.workshop, published: clock.now(), title: "New")
    server.push(new)
    await clock.advance(by: .seconds(119))
    let kept = try talk("GET", "\(Self.feed)?extra=1")
    #expect(kept.ids.count == 7 && kept.response.fields["Age"] == "119")
    #expect(try talk("GET", "\(Self.feed)?limit=50").ids.count == 8)
    #expect(try talk("GET", Self.feed, fields: ["Authorization": "x"]).ids.count == 8)
    #expect(try talk("GET", Self.feed, fields: ["Cache-Control": "no-cache"]).ids.count == 7)
    #expect(try talk("GET", "\(Self.feed)?limit=9", fields: ["Cache-Control": "only-if-cached"]).status == 504)
    await clock.advance(by: .seconds(1))
    #expect(try talk("GET", Self.feed).ids.count == 8)
    // The output cache keeps health for five minutes, and no errors.
    #expect(try talk("GET", "/api/users/later/feed").status == 404)
    _ = try talk("POST", "/api/users/later/channels", body: "{}")
    #expect(try talk("GET", "/api/users/later/feed").status == 200)
    _ = try talk("GET", "/health")
    await clock.advance(by: .seconds(299))
    #expect(try talk("GET", "/health").response.fields["Age"] == "299")
    await clock.advance(by: .seconds(1))
    #expect(try talk("GET", "/health").response.fields["Age"] == nil)
    server.settings.outputCache = false
    #expect(try talk("GET", Self.feed).response.fields["Age"] == nil)
    #expect(try talk("GET", Self.feed).response.fields["Age"] == nil)
  }

  @Test("a hundred calls a minute of all users, ten held, the rest refused without a body; kept answers count")
  func rateLimit() async throws {
    let clock = ManualClock()
    let server = FakeHubServer(clock: clock)
    let talk = HubTalk(server: server)
    for index in 0..<110 {
      let user = index % 2 == 0 ? Self.user : HubWorld.otherUser
      #expect(try talk("GET", "/api/users/\(user)/feed").status == 200)
    }
    let refused = try talk("POST", "/api/users/\(Self.user)/reconcile")
    #expect(refused.status == 429 && refused.isBare && refused.response.fields["Retry-After"] == nil)
    #expect(try talk("GET", "/health").status == 200)
    await clock.advance(by: .seconds(60))
    // The ten calls that were held count in the new minute: 90 are left, and then ten more are held.
    for _ in 0..<90 { #expect(try talk("GET", Self.feed).status == 200) }
    for _ in 0..<10 { #expect(try talk("GET", Self.feed).status == 200) }
    #expect(try talk("GET", Self.feed).status == 429)
    server.restart()
    #expect(try talk("GET", Self.feed).status == 200)
  }

  @Test("fifty pushes a minute and five held, apart from the calls of users")
  func pushLimit() async throws {
    let clock = ManualClock()
    let server = FakeHubServer(clock: clock)
    let talk = HubTalk(server: server)
    for _ in 0..<55 { #expect(try talk("POST", "/websub/youtube", body: "garbage").status == 200) }
    let refused = try talk("POST", "/websub/youtube", body: "garbage")
    #expect(refused.status == 429 && refused.isBare)
    #expect(try talk("GET", "/websub/youtube?hub.topic=other").status == 404)
    #expect(try talk("GET", Self.feed).status == 200)
    await clock.advance(by: .seconds(60))
    server.usePermits(110)
    #expect(try talk("GET", Self.feed).status == 429)
    // The five held pushes count against the new minute's limit of 50, so 45 more pushes pass and five more are held.
    for _ in 0..<50 { #expect(try talk("POST", "/websub/youtube", body: "garbage").status == 200) }
    #expect(try talk("POST", "/websub/youtube", body: "garbage").status == 429)
    server.restart()
    #expect(try talk("POST", "/websub/youtube", body: "garbage").status == 200)
  }

  @Test("over its transport a call above the limit is held until the minute is over")
  func held() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(clock: clock)
    let url = try #require(URL(string: "https://server.test\(Self.feed)"))
    try await clock.sleep(for: .seconds(15))
    server.usePermits(100)
    let answer = try await server.transport.send(HTTPRequest(url: url, timeout: .seconds(90)))
    #expect(answer.status == 200 && clock.uptime() == .seconds(60))
    server.usePermits(99)
    await #expect(throws: TransportFailure.timedOut) {
      _ = try await server.transport.send(HTTPRequest(url: url, timeout: .seconds(30)))
    }
    #expect(clock.uptime() == .seconds(90))
  }

  @Test("registrations only add; odd bodies are refused in the server's ways")
  func register() throws {
    let server = FakeHubServer()
    let talk = HubTalk(server: server)
    let path = "/api/users/New-User/channels"
    #expect(try talk("POST", path, body: #"{"ChannelIDs":["a","b","a"],"more":1}"#).status == 200)
    #expect(server.channels(of: "New-User") == ["a", "b"])
    #expect(server.channels(of: "new-user") == nil)
    #expect(try talk("POST", path, body: #"{"channelIds":["c"]}"#).status == 200)
    #expect(server.channels(of: "New-User") == ["a", "b", "c"])
    #expect(try talk("POST", path, body: "{}").status == 200)
    let crash = try talk("POST", path, body: #"{"channelIds":null}"#)
    #expect(crash.status == 500 && crash.isBare)
    let problem = try talk("POST", path, body: #"{"channelIds":["x",null]}"#)
    #expect(problem.status == 500 && problem.json["detail"] == "Failed to register channels")
    #expect(try talk("POST", path, body: "no json").status == 400)
    #expect(try talk("POST", path, body: #"{"channelIds":"x"}"#).status == 400)
    #expect(try talk("POST", path, body: "{}", type: "text/plain").status == 415)
    let long = String(repeating: " ", count: 1_048_577)
    #expect(try talk("POST", path, body: long).status == 413)
    #expect(try talk("POST", path, body: long, type: "text/plain").status == 415)
    for type in [nil, "application/json", "text/plain"] {
      let empty = try talk("POST", path, body: "", type: type)
      #expect(empty.status == 400 && empty.isBare, "\(type ?? "no type")")
    }
    #expect(try talk("POST", path).status == 400)
    #expect(server.channels(of: "New-User") == ["a", "b", "c"])
  }

  @Test("paths match in any case and with a slash; what is not there is a 404 without a body; methods are refused")
  func routes() throws {
    let talk = HubTalk(server: FakeHubServer())
    #expect(try talk("GET", "/API/Users/\(Self.user)/Feed/").status == 200)
    for path in ["/", "/api/users//feed", "/api/users/\(Self.user)", "/api/videos", "/openapi/v1.json", "/health/more"]
    {
      let answer = try talk("GET", path)
      #expect(answer.status == 404 && answer.isBare, "\(path)")
    }
    let wrong = try talk("GET", "/api/users/\(Self.user)/reconcile")
    #expect(wrong.status == 405 && wrong.response.fields["Allow"] == "POST" && wrong.isBare)
    #expect(try talk("POST", Self.feed, body: "{}").status == 405)
    var settings = FakeHubServer.Settings()
    settings.isDevelopment = true
    settings.subPath = "/hub"
    let proxied = HubTalk(server: FakeHubServer(settings: settings))
    #expect(try proxied("GET", "/hub/openapi/v1.json").json["openapi"] == "3.0.1")
    #expect(try proxied("GET", "/hub\(Self.feed)").status == 200)
    #expect(try proxied("GET", Self.feed).status == 404)
  }

  @Test("a reconcile finds the twenty newest of resolved channels, without lengths until later")
  func reconcile() async throws {
    let clock = ManualClock()
    let server = FakeHubServer(clock: clock)
    let talk = HubTalk(server: server)
    for index in 0..<25 {
      server.upload(
        HubWorld.Upload(
          "many\(index)", channel: HubWorld.kitchen, published: clock.now().addingTimeInterval(-Double(index)),
          title: "M"))
    }
    #expect(try talk("POST", "/api/users/\(Self.user)/reconcile").json["newVideosCount"] == 20)
    #expect(server.reconcile(for: HubWorld.otherUser) == 0)
    let first = try talk("GET", "\(Self.feed)?limit=1").json["videos"]?[0]
    #expect(first?["duration"] == .null && first?["thumbnailUrl"]?.string != nil && first?["description"] == "")
    await clock.advance(by: .seconds(121))
    #expect(try talk("GET", "\(Self.feed)?limit=1").json["videos"]?[0]?["duration"] == "00:10:00")
    // A channel that is new to the server has no playlist yet; without quota it never gets one.
    server.register([HubWorld.harbour], for: "newcomer")
    #expect(server.reconcile(for: "newcomer") == 0)
    await clock.advance(by: .seconds(20))
    #expect(server.reconcile(for: "newcomer") == 2)
    server.setQuotaExceeded(true)
    server.register(["UCnever"], for: "newcomer")
    server.upload(HubWorld.Upload("never000001", channel: "UCnever", published: clock.now(), title: "N"))
    server.setQuotaExceeded(false)
    await clock.advance(by: .seconds(1000))
    #expect(server.reconcile(for: "newcomer") == 0)
    // A failing reconcile does not harm users without channels.
    server.settings.reconcileFails = true
    server.register([], for: "empty")
    #expect(try talk("POST", "/api/users/empty/reconcile").json["newVideosCount"] == 0)
    #expect(try talk("POST", "/api/users/newcomer/reconcile").status == 500)
  }

  @Test(
    "midnight in Pacific time gives the quota back, in winter and in summer",
    arguments: [
      (1_795_420_799, "2026-11-22", "2026-11-23"),  // 2026-11-23T07:59:59Z
      (1_782_889_199, "2026-06-30", "2026-07-01"),  // 2026-07-01T06:59:59Z
    ])
  func quotaDay(_ start: Int, _ day: String, _ next: String) async throws {
    let clock = ManualClock(start: Date(timeIntervalSince1970: Double(start)))
    var settings = FakeHubServer.Settings()
    settings.outputCache = false
    let server = FakeHubServer(settings: settings, clock: clock)
    let talk = HubTalk(server: server)
    #expect(server.reconcile(for: Self.user) == 0)
    #expect(try talk("GET", "/health/details").json["quota"]?["used"] == 2)
    server.setQuotaExceeded(true)
    server.upload(HubWorld.Upload("afterQuota1", channel: HubWorld.workshop, published: clock.now(), title: "A"))
    let used = try talk("GET", "/health/details").json
    #expect(used["quota"]?["used"] == 10_037 && used["quota"]?["date"] == .string(day))
    #expect(used["youtubeApi"]?["available"] == false)
    #expect(server.reconcile(for: Self.user) == 0)
    await clock.advance(by: .seconds(1))
    let unused = try talk("GET", "/health/details").json
    #expect(unused["quota"]?["used"] == 0 && unused["quota"]?["date"] == .string(next))
    #expect(unused["youtubeApi"] == ["available": true, "quotaExceededAt": .null])
    #expect(server.reconcile(for: Self.user) == 1)
    #expect(try talk("GET", "/health").json["quota"]?["used"] == 2)
  }

  @Test("units of the quota are counted since the start of the server, also while YouTube refuses more")
  func quotaAfterRestart() throws {
    let server = FakeHubServer()
    server.setQuotaExceeded(true)
    server.restart()
    let health = try HubTalk(server: server)("GET", "/health").json
    #expect(health["quota"]?["used"] == 0 && health["quota"]?["remaining"] == 10_000)
    #expect(health["youtubeApi"]?["quotaExceededAt"] == "2026-11-22T12:00:00+00:00")
  }

  @Test("pushes bring a title alone, over the hook and over the route between servers")
  func pushes() throws {
    let server = FakeHubServer()
    let talk = HubTalk(server: server)
    let entry = """
      <feed><entry><yt:videoId>pushedAtom1</yt:videoId><yt:channelId>\(HubWorld.kitchen)</yt:channelId>\
      <title>Pushed</title><published>2026-11-22T11:00:00+00:00</published></entry></feed>
      """
    #expect(try talk("POST", "/websub/youtube", body: entry, type: "application/atom+xml").status == 200)
    let video = try talk("GET", "\(Self.feed)?limit=1").json["videos"]?[0]
    #expect(video?["videoId"] == "pushedAtom1" && video?["title"] == "Pushed")
    for key in ["description", "thumbnailUrl", "duration"] { #expect(video?[key] == .null) }
    let old = ManualClock.defaultStart.addingTimeInterval(-1e6)
    server.push(HubWorld.Upload("tooOld00001", channel: HubWorld.kitchen, published: old, title: "Old"))
    #expect(!server.storedVideos.contains("tooOld00001"))
    #expect(
      try talk("POST", "/websub/youtube", body: entry, fields: ["X-Hub-Signature": "sha1=0"]).status == 401)
    #expect(try talk("POST", "/websub/youtube", body: "garbage").status == 200)
    let topic =
      "https://www.youtube.com/xml/feeds/videos.xml?channel_id=\(HubWorld.kitchen)"
      .addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    #expect(try talk("GET", "/websub/youtube?hub.topic=\(topic)&hub.challenge=42").text == "42")
    #expect(try talk("GET", "/websub/youtube?hub.topic=other&hub.challenge=42").status == 404)
  }

  @Test("old forms: one word of health, no cursor, Z; and emoji as escaped pairs")
  func forms() throws {
    var settings = FakeHubServer.Settings()
    settings.healthForm = .text
    settings.legacyFeed = true
    let talk = HubTalk(server: FakeHubServer(settings: settings))
    let health = try talk("GET", "/health")
    #expect(health.text == "Healthy" && health.response.mediaType == "text/plain")
    let page = try talk("GET", "\(Self.feed)?limit=3")
    #expect(page.json["nextCursor"] == nil && page.json["videos"]?[0]?["publishedAt"] == "2026-11-21T16:00:00Z")
    #expect(page.text.contains(#"\ud83c\udf5e"#) && page.text.contains("Größe"))
    #expect(page.json["videos"]?[1]?["title"]?.string?.hasSuffix("🍞") == true)
  }

  @Test("lengths and moments in the server's spelling")
  func spelling() throws {
    let server = FakeHubServer()
    let moment = Date(timeIntervalSince1970: 1_795_348_799.5)
    server.push(HubWorld.Upload("spelling001", channel: HubWorld.kitchen, published: moment, title: "S"))
    let videos = try HubTalk(server: server)("GET", Self.feed).json["videos"]?.array ?? []
    let byID = Dictionary(uniqueKeysWithValues: videos.map { ($0["videoId"]?.string ?? "", $0) })
    #expect(byID["spelling001"]?["publishedAt"] == "2026-11-22T11:59:59.5+00:00")
    #expect(byID["wkshopRelay"]?["duration"] == "1.12:00:00")
    #expect(byID["kitchenTimr"]?["duration"] == "00:00:10.5000000")
    #expect(byID["kitchenLive"]?["duration"] == "00:00:00")
    #expect(byID["wkshopBench"]?["duration"] == "01:02:03")
  }
}
