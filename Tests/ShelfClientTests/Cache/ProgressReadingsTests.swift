import Foundation
import MediaTesting
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

  @Test("within a minute of the end, and where the end is unknown, the server may have finished the item")
  func nearEnd() {
    #expect(!listening(939).isNearEnd(of: record(900)))
    #expect(listening(941).isNearEnd(of: record(900)))
    #expect(!listening(939).isNearEnd(of: record(900, duration: nil)))
    #expect(listening(10, duration: nil).isNearEnd(of: record(900, duration: nil)))
    #expect(listening(10).isNearEnd(of: record(900, duration: 0)))
    var placeless = listening(10)
    placeless.position = nil
    #expect(placeless.isNearEnd(of: record(900)))
  }

  @Test("the server is read unless recent listening has a record with a place to go on from", arguments: 0..<5)
  func fetched(kind: Int) async throws {
    let rig = try await ShelfRig()
    let id = try rig.book()
    let readings = ProgressReadings(clock: rig.clock)
    let api = ProgressMutation.API(
      progress: rig.shelf.roles.progress, playback: rig.shelf.roles.playback, listening: rig.shelf.roles.listening,
      now: { [clock = rig.clock] in clock.now() }, readings: readings, uploads: UnansweredUploads(),
      keepsDates: { true }, duration: { _ in nil })
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
