import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Sign-outs that a disk kept from their end")
struct UnfinishedSignOutTests {
  private let files = TroubledFiles()

  /// A world in which ada is signed in, with a row, a delivered and an open change.
  private func filled() async throws -> CacheWorld {
    let world = CacheWorld(files: files)
    try await world.signIn()
    #expect(await (try world.submit("done-of-ada", "1")).settled() == .synced)
    try await world.device.update { $0["r"] = "row-of-ada" }
    world.server.setDown(true)
    try await world.submit("open-of-ada", "1")
    await world.queue.settled()
    await world.client.accounts.save()
    return world
  }

  /// Signs out while no file can be removed.
  private func signOutRefused(_ world: CacheWorld, _ pending: PendingWork) async {
    files.state.withLock { $0.failsTruncates = true }
    #expect(await failure { try await world.client.signOut(pending) }.kind == .storage)
    files.state.withLock { $0.failsTruncates = false }
  }

  @Test("what was discarded does not come back when the same account signs in again in the same process")
  func sameProcess() async throws {
    let world = try await filled()
    await signOutRefused(world, .discard)
    try await world.signIn()
    #expect(try await world.queue.all().isEmpty)
    #expect(try await world.device.value().isEmpty)
    #expect(!world.isOnDisk("of-ada"))
  }

  @Test("what was discarded, and could not be erased, is not kept by a second sign-out")
  func discardThenKeep() async throws {
    let world = try await filled()
    await signOutRefused(world, .discard)
    try await world.signIn()
    await signOutRefused(world, .keep)
    let next = world.relaunched()
    try await next.signIn()
    #expect(try await next.queue.all().isEmpty)
    #expect(!next.isOnDisk("of-ada"))
  }

  @Test("a stored sign-in that was ended stays so while the rest cannot be erased, and a later one is left alone")
  func endedSignIn() async throws {
    let store = FlakyStore()
    let environment = ClientEnvironment.manual(files: files, secrets: store)
    let world = CacheWorld(files: files, environment: environment)
    try await world.signIn()
    try await world.device.update { $0["r"] = "row-of-ada" }
    store.set(deletes: true)
    await signOutRefused(world, .discard)
    // The old tokens are still stored, and the next launch cannot erase the files.
    files.state.withLock { $0.failsTruncates = true }
    #expect(try await world.relaunched().client.session.status() == .signedOut)
    store.set()
    let second = world.relaunched()
    try await second.signIn("grace")
    files.state.withLock { $0.failsTruncates = false }
    let third = world.relaunched()
    #expect(try await third.client.session.status() == .signedIn(account: "grace", name: "grace"))
    #expect(!third.isOnDisk("of-ada"))
  }

  @Test("a death between the mark and the end of the sign-in ends it at the next launch")
  func death() async throws {
    let store = FlakyStore()
    let environment = ClientEnvironment.manual(files: files, secrets: store)
    let world = CacheWorld(files: files, environment: environment)
    try await world.signIn()
    _ = world.client.accounts.folders.begin(
      "ada", .discard, ending: try store.read(TestService.key), report: { _ in })
    #expect(try await world.relaunched().client.session.status() == .signedOut)
    #expect(try store.read(TestService.key) == nil)
    #expect(try files.list("erasing").isEmpty)
  }

  @Test(
    "delivered changes that there was no room to leave out are left out by the next launch", arguments: [true, false])
  func noRoom(isPreparedAgain: Bool) async throws {
    let world = try await filled()
    // Leave room for the mark of the sign-out and for nothing else, so that the sign-out stays unfinished.
    files.state.withLock { $0.room = 150 }
    #expect(await failure { try await world.client.signOut(.keep) }.kind == .storage)
    files.state.withLock { $0.room = nil }
    #expect(world.isOnDisk("done-of-ada"))
    if isPreparedAgain {
      // Ada's sign-out is unfinished: finishing grace's must not finish it.
      try await world.signIn("grace")
      try await world.device.update { $0["r"] = "row-of-grace" }
      await signOutRefused(world, .discard)
      try await world.signIn("grace")
      #expect(try await world.device.value().isEmpty)
      _ = try await world.client.signOut(.discard)
    }
    let next = world.relaunched()
    #expect(try await next.client.session.status() == .signedOut)
    #expect(!next.isOnDisk("done-of-ada") && next.isOnDisk("open-of-ada"))
  }

