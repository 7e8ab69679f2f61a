import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Numbers that cannot be times")
struct HostileNumberTests {
  static let times: [Double] = [-1, -9.3e18, .nan, .infinity, -.infinity, 1e308, 9.3e18, 4e8]

  @Test("are refused before any request, whatever the call")
  func arguments() async throws {
    let rig = try await ShelfRig()
    let (shelf, book) = (rig.shelf, try rig.book())
    let before = rig.network.operations.count
    for time in Self.times {
      var local = LocalSession.sample
      local.startTime = time
      let calls: [() async throws -> Void] = [
        { try await shelf.playback.sync("session", SessionSync(currentTime: time, timeListened: 1)) },
        { try await shelf.playback.close("session", SessionSync(currentTime: 1, timeListened: time)) },
        { try await shelf.playback.uploadLocal(local) },
        { _ = try await shelf.playback.uploadLocal([.sample, local]) },
        { try await shelf.progress.update(book, ProgressUpdate(currentTime: time)) },
        { try await shelf.progress.update(book, ProgressUpdate(duration: time)) },
        { try await shelf.progress.update(book, ProgressUpdate(progress: time)) },
        {
          let update = BatchProgressUpdate(libraryItemId: "item", update: ProgressUpdate(currentTime: time))
          try await shelf.progress.update([update])
        },
        { try await shelf.bookmarks.create("Here", at: time, in: "item") },
        { try await shelf.progressStore.setPosition(book, to: time) },
        { try await shelf.progressStore.setPosition(book, to: 1, duration: time) },
      ]
      for (index, call) in calls.enumerated() {
        #expect(try await failure(call).kind == .invalidRequest, "\(index): \(time)")
      }
    }
    #expect(rig.network.operations.dropFirst(before) == [])
    #expect(try await shelf.queue.open().isEmpty)
    #expect(try await shelf.progressStore.progress(of: book) == nil)
  }

  @Test("in ranges of bytes are refused before any request")
  func ranges() async throws {
    let rig = try await ShelfRig()
    let before = rig.network.operations.count
    for range in [Int.min ..< .min, .min ..< .max, .max ..< .max, -1..<1, 0..<0] {
      for call in [
        { try await rig.shelf.media.file("1", of: "item", range: range) },
        { try await rig.shelf.media.track(1, of: "session", range: range) },
      ] {
        #expect(try await failure(call).kind == .invalidRequest, "\(range)")
      }
    }
    #expect(rig.network.operations.dropFirst(before) == [])
  }

  @Test("in a conflict are shown as some time, without a crash", arguments: ["1e308", "-1e308", "9.3e18"])
  func conflict(number: String) throws {
    let side = #"{"position":\#(number),"isFinished":false,"at":\#(number),"isThisDevice":true}"#
    let text = #"{"id":"1","item":"item","kept":\#(side),"lost":\#(side),"noticedAt":0}"#
    let conflict = try JSONDecoder().decode(ProgressConflict.self, from: Data(text.utf8))
    #expect(conflict.text(timeZone: .gmt).hasPrefix("Kept "))
  }
}

@Suite("Places that cannot be, in the answer that opens a session")
struct HostilePlaceTests {
  @Test(
    "are not played: it goes on where the device last was, and is not finished",
    arguments: [.integer(.min), -1, 9999, .integer(.max), .number(1e308)] as [JSONValue])
  @MainActor
  func place(hostile: JSONValue) async throws {
    let rig = try await ShelfRig(instant: false)
    let front = SpoiltStart(rig.server.transport)
    let shelf = ShelfService(server: .fake, transport: front, environment: rig.environment)
    let book = try rig.book()
    _ = try await shelf.progressStore.setPosition(book, to: 3000, duration: 5401).settled()
    front.currentTime.withLock { $0 = hostile }
    let engine = SimulatedPlaybackEngine(clock: rig.clock)
    let player = PlayerViewModel(shelf: shelf, engine: engine)
    player.open(book, autoPlay: false)
    await player.settled()
    #expect(player.state.position == 3000)
    #expect(engine.position == 3000)
    player.play()
    await rig.clock.advance(by: .seconds(3))
    player.close()
    await player.settled()
    #expect(rig.stored(book)?["isFinished"] == false)
    #expect(rig.stored(book)?["currentTime"]?.double == 3003)
  }
}

/// Replaces the place in the answer that opens a session.
private final class SpoiltStart: Transport {
  let currentTime = Locked<JSONValue?>(nil)
  private let base: any Transport

  init(_ base: any Transport) { self.base = base }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var answer = try await base.send(request)
    if request.operation == .shelfPlaybackStart, let hostile = currentTime.withLock({ $0 }) {
      answer.body = try JSONValue(parsing: answer.body).replacing([.member("currentTime")], with: hostile).serialized()
    }
    return answer
  }
}
