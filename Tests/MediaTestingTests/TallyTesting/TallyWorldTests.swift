import Foundation
import MediaCore
import TallyTesting
import Testing

@Suite("Worlds for the fake Tally server")
struct TallyWorldTests {
  private func smallWorld() -> (TallyWorld, user: String) {
    var world = TallyWorld()
    let ada = world.addUser("ada@example.org", country: "AU")
    world.addService(.netflix, prices: [.init(country: "AU", tier: "Standard", amount: 18.99, currency: "AUD")])
    world.addShow(
      4100, "Night Ferry", seasons: [.weekly(from: "2026-11-06", episodes: 8)], providers: ["AU": [.netflix]])
    world.track(4100, for: ada, status: "watching", provider: 8, rating: 7.5, upTo: (season: 1, episode: 2))
    world.subscribe(ada, to: 8, cost: 18.99, tier: "Standard")
    return (world, ada)
  }

  @Test("a world takes a few lines, and the server answers from it")
  func buildsSmall() throws {
    let (world, ada) = smallWorld()
    let talk = TallyTalk(FakeTallyServer(world: world), as: "ada@example.org")
    let list = try talk("GET", "/api/watchlist")
    let entry = try #require(list.body["data"]?["shows"]?[0])
    #expect(entry["show"]?["title"] == "Night Ferry")
    #expect(entry["streaming_provider"]?["id"] == 8)
    #expect(entry["progress"]?["watchedEpisodes"] == 2)
    #expect(entry["progress"]?["currentEpisode"]?["episode_number"] == 3)
    let subscriptions = try talk("GET", "/api/users/\(ada)/subscriptions")
    #expect(subscriptions.body["data"]?["subscriptions"]?[0]?["service"]?["default_price"]?["amount"] == 18.99)
    let analysis = try talk("GET", "/api/tmdb/show/4100/analyze?country=AU")
    #expect(analysis.body["analysis"]?["pattern"]?["pattern"] == "weekly")
  }

  @Test("the same calls give the same ids")
  func countsIDs() {
    let (first, ada) = smallWorld()
    let (second, other) = smallWorld()
    #expect(ada == other)
    let entries = [first, second].map { FakeTallyServer(world: $0).watchlist(of: ada) }
    #expect(entries[0] == entries[1])
    #expect(entries[0].count == 1)
  }

  @Test("two servers given the same numbers make the same tokens and ids")
  func isDeterministic() throws {
    let answers = try (0..<2).map { _ in
      let talk = TallyTalk(FakeTallyServer(), as: TallyWorld.otherEmail)
      return [.string(try #require(talk.token)), try talk("POST", "/api/watchlist", ["tmdbId": 520_600]).body]
    }
    #expect(answers[0] == answers[1])
  }

  @Test("a season announced after the stubs cannot be recorded")
  func newSeason() throws {
    let (world, ada) = smallWorld()
    let server = FakeTallyServer(world: world)
    server.edit { $0.addSeason(.weekly(from: "2027-01-08", episodes: 6), to: 4100) }
    let talk = TallyTalk(server, as: "ada@example.org")
    let written = try talk("PUT", "/api/watchlist/4100/progress", ["seasonNumber": 2, "episodeNumber": 3])
    #expect(written.body["data"]?["updatedCount"] == 8)
    #expect(server.watched(of: ada, tmdbID: 4100, season: 1) == Array(1...8))
    #expect(server.progress(of: ada, tmdbID: 4100)[2] == nil)
    let seasons = try talk("GET", "/api/tmdb/show/4100/analyze").body["analysis"]?["seasonInfo"]?.array
    #expect(seasons?.count == 2)
  }

  @Test("patterns follow from the gaps")
  func patterns() throws {
    var world = TallyWorld()
    world.addShow(1, "Weekly", seasons: [.weekly(from: "2026-01-01", episodes: 4)])
    world.addShow(2, "Binge", seasons: [.binge(on: "2026-01-01", episodes: 4)])
    world.addShow(3, "Split", seasons: [.split([(day: "2026-01-01", episodes: 3), (day: "2026-03-01", episodes: 3)])])
    world.addShow(4, "Undated", seasons: [.undated(episodes: 4)])
    world.addShow(5, "Nothing yet")
    let talk = TallyTalk(FakeTallyServer(world: world))
    let patterns = try (1...5).map { try talk("GET", "/api/tmdb/show/\($0)/analyze").body["analysis"]?["pattern"] }
    #expect(patterns.prefix(3).map { $0?["pattern"] } == ["weekly", "binge", "unknown"])
    #expect(patterns.suffix(2) == ["unknown", "unknown"])
  }

  @Test("the sample has a guide over three months and providers in several countries")
  func sample() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    for month in ["2026-10", "2026-11", "2026-12"] {
      let guide = try talk("GET", "/api/tv-guide?startDate=\(month)-01&endDate=\(month)-30").body["data"]
      #expect((guide?["totalEpisodes"]?.int ?? 0) > 0)
      #expect((guide?["services"]?.array?.count ?? 0) >= 2)
    }
    let user = try #require(talk.userID)
    #expect(server.watchlist(of: user).count == 6)
    #expect(Set(server.watchlist(of: user).map(\.status)) == ["watching", "watchlist", "completed"])
    #expect(server.subscriptions(of: user).map(\.isActive) == [true, true, false])
    for country in ["US", "AU", "GB", "JP"] {
      let providers = try talk(
        "GET", "/api/tmdb/show/\(country == "JP" ? 520_700 : 520_100)/analyze?country=\(country)")
      #expect(providers.body["analysis"]?["watchProviders"]?.array?.isEmpty == false)
    }
    let demo = try TallyTalk(server)("GET", "/api/tv-guide?startDate=2026-11-01&endDate=2026-11-30").body["data"]
    #expect(demo?["totalShows"] == 2)
    #expect(demo?["services"]?[0]?["service"]?["id"] == 1899)
  }

  @Test("a row without an id names what it lacks")
  func unreadable() {
    let error = #expect(throws: TallyWorld.Unreadable.self) {
      try TallyWorld(json: ["database": ["shows": [["title": "Nameless"]]]])
    }
    #expect(error?.member == "id")
  }
}