  @Test(
    "what a later sign-in stored is not erased when the next launch rewrites the queue's file", arguments: [150, 0])
  func laterAnswers(room: Int) async throws {
    let world = try await filled()
    // Leave room for the mark of the sign-out at most. With no room, the mark can be written only after the next sign-in.
    files.state.withLock { $0.room = room }
    #expect(await failure { try await world.client.signOut(.keep) }.kind == .storage)
    files.state.withLock { $0.room = nil }
    try await world.signIn()
    world.server.set("a", "new-answer-of-ada")
    world.server.setDown(false)
    try await world.refresh()
    await world.client.accounts.save()
    let next = world.relaunched()
    #expect(try await next.client.session.status() == .signedIn(account: "ada", name: "ada"))
    #expect(try await next.cache.view().server["a"] == "new-answer-of-ada")
    #expect(try await next.queue.all().allSatisfy { $0.target != "done-of-ada" })
    #expect(try files.list("erasing").isEmpty)
  }

  @Test("a deletion of the account that the server refuses leaves an unfinished sign-out to the next launch")
  func refusedDeletion() async throws {
    let world = try await filled()
    // Leave room for the mark of the sign-out and for nothing else, so that the sign-out stays unfinished.
    files.state.withLock { $0.room = 150 }
    #expect(await failure { try await world.client.signOut(.keep) }.kind == .storage)
    files.state.withLock { $0.room = nil }
    try await world.signIn()
    let marks = try files.list("erasing")
    world.client.accounts.announceDeletion()
    world.client.accounts.withdrawDeletion()
    #expect(try files.list("erasing") == marks && !marks.isEmpty)
    #expect(world.isOnDisk("done-of-ada"))
    let next = world.relaunched()
    _ = try await next.client.session.status()
    #expect(!next.isOnDisk("done-of-ada") && next.isOnDisk("open-of-ada"))
  }

  @Test("answers that stay while the queue cannot be tidied up either are erased before they are read again")
  func nothingWorks() async throws {
    let world = try await filled()
    world.server.set("a", "answer-of-ada")
    try await world.refresh()
    await world.client.accounts.save()
    files.state.withLock { $0.room = 150 }
    await signOutRefused(world, .keep)
    files.state.withLock { $0.room = nil }
    #expect(world.isOnDisk("answer-of-ada"))
    try await world.signIn()
    #expect(try await world.cache.view().server.isEmpty)
    #expect(!world.isOnDisk("answer-of-ada"))
    // The delivered changes stay in the queue's file until the next launch.
    #expect(world.isOnDisk("done-of-ada"))
    let next = world.relaunched()
    _ = try await next.client.session.status()
    #expect(!next.isOnDisk("done-of-ada") && next.isOnDisk("open-of-ada"))
  }

  @Test("a sign-out that begins after a clean launch and breaks off is finished in the same process")
  func afterCleanLaunch() async throws {
    let world = try await filled()
    let next = world.relaunched()
    // This launch finds no mark of an unfinished sign-out.
    #expect(try await next.client.session.status() == .signedIn(account: "ada", name: "ada"))
    await signOutRefused(next, .discard)
    try await next.signIn()
    #expect(try await next.queue.all().isEmpty)
    #expect(!next.isOnDisk("of-ada"))
    #expect(try files.list("erasing").isEmpty)
  }

  @Test("marks that cannot be read now are no absent ones")
  func unreadable() async throws {
    let world = try await filled()
    _ = world.client.accounts.folders.begin(
      "ada", .discard, ending: try world.environment.secrets.read(TestService.key), report: { _ in })
    let next = world.relaunched()
    files.base.isLocked = true
    #expect(await failure { try await next.client.session.status() }.kind == .storage)
    files.base.isLocked = false
    #expect(try await next.client.session.status() == .signedOut)
    #expect(!next.isOnDisk("of-ada"))
  }

