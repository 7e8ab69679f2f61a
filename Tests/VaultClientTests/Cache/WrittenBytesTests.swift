import Foundation
import MediaTesting
import Testing
import VaultTesting

@testable import MediaCore
@testable import VaultClient

/// Files in memory that count the bytes of each write.
final class CountingFiles: FileSystem {
  let memory = MemoryFileSystem()
  private let bytes = Locked(0)

  /// The bytes that were written since this was last read.
  func takeBytes() -> Int {
    bytes.withLock { bytes in
      defer { bytes = 0 }
      return bytes
    }
  }

  func read(_ path: String) throws -> Data? { try memory.read(path) }

  func replace(_ path: String, with data: Data) throws {
    bytes.withLock { $0 += data.count }
    try memory.replace(path, with: data)
  }

  func append(_ data: Data, to path: String) throws {
    bytes.withLock { $0 += data.count }
    try memory.append(data, to: path)
  }

  func truncate(_ path: String, to length: Int) throws { try memory.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try memory.move(path, to: destination) }
  func remove(_ path: String) throws { try memory.remove(path) }
  func list(_ folder: String) throws -> [String] { try memory.list(folder) }
  func size(of path: String) throws -> Int? { try memory.size(of: path) }
}

@Suite("Bytes written for one change in a large vault")
struct WrittenBytesTests {
  struct LargeVault: Sendable {
    var server: FakeVaultServer
    var clock: ManualClock
    var files: CountingFiles
    var secrets: MemorySecretStore
    var vault: VaultService
    var lists: [Int]

    func relaunched() -> VaultService {
      VaultService(
        server: .fake, transport: server.transport,
        environment: .manual(clock: clock, files: files, secrets: secrets))
    }

    /// The bytes written until a change is read back and saved.
    func bytes(_ change: @Sendable (VaultStore) async throws -> Void) async throws -> Int {
      await rest()
      _ = files.takeBytes()
      try await change(vault.store)
      for _ in 0..<2 { await vault.store.flush() }
      await rest()
      return files.takeBytes()
    }

    /// Lets the cache save: at most once a second.
    func rest() async {
      await vault.store.settled()
      await vault.client.accounts.save()
    }
  }

  /// 2,011 titles: films, some of them in collections, and series, one of them with 500 episodes; two lists of 40 films each.
  private func large() async throws -> LargeVault {
    var world = VaultWorld()
    world.addUser("alice")
    world.addUser("bob")
    let overview = String(repeating: "A ferry pilot comes home and finds the harbour changed. ", count: 6)
    for number in 1...1911 {
      world.addMovie(
        "Film \(number)", releaseDate: "2001-03-09", runtime: 112,
        collection: number % 20 < 3 ? .init(9000 + number / 20, "Collection \(number / 20)") : nil,
        posterURL: "https://image.example.test/w500/\(number).jpg", overview: overview)
    }
    for number in 1...100 {
      world.addSeries(
        "Series \(number)",
        episodes: (1...(number == 1 ? 500 : 10)).map { .init(1, $0, "Episode \($0)", airDate: "2020-01-05") })
    }
    let lists = [
      world.addList("One", items: (1601...1640).map { .movie($0) }),
      world.addList("Two", items: (1701...1740).map { .movie($0) }),
    ]
    let clock = ManualClock(passing: .everything)
    let server = FakeVaultServer(world: world, settings: .init(simulatedUpstreams: true), clock: clock)
    let (files, secrets) = (CountingFiles(), MemorySecretStore())
    let vault = VaultService(
      server: .fake, transport: server.transport, environment: .manual(clock: clock, files: files, secrets: secrets))
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await vault.store.refreshLibrary()
    try await vault.store.refreshLists()
    for list in lists { try await vault.store.refreshContents(of: .list(list)) }
    let large = LargeVault(
      server: server, clock: clock, files: files, secrets: secrets, vault: vault, lists: lists)
    await large.rest()
    return large
  }

