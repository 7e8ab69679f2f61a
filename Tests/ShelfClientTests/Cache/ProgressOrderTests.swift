import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Two devices and an item, with a network that breaks off")
struct ProgressOrderTests {
  private struct Device {
    let shelf: ShelfService
    let network: Tether

    init(_ rig: ShelfRig, _ number: UInt64) async throws {
      network = Tether(rig.server.transport)
      shelf = ShelfService(
        server: .fake, transport: network, environment: .manual(clock: rig.clock, seed: number))
      try await shelf.account.signIn(username: "ada", password: "correct horse")
    }

    func make(_ change: Change, _ id: PlayableID, seconds: Double = 30) async throws {
      let store = shelf.progressStore
      switch change {
      case .finish: try await store.markFinished(id)
      case .position: try await store.setPosition(id, to: 600, duration: 5401)
      case .listen:
        let (now, isServerTime) = store.moment()
        var mutation = ProgressMutation(
          item: id, action: .listened, position: 90, duration: 5401, at: now, isServerTime: isServerTime)
        mutation.stretches = [
          ListeningStretch(
            id: "00000000-0000-4000-8000-000000000001", day: CalendarDay(now, in: .gmt), startedAt: now - seconds,
            startPosition: 90 - seconds, position: 90, seconds: seconds, updatedAt: now)
        ]
        try await store.submit(mutation, cause: "test")
      }
      await store.settled()
    }
  }

  enum Change: CaseIterable, Sendable { case finish, position, listen }

  /// Lets `first` send its change until its network fails, then `second` send its own, and then `first` send the rest.
  private static func send(_ first: Device, then second: Device, breaking: Int) async {
    first.network.allow(breaking / 2, losesLast: breaking % 2 == 1)
    await first.shelf.progressStore.flush()
    second.network.allow(.max)
    await second.shelf.progressStore.flush()
    first.network.allow(.max)
    await first.shelf.progressStore.flush()
  }

  /// Two devices without a network that have both read the place set by the second.
  private static func offlinePair() async throws -> (ShelfRig, PlayableID, Device, Device) {
    let rig = try await ShelfRig(as: nil)
    let book = try rig.book()
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    try await second.make(.position, book)
    for device in [first, second] {
      try await device.shelf.progressStore.refresh()
      device.network.allow(0)
    }
    return (rig, book, first, second)
  }

  @Test(
    "a choice whose outcome did not reach the disk yields to a later place that was sent, and not to older listening")
  func remainder() {
    let start = ManualClock.defaultStart
    func change(_ action: ProgressMutation.Action, _ position: Double?, at seconds: Double, isServerTime: Bool = true)
      -> ProgressMutation
    {
      ProgressMutation(
        item: PlayableID(libraryItemId: "book"), action: action, position: position,
        at: start.addingTimeInterval(seconds), isServerTime: isServerTime)
    }
    let finished = change(.finished, nil, at: 100)
    #expect(finished.remainder(after: change(.listened, 60, at: 50)) == finished)
    #expect(finished.remainder(after: change(.position, 60, at: 150)).action == .position)
    // Dates by different clocks cannot be compared: the later record counts.
    #expect(finished.remainder(after: change(.listened, 60, at: 50, isServerTime: false)).action == .listened)
  }

  @Test(
    "an old change that makes the first record does not pass for a new one, wherever sending it breaks off",
    arguments: Change.allCases, 0..<14)
  func firstRecord(change: Change, breaking: Int) async throws {
    let rig = try await ShelfRig(as: nil)
    let book = try rig.book()
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    first.network.allow(0)
    second.network.allow(0)
    try await first.make(change, book)
    await rig.clock.advance(by: .seconds(600))
    try await second.shelf.progressStore.setPosition(book, to: 1550.5, duration: 5401)
    await second.shelf.progressStore.settled()
    await rig.clock.advance(by: .seconds(600))
    await Self.send(first, then: second, breaking: breaking)
    #expect(rig.stored(book)?["currentTime"]?.double == 1550.5)
    #expect(rig.stored(book)?["isFinished"]?.bool == false)
    #expect(rig.server.listeningSeconds(user: "ada") == (change == .listen ? 30 : 0))
    for device in [first, second] {
      #expect(try await device.shelf.queue.open().isEmpty)
      try await device.shelf.progressStore.refresh()
      #expect(try await device.shelf.progressStore.progress(of: book)?.position == 1550.5)
    }
  }

