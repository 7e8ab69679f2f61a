import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Changes of progress that go out together, when something is in their way")
struct SentTogetherTroubleTests {
  typealias Rig = SentTogetherTests.Rig

  /// Two devices of one user, each with a network of its own.
  private struct Device {
    let network: Tether
    let shelf: ShelfService
    var store: ListeningProgressStore { shelf.progressStore }

    init(_ rig: Rig, _ number: UInt64) async throws {
      network = Tether(rig.shelf.server.transport)
      shelf = ShelfService(
        server: .fake, transport: network, environment: .manual(clock: rig.shelf.clock, seed: number))
      try await shelf.account.signIn(username: "ada", password: "correct horse")
      try await shelf.progressStore.refresh()
    }
  }

  @Test("another device's later place stays and is listed as a conflict, the other books are finished")
  func conflict() async throws {
    let rig = try await Rig(4, instant: true)
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    first.network.allow(0)
    await rig.shelf.clock.advance(by: .seconds(60))
    for id in rig.books { try await first.store.markFinished(id) }
    await first.store.settled()
    await rig.shelf.clock.advance(by: .seconds(60))
    try await second.store.setPosition(rig.books[2], to: 700, duration: 2700)
    await second.store.settled()
    first.network.allow(.max)
    await first.store.flush()
    #expect(rig.books.map(rig.isFinished) == [true, true, false, true])
    #expect(rig.shelf.stored(rig.books[2])?["currentTime"]?.double == 700)
    let conflicts = try await first.store.conflicts()
    #expect(conflicts.map(\.item) == [rig.books[2]])
    #expect(conflicts.first?.kept.position == 700)
    #expect(conflicts.first?.lost.isFinished == true)
    #expect(try await first.store.progress(of: rig.books[2])?.position == 700)
  }

  @Test("another device's earlier place is written over, and listed")
  func overwritten() async throws {
    let rig = try await Rig(3)
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    try await second.store.setPosition(rig.books[1], to: 700, duration: 2700)
    await second.store.settled()
    await rig.shelf.clock.advance(by: .seconds(60))
    for id in rig.books { try await first.store.markFinished(id) }
    await first.store.settled()
    #expect(rig.books.allSatisfy(rig.isFinished))
    #expect(try await first.store.conflicts().map(\.lost.position) == [700])
  }

  @Test("of a book that is gone the server's words are listed, the others are finished")
  func refused() async throws {
    let rig = try await Rig(4)
    let gone = rig.books[1]
    rig.shelf.server.edit { $0.removeItem(gone.libraryItemId) }
    for id in rig.books { try await rig.store.markFinished(id) }
    await rig.store.settled()
    let refused = try await rig.shelf.shelf.queue.refused()
    #expect(refused.map(\.target) == [gone.description])
    #expect(refused.first?.refusalReason == "Library item not found")
    #expect(rig.books.filter { $0 != gone }.allSatisfy(rig.isFinished))
    #expect(try await rig.shelf.shelf.queue.open().isEmpty)
  }

  @Test(
    "a server or a proxy without the route gets them one by one",
    arguments: [404, 405, 500], [OperationID.shelfProgressUpdateAll, .shelfProgressAll])
  func withoutRoute(status: Int, operation: OperationID) async throws {
    let rig = try await Rig(3)
    rig.shelf.network.fail(operation, with: .status(status))
    if status == 500 { rig.shelf.network.fail(operation, with: .status(status)) }
    for id in rig.books { try await rig.store.markFinished(id) }
    await rig.store.settled()
    #expect(rig.books.allSatisfy(rig.isFinished))
    #expect(try await rig.shelf.shelf.queue.all().allSatisfy { $0.state == .synced })
  }

  @Test("servers that date every change themselves get them together, too", arguments: ["2.20.0", "2.25.1", "2.26.0"])
  func oldServer(release: String) async throws {
    let rig = try await Rig(5, instant: true, release: release)
    try await rig.shelf.shelf.progress.update(rig.books[0], .position(60, duration: 2700))
    try await rig.store.refresh()
    rig.shelf.network.isDown = true
    await rig.shelf.clock.advance(by: .seconds(60))
    for id in rig.books + rig.episodes { try await rig.store.markFinished(id) }
    await rig.store.settled()
    await rig.shelf.clock.advance(by: .seconds(600))
    rig.shelf.network.isDown = false
    let requests = await rig.requests { await rig.store.flush() }
    #expect((rig.books + rig.episodes).allSatisfy(rig.isFinished))
    #expect(try await rig.shelf.shelf.queue.all().allSatisfy { $0.state == .synced })
    #expect(try await rig.store.conflicts().isEmpty)
    // Old servers cannot list all progress and need more requests; one of them asks for the version.
    #expect(requests.count <= 7, "\(requests)")
  }

