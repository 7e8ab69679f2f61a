import HubClient
import HubTesting
import Runner

/// The flows that run last.
enum ClosingFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("user-id-is-in-no-log") { fixture in
      let log = fixture.hub.client.log.copyAll()
      try expect(!log.contains(fixture.user.reveal()) && !"\(fixture.hub)".contains(fixture.user.reveal()), "no id")
      return "\(fixture.hub.client.log.entries.count) entries"
    },
    Flow("sign-out") { fixture in
      let own = try await fixture.separate()
      await own.hub.library.refresher.refresh(.pull(force: false))
      try await own.hub.signOut()
      try expect(try await own.relaunched().library.videos.known() == KnownFeed(), "nothing left")
      let users = HubUserStore(server: own.address, environment: own.environment)
      let next = try users.current()
      try expect(next != own.user, "somebody else")
      try users.forget()
      try expect(try users.current() != next, "somebody else again")
      return "nothing of the user is left here"
    },
  ]
}
