import HubClient
import HubTesting
import Runner

/// The end of it.
enum ClosingFlows {
  static let all: [Flow<HubStage>] = [
    Flow("user-id-is-in-no-log") { stage in
      let log = stage.hub.client.log.copyAll()
      try expect(!log.contains(stage.user.reveal()) && !"\(stage.hub)".contains(stage.user.reveal()), "no id")
      return "\(stage.hub.client.log.entries.count) entries"
    },
    Flow("sign-out") { stage in
      let own = try await stage.separate()
      await own.hub.library.refresher.refresh(.pull(force: false))
      try await own.hub.signOut()
      try expect(await own.relaunched().library.videos.known() == KnownFeed(), "nothing left")
      let users = HubUserStore(server: own.address, environment: own.environment)
      let next = try users.current()
      try expect(next != own.user, "somebody else")
      return "nothing of the user is left here"
    },
  ]
}