  /// Six requests at most: all progress, the changes, the history, all progress.
  @Test("wherever sending breaks off, a later choice of another device stays", arguments: 0..<10)
  func breakingOff(_ breaking: Int) async throws {
    let rig = try await Rig(3, instant: true)
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    for device in [first, second] { device.network.allow(0) }
    try await first.store.markFinished(rig.books[0])
    try await first.store.setPosition(rig.books[1], to: 900, duration: 2700)
    try await first.store.markFinished(rig.books[2])
    await first.store.settled()
    await rig.shelf.clock.advance(by: .seconds(600))
    for id in rig.books.prefix(2) { try await second.store.setPosition(id, to: 1550.5, duration: 2700) }
    await second.store.settled()
    await rig.shelf.clock.advance(by: .seconds(600))
    first.network.allow(breaking / 2, losesLast: breaking % 2 == 1)
    await first.store.flush()
    second.network.allow(.max)
    await second.store.flush()
    first.network.allow(.max)
    await first.store.flush()
    #expect(rig.books.prefix(2).map { rig.shelf.stored($0)?["currentTime"]?.double } == [1550.5, 1550.5])
    #expect(rig.books.map(rig.isFinished) == [false, false, true])
    for device in [first, second] {
      #expect(try await device.shelf.queue.open().isEmpty)
      try await device.store.refresh()
      #expect(try await device.store.progress(of: rig.books[1])?.position == 1550.5)
    }
  }

  @Test("later listening elsewhere that arrives between reading and writing is brought back", arguments: [1, 3])
  func betweenReadAndWrite(heard count: Int) async throws {
    let rig = try await Rig(4, instant: true)
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    for device in [first, second] { device.network.allow(0) }
    for id in rig.books { try await first.store.markFinished(id) }
    await first.store.settled()
    await rig.shelf.clock.advance(by: .seconds(60))
    let now = rig.shelf.clock.now()
    for id in rig.books.prefix(count) {
      try await second.store.record(
        LocalListening(
          id: rig.shelf.environment.random.uuid(), item: id, startedAt: now - 30, endedAt: now, seconds: 30,
          startPosition: 60, position: 90))
    }
    await second.store.settled()
    await rig.shelf.clock.advance(by: .seconds(60))
    for device in [first, second] { device.network.allow(.max) }
    first.network.after(.shelfProgressAll) { await second.store.flush() }
    await first.store.flush()
    await first.store.flush()
    #expect(rig.books.map(rig.isFinished) == (0..<4).map { $0 >= count })
    #expect(rig.books.prefix(count).allSatisfy { rig.shelf.stored($0)?["currentTime"]?.double == 90 })
    #expect(try await first.shelf.queue.open().isEmpty)
    #expect(try await first.store.conflicts().count == count)
  }

  @Test("later listening is brought back, however much was heard on other items since")
  func longHistory() async throws {
    let rig = try await Rig(3, instant: true)
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    for device in [first, second] { device.network.allow(0) }
    for id in rig.books.prefix(2) { try await first.store.markFinished(id) }
    await first.store.settled()
    func listen(_ id: PlayableID) async throws {
      await rig.shelf.clock.advance(by: .seconds(60))
      let now = rig.shelf.clock.now()
      try await second.store.record(
        LocalListening(
          id: rig.shelf.environment.random.uuid(), item: id, startedAt: now - 30, endedAt: now, seconds: 30,
          startPosition: 60, position: 90))
    }
    try await listen(rig.books[1])
    for _ in 0..<101 { try await listen(rig.books[2]) }
    await second.store.settled()
    for device in [first, second] { device.network.allow(.max) }
    first.network.after(.shelfProgressAll) { await second.store.flush() }
    await first.store.flush()
    await first.store.flush()
    #expect(rig.books.map(rig.isFinished) == [true, false, false])
    #expect(rig.shelf.stored(rig.books[1])?["currentTime"]?.double == 90)
  }

