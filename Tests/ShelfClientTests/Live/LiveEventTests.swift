import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("The server's events")
struct LiveEventTests {
  /// The frames of a file that come from the server.
  private func frames(_ name: String) throws -> [String] {
    if name == "contract" {
      return try (Fixtures.contract("socket-frames", "frames").array ?? [])
        .filter { $0["direction"]?.string == "server->client" }.compactMap { $0["text"]?.string }
    }
    return try (Fixtures.recording(name, "websocket", "frames").array ?? [])
      .filter { $0["dir"]?.string == "recv" }.compactMap { $0["frame"]?.string }
  }

  @Test(
    "every recorded frame is read",
    arguments: [
      ("contract", 15, 0), ("207-socket-full-session", 5, 2), ("209-socket-under-base-path-and-reauth", 6, 2),
      ("211-socket-auth-with-refresh-token", 3, 0),
    ])
  func recorded(name: String, least: Int, unknown: Int) throws {
    let frames = try frames(name)
    #expect(frames.count >= least)
    var names: [String] = []
    for frame in frames {
      let packet = try EnginePacket(parsing: Array(frame.utf8))
      if packet.kind == .open { _ = try EngineHandshake(parsing: packet) }
      guard packet.kind == .message else { continue }
      if case .event(let name, let arguments) = try SocketPacket(parsing: packet.text) {
        if case .unknown = try LiveEvent(name, arguments) { names.append(name) }
      }
    }
    let expected: Set = [
      "init", "auth_failed", "user_online", "user_offline", "user_stream_update", "pong", "stream_progress",
      "stream_ready", "stream_reset",
    ]
    #expect(Set(names).isSubset(of: expected), "\(names)")
    #expect(names.count >= unknown)
  }

  @Test("the contract's events have their types")
  func types() throws {
    var kinds: [String] = []
    for frame in try frames("contract") {
      guard case .event(let name, let arguments)? = try? SocketPacket(parsing: String(frame.dropFirst())) else {
        continue
      }
      switch try LiveEvent(name, arguments) {
      case .progress(let change):
        #expect(change.record.currentTime == 300.25)
        #expect(change.session == "7e1f9c34-aaaa-4bbb-8ccc-000000000003")
        #expect(change.device == "iPhone17,1 / v1.0.0")
        kinds.append("progress")
      case .user(let user):
        #expect(user.mediaProgress.count == 3 && user.bookmarks.count == 2)
        kinds.append("user")
      case .sessionClosed(let id):
        #expect(id == "7e1f9c34-aaaa-4bbb-8ccc-000000000003")
        kinds.append("closed")
      case .itemsAdded(let items): kinds.append("added \(items.count)")
      case .itemsUpdated(let items): kinds.append("updated \(items.count)")
      case .itemRemoved(let id, let library): kinds.append("removed \(id.prefix(4)) \(library?.prefix(4) ?? "")")
      case .episodeAdded(let episode): kinds.append("episode \(episode.id.prefix(4))")
      default: break
      }
    }
    #expect(
      kinds == ["progress", "closed", "removed 8f20 5b1d", "user", "updated 1", "added 1", "episode d475"])
  }

  @Test(
    "known names with other content are refused, unknown names are not",
    arguments: [
      "user_updated", "user_item_progress_updated", "user_session_closed", "item_added", "items_added", "item_removed",
      "episode_added", "playlist_updated", "playlist_removed", "collection_updated", "collection_removed",
    ])
  func otherContent(name: String) throws {
    for arguments: [JSONValue] in [[], [7], [.null], [[]], [["id": 0.5]]]
    where name != "items_added" || arguments != [[]] {
      #expect(throws: (any Error).self, "\(name) \(arguments)") { try LiveEvent(name, arguments) }
    }
    #expect(try LiveEvent("x_" + name, [7]) == .unknown("x_" + name))
  }
}
