import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("The place in an ebook")
struct EbookPlaceTests {
  @Test("is kept without a network, shown at once, and sent when there is one")
  func offline() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book("Only Text")
    rig.network.isDown = true
    try await rig.shelf.progressStore.setEbookPlace(id, to: "epubcfi(/6/4!/2)", fraction: 0.1)
    try await rig.shelf.progressStore.setEbookPlace(id, to: "epubcfi(/6/8!/4)", fraction: 0.25)
    let shown = try #require(try await rig.shelf.progressStore.progress(of: id))
    #expect(shown.ebookLocation == "epubcfi(/6/8!/4)" && shown.ebookFraction == 0.25 && shown.isEbookPending)
    #expect(!shown.isPending && shown.position == 0)
    #expect(try await rig.shelf.progressStore.all().keys.map { $0 } == [id])
    let again = rig.relaunched()
    #expect(try await again.progressStore.progress(of: id)?.ebookFraction == 0.25)
    rig.network.isDown = false
    await again.queue.flush(.connectivity)
    await again.progressStore.settled()
    #expect(rig.stored(id)?["ebookLocation"]?.string == "epubcfi(/6/8!/4)")
    #expect(rig.stored(id)?["ebookProgress"]?.double == 0.25)
    let sent = try #require(try await again.progressStore.progress(of: id))
    #expect(sent.ebookFraction == 0.25 && !sent.isEbookPending)
  }

  @Test("leaves the place in the audio and its date alone")
  func audio() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book()
    try await rig.shelf.progressStore.setPosition(id, to: 120, duration: 5401)
    await rig.shelf.progressStore.settled()
    let before = try #require(rig.stored(id)?["lastUpdate"]?.double)
    await rig.clock.advance(by: .seconds(100))
    try await rig.shelf.progressStore.setEbookPlace(id, to: "12", fraction: 0.5)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["currentTime"]?.double == 120 && rig.stored(id)?["ebookProgress"]?.double == 0.5)
    #expect(rig.stored(id)?["lastUpdate"]?.double == before)
    let known = try #require(try await rig.shelf.progressStore.progress(of: id))
    #expect(known.position == 120 && known.ebookLocation == "12" && !known.isPending && !known.isEbookPending)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test(
    "a page turned while the item plays stays, also if it is sent together with the next save",
    arguments: [true, false])
  func whilePlaying(isTogether: Bool) async throws {
    let rig = try await ShelfRig()
    let (store, id) = (rig.shelf.progressStore, try rig.book())
    try await rig.shelf.progress.update(id, .position(60, duration: 5401))
    try await rig.listen(to: 90, in: id)
    await rig.clock.advance(by: .seconds(30))
    rig.network.isDown = isTogether
    try await store.setEbookPlace(id, to: "12", fraction: 0.5)
    await store.settled()
    try await rig.listen(to: 120, in: id, after: 0)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await store.settled()
    #expect(rig.stored(id)?["ebookLocation"]?.string == "12" && rig.stored(id)?["currentTime"]?.double == 120)
    let known = try #require(try await store.progress(of: id))
    #expect(known.ebookLocation == "12" && known.position == 120)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test("of two devices' pages the later one counts, and a page turned back counts where nobody else read")
  func merged() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book("Only Text")
    let other = try await rig.device(as: "ada")
    try await rig.shelf.progressStore.setEbookPlace(id, to: "50", fraction: 0.5)
    await rig.shelf.progressStore.settled()
    try await rig.shelf.progressStore.setEbookPlace(id, to: "10", fraction: 0.1)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["ebookProgress"]?.double == 0.1)
    // The other device reads on later, while this one has turned a page without a network before.
    rig.network.isDown = true
    try await rig.shelf.progressStore.setEbookPlace(id, to: "20", fraction: 0.2)
    await rig.clock.advance(by: .seconds(60))
    try await other.progressStore.refresh()
    try await other.progressStore.setEbookPlace(id, to: "70", fraction: 0.7)
    await other.progressStore.settled()
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["ebookProgress"]?.double == 0.7)
    #expect(try await rig.shelf.progressStore.progress(of: id)?.ebookLocation == "70")
    // And the other way round: this device's page is the later one.
    rig.network.isDown = true
    try await other.progressStore.setEbookPlace(id, to: "80", fraction: 0.8)
    await other.progressStore.settled()
    await rig.clock.advance(by: .seconds(60))
    try await rig.shelf.progressStore.setEbookPlace(id, to: "30", fraction: 0.3)
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["ebookProgress"]?.double == 0.3)
  }

  @Test(
    "a page turned before listening costs the listening no place, whichever device turned the page",
    arguments: [true, false])
  func pageAndListening(isOwn: Bool) async throws {
    let rig = try await ShelfRig()
    let id = try rig.book()
    let other = try await rig.device(as: "ada")
    rig.network.isDown = true
    if isOwn { try await rig.shelf.progressStore.setEbookPlace(id, to: "12", fraction: 0.1) }
    await rig.clock.advance(by: .seconds(3_600))
    let end = rig.clock.now()
    try await rig.shelf.progressStore.record(
      LocalListening(
        id: rig.environment.random.uuid(), item: id, startedAt: end - 1_800, endedAt: end, seconds: 1_800,
        startPosition: 0, position: 1_800))
    await rig.clock.advance(by: .seconds(3_600))
    if !isOwn {
      try await other.progressStore.setEbookPlace(id, to: "12", fraction: 0.1)
      await other.progressStore.settled()
      #expect(rig.stored(id)?["ebookProgress"]?.double == 0.1)
    }
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["currentTime"]?.double == 1_800)
    #expect(rig.stored(id)?["ebookProgress"]?.double == 0.1)
    #expect(rig.server.listeningSeconds(user: "ada") == 1_800)
    #expect(try await rig.shelf.progressStore.conflicts().isEmpty)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  /// Bodies by which other clients store the page of a PDF: with a number as the location, or only with the fraction.
  private static let foreignPages: [(body: JSONValue, location: String)] = [
    (["ebookLocation": 12, "ebookProgress": 0.1], "12"), (["ebookProgress": 0.1], ""),
  ]

  @Test(
    "of another client, with a number or without a place, is shown, and costs neither a later page nor listening its place",
    arguments: foreignPages)
  func foreign(body: JSONValue, location: String) async throws {
    let rig = try await ShelfRig()
    let (book, text) = (try rig.book(), try rig.book("Only Text"))
    rig.network.isDown = true
    try await rig.shelf.progressStore.setEbookPlace(text, to: "epubcfi(/6/4!/2)", fraction: 0.01)
    await rig.clock.advance(by: .seconds(3_600))
    let end = rig.clock.now()
    try await rig.shelf.progressStore.record(
      LocalListening(
        id: rig.environment.random.uuid(), item: book, startedAt: end - 1_800, endedAt: end, seconds: 1_800,
        startPosition: 0, position: 1_800))
    await rig.clock.advance(by: .seconds(3_600))
    let other = try await rig.device(as: "ada")
    for id in [book, text] {
      try await other.client.send(
        .done(
          "test.page", .patch, path: ["api", "me", "progress", .id(id.libraryItemId)], body: .json(body),
          traits: .write))
    }
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await rig.shelf.progressStore.settled()
    try await rig.shelf.progressStore.refresh()
    #expect(rig.stored(book)?["currentTime"]?.double == 1_800)
    let shown = try #require(try await rig.shelf.progressStore.progress(of: text))
    #expect(shown.ebookLocation == location && shown.ebookFraction == 0.1)
    #expect(rig.stored(text)?["ebookProgress"]?.double == 0.1)
  }

  @Test("an item that was set back to its start after it was listened to is not taken for one that was only read")
  func restarted() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book()
    try await rig.shelf.progressStore.setEbookPlace(id, to: "12", fraction: 0.1)
    try await rig.shelf.progressStore.setPosition(id, to: 120, duration: 5401)
    await rig.shelf.progressStore.settled()
    let other = try await rig.device(as: "ada")
    try await other.progressStore.refresh()
    rig.network.isDown = true
    await rig.clock.advance(by: .seconds(60))
    try await rig.shelf.progressStore.setPosition(id, to: 200, duration: 5401)
    await rig.clock.advance(by: .seconds(60))
    try await other.progressStore.restart(id)
    await other.progressStore.settled()
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await rig.shelf.progressStore.settled()
    #expect(rig.stored(id)?["currentTime"]?.double == 0)
    #expect(rig.stored(id)?["ebookProgress"]?.double == 0.1)
  }

  @Test("a page that is sent late creates a record with the time at which the page was turned")
  func lateRecord() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book("Only Text")
    rig.network.isDown = true
    let turnedAt = rig.clock.now()
    try await rig.shelf.progressStore.setEbookPlace(id, to: "12", fraction: 0.1)
    await rig.clock.advance(by: .seconds(3_600))
    rig.network.isDown = false
    await rig.shelf.queue.flush(.connectivity)
    await rig.shelf.progressStore.settled()
    let date = try #require(rig.stored(id)?["lastUpdate"]?.double)
    #expect(abs(date / 1_000 - turnedAt.timeIntervalSince1970) < 2)
    #expect(rig.stored(id)?["ebookLocation"]?.string == "12")
  }

  @Test("impossible places are refused before anything is stored")
  func impossible() async throws {
    let rig = try await ShelfRig()
    let id = try rig.book("Only Text")
    for (place, fraction) in [("1", -0.1), ("1", 1.1), ("1", .nan), (String(repeating: "x", count: 5000), 0.5)] {
      let error = try await failure {
        try await rig.shelf.progressStore.setEbookPlace(id, to: place, fraction: fraction)
      }
      #expect(error.kind == .invalidRequest)
    }
    let episode = try rig.episode()
    let error = try await failure { try await rig.shelf.progressStore.setEbookPlace(episode, to: "1", fraction: 0) }
    #expect(error.kind == .invalidRequest)
    #expect(try await rig.shelf.queue.open().isEmpty)
  }
}
