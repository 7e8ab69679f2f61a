import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@Suite("The hooks of the fake Tally server")
struct TallyServerTests {
  @Test("the log holds methods, paths, queries and operations, and no token")
  func logs() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    _ = try talk("GET", "/api/tmdb/search?query=tidal&country=AU")
    _ = try talk("GET", "/api/nowhere")
    #expect(server.requests.map(\.method) == ["GET", "GET"])
    #expect(server.requests.map(\.path) == ["/api/tmdb/search", "/api/nowhere"])
    #expect(server.requests[0].query == ["query": "tidal", "country": "AU"])
    #expect(server.requests.map(\.operation) == ["test.call", "test.call"])
    #expect(server.requests.map(\.status) == [200, 404])
    #expect(!"\(server.requests)".contains(try #require(talk.token)))
    server.clearRequests()
    #expect(server.requests.isEmpty)
  }

  @Test("tokens end with their time, and when they are revoked")
  func tokensEnd() async throws {
    let clock = ManualClock()
    let server = FakeTallyServer(settings: .init(accessTokenLifetime: .seconds(60)), clock: clock)
    var talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    #expect(try talk("GET", "/api/watchlist").status == 200)
    await clock.advance(by: .seconds(61))
    #expect(try talk("GET", "/api/watchlist").status == 401)
    talk.token = server.token(for: TallyWorld.sampleEmail)
    #expect(try talk("GET", "/api/watchlist").status == 200)
    server.revokeAllTokens()
    #expect(try talk("GET", "/api/watchlist").body["error"] == "Invalid or expired token. Please login again.")
    #expect(server.token(for: "nobody@example.org") == nil)
  }

  @Test("a silent TMDB empties searches, and adds get placeholders")
  func tmdbDown() throws {
    let server = FakeTallyServer()
    server.failures.tmdbDown = true
    let talk = TallyTalk(server, as: TallyWorld.otherEmail)
    #expect(try talk("GET", "/api/tmdb/search?query=ledger").body["results"] == [])
    #expect(try talk("GET", "/api/tmdb/show/520600/analyze").body["error"] == "SHOW_NOT_FOUND")
    #expect(try talk("GET", "/api/tmdb/show/520600/season/1/raw").status == 500)
    #expect(try talk("GET", "/api/tmdb/show/520600/providers?country=US").body["providers"] == [])
    #expect(try talk("GET", "/api/watchlist/520600/progress").status == 404)
    let added = try talk("POST", "/api/watchlist", ["tmdbId": 520_600])
    #expect(added.body["data"]?["show"]?["title"] == "Show (TMDB ID: 520600)")
    server.failures.tmdbDown = false
    #expect(try talk("GET", "/api/tmdb/search?query=ledger").body["results"]?.array?.count == 1)
  }

  @Test("a hit without a date has no key for it, as it has none for its year")
  func undatedHits() throws {
    let talk = TallyTalk(FakeTallyServer())
    let hits = try talk("GET", "/api/tmdb/search?query=lighthouse").body["results"]?.array ?? []
    #expect(hits.map { $0["firstAirDate"]?.string } == ["2024-03-08", nil])
    #expect(hits.map { $0.object?.keys.contains("firstAirDate") } == [true, false])
    #expect(hits.last?.object?.keys.contains("year") == false)
  }

  @Test("without a key for TMDB searches are 503, and a season is 200 without a season")
  func tmdbUnconfigured() throws {
    let server = FakeTallyServer()
    server.failures.tmdbUnconfigured = true
    let talk = TallyTalk(server)
    #expect(try talk("GET", "/api/tmdb/search?query=tidal").body["error"] == "TMDB_UNAVAILABLE")
    #expect(try talk("GET", "/api/tmdb/show/520200/analyze").status == 503)
    let raw = try talk("GET", "/api/tmdb/show/520200/season/1/raw")
    #expect(raw.status == 200)
    #expect(raw.body["raw"] == ["error": "TMDB client unavailable"])
  }

  @Test("a silent database looks like an empty watchlist, and loses nothing")
  func databaseDown() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    let entry = try #require(server.entry(of: talk.userID ?? "", tmdbID: 520_100))
    server.failures.databaseDown = true
    #expect(try talk("GET", "/api/watchlist").body["data"]?["totalCount"] == 0)
    #expect(try talk("POST", "/api/watchlist", ["tmdbId": 520_900]).status == 400)
    #expect(try talk("PUT", "/api/watchlist/\(entry.id)/status", ["status": "dropped"]).status == 404)
    #expect(try talk("PUT", "/api/watchlist/\(entry.id)/rating", ["rating": 5]).status == 400)
    #expect(try talk("PUT", "/api/watchlist/520100/progress", ["seasonNumber": 1, "episodeNumber": 1]).status == 500)
    server.failures.databaseDown = false
    #expect(try talk("GET", "/api/watchlist").body["data"]?["totalCount"] == 6)
    #expect(server.entry(of: talk.userID ?? "", tmdbID: 520_100) == entry)
  }

  @Test("planned failures come as often as they were planned")
  func plannedFailures() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server)
    server.failNext(2, where: "/search")
    server.failNext(status: 502, where: "/health")
    #expect(try talk("GET", "/api/tmdb/search?query=a").body["error"] == "INTERNAL_SERVER_ERROR")
    #expect(try talk("GET", "/api/health").status == 502)
    #expect(try talk("GET", "/api/health").status == 200)
    #expect(try talk("GET", "/api/tmdb/search?query=a").status == 500)
    #expect(try talk("GET", "/api/tmdb/search?query=a").status == 200)
  }

  @Test("a silent sign-in service is a 500 for every token")
  func signInDown() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    server.failures.signInDown = true
    #expect(try talk("GET", "/api/watchlist").body == ["success": false, "error": "Authentication error"])
    let credentials: JSONValue = ["email": .string(TallyWorld.sampleEmail), "password": .string(TallyWorld.password)]
    #expect(try talk("POST", "/api/auth/login", credentials).status == 500)
    #expect(try talk("GET", "/api/tmdb/search?query=tidal").status == 200)
  }

  @Test("an account that waits for its e-mail exists, and gets no token")
  func confirmation() throws {
    let server = FakeTallyServer(settings: .init(confirmsEmail: true))
    let talk = TallyTalk(server)
    let credentials: JSONValue = ["email": "new@example.org", "password": "tide-table-1"]
    #expect(try talk("POST", "/api/auth/register", credentials).body["error"] == "VALIDATIONERROR")
    #expect(server.userID("new@example.org") != nil)
    #expect(try talk("POST", "/api/auth/login", credentials).status == 400)
    let again = try talk("POST", "/api/auth/register", credentials).body
    #expect(again["message"] == "User already exists with this email")
  }

  @Test("an exhausted quota is reported, and stops nothing")
  func quota() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    server.quotaUsed = 950
    let quota = try talk("GET", "/api/streaming-quota").body
    #expect(quota["callsRemaining"] == 0)
    #expect(quota["isLowQuota"] == true)
    #expect(try talk("GET", "/api/tmdb/show/520100/analyze").status == 200)
  }

  @Test("the quota of a month is unused when the month begins")
  func quotaOfAMonth() async throws {
    let clock = ManualClock()
    let server = FakeTallyServer(settings: .init(accessTokenLifetime: .seconds(40 * 86_400)), clock: clock)
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    server.quotaUsed = 950
    await clock.advance(by: .seconds(734_399))
    #expect(try talk("GET", "/api/streaming-quota").body["month"] == "2026-11")
    #expect(try talk("GET", "/api/streaming-quota").body["callsUsed"] == 950)
    await clock.advance(by: .seconds(1))
    let quota = try talk("GET", "/api/streaming-quota").body
    #expect(quota["month"] == "2026-12" && quota["lastReset"] == "2026-12-01T00:00:00.000Z")
    #expect(quota["callsUsed"] == 0 && quota["callsRemaining"] == 950 && quota["isLowQuota"] == false)
    #expect(try talk("GET", "/api/streaming-quota/log").body["totalCalls"] == 0)
    #expect(server.quotaUsed == 0)
    server.quotaUsed = 7
    #expect(try talk("GET", "/api/streaming-quota").body["callsUsed"] == 7)
  }

  @Test("calls are listed and counted for thirty days, also in a longer month")
  func usageOfThirtyDays() async throws {
    // 2026-12-01T00:00:00Z
    let clock = ManualClock(start: Date(timeIntervalSince1970: 1_796_083_200))
    let server = FakeTallyServer(settings: .init(accessTokenLifetime: .seconds(40 * 86_400)), clock: clock)
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    #expect(try talk("GET", "/api/tmdb/search?query=tidal").status == 200)
    await clock.advance(by: .seconds(30 * 86_400))
    let recent = try talk("GET", "/api/usage-stats/debug/recent").body["data"]?.array ?? []
    #expect(recent.map { $0["timestamp"]?.string } == ["2026-12-01T00:00:00.000Z"])
    #expect(try talk("GET", "/api/usage-stats/tmdb").body["data"]?["month"]?["total"] == 1)
    await clock.advance(by: .seconds(1))
    #expect(try talk("GET", "/api/usage-stats/debug/recent").body["data"] == [])
    #expect(try talk("GET", "/api/usage-stats/tmdb").body["data"]?["month"]?["total"] == 0)
    #expect(try talk("GET", "/api/usage-stats").body["data"]?["tmdb"]?["month"]?["total"] == 0)
  }

  @Test("with row-level security the account guide is empty, and subscriptions cannot be written")
  func rowLevelSecurity() throws {
    let server = FakeTallyServer(settings: .init(rowLevelSecurity: true))
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    let user = try #require(talk.userID)
    let guide = try talk("GET", "/api/tv-guide?startDate=2026-11-01&endDate=2026-11-30")
    #expect(guide.body["data"]?["totalShows"] == 0)
    #expect(try talk("GET", "/api/users/\(user)/profile").status == 404)
    let subscription = server.subscriptions(of: user)[0]
    let path = "/api/users/\(user)/subscriptions"
    let body: JSONValue = ["service_id": .string(subscription.serviceID ?? ""), "monthly_cost": 1]
    #expect(try talk("POST", path, body).status == 500)
    #expect(try talk("DELETE", "\(path)/\(subscription.id)").status == 200)
    #expect(server.subscriptions(of: user).count == 3)
    #expect(try talk("GET", "/api/watchlist").body["data"]?["totalCount"] == 6)
  }

  @Test("without updated_at no entry can be changed")
  func noUpdatedAt() throws {
    let server = FakeTallyServer(settings: .init(watchlistHasUpdatedAt: false))
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    let entry = try #require(server.entry(of: talk.userID ?? "", tmdbID: 520_100))
    #expect(try talk("PUT", "/api/watchlist/\(entry.id)/rating", ["rating": 5]).status == 400)
    #expect(try talk("PUT", "/api/watchlist/\(entry.id)/notes", ["notes": "x"]).status == 404)
    #expect(server.entry(of: talk.userID ?? "", tmdbID: 520_100) == entry)
  }

  @Test(
    "rows of the watchlist have the member updated_at only where the table has the column", arguments: [true, false])
  func updatedAt(_ hasColumn: Bool) throws {
    let talk = TallyTalk(
      FakeTallyServer(settings: .init(watchlistHasUpdatedAt: hasColumn)), as: TallyWorld.sampleEmail)
    let shows = try talk("GET", "/api/watchlist").body["data"]?["shows"]?.array ?? []
    let watching = try talk("GET", "/api/watchlist/watching").body["data"]?["shows"]?.array ?? []
    let added = try talk("POST", "/api/watchlist", ["tmdbId": 520_900]).body["data"]?["userShow"]
    #expect(shows.count == 6 && !watching.isEmpty && added?["status"] == "watchlist")
    for row in shows + watching + [added ?? .null] {
      #expect(row.object?.keys.contains("updated_at") == hasColumn)
      #expect(row.object?.keys.contains("last_progress_at") == true)
    }
  }

  @Test("with the old status column single episodes can be written, unseen by the routes by TMDB id")
  func statusColumn() async throws {
    let clock = ManualClock()
    let server = FakeTallyServer(
      settings: .init(accessTokenLifetime: .seconds(86_400), episodesHaveStatus: true), clock: clock)
    let talk = TallyTalk(server, as: TallyWorld.otherEmail)
    _ = try talk("POST", "/api/watchlist", ["tmdbId": 520_200])
    let show = try #require(server.entry(of: talk.userID ?? "", tmdbID: 520_200)?.showID)
    let resolved = try talk("GET", "/api/shows/episodes/resolve?showId=\(show)&seasonNumber=1&episodeNumber=2")
    let episode = try #require(resolved.body["data"]?["episode"]?["id"]?.string)
    #expect(try talk("POST", "/api/progress/episode/\(episode)/watching").status == 200)
    let seasons = try talk("GET", "/api/watchlist/520200/progress").body["data"]?["seasons"]
    #expect(seasons == ["1": [["episodeNumber": 2, "status": "unwatched"]]])
    #expect(try talk("GET", "/api/progress/\(show)").body["data"]?["progress"]?["currentlyWatching"] == 1)
    await clock.advance(by: .seconds(75 * 60))
    #expect(try talk("GET", "/api/progress/\(show)").body["data"]?["progress"]?["watchedEpisodes"] == 1)
    #expect(try talk("GET", "/api/watchlist").body["data"]?["shows"]?[0]?["current_episode"] == 2)
  }

  @Test("a restart forgets the waitlist and the demo list, and keeps accounts and tokens")
  func restarts() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    #expect(try talk("POST", "/api/waitlist", ["email": "a@example.org"]).status == 201)
    #expect(try talk("POST", "/api/tmdb/watchlist", ["tmdbId": 1, "title": "One"]).status == 201)
    server.restart()
    #expect(try talk("POST", "/api/waitlist", ["email": "a@example.org"]).status == 201)
    #expect(try talk("GET", "/api/tmdb/watchlist").body["total"] == 0)
    #expect(try talk("GET", "/api/watchlist").status == 200)
  }

  @Test("a user without a row reads empty lists and cannot write")
  func noRow() throws {
    var world = TallyWorld.sample
    let user = world.addUser("new@example.org", hasRow: false)
    let talk = TallyTalk(FakeTallyServer(world: world), as: user)
    #expect(try talk("GET", "/api/watchlist").body["data"]?["totalCount"] == 0)
    #expect(try talk("POST", "/api/watchlist", ["tmdbId": 520_100]).status == 400)
    #expect(try talk("PUT", "/api/watchlist/520100/progress", ["seasonNumber": 1, "episodeNumber": 1]).status == 500)
  }

  @Test("an entry can be watched from outside as requests change it")
  func inspects() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    let user = try #require(talk.userID)
    let before = try #require(server.entry(of: user, tmdbID: 520_700))
    let provider: JSONValue = [
      "provider": ["id": 900_001, "name": "Lagoon", "logo_path": "https://image.tmdb.org/t/p/w92/lagoon.jpg"]
    ]
    #expect(try talk("PUT", "/api/watchlist/\(before.id)/provider", provider).status == 200)
    #expect(try talk("PUT", "/api/watchlist/\(before.id)/rating", ["rating": 6.5]).status == 200)
    let after = try #require(server.entry(of: user, tmdbID: 520_700))
    #expect(after.providerName == "Lagoon")
    #expect(after.rating == 6.5)
    let listed = try talk("GET", "/api/watchlist").body["data"]?["shows"]?.array ?? []
    let row = listed.first { $0["id"]?.string == before.id }
    #expect(
      row?["streaming_provider"]?["logo_path"] == "https://image.tmdb.org/t/p/w45/t/p/w92/lagoon.jpg",
      "a size before a size, as on the real server")
    #expect(try talk("DELETE", "/api/watchlist/\(after.id)").status == 200)
    #expect(server.entry(of: user, tmdbID: 520_700) != nil)
    #expect(try talk("DELETE", "/api/watchlist/\(after.showID)").status == 200)
    #expect(server.entry(of: user, tmdbID: 520_700) == nil)
  }

  @Test("two shows added in one moment are listed newest first")
  func sameMoment() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.otherEmail)
    for id: Int64 in [520_200, 520_100, 520_300] { _ = try talk("POST", "/api/watchlist", ["tmdbId": .integer(id)]) }
    #expect(server.watchlist(of: talk.userID ?? "").map(\.tmdbID) == [520_300, 520_100, 520_200])
  }
}
