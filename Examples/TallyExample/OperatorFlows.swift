import Runner
import TallyKit
import TallyTesting

/// Flows for operators of a server.
enum OperatorFlows {
  static let all: [Flow<TallyStage>] = [
    Flow("admin-numbers", needsFake: true) { _ in
      let fresh = try await Fresh(settings: .init(episodesHaveStatus: true))
      let (admin, entry) = (fresh.tally.admin, try require(fresh.entry(520_100), "the entry"))
      let showID = ShowID(rawValue: entry.showID)
      let episode = try await fresh.tally.shows.episode(1, season: 1, of: showID)
      let users = try await admin.databaseStatus()["tables"]?["users"]?.int
      _ = try await admin.liveStats()
      _ = try await admin.episodeStats(episode.id)
      do {
        _ = try await admin.showStats(showID)
        throw FlowFailure("expected the error that this route always ends with")
      } catch let error as ClientError { try expect(error.kind == .server, "a failure of the server, got \(error)") }
      _ = try await admin.copyMemoryToDatabase(to: UserID(rawValue: fresh.user))
      let found = try await admin.entry(UserShowID(rawValue: entry.id))["probePkAndUser"]?["count"]?.int
      try expect(found == 1, "the user's own entry")
      return "\(users ?? 0) users in the database"
    },
    Flow("admin-test-users", needsFake: true) { _ in
      let fresh = try await Fresh(settings: .init(isDevelopment: true))
      let users = fresh.tally.users
      let made = try await users.createTestUser(["email": "t@example.org", "displayName": "T"])
      _ = try await users.createTestUsers(["users": [["email": "u@example.org"], ["email": "v@example.org"]]])
      let id = try require((made["data"] ?? made)["user"]?["id"]?.string, "the id of the new user")
      let before = try await users.all().count
      try await users.deleteTestUser(UserID(rawValue: id))
      try expectEqual(try await users.all().count, before - 1, "users after deleting one")
      return "three test users made, one deleted again"
    },
    Flow("admin-services-and-quota", needsFake: true) { _ in
      let fresh = try await Fresh(settings: .init(isDevelopment: true))
      // The built-in server has no list of services to import, so the import fails.
      do {
        _ = try await fresh.tally.services.backfill(["regions": ["AU"]])
        throw FlowFailure("expected an import of nothing to fail")
      } catch let error as ClientError { try expect(error.kind == .server, "a failure of the server, got \(error)") }
      fresh.server.quotaUsed = 3
      try await fresh.tally.usage.resetQuota()
      try await fresh.tally.usage.clearCache()
      try expectEqual(try await fresh.tally.usage.quota().callsUsed, 0, "calls after the reset")
      return "no services imported, the quota begun anew"
    },
    Flow("demo-list", needsFake: true) { _ in
      let fresh = try await Fresh(signedIn: false)
      let guide = fresh.tally.guide
      let item = try await guide.addToDemoList(520_200, title: "Tidal Clock", status: .watching)
      let list = try await guide.demoList(status: .watching).map(\.title)
      try expect(list.contains(item.title), "the show on the demo list")
      return list.joined(separator: ", ")
    },
  ]
}
