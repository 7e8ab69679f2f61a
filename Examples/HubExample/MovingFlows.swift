import HubClient
import HubTesting
import Runner

/// An app that moves: to another phone, and from its version before this SDK.
enum MovingFlows {
  static let all: [Flow<HubFixture>] = [
    Flow("new-phone") { fixture in
      let own = try await fixture.separate(user: "newcomer")
      own.network.isDown = true
      try await own.hub.library.channels.setWanted([HubWorld.harbour])
      try await own.hub.library.statuses.set(.watched, for: ["wkshopPlane"])
      try await own.hub.library.videos.hide("kitchenRye1")
      let file = try await own.hub.exportData()

      // The new phone has no user yet and takes the one in the file.
      let environment = own.otherEnvironment()
      let user = try HubUserID(exportedIn: file)
      try HubUserStore(server: own.address, environment: environment).adopt(user)
      let phone = own.hub(of: user, environment)
      let report = try await phone.importData(file)
      try expect(report["channels"]?.taken == 1, "the channel taken")
      let status = try await phone.library.statuses.status(of: "wkshopPlane")
      try expect(status == .watched, "the mark taken, got \(status)")
      await phone.library.refresher.refresh(.pull(force: false))
      try expect(try await own.verifier.hasUser(), "the user at the server")
      try expect(try await phone.library.channels.missing().isEmpty, "nothing waiting")
      let again = try await phone.importData(file)
      try expect(!again.hasChanged, "nothing changed by a second import")
      return "\(file.count) bytes: the user, a channel, a mark and a hidden video"
    },
    Flow("token-from-the-old-app") { fixture in
      // The Hub has no tokens: the user id that the old app stored is enough.
      let environment = fixture.otherEnvironment()
      let store = HubUserStore(server: fixture.address, environment: environment)
      var old: String? = fixture.user.reveal()
      let user = try store.current(legacy: { old })
      old = nil
      try expect(user == fixture.user, "the user of the old app")
      try expect(try store.current(legacy: { old }) == user, "the same user at the next launch")
      return "the old app's user goes on; its entry is gone"
    },
  ]
}
