import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Items hidden without a network, and listening before and after it")
struct HiddenItemTests {
  private let rig: ShelfRig
  private let other: ShelfService
  private let book: PlayableID

  /// A book at 1:00, which this device has read before the network connection was lost.
  init() async throws {
    let rig = try await ShelfRig()
    self.rig = rig
    other = try await rig.device(as: "ada")
    book = try rig.book("First Light")
    try await rig.shelf.progress.update(book, .position(60, duration: 3000, at: rig.clock.now()))
    try await rig.shelf.progressStore.refresh()
    await rig.clock.advance(by: .seconds(5))
    rig.network.isDown = true
  }

  /// Waits until the queue has tried to send the last change, because a later change is not merged with one that is being sent.
  private func pass(_ seconds: Double, _ rig: ShelfRig) async {
    await rig.shelf.queue.settled()
    await rig.clock.advance(by: .seconds(seconds))
    await rig.shelf.queue.settled()
  }

  private func hide(_ rig: ShelfRig) async throws {
    try await rig.shelf.homeStore.setHidden(book, true)
    await pass(5, rig)
  }

  private func move(to position: Double, _ rig: ShelfRig) async throws {
    try await rig.shelf.progressStore.setPosition(book, to: position, duration: 3000)
    await pass(5, rig)
  }

  /// Returns whether the server hides the book, once this device has sent its changes.
  private func isHiddenOnServer(_ rig: ShelfRig, by shelf: ShelfService? = nil) async throws -> Bool? {
    let shelf = shelf ?? rig.shelf
    rig.network.isDown = false
    for _ in 0..<2 { await shelf.progressStore.flush() }
    #expect(try await shelf.queue.open().isEmpty)
    return rig.stored(book)?["hideFromContinueListening"]?.bool
  }

  @Test("an item that is listened to after the hiding is shown, also if it was listened to before as well")
  func listenedAgain() async throws {
    try await move(to: 90, rig)
    try await hide(rig)
    try await move(to: 120, rig)
    #expect(try await rig.shelf.queue.open().count == 2)
    #expect(try await isHiddenOnServer(rig) == false)
    #expect(rig.stored(book)?["currentTime"]?.double == 120)
  }

  @Test("an item that is hidden again after it was listened to stays hidden")
  func hiddenAgain() async throws {
    try await hide(rig)
    try await move(to: 90, rig)
    try await hide(rig)
    #expect(try await rig.shelf.queue.open().count == 2)
    #expect(try await isHiddenOnServer(rig) == true)
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
  }

  @Test("an item that is hidden again after a relaunch without a network stays hidden")
  func hiddenAgainAfterRelaunch() async throws {
    try await hide(rig)
    try await move(to: 90, rig)
    let again = rig.relaunched()
    try await again.homeStore.setHidden(book, true)
    await again.queue.settled()
    #expect(try await again.queue.open().count == 2)
    #expect(try await isHiddenOnServer(rig, by: again) == true)
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
  }

  @Test(
    "later listening on another device shows the item, and a page that was turned there does not",
    arguments: [true, false])
  func otherDevice(isHeard: Bool) async throws {
    try await hide(rig)
    await pass(600, rig)
    var page = ProgressUpdate()
    (page.ebookLocation, page.ebookProgress) = ("12", 0.1)
    try await other.progress.update(book, isHeard ? .position(200, duration: 3000) : page)
    #expect(try await isHiddenOnServer(rig) == !isHeard)
  }

  @Test("listening on another device before the hiding leaves the item hidden")
  func otherDeviceBefore() async throws {
    try await other.progress.update(book, .position(200, duration: 3000))
    await pass(5, rig)
    try await hide(rig)
    #expect(try await isHiddenOnServer(rig) == true)
    #expect(rig.stored(book)?["currentTime"]?.double == 200)
  }

  @Test("a server that dates listening with its arrival hides an item that was listened to before")
  func undated() async throws {
    let rig = try await ShelfRig(world: .version2_25)
    rig.network.isDown = true
    try await move(to: 90, rig)
    try await hide(rig)
    await pass(600, rig)
    #expect(try await isHiddenOnServer(rig) == true)
    #expect(rig.stored(book)?["currentTime"]?.double == 90)
  }

  @Test("a hiding that an earlier version has stored without the kind of its date is read")
  func stored() throws {
    let item = #"{"item":"book","isHidden":true,"at":800000000}"#
    let mutation = try JSONDecoder().decode(HiddenItemMutation.self, from: Data(item.utf8))
    #expect(mutation.isHidden && mutation.isServerTime == nil && mutation.item.libraryItemId == "book")
  }

  @Test(
    "the date of a hiding by the device's clock is corrected before it is compared with the server's",
    arguments: [true, false])
  func corrected(isServerTime: Bool) {
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let mutation = HiddenItemMutation(item: book, isHidden: true, at: now, isServerTime: isServerTime)
    var record = MediaProgress(id: "record")
    // The device's clock is an hour behind, and the listening was a minute before the hiding.
    (record.currentTime, record.lastUpdate) = (90, now + 3540)
    let expected: Resolution<HiddenItemMutation> = isServerTime ? .superseded(reason: "later") : .write(mutation)
    #expect(
      mutation.resolve(MergeInput(remote: record, createdAt: now, serverNow: now + 3600, deviceNow: now)) == expected)
  }
}
