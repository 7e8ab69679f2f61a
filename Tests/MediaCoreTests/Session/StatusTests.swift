import MediaCore
import Testing

@Suite("The state of a sign-in")
struct StatusTests {
  @Test("only a sign-in that has not expired counts as signed in; an expired one keeps its account")
  func isSignedIn() {
    let states: [AccountSession.Status] = [
      .signedIn(account: "1", name: "ada"), .expired(account: "1", name: "ada"), .signedOut,
    ]
    #expect(states.map(\.isSignedIn) == [true, false, false])
    #expect(states.map(\.account) == ["1", "1", nil])
  }
}
