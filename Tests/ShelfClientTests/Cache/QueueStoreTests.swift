import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("The listening queue as it is kept")
struct QueueStoreTests {
  /// A rig whose service lists the episodes that a test sets.
  private struct Listing {
    let rig: ShelfRig
    let listed = Locked<[String]>([])
    let shelf: ShelfService

    var store: QueueStore { shelf.queueStore }

    init() async throws {
      rig = try await ShelfRig()
      shelf = Self.service(rig, rig.environment, listed)
    }

    func relaunched() -> ShelfService { Self.service(rig, rig.environment.relaunched(), listed) }

    private static func service(
      _ rig: ShelfRig, _ environment: ClientEnvironment, _ listed: Locked<[String]>
    ) -> ShelfService {
      ShelfService(server: rig.address, transport: rig.network, environment: environment, options: rig.options) {
        $0.libraries = ListedEpisodes(base: $0.libraries, names: listed)
      }
    }

    func refresh(_ names: String...) async throws {
      listed.withLock { $0 = names }
      try await store.refresh()
    }

    func titles() async throws -> [String] { try await store.current().visible.map(\.title) }

    func files(of cache: String) -> [String] {
      rig.files.contents.keys.filter { $0.hasPrefix("accounts/") && $0.hasSuffix("/\(cache.fileName)") }
    }

    func id(_ name: String) -> PlayableID { PlayableID(libraryItemId: "item", episodeId: name) }
  }

  @Test("holds what the server said, and survives a restart")
  func keeps() async throws {
    let test = try await Listing()
    let empty = try await test.store.current()
    #expect((empty.entries, empty.removed, empty.asOf) == ([], [], nil))
    let date = test.rig.clock.now()
    try await test.refresh("a", "b")
    await test.shelf.client.accounts.save()
    let again = try await test.relaunched().queueStore.current()
    #expect(again.entries.map(\.title) == ["a", "b"])
    #expect(again.asOf.map { abs($0.timeIntervalSince(date)) < 1 } == true)
    #expect(!again.isStale)
  }

  @Test("removed stays removed while the server lists it, and is forgotten when it does not")
  func removing() async throws {
    let test = try await Listing()
    try await test.refresh("a", "b", "c")
    try await test.store.remove(test.id("b"))
    #expect(try await test.titles() == ["a", "c"])
    try await test.refresh("a", "b", "c")
    #expect(try await test.titles() == ["a", "c"])
    try await test.refresh("a", "c")
    #expect(try await test.store.current().removed.isEmpty)
    try await test.refresh("a", "b", "c")
    #expect(try await test.titles() == ["a", "b", "c"])
    try await test.store.remove(test.id("a"))
    try await test.store.restore(test.id("a"))
    #expect(try await test.titles().count == 3)
  }

  @Test("an older kept answer for another number of episodes replaces no newer list, and brings nothing back")
  func olderAnswer() async throws {
    let test = try await Listing()
    test.listed.withLock { $0 = ["a"] }
    try await test.store.refresh(limit: 50)
    await test.rig.clock.advance(by: .seconds(60))
    try await test.refresh("a", "b", "c")
    try await test.store.remove(test.id("b"))
    let before = try await test.store.current()
    test.rig.network.isDown = true
    test.listed.withLock { $0 = ["a"] }
    try await test.store.refresh(limit: 50)
    let queue = try await test.store.current()
    #expect(queue.entries == before.entries && queue.asOf == before.asOf)
    #expect(queue.isStale)
    #expect(queue.removed == [test.id("b")])
    // The kept answer of the list itself may lack a removed episode as well.
    try await test.store.refresh()
    #expect(try await test.store.current().removed == [test.id("b")])
    test.rig.network.isDown = false
    try await test.refresh("a", "b")
    #expect(try await test.titles() == ["a"])
    #expect(try await !test.store.current().isStale)
  }

  @Test("a refresh requests as many episodes as there are, in whole pages, and at most 100")
  func length() async throws {
    let test = try await Listing()
    for (count, limit) in [(1, 25), (25, 25), (26, 50), (130, 100)] {
      test.listed.withLock { $0 = (0..<count).map { "\($0)" } }
      try await test.store.refresh(limit: 150)
      #expect(try await test.store.shownLimit() == limit)
    }
    #expect(try await test.store.shownLimit(upTo: .max) == 150)
  }

  @Test("what was removed is on disk at once, without anything else being saved")
  func removingIsDurable() async throws {
    let test = try await Listing()
    try await test.refresh("a", "b")
    await test.shelf.client.accounts.save()
    try await test.store.remove(test.id("b"))
    #expect(try await test.relaunched().queueStore.current().visible.map(\.title) == ["a"])
    test.rig.files.isLocked = true
    #expect(try await failure { try await test.store.remove(test.id("a")) }.kind == .storage)
    #expect(try await test.titles() == ["a"])
  }

