import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Live updates", .timeLimit(.minutes(30)))
struct LiveUpdatesTests {
  @Test("a place that another device sets shows without a request of this one")
  func otherDevice() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    let (id, changes) = (try rig.book(), Locked(0))
    let token = rig.shelf.progressStore.observe { changes.withLock { $0 += 1 } }
    let before = rig.line.calls
    try await other.progressStore.setPosition(id, to: 77)
    await other.progressStore.settled()
    #expect(await eventually { (try? await rig.position(id)) == 77 })
    await rig.waits()
    #expect(rig.line.calls == before)
    #expect(changes.withLock { $0 } == 1)
    token.cancel()
  }

  @Test("a playing session of another device moves the place again and again, without a request of this one")
  func otherSession() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    let id = try rig.book()
    let session = try await other.playback.start(id, options: PlayOptions())
    let before = rig.line.calls
    for position in [10.0, 20, 30] {
      await rig.clock.advance(by: .seconds(10))
      try await other.playback.sync(session.id, SessionSync(currentTime: position, timeListened: 10))
      #expect(await eventually { (try? await rig.position(id)) == position })
    }
    #expect(rig.line.calls == before)
  }

  @Test("an open screen shows another device's place by itself")
  @MainActor
  func screen() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    let id = try rig.book()
    let screen = ItemViewModel(shelf: rig.shelf, item: id.libraryItemId)
    screen.load()
    await screen.settled()
    await rig.waits()
    let before = rig.line.calls
    try await other.progressStore.markFinished(id)
    await other.progressStore.settled()
    #expect(await eventually { screen.state.progress[id.description]?.isFinished == true })
    #expect(rig.line.calls == before)
  }

  @Test("an event about another user changes nothing and is not passed on")
  func otherUser() async throws {
    let rig = try await LiveRig(as: "grace")
    await rig.connect()
    let (id, events) = (try rig.book(), Locked<[LiveEvent]>([]))
    let token = rig.shelf.live.observe { event in events.withLock { $0.append(event) } }
    let (known, calls) = (try await rig.shelf.progressStore.all(), rig.line.calls)
    // An administrator who edits another user receives that user's events: ignore them.
    let foreign =
      #"{"id":"someone","username":"x","mediaProgress":[{"id":"p","userId":"someone","libraryItemId":""#
      + id.libraryItemId + #"","currentTime":9,"lastUpdate":1995348800000}]}"#
    let frames = [
      #"42["user_updated",\#(foreign)]"#,
      #"42["user_item_progress_updated",{"id":"p","data":{"id":"p","userId":"someone","libraryItemId":""#
        + id.libraryItemId + #"","currentTime":9,"lastUpdate":1995348800000}}]"#,
    ]
    for frame in frames {
      rig.line.fail(at: 0, with: .replaced(frame))
      try await rig.shelf.bookmarks.create("x", at: 1, in: id.libraryItemId)
      #expect(await eventually { !rig.line.hasFault })
      await rig.waits()
    }
    #expect(try await rig.shelf.progressStore.all() == known)
    #expect(rig.line.calls == calls + [.shelfBookmarksCreate, .shelfBookmarksCreate])
    #expect(events.withLock { $0 } == [])
    token.cancel()
  }

  @Test("the echo of an own change changes nothing, costs no request, and makes no conflict")
  func echo() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    let id = try rig.book()
    var expected = rig.line.calls
    for position in [50.0, 60, 40] {
      await rig.clock.advance(by: .seconds(20))
      let start = rig.line.calls.count
      try await rig.shelf.progressStore.setPosition(id, to: position)
      await rig.shelf.progressStore.settled()
      await rig.waits()
      #expect(try await rig.position(id) == position)
      #expect(try await rig.shelf.progressStore.progress(of: id)?.isPending == false)
      expected = rig.line.calls
      // The change's own requests do not read all progress.
      #expect(!expected[start...].contains(.shelfProgressAll))
    }
    #expect(try await rig.shelf.progressStore.conflicts() == [])
    await rig.clock.advance(by: .seconds(20))
    #expect(rig.line.calls == expected)
  }

  @Test("an event while a change of this device waits leaves the change on top, and the later one wins")
  func underOpenChange() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    let id = try rig.book()
    rig.line.fail(at: 0, with: .cutAfter)
    try await other.progressStore.setPosition(id, to: 20)
    await other.progressStore.settled()
    #expect(await rig.passes { (try? await rig.position(id)) == 20 })
    let record = try MediaProgress(
      decoding: #"{"id":"p","userId":"\#(try await rig.account())","libraryItemId":"\#(id.libraryItemId)","#
        + #""currentTime":90,"duration":100,"lastUpdate":\#(Int(rig.clock.now().timeIntervalSince1970 * 1000) + 500)}"#)
    rig.line.isDown = true
    try await rig.shelf.progressStore.setPosition(id, to: 30)
    await rig.shelf.progressStore.settled()
    let effect = try await rig.shelf.progressStore.take([record], isComplete: false, of: try await rig.account())
    #expect(effect == .merged)
    #expect(try await rig.position(id) == 30)
    #expect(try await rig.shelf.progressStore.progress(of: id)?.isPending == true)
  }

  @Test("an event older than what is kept, or one that cannot be read, is a reason to read and no change")
  func doubtful() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    let id = try rig.book()
    try await rig.shelf.progressStore.setPosition(id, to: 50)
    await rig.shelf.progressStore.settled()
    await rig.waits()
    let account = try await rig.account()
    let frames = [
      #"42["user_item_progress_updated",{"data":{"id":"p","userId":"\#(account)","libraryItemId":"\#(id.libraryItemId)","currentTime":3,"lastUpdate":1000000000000}}]"#,
      #"42["user_item_progress_updated",{"data":7}]"#, #"42["user_item_progress_updated"]"#,
      #"42["user_updated",{"username":"nobody"}]"#,
      #"42["user_item_progress_updated",{"data":{"id":"p","libraryItemId":"\#(id.libraryItemId)","currentTime":3,"lastUpdate":1995348800000}}]"#,
    ]
    for frame in frames {
      await rig.clock.advance(by: .seconds(15))
      await rig.waits()
      let reads = rig.line.count(.shelfProgressAll)
      rig.line.fail(at: 0, with: .replaced(frame))
      _ = try await rig.shelf.bookmarks.create("x", at: 1, in: id.libraryItemId)
      #expect(await eventually { rig.line.count(.shelfProgressAll) == reads + 1 }, "\(frame)")
      await rig.waits()
      #expect(try await rig.position(id) == 50, "\(frame)")
    }
  }

  @Test("an answer that the server made before an event, and that arrives after it, does not stay")
  func overtakenRead() async throws {
    let rig = try await LiveRig()
    let other = try await rig.device()
    await rig.connect()
    let id = try rig.book()
    await rig.clock.advance(by: .seconds(30))
    rig.line.hold(.shelfProgressAll)
    let read = Task { try await rig.shelf.progressStore.refresh() }
    #expect(await eventually { rig.line.isHolding })
    try await other.progressStore.setPosition(id, to: 88)
    await other.progressStore.settled()
    #expect(await eventually { (try? await rig.position(id)) == 88 })
    rig.line.letGo()
    try await read.value
    #expect(await rig.passes(30) { (try? await rig.position(id)) == 88 })
    await rig.clock.advance(by: .seconds(30))
    #expect(try await rig.position(id) == 88)
    #expect(try await rig.shelf.progressStore.conflicts() == [])
  }

  @Test("thirty doubtful events make two reads")
  func spacedReads() async throws {
    let rig = try await LiveRig()
    await rig.connect()
    let reads = rig.line.count(.shelfProgressAll)
    for number in 0..<30 {
      rig.line.fail(at: 0, with: .replaced(#"42["user_updated",\#(number)]"#))
      _ = try await rig.shelf.bookmarks.create("x", at: 1, in: try rig.book().libraryItemId)
      #expect(await eventually { !rig.line.hasFault })
      await rig.waits()
    }
    await rig.clock.advance(by: .seconds(60))
    let more = rig.line.count(.shelfProgressAll) - reads
    #expect(more >= 1 && more <= 2)
  }

  @Test("no address and no header of the connection has a token, and no line of the log")
  func secrecy() async throws {
    let rig = try await LiveRig()
    rig.shelf.client.log.isEnabled = true
    await rig.connect()
    let token = try #require(try await rig.shelf.client.socketSignIn()).token.reveal()
    let ours = rig.line.requests.filter { $0.operation.rawValue.hasPrefix("live.") }
    #expect(ours.count >= 5)
    for request in ours {
      #expect(!request.url.absoluteString.contains(token.suffix(20)))
      #expect(request.fields["Authorization"] == nil)
    }
    #expect(ours.count { $0.body.map { String(decoding: $0, as: UTF8.self).contains(token) } ?? false } == 1)
    let lines = rig.shelf.client.log.copyAll()
    #expect(!lines.isEmpty && !lines.contains(token) && !lines.contains("socket.io"))
  }
}

extension LiveRig {
  func account() async throws -> String {
    guard case .signedIn(let account, _) = try await shelf.account.status() else { return "" }
    return account
  }
}

extension MediaProgress {
  init(decoding text: String) throws {
    self = try shelfCoder.decode(MediaProgress.self, from: Data(text.utf8))
  }
}
