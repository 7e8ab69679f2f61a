import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("Lists that change between two pages")
struct ShiftedPagesTests {
  private static func world(_ count: Int) -> ShelfWorld {
    var world = ShelfWorld.empty()
    let library = world.addBookLibrary(name: "Books")
    for number in 1...count {
      world.addBook(in: library, title: title(number), authors: ["Author \(title(number))"], tracks: [600])
    }
    world.addUser("ada", password: "correct horse", type: .root)
    return world
  }

  private static func title(_ number: Int) -> String {
    let digits = String(number)
    return "Book " + String(repeating: "0", count: 3 - digits.count) + digits
  }

  private func titles(_ model: LibraryViewModel) -> [String] { model.state.rows.value?.map(\.title) ?? [] }

  private func scroll(_ model: LibraryViewModel) async {
    var rounds = 0
    while model.state.hasMore, rounds < 50 {
      model.loadMore()
      await model.settled()
      rounds += 1
    }
  }

  private func make(_ count: Int = 120, query: ItemQuery = ItemQuery(sort: .title)) async throws -> (
    ShelfRig, LibraryViewModel
  ) {
    let rig = try await ShelfRig(world: Self.world(count))
    let model = LibraryViewModel(shelf: rig.shelf, library: rig.world.libraryIDs[0], query: query, pageSize: 50)
    await model.refreshAndWait()
    return (rig, model)
  }

  private func remove(_ numbers: [Int], _ rig: ShelfRig) {
    rig.server.edit { world in
      for number in numbers { if let id = world.itemID(titled: Self.title(number)) { world.removeItem(id) } }
    }
  }

  @Test(
    "books that are removed after a page leave, and none behind them falls out",
    arguments: [[3], [3, 4, 5], [50], [1, 50, 51, 120], Array(1...60)], [0, 1])
  func removed(numbers: [Int], pages: Int) async throws {
    let (rig, model) = try await make()
    for _ in 0..<pages {
      model.loadMore()
      await model.settled()
    }
    remove(numbers, rig)
    await scroll(model)
    let expected = (1...120).filter { !numbers.contains($0) }.map(Self.title)
    #expect(titles(model) == expected)
    #expect(model.state.total == expected.count)
    #expect(!model.state.hasMore)
  }

  @Test("one book removed and another one added at the end leave no gap")
  func replaced() async throws {
    let (rig, model) = try await make()
    remove([3], rig)
    rig.server.edit { $0.addBook(in: rig.books, title: "Zebra", authors: ["Z"], tracks: [60]) }
    await scroll(model)
    #expect(titles(model) == (1...120).filter { $0 != 3 }.map(Self.title) + ["Zebra"])
  }

  @Test("books that are added between two pages are shown, and none twice", arguments: [1, 3])
  func added(count: Int) async throws {
    let (rig, model) = try await make()
    let new = (0..<count).map { "Aardvark \($0)" }
    rig.server.edit { world in
      for title in new { world.addBook(in: rig.books, title: title, authors: ["A"], tracks: [60]) }
    }
    await scroll(model)
    #expect(titles(model) == new + (1...120).map(Self.title))
    #expect(model.state.total == 120 + count)
  }

  @Test("a page behind an unchanged one costs one more conditional request, and none once it is kept")
  func requests() async throws {
    let (rig, model) = try await make()
    await scroll(model)
    #expect(rig.count(.shelfLibrariesItems) == 5)
    await model.refreshAndWait()
    for row in model.state.rows.value ?? [] { model.appear(row.id) }
    await model.settled()
    #expect(rig.count(.shelfLibrariesItems) == 8)
  }

  @Test(
    "a random order goes on to the last book, each once, and stays where it was shown", arguments: [120, 153, 50, 51])
  func random(count: Int) async throws {
    let (rig, model) = try await make(count, query: ItemQuery(sort: .random))
    let first = titles(model)
    #expect(first.count == min(50, count))
    #expect(model.state.hasMore == (count > 50))
    await scroll(model)
    #expect(Array(titles(model).prefix(50)) == first)
    #expect(titles(model).sorted() == (1...count).map(Self.title))
    #expect(titles(model) != titles(model).sorted())
    let requests = rig.count(.shelfLibrariesItems)
    for row in model.state.rows.value ?? [] { model.appear(row.id) }
    await model.settled()
    #expect(rig.count(.shelfLibrariesItems) == requests)
    await model.refreshAndWait()
    #expect(titles(model).count == min(50, count))
    await scroll(model)
    #expect(titles(model).sorted() == (1...count).map(Self.title))
  }

