import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

/// One device plays, the server is gone from one request on, and comes back: no place of this device may pass for another device's.
@MainActor
@Suite("A server that is gone while one device plays")
struct LostServerTests {
  /// The listener's action while the server is gone.
  enum Listener: CaseIterable {
    /// Goes on listening to what is buffered.
    case listens
    /// The audio stops with the server, and is opened again when the server is back.
    case fails
    /// Goes back half a minute and listens on.
    case goesBack
    /// Closes the player.
    case closes
    /// Marks the item as finished, and begins it again.
    case finishes
    /// Ends the app without a warning, and starts it again.
    case relaunches
  }

  struct Cut: Sendable, CustomTestStringConvertible {
    /// The number of requests that the server still answers.
    var requests: Int
    /// Whether the answer of the last one is lost.
    var losesLast: Bool
    var testDescription: String { "\(requests) requests\(losesLast ? ", the last answer lost" : "")" }

    static let all = (0...9).flatMap { [Cut(requests: $0, losesLast: false), Cut(requests: $0, losesLast: true)] }
      .filter { $0.requests > 0 || !$0.losesLast }
  }

  @Test("costs no place and lists no conflict, wherever the connection breaks", arguments: Cut.all, Listener.allCases)
  func cut(_ cut: Cut, _ listener: Listener) async throws {
    for (isRestarted, fraction) in [(false, 0.0006), (true, 0.0004)] {
      let rig = try await ShelfRig(instant: false, start: ManualClock.defaultStart + fraction)
      let test = PlayerRig(rig)
      let id = try rig.episode(2)
      try await rig.shelf.progress.update(id, .position(100, duration: 1882.044))
      await test.play(id)
      await test.pass(12)
      rig.tether.allow(cut.requests, losesLast: cut.losesLast)
      test.player.pause()
      await test.pass(2)
      test.player.play()
      await test.pass(12)
      switch listener {
      case .listens, .relaunches: await test.pass(12)
      case .fails:
        test.engine.fail("gone")
        await test.pass(3)
      case .goesBack:
        test.player.seek(to: test.player.state.position - 30)
        await test.pass(12)
      case .closes: await test.close()
      case .finishes:
        try await rig.shelf.progressStore.markFinished(id)
        await test.pass(3)
        try await rig.shelf.progressStore.setPosition(id, to: 40, duration: 1882.044)
        await test.pass(3)
      }
      if isRestarted { rig.server.restart() }
      var (shelf, heard) = (rig.shelf, nil as Double?)
      if listener == .relaunches {
        // Keep the old service offline, so that only the relaunched one sends.
        rig.network.isDown = true
        shelf = rig.relaunched(FaultTransport(rig.server.transport))
      } else {
        rig.tether.allow(.max)
        await test.pass(12)
        if listener != .closes, listener != .finishes { heard = test.player.state.position }
        await test.close()
      }
      for _ in 0..<3 {
        await rig.clock.advance(by: .seconds(60))
        await shelf.progressStore.flush()
      }
      let comment = Comment(rawValue: "restarted: \(isRestarted)")
      #expect(try await shelf.progressStore.conflicts().map { $0.text(timeZone: .gmt) } == [], comment)
      #expect(try await shelf.queue.all().filter { $0.isOpen || $0.isRefused } == [], comment)
      #expect(test.position(of: id) == (try await shelf.progressStore.progress(of: id)?.position), comment)
      if let heard { #expect(abs((test.position(of: id) ?? 0) - heard) < 1.5, comment) }
    }
  }
}
