import Foundation
import MediaTesting
import ShelfTesting
import Testing

@testable import MediaCore
@testable import ShelfClient

/// Rules that save requests while an item plays.
@Suite("The record that is trusted while its item is listened to")
struct ProgressReadingsTests {
  private let clock = ManualClock()
  private let readings: ProgressReadings
  private let book = PlayableID(libraryItemId: "book")

  init() { readings = ProgressReadings(clock: clock) }

  private func context(_ id: String = "a", of account: String = "ada", wasSent: Bool = false) -> MutationContext {
    MutationContext(id: id, account: account, order: 1, wasSent: wasSent)
  }

  private func record(_ position: Double?, duration: Double? = 1000) -> MediaProgress {
    var record = MediaProgress(id: "p")
    (record.currentTime, record.duration, record.progress) = (position, duration, 0.1)
    return record
  }

  private func listening(_ position: Double, duration: Double? = 1000) -> ProgressMutation {
    let now = clock.now()
    var mutation = ProgressMutation(
      item: book, action: .listened, position: position, duration: duration, at: now, isServerTime: true)
    mutation.stretches = [
      ListeningStretch(
        id: "s", day: CalendarDay(now, in: .gmt), startedAt: now - 30, startPosition: position - 30, position: position,
        seconds: 30, updatedAt: now)
    ]
    return mutation
  }

  @Test("it lasts ten minutes from its reading, however often it is confirmed, for its account and its item only")
  func lasting() async {
    readings.note(record(100), of: book, context())
    #expect(readings.record(of: book, context())?.currentTime == 100)
    #expect(readings.record(of: book, context(of: "grace")) == nil)
    #expect(readings.record(of: PlayableID(libraryItemId: "other"), context()) == nil)
    await clock.advance(by: .seconds(599))
    readings.confirm(position: 130, at: clock.now(), of: book, context())
    #expect(readings.record(of: book, context())?.currentTime == 130)
    await clock.advance(by: .seconds(1))
    #expect(readings.record(of: book, context()) == nil)
  }

  @Test("an accepted upload changes it as the server does: whole milliseconds, and a fraction within the item")
  func confirmed() {
    readings.note(record(100), of: book, context())
    let date = Date(timeIntervalSince1970: 1_800_000_000.1239)
    readings.confirm(position: 250, at: date, of: book, context())
    let known = readings.record(of: book, context())
    #expect(known?.lastUpdate == Date(milliseconds: date.milliseconds))
    #expect(known?.progress == 0.25)
    readings.confirm(position: 1200, at: date, of: book, context())
    #expect(readings.record(of: book, context())?.progress == 1)
    readings.note(record(100, duration: 0), of: book, context())
    readings.confirm(position: 250, at: date, of: book, context())
    #expect(readings.record(of: book, context())?.progress == 0.1)
  }

  @Test("it is trusted only while the cache has the same place, page and flags", arguments: 0..<8)
  func otherInCache(kind: Int) {
    readings.note(record(100), of: book, context())
    var known: MediaProgress? = record(100, duration: 2000)
    switch kind {
    case 1: known?.currentTime = 101
    case 2: known?.isFinished = true
    case 3: known?.ebookLocation = "12"
    case 4: known?.ebookProgress = 0.5
    case 5: known?.hideFromContinueListening = true
    case 6: known = nil
    default: break
    }
    readings.trustOnly(known, of: book, account: kind == 7 ? "grace" : "ada")
    #expect((readings.record(of: book, context()) != nil) == (kind == 0 || kind == 7))
  }

  @Test("it replaces the read-back of the very upload that was accepted, once")
  func taken() {
    readings.note(record(100), of: book, context())
    readings.confirm(position: 130, at: clock.now(), of: book, context("a"))
    #expect(readings.takeConfirmed(book, context("b")) == nil)
    #expect(readings.takeConfirmed(book, context("a"))?.currentTime == 130)
    #expect(readings.takeConfirmed(book, context("a")) == nil)
  }