  @Test("is each account's own, and nobody's without one")
  func accounts() async throws {
    let test = try await Listing()
    try await test.refresh("a")
    try await test.shelf.account.signOut(pending: .keep)
    #expect(try await failure { try await test.store.current() }.kind == .signedOut)
    #expect(try await failure { try await test.store.remove(test.id("a")) }.kind == .signedOut)
    #expect(try await failure { try await test.store.refresh() }.kind == .signedOut)
    try await test.shelf.account.signIn(username: "grace", password: "battery staple")
    #expect(try await test.titles() == [])
  }

  @Test(
    "a sign-out erases what the server said, and what was removed here only with the pending work",
    arguments: [PendingWork.keep, .discard])
  func signOut(pending: PendingWork) async throws {
    let test = try await Listing()
    try await test.refresh("a", "b")
    try await test.store.remove(test.id("b"))
    await test.shelf.client.accounts.save()
    #expect(test.files(of: "cache-queue").count == 1)
    try await test.shelf.account.signOut(pending: pending)
    let left = ["cache-queue", "cache-queue-removed", "cache-progress"].filter { !test.files(of: $0).isEmpty }
    #expect(left == (pending == .keep ? ["cache-queue-removed"] : []))
    try await test.shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    #expect(try await test.store.current().entries == [])
    try await test.refresh("a", "b")
    #expect(try await test.titles() == (pending == .keep ? ["a"] : ["a", "b"]))
  }

  @Test("that is damaged on disk starts empty")
  func damaged() async throws {
    let test = try await Listing()
    try await test.refresh("a")
    await test.shelf.client.accounts.save()
    let files = test.files(of: "cache-queue")
    #expect(files.count == 1)
    for path in files { try test.rig.files.replace(path, with: Data("{".utf8)) }
    #expect(try await test.relaunched().queueStore.current().entries == [])
  }

  @Test("without podcasts it has the books in progress that play: no ebook, and none whose files are gone")
  func booksInProgress() async throws {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    let heard = PlayableID(libraryItemId: world.addBook(in: library, title: "Heard", tracks: [3600]))
    let read = PlayableID(libraryItemId: world.addBook(in: library, title: "Read", tracks: [], ebook: "epub"))
    let gone = PlayableID(libraryItemId: world.addBook(in: library, title: "Gone", tracks: [3600]))
    world.addUser("nora", password: ShelfRig.password(of: "nora"), type: .root)
    let rig = try await ShelfRig(world: world, as: "nora")
    let store = rig.shelf.progressStore
    try await store.setEbookPlace(read, to: "epubcfi(/6/4)", fraction: 0.2)
    for id in [heard, gone] {
      try await store.setPosition(id, to: 60, duration: 3600)
      await store.flush()
      await rig.clock.advance(by: .seconds(60))
    }
    try await store.setEbookPlace(read, to: "epubcfi(/6/6)", fraction: 0.3)
    await store.flush()
    rig.server.edit { $0.setMissing(gone.libraryItemId) }
    #expect(try await Set(rig.shelf.items.inProgress(limit: 9).map(\.title)) == ["Heard", "Read", "Gone"])
    try await rig.shelf.queueStore.refresh()
    #expect(try await rig.shelf.queueStore.current().entries.map(\.id) == [heard])
    // The ebook and the missing book, which the queue skips, are newer than "Heard". With a limit of 1, "Heard" is not in the first answer.
    let before = rig.count(.shelfItemsInProgress)
    try await rig.shelf.queueStore.refresh(limit: 1)
    #expect(try await rig.shelf.queueStore.current().entries.map(\.id) == [heard])
    #expect(rig.count(.shelfItemsInProgress) > before + 1)
  }

  @Test("what was asked for one account is not put into the queue of another")
  func otherOwner() async throws {
    let rig = try await ShelfRig(as: nil)
    let hold = Interceptor(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: hold, environment: rig.environment)
    try await shelf.account.signIn(username: "ada", password: ShelfRig.password(of: "ada"))
    hold.hold(.shelfLibrariesRecentEpisodes)
    let answer = Task { try await failure { try await shelf.queueStore.refresh() } }
    await hold.isHolding()
    _ = try await shelf.account.signOut(pending: .keep)
    try await shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    hold.letGo()
    #expect(try await answer.value.kind == .signedOut)
    #expect(try await shelf.queueStore.current().entries == [])
  }
}