  @Test(
    "4 KB at most for a mark of a film or an episode, a change of a list, a note, an edit, a title that is seen or removed"
  )
  func changes() async throws {
    let large = try await large()
    let whole = large.files.memory.contents.values.reduce(0) { $0 + $1.count }
    #expect(whole > 600_000)
    let (one, two) = (large.lists[0], large.lists[1])
    let changes: [(String, @Sendable (VaultStore) async throws -> Void)] = [
      ("a film", { try await $0.setWatched(true, for: .movie(1005)) }),
      ("a film of a collection", { try await $0.setWatched(true, for: .movie(1002)) }),
      (
        "a collection of three films, each of which is a mark of its own",
        { try await $0.setWatched(true, for: .collection(9040)) }
      ),
      ("an episode of 500", { try await $0.setWatched(true, for: .episode(series: 1, season: 1, number: 250)) }),
      ("a series", { try await $0.setWatched(true, for: .series(2)) }),
      ("a note", { try await $0.mark(.movie(1605), in: one, ItemMark(watched: true, notes: "bring snacks")) }),
      ("a title that is added", { try await $0.add(.movie(1010), to: one) }),
      ("a title that is moved", { try await $0.transfer(ListTransfer(.move, [.movie(1601)], from: one, to: two)) }),
      ("a title that is copied", { try await $0.transfer(ListTransfer(.copy, [.movie(1602)], from: one, to: two)) }),
      ("a title that is taken out", { try await $0.remove(.movie(1603), from: one) }),
      ("a new name", { try await $0.updateList(one, ListDraft(name: "Uno", description: "First")) }),
      ("a new list", { _ = try await $0.createList(ListDraft(name: "Three")) }),
      ("a share", { try await $0.shareList(one, with: "bob") }),
      ("an edit of a film", { try await $0.update(1011, MovieChange(title: "Another")) }),
      ("an edit of a series", { try await $0.updateSeries(1, title: "Another") }),
      ("a film that is seen", { try await $0.markSeen(.movie(1012)) }),
      ("a film that is removed", { try await $0.remove(.movie(1013)) }),
      ("an import", { try await $0.importTitle(.movie("tt0503003")) }),
    ]
    for (name, change) in changes {
      let bytes = try await large.bytes(change)
      #expect(bytes <= (name.hasPrefix("a collection") ? 3 : 1) * 4096, "\(name): \(bytes)")
      #expect(bytes > 100, "\(name): \(bytes)")
    }
    #expect(try await large.vault.queue.open() == [])
    #expect(try await large.vault.queue.refused() == [])
    // Restart the app: the service shows the same.
    let before = try await large.vault.store.cache.view()
    let after = try await large.relaunched().store.cache.view()
    #expect(after.value == before.value && after.server == before.server)
    #expect(after.server.library?.value.movie(1005)?.watched == true)
    // The first mark after a restart also writes only a few bytes.
    var again = large
    again.vault = large.relaunched()
    let bytes = try await again.bytes { try await $0.setWatched(true, for: .movie(1006)) }
    #expect(bytes <= 4096, "\(bytes)")
  }
}

@Suite("The difference between two states of the vault")
struct VaultPatchTests {
  /// The state that is read from disk: the whole, then each difference.
  private struct Disk {
    var value: VaultSnapshot

    init(_ value: VaultSnapshot) throws { self.value = try Self.stored(value) }

    mutating func write(_ newer: VaultSnapshot, after older: VaultSnapshot) throws {
      value.apply(try Self.stored(newer.patch(from: older)))
    }

