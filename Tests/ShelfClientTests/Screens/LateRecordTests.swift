import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Listening that is recorded after a sign-out")
struct LateRecordTests {
  /// Signs out a service that has read nothing of the queue since its launch, and records a place for the account that listened.
  @Test(
    "waits for the account's next sign-in, also when nothing of the queue was read since the launch",
    arguments: [false, true])
  func afterLaunch(isDuring: Bool) async throws {
    let rig = try await ShelfRig()
    let shelf = rig.relaunched()
    let (book, owner) = (try rig.book(), try await shelf.client.accounts.account())
    let mutation = ProgressMutation(
      item: book, action: .position, position: 90, duration: 5401, at: rig.clock.now(), isServerTime: true)
    async let ending: Void = shelf.account.signOut(pending: .keep)
    if !isDuring { try await ending }
    do throws(ClientError) {
      try await shelf.progressStore.submit(mutation, cause: "playback", owner: owner)
      if !isDuring { Issue.record("recorded for nobody") }
    } catch { #expect(error.kind == .signedOut) }
    try await ending
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    await shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
  }

  @Test("is not sent as that of another account, and waits where the account was changed")
  func anotherAccount() async throws {
    let rig = try await ShelfRig()
    let shelf = rig.relaunched()
    let (book, owner) = (try rig.book(), try await shelf.client.accounts.account())
    try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "grace", password: "battery staple")
    let mutation = ProgressMutation(
      item: book, action: .position, position: 90, duration: 5401, at: rig.clock.now(), isServerTime: true)
    let error = try await failure { try await shelf.progressStore.submit(mutation, cause: "playback", owner: owner) }
    #expect(error.kind == .signedOut)
    await shelf.progressStore.flush()
    #expect(rig.stored(book, user: "grace") == nil)
    try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    await shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
  }
}
