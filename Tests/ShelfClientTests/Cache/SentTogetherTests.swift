import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@Suite("Changes of progress that go out together")
struct SentTogetherTests {
  /// A library of books and a podcast, each with `count` items.
  struct Rig {
    let shelf: ShelfRig
    let books: [PlayableID]
    let episodes: [PlayableID]

    /// - Parameter instant: whether waits before retries pass at once, for a test without a network; changes in a row are then sent one
    ///   by one.
    init(_ count: Int = 20, instant: Bool = false, release: String? = nil) async throws {
      var world = ShelfWorld.empty()
      world.addUser("ada", password: "correct horse", type: .root)
      let library = world.addBookLibrary(name: "Books")
      books = (0..<count).map { number in
        PlayableID(libraryItemId: world.addBook(in: library, title: "Book \(number)", tracks: [1800, 900]))
      }
      let podcast = world.addPodcast(in: world.addPodcastLibrary(name: "Podcasts"), title: "Show")
      episodes = (0..<count).map { number in
        let episode = world.addEpisode(ShelfWorld.Episode(title: "Episode \(number)", duration: 1500), to: podcast)
        return PlayableID(libraryItemId: podcast, episodeId: episode)
      }
      shelf = try await ShelfRig(instant: instant, world: release.map(world.served(by:)) ?? world)
    }

    var store: ListeningProgressStore { shelf.shelf.progressStore }
    func isFinished(_ id: PlayableID) -> Bool { shelf.stored(id)?["isFinished"]?.bool == true }

    func requests(_ body: () async throws -> Void) async rethrows -> [OperationID] {
      let before = shelf.network.operations.count
      try await body()
      return Array(shelf.network.operations.dropFirst(before))
    }
  }

  @Test("twenty books, or episodes, finished in a row cost at most four requests", arguments: [true, false])
  func twenty(areBooks: Bool) async throws {
    let rig = try await Rig()
    let ids = areBooks ? rig.books : rig.episodes
    let requests = try await rig.requests {
      for id in ids { try await rig.store.markFinished(id) }
      await rig.store.settled()
    }
    #expect(requests.count <= 4, "\(requests)")
    #expect(ids.allSatisfy(rig.isFinished))
    #expect(try await rig.shelf.shelf.queue.open().isEmpty)
    #expect(try await rig.shelf.shelf.queue.all().allSatisfy { $0.state == .synced })
    let known = try await rig.store.progress(of: ids)
    #expect(ids.allSatisfy { known[$0]?.isFinished == true && known[$0]?.isPending == false })
  }

  @Test(
    "what was finished offline, known or never played, costs at most four requests later", arguments: [true, false])
  func offline(isKnown: Bool) async throws {
    let rig = try await Rig(instant: true)
    if isKnown {
      for id in rig.books { try await rig.shelf.shelf.progress.update(id, .position(60, duration: 2700)) }
      try await rig.store.refresh()
    }
    rig.shelf.network.isDown = true
    await rig.shelf.clock.advance(by: .seconds(60))
    let finishedAt = rig.shelf.clock.now()
    for id in rig.books { try await rig.store.markFinished(id) }
    await rig.store.settled()
    await rig.shelf.clock.advance(by: .seconds(600))
    rig.shelf.network.isDown = false
    let requests = await rig.requests { await rig.store.flush() }
    #expect(requests.count <= 4, "\(requests)")
    #expect(rig.books.allSatisfy(rig.isFinished))
    // The records are dated by the user's taps, not by the sending.
    let dates = rig.books.map { rig.shelf.stored($0)?["lastUpdate"]?.double ?? 0 }
    #expect(dates.allSatisfy { abs($0 / 1000 - finishedAt.timeIntervalSince1970) < 2 })
    #expect(try await rig.shelf.shelf.queue.all().allSatisfy { $0.state == .synced })
  }

