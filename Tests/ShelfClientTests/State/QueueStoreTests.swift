import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

@Suite("The queue as it is kept")
struct QueueStoreTests {
  private let date = Date(timeIntervalSince1970: 1_795_000_000)

  private func entries(_ names: String...) -> [QueueEntry] {
    names.map { QueueEntry(id: PlayableID(libraryItemId: "item", episodeId: $0), title: $0) }
  }

  @Test("holds what the server said, and survives a restart")
  func keeps() async throws {
    let rig = try await ShelfRig()
    let store = QueueStore(client: rig.shelf.client)
    #expect(try await store.current() == QueueStore.Queue())
    _ = try await store.replace(entries("a", "b"), asOf: date)
    let again = try await QueueStore(client: rig.relaunched().client).current()
    #expect(again.entries.map(\.title) == ["a", "b"])
    #expect(again.asOf == date)
  }

  @Test("removed stays removed while the server lists it, and is forgotten when it does not")
  func removing() async throws {
    let rig = try await ShelfRig()
    let store = QueueStore(client: rig.shelf.client)
    let all = entries("a", "b", "c")
    _ = try await store.replace(all, asOf: date)
    #expect(try await store.remove(all[1].id).visible.map(\.title) == ["a", "c"])
    #expect(try await store.replace(all, asOf: date + 1).visible.map(\.title) == ["a", "c"])
    #expect(try await store.replace(entries("a", "c"), asOf: date + 2).removed.isEmpty)
    #expect(try await store.replace(all, asOf: date + 3).visible.map(\.title) == ["a", "b", "c"])
    _ = try await store.remove(all[0].id)
    #expect(try await store.restore(all[0].id).visible.count == 3)
  }

  @Test("is each account's own, and nobody's without one")
  func accounts() async throws {
    let rig = try await ShelfRig()
    let store = QueueStore(client: rig.shelf.client)
    _ = try await store.replace(entries("a"), asOf: date)
    try await rig.shelf.account.signOut(pending: .keep)
    #expect(try await failure { try await store.current() }.kind == .signedOut)
    #expect(try await failure { try await store.remove(PlayableID(libraryItemId: "a")) }.kind == .signedOut)
    try await rig.shelf.account.signIn(username: "grace", password: "battery staple")
    #expect(try await store.current().entries == [])
    try await rig.shelf.account.signIn(username: "ada", password: "correct horse")
    #expect(try await store.current().entries.map(\.title) == ["a"])
  }

  @Test("that is damaged on disk starts empty")
  func damaged() async throws {
    let rig = try await ShelfRig()
    let store = QueueStore(client: rig.shelf.client)
    _ = try await store.replace(entries("a"), asOf: date)
    for path in rig.files.contents.keys where path.hasPrefix("shelf") {
      try rig.files.replace(path, with: Data("{".utf8))
    }
    #expect(try await QueueStore(client: rig.relaunched().client).current() == QueueStore.Queue())
  }

  @Test("what was asked for one account is not put into the queue of another")
  func otherOwner() async throws {
    let rig = try await ShelfRig()
    let queue = QueueStore(client: rig.shelf.client)
    let owner = try await queue.owner()
    try await rig.shelf.account.signIn(username: "grace", password: ShelfRig.password(of: "grace"))
    let entry = QueueEntry(id: try rig.episode(), title: "ada's")
    let error = try await failure { try await queue.replace([entry], asOf: rig.clock.now(), of: owner) }
    #expect((error.kind, error.detail) == (.signedOut, ClientError.Detail.accountChanged))
    #expect(try await queue.current().entries == [])
  }
}
