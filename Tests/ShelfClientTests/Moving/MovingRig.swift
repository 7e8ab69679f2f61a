import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import MediaCore
@testable import ShelfClient

/// An old phone with everything that only it has, and new ones.
struct MovingRig: Sendable {
  let old: ShelfRig

  init() async throws { old = try await ShelfRig() }

  /// Episodes of two podcasts: 0 to 2 of the first, 3 and 5 of the second.
  func episode(_ number: Int) throws -> PlayableID {
    try number < 3 ? old.episode(number) : old.episode(number / 4, of: "Bread Hour")
  }

  /// Fills the old phone without a network: changes of each kind, one that the server has refused, and all data of the device.
  func fill() async throws {
    let shelf = old.shelf
    // Make a refused change and a conflict, which need the server.
    let gone = try await shelf.progressStore.setPosition(PlayableID(libraryItemId: "gone"), to: 5)
    _ = await gone.settled()
    _ = try await shelf.progressStore.setPosition(try old.book("Field Notes"), to: 100).settled()
    old.network.isDown = true
    _ = try await shelf.progressStore.setPosition(try old.book("Field Notes"), to: 140)
    await shelf.progressStore.settled()
    await old.clock.advance(by: .seconds(5))
    let other = try await old.device(as: "ada")
    _ = try await other.progressStore.setPosition(try old.book("Field Notes"), to: 260).settled()
    old.network.isDown = false
    await shelf.progressStore.flush()
    old.network.isDown = true
    try #require(try await shelf.progressStore.conflicts().count == 1)

    let book = try old.book()
    try await shelf.progressStore.setPosition(try episode(0), to: 61)
    let start = old.clock.now().addingTimeInterval(-120)
    try await shelf.progressStore.record(
      LocalListening(
        id: "5d3e1c50-0000-4000-8000-000000000001", item: book, startedAt: start, endedAt: start + 90, seconds: 90,
        startPosition: 10, position: 100))
    try await shelf.bookmarkStore.create("the tide", at: 42, in: book.libraryItemId)
    try await shelf.playlistStore.create("For the train", in: old.podcasts, entries: [try episode(1)])
    for index in [1, 2] { try await shelf.upNext.playLast(QueueEntry(id: try episode(index), title: "\(index)")) }
    try await shelf.queueStore.remove(try episode(3))
    var item = LocalItem(id: book, tracks: [])
    (item.title, item.duration, item.chapters) = ("The Salt Clock", 3600, [Chapter(id: 0, start: 0, end: 3600)])
    try await shelf.playedItems.note(item)
    try shelf.playbackSettings.update { settings in
      settings.setSpeed(PlaybackSpeed(1.5), of: .podcast)
      settings.setSkip(forward: 30)
    }
    try await shelf.downloads.setSettings(DownloadSettings(budget: 1 << 30, concurrentDownloads: 2))
    await old.shelf.queue.settled()
  }

  /// A new phone of the same or another user, with a network of its own.
  func phone(
    as user: String = "ada", files: any FileSystem = MemoryFileSystem(),
    secrets: any SecretStore = MemorySecretStore(), seed: UInt64 = 77, isSignedIn: Bool = true
  ) async throws -> Phone {
    let network = FaultTransport(old.server.transport)
    let environment = ClientEnvironment.manual(clock: old.clock, seed: seed, files: files, secrets: secrets)
    let shelf = ShelfService(server: .fake, transport: network, environment: environment)
    if isSignedIn { try await shelf.account.signIn(username: user, password: ShelfRig.password(of: user)) }
    return Phone(shelf: shelf, network: network, environment: environment)
  }

  struct Phone: Sendable {
    let shelf: ShelfService
    let network: FaultTransport
    let environment: ClientEnvironment

    func relaunched(_ files: (any FileSystem)? = nil) -> Phone {
      var next = environment.relaunched()
      if let files { next.files = files }
      return Phone(
        shelf: ShelfService(server: .fake, transport: network, environment: next), network: network, environment: next)
    }
  }
}