  @Test("a sign-in that another process was ending when it died is not taken for newer credentials")
  func endedElsewhere() async throws {
    let (server, store, files) = (TokenServer(), MemorySecretStore(), MemoryFileSystem())
    let services = (0..<2).map { _ in TestService(server, secrets: store, files: files) }
    for (number, service) in services.enumerated() {
      var credentials = Credentials.numbered(number)
      credentials.refresh = nil
      let generation = await service.client.session.currentGeneration()
      try await service.client.session.adopt(credentials, generation: generation)
    }
    _ = services[1].client.accounts.folders.begin(
      "ada", .keep, ending: try store.read(TestService.key), report: { _ in })
    server.update { $0.current = 1 }
    #expect(await failure { try await services[0].read() }.kind == .signedOut)
    #expect(server.requests.allSatisfy { $0.fields["Authorization"] != "Bearer access-1" })
  }

  // MARK: Accounts that cannot be read

  /// A relaunched world whose stored sign-in of ada cannot be read, after a sign-out, and its store.
  private func signedOutUnread(_ pending: PendingWork) async throws -> (CacheWorld, FlakyStore) {
    let store = FlakyStore()
    let environment = ClientEnvironment.manual(files: files, secrets: store)
    let first = CacheWorld(files: files, environment: environment)
    try await first.signIn()
    first.server.set("a", "answer-of-ada")
    try await first.refresh()
    try await first.device.update { $0["r"] = "row-of-ada" }
    await first.client.accounts.save()
    let world = first.relaunched()
    store.set(reads: true)
    #expect(await failure { try await world.client.signOut(pending) }.kind == .storage)
    #expect(try await world.client.session.status() == .signedOut)
    return (world, store)
  }

  @Test(
    "a sign-out of an account that cannot be read is finished by the next launch that can read it",
    arguments: [PendingWork.keep, .discard])
  func unreadAccount(pending: PendingWork) async throws {
    let (world, store) = try await signedOutUnread(pending)
    #expect(await failure { try await world.relaunched().client.session.status() }.kind == .storage)
    store.set()
    let next = world.relaunched()
    #expect(try await next.client.session.status() == .signedOut)
    #expect(!next.isOnDisk("answer-of-ada") && next.isOnDisk("row-of-ada") == (pending == .keep))
    #expect(try store.read(TestService.key) == nil)
    #expect(try files.list("erasing").isEmpty)
  }

  @Test("a sign-out of an account that cannot be read is finished before the next sign-in, and leaves that alone")
  func signInAfterUnread() async throws {
    let (world, store) = try await signedOutUnread(.discard)
    store.set()
    try await world.signIn("grace")
    #expect(!world.isOnDisk("of-ada"))
    try await world.device.update { $0["r"] = "row-of-grace" }
    let next = world.relaunched()
    #expect(try await next.client.session.status() == .signedIn(account: "grace", name: "grace"))
    #expect(try await next.device.value() == ["r": "row-of-grace"])
    #expect(try files.list("erasing").isEmpty)
  }

  @Test("a sign-out of an account that still cannot be read at the next sign-in does not end that one")
  func signInStillUnread() async throws {
    let (world, store) = try await signedOutUnread(.discard)
    files.state.withLock { $0.failsTruncates = true }
    #expect(await failure { try await world.signIn("grace") }.kind == .storage)
    files.state.withLock { $0.failsTruncates = false }
    try await world.signIn("grace")
    store.set()
    let next = world.relaunched()
    #expect(try await next.client.session.status() == .signedIn(account: "grace", name: "grace"))
    #expect(try files.list("erasing").isEmpty)
  }

  @Test("a sign-out whose account can be read only while it ends erases that account's files at once")
  func readLate() async throws {
    let world = try await filled()
    let next = world.relaunched()
    // Listing the marks of unfinished sign-outs fails three times.
    files.state.withLock { $0.failingLists = 3 }
    #expect(await failure { try await next.client.signOut(.discard) }.kind == .storage)
    #expect(!next.isOnDisk("of-ada"))
    #expect(try files.list("erasing").isEmpty)
    #expect(try next.environment.secrets.read(TestService.key) == nil)
  }
}
