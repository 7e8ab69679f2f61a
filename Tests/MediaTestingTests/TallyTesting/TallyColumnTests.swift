import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@Suite("The fake Tally server: old shows, and what its columns hold")
struct TallyColumnTests {
  @Test("a stored show is read from TMDB again after six hours while it airs, but keeps its seasons and episodes")
  func refresh() async throws {
    var world = TallyWorld()
    let ada = world.addUser("ada@example.org", name: "Ada", country: "AU")
    world.addShow(4100, "Night Ferry", seasons: [.binge(on: "2026-09-01", episodes: 2)])
    world.track(4100, for: ada)
    world.addSeason(.binge(on: "2026-11-20", episodes: 3), to: 4100)
    let clock = ManualClock()
    let server = FakeTallyServer(world: world, settings: .init(accessTokenLifetime: .seconds(86_400)), clock: clock)
    let talk = TallyTalk(server, as: "ada@example.org")
    func entry() throws -> JSONValue {
      let answer = try talk("GET", "/api/watchlist")
      return try #require(answer.body["data"]?["shows"]?[0])
    }
    var row = try entry()
    #expect(row["show"]?["total_seasons"] == 1 && row["show"]?["last_air_date"] == "2026-09-01")
    #expect(try talk("GET", "/api/watchlist/4100/progress").status == 200)
    row = try entry()
    #expect(row["show"]?["total_seasons"] == 2 && row["show"]?["last_air_date"] == "2026-11-20")
    #expect(row["progress"]?["totalEpisodes"] == 2)
    let read = row["show"]?["tmdb_last_updated"]
    for (hours, isRead) in [(5, false), (2, true)] {
      await clock.advance(by: .seconds(hours * 3600))
      _ = try talk("GET", "/api/watchlist/4100/progress")
      let now = try entry()["show"]?["tmdb_last_updated"]
      #expect((now != read) == isRead, "\(hours) hours more")
    }
  }

  @Test("a price of 10,000 does not fit into the column, and neither does a name of 101 characters")
  func limits() throws {
    let server = FakeTallyServer()
    let talk = TallyTalk(server, as: TallyWorld.sampleEmail)
    let user = try #require(talk.userID)
    let path = "/api/users/\(user)/subscriptions"
    let list = try talk("GET", path)
    let first = try #require(list.body["data"]?["subscriptions"]?[0])
    let service = try #require(first["service"]?["id"])
    let id = try #require(first["id"]?.string)
    for (cost, status) in [(10_000.0, 500), (9_999.996, 500), (9_999.99, 200)] {
      let body: JSONValue = ["service_id": service, "monthly_cost": .number(cost)]
      #expect(try talk("POST", path, body).status == status, "\(cost)")
    }
    #expect(try talk("PUT", "\(path)/\(id)", ["monthly_cost": 10_000]).status == 500)
    #expect(try talk("PUT", "\(path)/\(id)", ["monthly_cost": 12]).status == 200)
    for (length, status) in [(101, 500), (100, 200)] {
      let body: JSONValue = ["displayName": .string(String(repeating: "é", count: length))]
      #expect(try talk("PUT", "/api/users/\(user)", body).status == status, "\(length)")
    }
  }
}
