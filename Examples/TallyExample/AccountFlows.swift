import Foundation
import Runner
import TallyKit
import TallyTesting

enum AccountFlows {
  static let all: [Flow<TallyStage>] = [
    Flow("sign-in-and-out", needsFake: true) { _ in try await signInAndOut() },
    Flow("register", needsFake: true) { _ in
      let fresh = try await Fresh(signedIn: false)
      let user = try await fresh.tally.account.register(email: "new@example.org", password: "long-enough")
      do {
        try await fresh.tally.account.register(email: "new@example.org", password: "long-enough")
        throw FlowFailure("registered twice")
      } catch let error as ClientError {
        try expectEqual(error.kind, .conflict, "the second time")
      }
      let account = await TallyAccountViewModel(tally: fresh.tally)
      await account.register(email: "other@example.org", password: "long-enough")
      await account.settled()
      try expectEqual(await account.state.name, "other@example.org", "the account that is signed in")
      return "\(user.email) has an account and is signed in; a second time is a conflict"
    },
    Flow("other-sign-in", needsFake: true) { _ in
      let fresh = try await Fresh(signedIn: false)
      let account = try await fresh.tally.users.signUp(
        email: "s@example.org", password: "sixsix", displayName: "Sailor", avatarUrl: nil)
      _ = try await fresh.tally.users.logIn(email: "s@example.org", password: "sixsix")
      try expectEqual(try await fresh.tally.account.status(), .signedOut, "the sign-in")
      let followed = Locked<[AccountSession.Status]>([])
      let token = try await fresh.tally.account.followStatus { status in followed.withLock { $0.append(status) } }
      token.cancel()
      try expectEqual(followed.withLock { $0 }, [.signedOut], "the status that an observer hears first")
      return
        "\(account.displayName ?? "") exists at the server's own sign-in, whose token opens nothing: nobody is signed in"
    },
    Flow("profile-and-country", needsFake: true) { _ in try await profile() },
    Flow("waitlist", needsFake: true) { _ in
      let fresh = try await Fresh(signedIn: false)
      try await fresh.tally.server.joinWaitlist(email: "a@example.org", country: "AU")
      try await fresh.tally.server.joinWaitlist(email: "a@example.org", country: nil)
      try expectEqual(fresh.server.requests.map(\.status), [201, 200], "the answers")
      return "joined once, however often it is asked"
    },
  ]

  @MainActor
  private static func signInAndOut() async throws -> String {
    let fresh = try await Fresh(signedIn: false)
    let account = TallyAccountViewModel(tally: fresh.tally)
    account.load()
    await account.settled()
    account.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    await account.settled()
    try expectEqual(account.state.notice, "Invalid email or password.", "the message")
    account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    await account.settled()
    try expect(account.state.isSignedIn, "signed in")
    let end = try require(account.state.expiresAt, "when it runs out")
    let minutes = Int(end.timeIntervalSince(fresh.clock.now()) / 60)
    account.signOut(pending: .discard)
    await account.settled()
    try expectEqual(account.state.status, .signedOut, "the status")
    return "refused, then in for \(minutes) minutes as the token says, then out"
  }

  @MainActor
  private static func profile() async throws -> String {
    let fresh = try await Fresh()
    let account = TallyAccountViewModel(tally: fresh.tally)
    account.loadProfile()
    await account.settled()
    let before = try require(account.state.profile, "the profile")
    account.updateProfile(ProfileUpdate(displayName: "Mika A."))
    account.setCountry("de")
    await account.settled()
    try expectEqual(account.state.profile?.user.displayName, "Mika A.", "the name on the server")
    try expectEqual(fresh.relaunched().country.current, "DE", "the country after a relaunch")
    return "\(before.user.displayName ?? "") is now Mika A., and searches in DE after a relaunch"
  }
}
