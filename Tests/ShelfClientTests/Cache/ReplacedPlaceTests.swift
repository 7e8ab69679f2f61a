import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("A place that an older change has replaced")
struct ReplacedPlaceTests {
  private let rig: ShelfRig
  private let book: PlayableID
  private var store: ListeningProgressStore { rig.shelf.progressStore }

  /// A place at 1,550.5 seconds on the server, which this device has read.
  init() async throws {
    rig = try await ShelfRig()
    book = try rig.book()
    await rig.clock.advance(by: .seconds(600))
    try await store.setPosition(book, to: 1550.5, duration: 5401)
    await store.settled()
    try await store.refresh()
  }

  /// Marks the item from another client with a date in the past, which the server accepts.
  private func markElsewhere(_ seconds: Double) async throws {
    let at = try #require(rig.stored(book)?["lastUpdate"]?.double) / 1000 + seconds
    try await rig.shelf.progress.update(
      book, ProgressUpdate(isFinished: true, lastUpdate: Date(timeIntervalSince1970: at)))
    await rig.clock.advance(by: .seconds(60))
  }

  private var place: [Double] {
    [rig.stored(book)?["currentTime"]?.double ?? -1, rig.stored(book)?["isFinished"]?.bool == true ? 1 : 0]
  }

  @Test("is set again by the device that knows it, and the older one is listed as a conflict")
  func older() async throws {
    try await markElsewhere(-300)
    #expect(place[1] == 1)
    try await store.refresh()
    await store.settled()
    #expect(place == [1550.5, 0])
    #expect(try await store.progress(of: book)?.position == 1550.5)
    #expect(try await store.conflicts().map(\.item) == [book])
  }

  @Test("a newer change stays")
  func newer() async throws {
    try await markElsewhere(30)
    try await store.refresh()
    await store.settled()
    #expect(place[1] == 1)
    #expect(try await store.conflicts().isEmpty)
  }

  @Test("a record that lay in the server's future is not set again: its clock was ahead")
  func future() async throws {
    let ahead = rig.clock.now().addingTimeInterval(48 * 3600)
    try await rig.shelf.progress.update(book, ProgressUpdate(isFinished: true, lastUpdate: ahead))
    try await store.refresh()
    try await rig.shelf.progress.update(
      book, ProgressUpdate(currentTime: 20, isFinished: false, lastUpdate: rig.clock.now()))
    let corrected = place
    try await store.refresh()
    await store.settled()
    #expect(corrected[1] == 0)
    #expect(place == corrected)
  }

  @Test("a change that waits here is merged by itself")
  func waiting() async throws {
    try await markElsewhere(-300)
    rig.network.isDown = true
    try await store.setPosition(book, to: 700, duration: 5401)
    rig.network.isDown = false
    try await store.refresh()
    await store.settled()
    #expect(place == [700, 0])
    #expect(try await rig.shelf.queue.all().map(\.cause).contains("restore") == false)
  }

  @Test("a server that was restored from a backup gets the places back that this device has seen")
  func backup() async throws {
    let before = rig.clock.now().addingTimeInterval(-7 * 86_400)
    try await rig.shelf.progress.update(
      book, ProgressUpdate(currentTime: 100, duration: 5401, isFinished: false, lastUpdate: before))
    try await store.refresh()
    await store.settled()
    #expect(place == [1550.5, 0])
  }
}