    private static func stored<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDocument.own(JSONWriter.data(value)).decode(Value.self)
    }
  }

  @Test("after any number of differences the disk holds the state before the relaunch", arguments: 1...30)
  func patches(_ seed: Int) throws {
    var maker = LibraryMaker(seed: UInt64(seed))
    var now = VaultSnapshot()
    var disk = try Disk(now)
    for step in 0..<40 {
      let older = now
      let asOf = Date(timeIntervalSinceReferenceDate: Double(step))
      func changed(_ older: Watchlist) -> Watchlist {
        var titles = older
        switch maker.below(12) {
        case 0 where !titles.movies.isEmpty: titles.movies[maker.below(titles.movies.count)].watched.toggle()
        case 1 where !titles.movies.isEmpty: titles.movies[maker.below(titles.movies.count)].notes = maker.text(2)
        case 2 where !titles.movies.isEmpty: titles.movies.remove(at: maker.below(titles.movies.count))
        case 3 where titles.movies.count > 1:
          titles.movies.insert(titles.movies.removeLast(), at: maker.below(titles.movies.count))
        case 4: titles.movies.reverse()
        case 5 where !titles.series.isEmpty && titles.series[0].episodes.count > 1:
          titles.series[0].episodes[1].watched.toggle()
          titles.series[0].episodes.swapAt(0, 1)
        case 6 where !titles.series.isEmpty: titles.series[maker.below(titles.series.count)].isNew = nil
        case 7 where !titles.collections.isEmpty:
          titles.collections[maker.below(titles.collections.count)].movies[0].watched.toggle()
        case 8 where !titles.collections.isEmpty:
          titles.collections[maker.below(titles.collections.count)].posterURL = maker.text(1)
        case 9: titles = maker.library(maker.below(20))
        // One title twice.
        case 10 where !titles.movies.isEmpty: titles.movies.append(titles.movies[0])
        default: titles.series.append(contentsOf: maker.library(4).series)
        }
        return titles
      }
      switch maker.below(10) {
      case 0: now.library = maker.below(3) == 0 ? nil : Dated(maker.library(12), asOf: asOf)
      case 1: now.contents["\(maker.below(3))"] = maker.below(2) == 0 ? nil : Dated(maker.library(5), asOf: asOf)
      case 2:
        now.lists = Dated(
          (0..<maker.below(6)).map { number in with(VaultList(id: .list(number))) { $0.itemCount = maker.below(9) } },
          asOf: asOf)
      case 3: now.lists?.value.append(VaultList(id: .personal))
      case 4: now.numbers[-maker.below(3)] = maker.below(2) == 0 ? nil : step
      case 5:
        now.news = Dated(with(NewTitles()) { $0.newMovies = maker.library(5).movies }, asOf: asOf)
        if let series = now.library?.value.series.first {
          now.news?.value.newSeries = [with(NewSeries(series: series)) { $0.episodes = series.episodes }]
        }
      case 6: _ = now.counts("\(seed)-\(maker.below(300))")
      case 7: for number in 0..<120 { _ = now.counts("\(step)-\(number)") }
      case 8:
        for (key, titles) in now.contents.sorted(by: { $0.key < $1.key }) {
          now.contents[key] = Dated(changed(titles.value), asOf: titles.asOf)
        }
      default: if let library = now.library { now.library = Dated(changed(library.value), asOf: library.asOf) }
      }
      try disk.write(now, after: older)
      #expect(disk.value == now, "step \(step)")
    }
  }

  @Test("equal states differ in nothing, and places that are not there are ignored")
  func limits() throws {
    var maker = LibraryMaker(seed: 5)
    var snapshot = VaultSnapshot()
    snapshot.library = Dated(maker.library(20), asOf: .now)
    #expect(try JSONWriter.data(snapshot.patch(from: snapshot)) == Data("{}".utf8))
    let broken = #"{"removed": [99, -1], "inserted": [{"at": 50, "from": 77}], "changed": [{"at": -3}, {"at": 88}]}"#
    var movies = [Movie(id: 1), Movie(id: 2)]
    try JSONDecoder().decode(ListPatch<Movie>.self, from: Data(broken.utf8)).apply(to: &movies)
    #expect(movies.map(\.id) == [1, 2])
  }

  @Test("the mark of one film is written as its mark, wherever the film is")
  func size() throws {
    var maker = LibraryMaker(seed: 6)
    var older = VaultSnapshot()
    older.library = Dated(maker.library(2000), asOf: .now)
    var newer = older
    let film = try #require(older.library?.value.movies.dropFirst(100).first)
    newer.change(movie: film.id, everywhere: true) { $0.watched.toggle() }
    #expect(try JSONWriter.data(newer.patch(from: older)).count < 200)
  }
}