  @Test("250 books go out in batches of at most a hundred")
  func bounded() async throws {
    let rig = try await Rig(250)
    let sizes = Locked<[Int]>([])
    let shelf = ShelfService(
      server: .fake,
      transport: ClosureTransport { request in
        if request.operation == .shelfProgressUpdateAll, let body = request.body {
          let count = (try? JSONValue(parsing: body))?.array?.count ?? 0
          sizes.withLock { $0.append(count) }
        }
        return try await rig.shelf.network.send(request)
      }, environment: rig.shelf.environment.relaunched())
    let requests = try await rig.requests {
      for id in rig.books { try await shelf.progressStore.markFinished(id) }
      await shelf.progressStore.settled()
    }
    #expect(sizes.withLock { $0 } == [100, 100, 50])
    #expect(requests.count == 9, "\(requests)")
    #expect(rig.books.allSatisfy(rig.isFinished))
  }

  @Test("a mark goes out by itself after a moment, and marks that never end after half a second")
  func gathering() async throws {
    let rig = try await Rig(20)
    try await rig.store.markFinished(rig.books[0])
    #expect(rig.shelf.stored(rig.books[0]) == nil)
    await rig.shelf.clock.advance(by: .milliseconds(50))
    #expect(await eventually { rig.isFinished(rig.books[0]) })
    await rig.store.settled()
    for id in rig.books.dropFirst().prefix(15) {
      try await rig.store.markFinished(id)
      await rig.shelf.clock.advance(by: .milliseconds(40))
    }
    #expect(await eventually { rig.isFinished(rig.books[1]) })
    await rig.store.settled()
  }

  @Test("what cannot share its requests waits for nothing, and takes along what waits")
  func hurried() async throws {
    let rig = try await Rig(3)
    try await rig.store.markFinished(rig.books[0])
    let (now, start) = (rig.shelf.clock.now(), rig.shelf.clock.now() - 30)
    try await rig.store.record(
      LocalListening(
        id: rig.shelf.environment.random.uuid(), item: rig.books[1], startedAt: start, endedAt: now, seconds: 30,
        startPosition: 0, position: 30))
    #expect(await eventually { rig.shelf.server.listeningSeconds(user: "ada") == 30 })
    #expect(await eventually { rig.isFinished(rig.books[0]) })
  }

  @Test("finished, restarted and moved share their requests, over whatever the server has")
  func allKinds() async throws {
    let rig = try await Rig(8)
    for id in rig.books[0..<4] { try await rig.shelf.shelf.progress.update(id, .finished) }
    for id in rig.books[4..<7] { try await rig.shelf.shelf.progress.update(id, .position(60, duration: 2700)) }
    try await rig.shelf.shelf.progress.update(rig.books[3], .position(900, duration: 2700))
    try await rig.shelf.shelf.progress.update(rig.books[3], .finished)
    try await rig.store.refresh()
    await rig.shelf.clock.advance(by: .seconds(60))
    let requests = try await rig.requests {
      for id in [rig.books[0], rig.books[4]] { try await rig.store.restart(id) }
      for id in [rig.books[1], rig.books[3], rig.books[5], rig.books[7]] {
        try await rig.store.setPosition(id, to: 900, duration: 2700)
      }
      for id in [rig.books[2], rig.books[6]] { try await rig.store.markFinished(id) }
      await rig.store.settled()
    }
    #expect(requests == [.shelfProgressAll, .shelfProgressUpdateAll, .shelfProgressAll])
    let places = rig.books.map { id -> String in
      guard let record = rig.shelf.stored(id) else { return "none" }
      let share = ((record["progress"]?.double ?? 0) * 100).rounded()
      return "\(record["currentTime"]?.double ?? -1) \(record["isFinished"]?.bool == true) \(share)"
    }
    #expect(
      places == [
        "0.0 false 0.0", "900.0 false 33.0", "0.0 true 100.0", "900.0 false 33.0", "0.0 false 0.0", "900.0 false 33.0",
        "60.0 true 100.0", "900.0 false 33.0",
      ])
    #expect(try await rig.shelf.shelf.queue.all().allSatisfy { $0.state == .synced })
  }
}