  @Test("records that are made late have the time of the taps")
  func slowCreation() async throws {
    let rig = try await Rig(3)
    let device = try await Device(rig, 1)
    let tappedAt = rig.shelf.clock.now()
    device.network.after(.shelfProgressAll) { await rig.shelf.clock.advance(by: .seconds(30)) }
    for id in rig.books { try await device.store.markFinished(id) }
    await device.store.settled()
    let dates = rig.books.map { rig.shelf.stored($0)?["lastUpdate"]?.double ?? 0 }
    #expect(dates.allSatisfy { abs($0 / 1000 - tappedAt.timeIntervalSince1970) < 2 }, "\(dates)")
    #expect(try await device.shelf.queue.all().allSatisfy { $0.state == .synced })
  }

  @Test("listening after a mark that went out with others starts from what the server has then")
  func readings() async throws {
    let rig = try await Rig(2)
    try await rig.shelf.shelf.progress.update(
      rig.books[0], .position(100, duration: 2700, at: rig.shelf.clock.now() - 60))
    func listen(from start: Double) async throws {
      let now = rig.shelf.clock.now()
      try await rig.store.record(
        LocalListening(
          id: rig.shelf.environment.random.uuid(), item: rig.books[0], startedAt: now - 30, endedAt: now, seconds: 30,
          startPosition: start, position: start + 30))
      await rig.store.settled()
    }
    try await listen(from: 100)
    await rig.shelf.clock.advance(by: .seconds(60))
    for id in rig.books { try await rig.store.markFinished(id) }
    await rig.store.settled()
    await rig.shelf.clock.advance(by: .seconds(60))
    // Play to exactly the finished item's position: the upload alone leaves it finished on the server.
    try await listen(from: 100)
    #expect(rig.shelf.stored(rig.books[0])?["currentTime"]?.double == 130)
    #expect(!rig.isFinished(rig.books[0]))
    #expect(try await rig.store.progress(of: rig.books[0])?.isFinished == false)
    #expect(try await rig.store.conflicts().isEmpty)
  }

  @Test("a process that dies between sending and reading back writes nothing twice")
  func killed() async throws {
    let rig = try await Rig(5, instant: true)
    let tether = Tether(rig.shelf.network)
    let shelf = ShelfService(
      server: .fake, transport: tether, environment: rig.shelf.environment.relaunched())
    tether.allow(0)
    for id in rig.books { try await shelf.progressStore.markFinished(id) }
    await shelf.progressStore.settled()
    tether.allow(2)
    await shelf.progressStore.flush()
    #expect(rig.books.allSatisfy(rig.isFinished))
    #expect(try await shelf.queue.open().count == 5)
    // Another device plays the book again before this one is online.
    await rig.shelf.clock.advance(by: .seconds(60))
    let other = try await rig.shelf.device(as: "ada")
    try await other.progressStore.refresh()
    try await other.progressStore.setPosition(rig.books[3], to: 700, duration: 2700)
    await other.progressStore.settled()
    let next = rig.shelf.relaunched()
    let requests = await rig.requests { await next.progressStore.flush() }
    // The server's version says whether it dates records itself, so that the other device's date can be trusted.
    #expect(requests == [.shelfProgressAll, .shelfServerStatus])
    #expect(rig.books.map(rig.isFinished) == [true, true, true, false, true])
    #expect(try await next.queue.open().isEmpty)
    #expect(try await next.progressStore.progress(of: rig.books[3])?.position == 700)
  }

  @Test("a change of one of them that comes while they are sent counts")
  func changedMeanwhile() async throws {
    let rig = try await Rig(3)
    let interceptor = Interceptor(rig.shelf.network)
    let shelf = ShelfService(
      server: .fake, transport: interceptor, environment: rig.shelf.environment.relaunched())
    let store = shelf.progressStore
    interceptor.hold(.shelfProgressUpdateAll)
    for id in rig.books { try await store.markFinished(id) }
    async let settled: Void = store.settled()
    await interceptor.isHolding()
    await rig.shelf.clock.advance(by: .seconds(5))
    try await store.restart(rig.books[1])
    interceptor.letGo()
    await settled
    await store.settled()
    #expect(rig.books.map(rig.isFinished) == [true, false, true])
    #expect(try await shelf.queue.all().allSatisfy { $0.state == .synced })
    #expect(try await store.conflicts().isEmpty)
  }
}
