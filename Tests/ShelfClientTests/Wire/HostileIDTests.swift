import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("Ids that cannot be ids")
struct HostileIDTests {
  static let ids = [
    "../../login", "a/b", "%2e%2e", "%2F", "", ".", "..", "a?b=c", "a#b", "a b", "a\\b", "a\nb", "\u{0}", "\u{7F}",
    String(repeating: "a", count: 257),
  ]

  @Test("are refused before any request, whatever the call", arguments: CallWithID.all.map(\.name))
  func refused(name: String) async throws {
    let call = try #require(CallWithID.all.first { $0.name == name })
    let rig = try await ShelfRig()
    let before = rig.network.operations.count
    for id in Self.ids {
      let error = try await failure { try await call.call(rig.shelf, id) }
      #expect(error.kind == .invalidRequest, "\(id.debugDescription): \(error)")
      #expect(error.detail == ClientError.Detail.badIdentifier, "\(id.debugDescription): \(error)")
    }
    #expect(rig.network.operations.dropFirst(before) == [])
    #expect(try await rig.shelf.queue.open().isEmpty)
  }

  @Test("make the player show an error, with nothing sent")
  @MainActor
  func player() async throws {
    let rig = try await ShelfRig()
    let before = rig.network.operations.count
    let player = PlayerViewModel(shelf: rig.shelf, engine: SimulatedPlaybackEngine(clock: rig.clock))
    player.open(PlayableID(libraryItemId: "../../login"))
    await player.settled()
    #expect(player.state.phase == .failed)
    #expect(player.state.error?.kind == .invalidRequest)
    #expect(rig.network.operations.dropFirst(before) == [])
  }

  @Test("cannot be confused with free text, which may hold anything")
  func text() async throws {
    let rig = try await ShelfRig()
    _ = try await rig.shelf.search.results(for: "../../login?x=#%2e+&", in: rig.books)
    #expect(rig.server.requests.last?.path == "/api/libraries/\(rig.books)/search")
    _ = try await rig.shelf.libraries.items(in: rig.books, filter: .genre("A/B+C=?")).all()
    #expect(rig.server.requests.last?.path == "/api/libraries/\(rig.books)/items")
  }
}