  @Test(
    "a late change that makes the first record counts, wherever sending it breaks off",
    arguments: Change.allCases, 0..<14)
  func firstRecordCounts(change: Change, breaking: Int) async throws {
    let rig = try await ShelfRig(as: nil)
    let book = try rig.book()
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    first.network.allow(0)
    second.network.allow(0)
    try await second.shelf.progressStore.setPosition(book, to: 1550.5, duration: 5401)
    await second.shelf.progressStore.settled()
    await rig.clock.advance(by: .seconds(600))
    try await first.make(change, book)
    await rig.clock.advance(by: .seconds(600))
    await Self.send(first, then: second, breaking: breaking)
    #expect(rig.stored(book)?["isFinished"]?.bool == (change == .finish))
    if change != .finish { #expect(rig.stored(book)?["currentTime"]?.double == (change == .listen ? 90 : 600)) }
    #expect(rig.server.listeningSeconds(user: "ada") == (change == .listen ? 30 : 0))
    for device in [first, second] { #expect(try await device.shelf.queue.open().isEmpty) }
  }

  @Test("a later change of another device that comes between the steps of an older one stays")
  func betweenSteps() async throws {
    let (rig, book, first, second) = try await Self.offlinePair()
    await rig.clock.advance(by: .seconds(60))
    try await first.make(.listen, book)
    try await first.make(.finish, book)
    await rig.clock.advance(by: .seconds(60))
    try await second.shelf.progressStore.setPosition(book, to: 1550.5, duration: 5401)
    await second.shelf.progressStore.settled()
    await rig.clock.advance(by: .seconds(60))
    first.network.allow(.max)
    second.network.allow(.max)
    first.network.after(.shelfPlaybackUploadLocal) { await second.shelf.progressStore.flush() }
    await first.shelf.progressStore.flush()
    await first.shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 1550.5)
    #expect(rig.stored(book)?["isFinished"]?.bool == false)
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
    #expect(try await first.shelf.queue.refused().isEmpty)
    for device in [first, second] { #expect(try await device.shelf.queue.open().isEmpty) }
  }

  @Test(
    "later listening of another device that arrives between the read and the write of an older change stays",
    arguments: ByHand.allCases)
  func betweenReadAndWrite(change: ByHand) async throws {
    let (rig, book, first, second) = try await Self.offlinePair()
    await rig.clock.advance(by: .seconds(60))
    try await change.make(first.shelf.progressStore, book)
    await first.shelf.progressStore.settled()
    await rig.clock.advance(by: .seconds(60))
    try await second.make(.listen, book)
    let heard = rig.clock.now()
    await rig.clock.advance(by: .seconds(60))
    first.network.allow(.max)
    second.network.allow(.max)
    first.network.after(.shelfProgressOne) { await second.shelf.progressStore.flush() }
    await first.shelf.progressStore.flush()
    await first.shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
    #expect(rig.stored(book)?["isFinished"]?.bool == false)
    // The device's estimate of the server's clock may be a second off.
    #expect(abs((rig.stored(book)?["lastUpdate"]?.double ?? 0) / 1000 - heard.timeIntervalSince1970) < 2)
    #expect(rig.server.listeningSeconds(user: "ada") == 30)
    for device in [first, second] {
      #expect(try await device.shelf.queue.open().isEmpty)
      try await device.shelf.progressStore.refresh()
      #expect(try await device.shelf.progressStore.progress(of: book)?.position == 90)
    }
    #expect(try await first.shelf.progressStore.conflicts().count == 1)
  }

  /// Changes through a route that does not compare dates.
  enum ByHand: CaseIterable, Sendable {
    case finish, position, restart

    func make(_ store: ListeningProgressStore, _ id: PlayableID) async throws {
      switch self {
      case .finish: try await store.markFinished(id)
      case .position: try await store.setPosition(id, to: 1200, duration: 5401)
      case .restart: try await store.restart(id)
      }
    }
  }

  @Test("one's own listening before the end is no later listening of another device")
  func ownListening() async throws {
    let rig = try await ShelfRig(as: nil)
    let book = try rig.book()
    let device = try await Device(rig, 1)
    try await device.make(.position, book)
    device.network.allow(0)
    await rig.clock.advance(by: .seconds(60))
    try await device.make(.listen, book)
    try await device.make(.finish, book)
    await rig.clock.advance(by: .seconds(60))
    device.network.allow(.max)
    await device.shelf.progressStore.flush()
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
    #expect(try await device.shelf.queue.open().isEmpty)
  }

  @Test("the same place, chosen later by another device, is not what a waiting change builds on")
  func sameChosenLater() async throws {
    let rig = try await ShelfRig(as: nil)
    let book = try rig.book()
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    try await second.make(.position, book)
    try await first.shelf.progressStore.refresh()
    first.network.after(.shelfProgressUpdate) {
      await rig.clock.advance(by: .seconds(5))
      _ = try? await first.shelf.progressStore.setPosition(book, to: 1550.5, duration: 5401)
      await rig.clock.advance(by: .seconds(5))
      try? await second.make(.finish, book)
    }
    await rig.clock.advance(by: .seconds(60))
    try await first.make(.finish, book)
    await first.shelf.progressStore.flush()
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
    for device in [first, second] {
      #expect(try await device.shelf.queue.open().isEmpty)
      try await device.shelf.progressStore.refresh()
      #expect(try await device.shelf.progressStore.progress(of: book)?.isFinished == true)
    }
  }

  @Test("a write whose answer was lost is not repeated over a later change of another device")
  func lostAnswer() async throws {
    let (rig, book, first, second) = try await Self.offlinePair()
    await rig.clock.advance(by: .seconds(60))
    try await first.make(.finish, book)
    await rig.clock.advance(by: .seconds(60))
    try await second.shelf.progressStore.setPosition(book, to: 1550.5, duration: 5401)
    await second.shelf.progressStore.settled()
    second.network.allow(.max)
    // The read and the write arrive, but the write's answer is lost.
    first.network.allow(2, losesLast: true)
    first.network.after(.shelfProgressUpdate) {
      first.network.allow(.max)
      await second.shelf.progressStore.flush()
    }
    await first.shelf.progressStore.flush()
    await first.shelf.progressStore.flush()
    #expect(rig.stored(book)?["currentTime"]?.double == 1550.5)
    #expect(rig.stored(book)?["isFinished"]?.bool == false)
    for device in [first, second] { #expect(try await device.shelf.queue.open().isEmpty) }
  }

  @Test("listening whose repeated creation meets another device's later restart does not date that restart back")
  func createdThenRestarted() async throws {
    let rig = try await ShelfRig(as: nil)
    let items = try (0..<3).map { try rig.episode($0) }
    let item = try #require(items.first { rig.stored($0) == nil })
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    // The listening creates the record, and the answer is lost: first the answer to the upload, then every other request.
    first.network.after(.shelfPlaybackUploadLocal) { first.network.allow(0) }
    try await first.make(.listen, item)
    first.network.allow(0)
    #expect(rig.stored(item)?["currentTime"]?.double == 90)
    await rig.clock.advance(by: .seconds(60))
    try await second.shelf.progressStore.refresh()
    // The restart reaches the server between the first device's read and its repeated upload.
    first.network.after(.shelfProgressOne) {
      _ = try? await second.shelf.progressStore.restart(item)
      await second.shelf.progressStore.settled()
    }
    first.network.allow(.max)
    for _ in 0..<3 { await first.shelf.progressStore.flush() }
    await first.shelf.queue.settled()
    #expect(rig.stored(item)?["currentTime"]?.double == 0)
    #expect(try await first.shelf.queue.open().isEmpty)
  }

  @Test("a change that another device made later takes the next change along")
  func saidElsewhereLater() async throws {
    let rig = try await ShelfRig(as: nil)
    let book = try rig.book()
    let (first, second) = (try await Device(rig, 1), try await Device(rig, 2))
    try await first.make(.position, book)
    await rig.clock.advance(by: .seconds(60))
    // Lose the network after the read: the write may have arrived, so the next change is not merged into it.
    first.network.allow(1)
    try await first.make(.finish, book)
    first.network.allow(0)
    await rig.clock.advance(by: .seconds(60))
    try await first.shelf.progressStore.setPosition(book, to: 50, duration: 5401)
    await first.shelf.progressStore.settled()
    #expect(try await first.shelf.queue.open().count == 2)
    await rig.clock.advance(by: .seconds(60))
    try await second.make(.finish, book)
    first.network.allow(.max)
    await first.shelf.progressStore.flush()
    #expect(rig.stored(book)?["isFinished"]?.bool == true)
    #expect(try await first.shelf.progressStore.conflicts().map(\.lost.position) == [50])
  }
}