  @Test("all books by name and by chance, read one after the other, are each there once")
  func sequences() async throws {
    let rig = try await ShelfRig(world: Self.world(153))
    let library = rig.world.libraryIDs[0]
    let all = try await rig.shelf.libraries.items(in: library, sort: .random).all().map(\.title)
    #expect(all.sorted() == (1...153).map(Self.title))
    #expect(all != all.sorted())
    var seen: [String] = []
    for try await item in rig.shelf.libraries.items(in: library, sort: .title) {
      seen.append(item.title)
      if seen.count == 10 { remove([3], rig) }
    }
    #expect(seen == (1...153).map(Self.title))
  }

  @Test("one book removed and another one added at the end leave no gap in a sequence either", arguments: [10, 60])
  func replacedInSequence(after count: Int) async throws {
    let rig = try await ShelfRig(world: Self.world(120))
    var seen: [String] = []
    for try await item in rig.shelf.libraries.items(in: rig.books, sort: .title) {
      seen.append(item.title)
      if seen.count == count {
        remove([3], rig)
        rig.server.edit { $0.addBook(in: rig.books, title: "Zebra", authors: ["Z"], tracks: [60]) }
      }
    }
    #expect(seen.sorted() == (1...120).map(Self.title) + ["Zebra"])
  }

  /// Adds a session whose last listening was `age` seconds ago, and returns its id.
  @discardableResult
  private func addSession(_ number: Int, age: Double = 0, to rig: ShelfRig) async throws -> String {
    let book = try rig.book()
    let id = "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b1\(number)"
    let updatedAt = rig.clock.now() - age
    var session = LocalSession(
      id: id, libraryItemId: book.libraryItemId, timeListening: 30, currentTime: Double(number * 30 + 30),
      startedAt: updatedAt - 30, updatedAt: updatedAt)
    session.mediaType = .book
    _ = try await rig.shelf.playback.uploadLocal([session])
    return id
  }

  /// Seven sessions, a minute apart, newest first.
  private func addSessions(to rig: ShelfRig) async throws -> [String] {
    var ids: [String] = []
    for number in 0..<7 {
      await rig.clock.advance(by: .seconds(60))
      ids.insert(try await addSession(number, to: rig), at: 0)
    }
    return ids
  }

  @Test("listening that is removed from the history while older listening is added takes none with it")
  func replacedInHistory() async throws {
    let rig = try await ShelfRig()
    let ids = try await addSessions(to: rig)
    let history = HistoryViewModel(shelf: rig.shelf, pageSize: 3)
    await history.refreshAndWait()
    rig.server.removeSession(ids[1])
    let old = try await addSession(8, age: 3600, to: rig)
    while history.state.hasMore {
      history.loadMore()
      await history.settled()
    }
    let expected = ids.filter { $0 != ids[1] } + [old]
    #expect(history.state.sessions.value?.map(\.id) == expected)
    #expect(history.state.total == 7)
    #expect(try await rig.shelf.listening.history(pageSize: 3).all().map(\.id) == expected)
  }

  @Test("listening that is removed from the history between two pages takes none with it")
  func history() async throws {
    let rig = try await ShelfRig()
    let ids = try await addSessions(to: rig)
    let history = HistoryViewModel(shelf: rig.shelf, pageSize: 3)
    await history.refreshAndWait()
    #expect(history.state.sessions.value?.map(\.id) == Array(ids.prefix(3)))
    rig.server.removeSession(ids[1])
    while history.state.hasMore {
      history.loadMore()
      await history.settled()
    }
    #expect(history.state.sessions.value?.map(\.id) == ids.filter { $0 != ids[1] })
    #expect(history.state.total == 6)
  }

  @Test("Latest goes on behind its first 25 episodes, and stays as long after a refresh")
  func latest() async throws {
    var world = ShelfWorld.empty()
    for (name, count) in [("One", 30), ("Two", 9)] {
      let library = world.addPodcastLibrary(name: name)
      world.addPodcast(
        in: library, title: name,
        episodes: (0..<count).reversed().map {
          .init(title: "\(name) \($0)", duration: 600, publishedDaysAgo: Double($0))
        })
    }
    world.addUser("ada", password: "correct horse", type: .root)
    let rig = try await ShelfRig(world: world)
    let model = LatestViewModel(shelf: rig.shelf)
    await model.refreshAndWait()
    #expect(model.state.entries.value?.count == 25)
    #expect(model.state.hasMore)
    model.loadMore()
    #expect(model.state.isLoadingMore)
    await model.settled()
    let entries = model.state.entries.value ?? []
    #expect(entries.count == 39)
    #expect(Set(entries.map(\.id)).count == 39)
    #expect(!model.state.hasMore && !model.state.isLoadingMore)
    await model.refreshAndWait()
    #expect(model.state.entries.value?.count == 39)
  }
}