  @Test("only recent listening that is all there is to it trusts the record", arguments: 0..<9)
  func onlyListening(kind: Int) {
    var mutation = listening(130)
    var now = clock.now()
    switch kind {
    case 1: now += 9.9
    case 2: now += 10
    case 3: now -= 10
    case 4: mutation.action = .position
    case 5: mutation.reachedEnd = true
    case 6: mutation.onlyStretches = true
    case 7: mutation.stretches = []
    case 8: mutation.position = nil
    default: break
    }
    #expect(mutation.isOnlyListening(now: now) == (kind < 2))
  }

  private func api(_ rig: ShelfRig, _ readings: ProgressReadings) -> ProgressMutation.API {
    ProgressMutation.API(
      progress: rig.shelf.roles.progress, playback: rig.shelf.roles.playback, listening: rig.shelf.roles.listening,
      now: { [clock = rig.clock] in clock.now() }, readings: readings, uploads: UnansweredUploads(),
      keepsDates: { true }, duration: { _ in nil },
      librarySettings: { [libraries = rig.shelf.roles.libraries] () async throws(ClientError) in
        try await libraries.all().map(\.settings)
      })
  }

  @Test("within a minute of the end, and where the end is unknown, the server may have finished the item")
  func nearEnd() async throws {
    let api = self.api(try await ShelfRig(), readings)
    func isNearEnd(_ mutation: ProgressMutation, _ record: MediaProgress) async -> Bool {
      await mutation.isNearEnd(of: record, api, context())
    }
    #expect(await !isNearEnd(listening(939), record(900)))
    #expect(await isNearEnd(listening(941), record(900)))
    #expect(await !isNearEnd(listening(939), record(900, duration: nil)))
    #expect(await isNearEnd(listening(10, duration: nil), record(900, duration: nil)))
    #expect(await isNearEnd(listening(10), record(900, duration: 0)))
    var placeless = listening(10)
    placeless.position = nil
    #expect(await isNearEnd(placeless, record(900)))
  }

  @Test("the settings of any library count, are read for the second half of an item, and again after ten minutes")
  func finishing() async throws {
    var world = ShelfWorld.sample
    world.setFinish(in: world.libraryIDs[1], percent: 90, remaining: nil)
    let rig = try await ShelfRig(world: world)
    let api = self.api(rig, readings)
    func isNearEnd(_ position: Double, of account: String = "ada") async -> Bool {
      await listening(position).isNearEnd(of: record(900), api, context(of: account))
    }
    #expect(await !isNearEnd(500))
    #expect(rig.count(.shelfLibrariesAll) == 0)
    #expect(await !isNearEnd(899))
    #expect(await isNearEnd(901))
    #expect(rig.count(.shelfLibrariesAll) == 1)
    #expect(await isNearEnd(901, of: "grace"))
    #expect(rig.count(.shelfLibrariesAll) == 2)
    await clock.advance(by: .seconds(599))
    #expect(await isNearEnd(901))
    #expect(rig.count(.shelfLibrariesAll) == 2)
    await clock.advance(by: .seconds(1))
    #expect(await isNearEnd(901))
    #expect(rig.count(.shelfLibrariesAll) == 3)
    let away = try await ShelfRig()
    away.network.isDown = true
    let unknown = self.api(away, ProgressReadings(clock: clock))
    #expect(await listening(501).isNearEnd(of: record(400), unknown, context()))
    #expect(await !listening(500).isNearEnd(of: record(400), unknown, context()))
    var settings = LibrarySettings()
    #expect(settings.secondsLeftAtFinish(of: 1000) == 10)
    settings.markAsFinishedTimeRemaining = 300
    #expect(settings.secondsLeftAtFinish(of: 1000) == 300)
    settings.markAsFinishedPercentComplete = 0
    #expect(settings.secondsLeftAtFinish(of: 1000) == 300)
    settings.markAsFinishedPercentComplete = 75
    #expect(settings.secondsLeftAtFinish(of: 1000) == 250)
  }

