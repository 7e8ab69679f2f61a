import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("The day of listening")
struct ListeningDayTests {
  /// A device whose clock is `days` ahead of the server's.
  private func make(ahead days: Double, zone: String = "Europe/Berlin") async throws -> PlayerRig {
    let timeZone: TimeZone = try #require(TimeZone(identifier: zone))
    let rig = try await ShelfRig(
      instant: false, timeZone: timeZone, start: Self.noon + days * 86_400,
      serverAhead: -days * 86_400)
    return PlayerRig(rig)
  }

  /// 2026-09-01, 10:00 in Greenwich, noon in Berlin.
  private static let noon = Date(timeIntervalSince1970: 1_788_256_800)

  /// The seconds of each day, as the server counts them.
  private func days(_ rig: ShelfRig) async throws -> [String: Double] {
    try await rig.shelf.listening.stats().days.reduce(into: [:]) { $0[$1.key.description] = $1.value.rounded() }
  }

  @Test("a clock that is days off books nothing on its own days", arguments: [2.0, -3])
  func playing(ahead: Double) async throws {
    let test = try await make(ahead: ahead)
    await test.play(try test.rig.episode(2))
    await test.pass(60)
    await test.close()
    #expect(try await days(test.rig) == ["2026-09-01": 60])
  }

  @Test("listening without a network, by a clock that is off, is booked by the server's clock", arguments: [2.0, -3])
  func offline(ahead: Double) async throws {
    let test = try await make(ahead: ahead)
    let again = test.rig.relaunched()
    test.rig.network.isDown = true
    let now = test.rig.clock.now()
    try await again.progressStore.record(
      LocalListening(
        id: "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11", item: try test.rig.episode(2), startedAt: now - 100,
        endedAt: now - 40, seconds: 60, startPosition: 10, position: 70))
    await again.progressStore.settled()
    test.rig.network.isDown = false
    await again.progressStore.flush()
    #expect(try await days(test.rig) == ["2026-09-01": 60])
  }

  @Test("the user's midnight by the server's clock cuts listening that a wrong clock saw in one day")
  func midnight() async throws {
    // Listen from 18:00 to 20:00 by the device's clock, and from 23:00 to 01:00 by the server's, both in Berlin.
    let test = try await make(ahead: 0)
    let rig = test.rig
    let again = rig.relaunched()
    rig.network.isDown = true
    await rig.clock.advance(by: .seconds(13 * 3600))
    rig.clock.setWallClock(to: rig.clock.now() - 5 * 3600)
    rig.serverClock.set(by: 5 * 3600)
    let now = rig.clock.now()
    try await again.progressStore.record(
      LocalListening(
        id: "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11", item: try rig.book(), startedAt: now - 7200, endedAt: now,
        seconds: 7200, startPosition: 0, position: 4000))
    await again.progressStore.settled()
    rig.network.isDown = false
    await again.progressStore.flush()
    #expect(try await days(rig) == ["2026-09-01": 3600, "2026-09-02": 3600])
    #expect(rig.stored(try rig.book())?["currentTime"]?.double == 4000)
    let seconds = rig.server.listeningSeconds(user: "ada")
    await again.progressStore.flush()
    #expect(rig.server.listeningSeconds(user: "ada") == seconds)
  }

  @Test("a stretch that began by the device's clock goes on as another one by the server's")
  func changedClock() throws {
    var tracker = ListeningTracker(item: PlayableID(libraryItemId: "a"), position: 0) { "id" }
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    tracker.started(at: .zero)
    tracker.progressed(
      to: 10, rate: 1, uptime: .seconds(10),
      now: .init(date: Self.noon + 172_800, isServerTime: false, zone: zone))
    tracker.progressed(
      to: 20, rate: 1, uptime: .seconds(20), now: .init(date: Self.noon, isServerTime: true, zone: zone))
    #expect(tracker.stretches.map(\.isServerTime) == [false, true])
    #expect(tracker.stretches.map(\.day.description) == ["2026-09-03", "2026-09-01"])
    var merged = ProgressMutation(
      item: tracker.item, action: .listened, position: 20, at: Self.noon, isServerTime: true)
    merged.stretches = tracker.stretches
    let decision = merged.resolve(
      MergeInput(createdAt: Self.noon, serverNow: Self.noon, deviceNow: Self.noon + 172_800))
    guard case .write(let sent) = decision else { Issue.record("\(decision)"); return }
    #expect(sent.stretches.map(\.day.description) == ["2026-09-01", "2026-09-01"])
  }

  @Test("a stretch of an earlier version keeps its day")
  func olderFile() throws {
    let json = """
      {"id":"a","day":"2026-09-03","startedAt":800000000,"startPosition":0,"position":30,"seconds":30,"updatedAt":800000030}
      """
    let stretch = try JSONDecoder().decode(ListeningStretch.self, from: Data(json.utf8))
    #expect(stretch.zone == nil && stretch.isServerTime == nil)
    #expect(stretch.moved(by: 86_400).map(\.day) == [stretch.day])
  }

  @Test("a bookmark that waits shows the server's time")
  func bookmark() async throws {
    let test = try await make(ahead: 2)
    test.rig.network.isDown = true
    let book = try test.rig.book().libraryItemId
    try await test.rig.shelf.bookmarkStore.create("Here", at: 12, in: book)
    let mark = try #require(try await test.rig.shelf.bookmarkStore.bookmarks(of: book)?.list.first { $0.time == 12 })
    #expect(abs(try #require(mark.createdAt).timeIntervalSince(Self.noon)) < 60)
  }
}