  @Test(
    "an item that the server finishes by its library's percentage is finished here, and no conflict",
    arguments: [90, 40.0])
  func finishedByPercentage(percent: Double) async throws {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    let book = PlayableID(libraryItemId: world.addBook(in: library, title: "Long", tracks: [3000]))
    world.setFinish(in: library, percent: percent, remaining: nil)
    world.addUser("nora", password: ShelfRig.password(of: "nora"), type: .root)
    let rig = try await ShelfRig(instant: false, world: world, as: "nora")
    let store = rig.shelf.progressStore
    let start = percent == 90 ? 2660.0 : 1170
    try await rig.shelf.progress.update(book, .position(start, duration: 3000))
    try await rig.listen(to: start + 30, in: book)
    #expect(rig.stored(book, user: "nora")?["isFinished"]?.bool == false)
    try await rig.listen(to: start + 60, in: book)
    #expect(rig.stored(book, user: "nora")?["isFinished"]?.bool == true)
    // In the first half of an item, the client does not look for a finish; the next read shows it.
    #expect(try await store.progress(of: book)?.isFinished == (percent == 90))
    await rig.clock.advance(by: .seconds(600))
    try await rig.listen(to: start + 90, in: book)
    #expect(try await store.progress(of: book)?.isFinished == true)
    #expect(try await store.conflicts() == [])
  }

  @Test("going on from another device's place, which a refresh has shown, is no conflict")
  func otherDeviceAndBack() async throws {
    let rig = try await ShelfRig(instant: false)
    let (store, id) = (rig.shelf.progressStore, try rig.book())
    try await rig.shelf.progress.update(id, .position(60, duration: 5401))
    try await rig.listen(to: 90, in: id)
    await rig.clock.advance(by: .seconds(30))
    let other = try await rig.device(as: "ada")
    try await other.progress.update(id, .position(700, duration: 5401, at: rig.clock.now()))
    try await store.refresh()
    #expect(try await store.progress(of: id)?.position == 700)
    try await rig.listen(to: 730, in: id)
    #expect(rig.stored(id)?["currentTime"]?.double == 730)
    #expect(try await store.progress(of: id)?.position == 730)
    #expect(try await store.conflicts() == [])
  }

  @Test("an item that was hidden and is listened to again is not hidden any more, as on the server")
  func hidden() async throws {
    let rig = try await ShelfRig(instant: false)
    let (store, id) = (rig.shelf.progressStore, try rig.book())
    try await rig.shelf.progress.update(id, .position(60, duration: 5401))
    let record = try #require(rig.stored(id)?["id"]?.string)
    try await rig.shelf.progress.hideFromContinueListening(record: record)
    try await store.refresh()
    #expect(try await store.hiddenItems() == [id])
    try await rig.listen(to: 90, in: id)
    #expect(rig.stored(id)?["hideFromContinueListening"]?.bool == false)
    #expect(try await store.hiddenItems() == [])
  }

  @Test("the server is read unless recent listening has a record with a place to go on from", arguments: 0..<5)
  func fetched(kind: Int) async throws {
    let rig = try await ShelfRig()
    let id = try rig.book()
    let readings = ProgressReadings(clock: rig.clock)
    let api = self.api(rig, readings)
    var known = record(kind == 1 ? nil : 100)
    known.isFinished = kind == 2
    readings.note(known, of: id, context())
    var mutation = listening(130)
    (mutation.item, mutation.at) = (id, rig.clock.now())
    if kind == 3 { mutation.action = .position }
    let before = rig.count(.shelfProgressOne)
    let record = try await mutation.fetch(api, context(wasSent: kind == 4))
    #expect(rig.count(.shelfProgressOne) == before + (kind == 0 ? 0 : 1))
    #expect(record?.currentTime == (kind == 0 ? 100 : nil), "the server has none")
    // A reading that fails leaves nothing that could be trusted.
    readings.note(known, of: id, context())
    rig.network.isDown = true
    await #expect(throws: ClientError.self) { try await mutation.fetch(api, context(wasSent: true)) }
    #expect(readings.record(of: id, context()) == nil)
  }
}
