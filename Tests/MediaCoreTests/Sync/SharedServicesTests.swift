import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Services that are made twice")
struct SharedServicesTests {
  enum Way: CaseIterable, Sendable { case same, copied, live }

  /// Two services over one folder in one process.
  private func pair(_ way: Way, _ folder: TemporaryFolder) -> (CacheWorld, CacheWorld) {
    let environment: ClientEnvironment =
      way == .live ? .live(folder: folder.url.appendingPathComponent("store")) : .manual()
    var other = environment
    switch way {
    case .same: break
    case .copied: other.texts = .english
    case .live: other = .live(folder: folder.url.appendingPathComponent("x/../store"))
    }
    let server = ValueServer()
    return (
      CacheWorld(files: environment.files, server: server, environment: environment),
      CacheWorld(files: environment.files, server: server, environment: other)
    )
  }

  @Test("share sign-in, queue and caches, and lose nothing in turns", arguments: Way.allCases)
  func turns(way: Way) async throws {
    let folder = TemporaryFolder()
    let (first, second) = pair(way, folder)
    #expect(
      first.queue.shared === second.queue.shared && first.cache === second.cache
        && first.client.session === second.client.session)
    try await first.signIn()
    #expect(try await second.client.session.status() == .signedIn(account: "ada", name: "ada"))
    first.server.setDown(true)
    _ = try await second.cache.view()
    let changes = Counter()
    let token = second.cache.observe { changes.add() }
    for (index, world) in [first, second, first, second].enumerated() { try await world.submit("t\(index)", "1") }
    #expect(changes.value == 4)
    token.cancel()
    let expected = ["t0", "t1", "t2", "t3"]
    #expect(try await first.queue.open().map(\.target) == expected)
    #expect(try await second.cache.value().keys.sorted() == expected)
    // This process holds the folder: start the new process on a copy.
    let copy = MemoryFileSystem()
    let path = first.client.accounts.path(of: "ada", "queue") + ".journal"
    try copy.replace(path, with: try #require(try first.files.read(path)))
    let next = CacheWorld(files: copy)
    try await next.signIn()
    #expect(try await next.queue.open().map(\.target) == expected)
    _ = try await second.client.signOut(.keep)
    #expect(try await first.client.session.status() == .signedOut)
    #expect(await failure { try await first.cache.view() }.kind == .signedOut)
  }

  @Test("a second process gets the error that the folder is in use, and loses nothing")
  func secondProcess() async throws {
    let folder = TemporaryFolder()
    func environment() -> ClientEnvironment {
      var environment = ClientEnvironment.live(folder: folder.url)
      environment.shared = SharedObjects()
      environment.clock = ManualClock()
      return environment
    }
    let server = ValueServer()
    server.setDown(true)
    var first: CacheWorld? = CacheWorld(
      files: FolderFileSystem(folder: folder.url), server: server, environment: environment())
    try await first?.signIn()
    _ = try await first?.submit("a", "1")
    let second = CacheWorld(files: FolderFileSystem(folder: folder.url), server: server, environment: environment())
    #expect(try await second.client.session.status() == .signedIn(account: "ada", name: "ada"))
    for error in [
      await failure { try await second.submit("b", "1") }, await failure { try await second.cache.view() },
      await failure { try await second.device.update { $0["r"] = "1" } },
      await failure { try await second.queue.all() },
    ] {
      #expect(error.kind == .storage && error.detail == "inUse")
    }
    _ = try await first?.submit("c", "1")
    #expect(try await first?.queue.open().map(\.target) == ["a", "c"])
    await first?.queue.settled()
    first = nil
    #expect(await eventually { (try? await second.queue.open().map(\.target)) == ["a", "c"] })
    try await second.submit("d", "1")
    #expect(try await second.queue.open().map(\.target) == ["a", "c", "d"])
  }

  @Test("nothing is shared with what was released")
  func released() async throws {
    let environment = ClientEnvironment.manual()
    var world: CacheWorld? = CacheWorld(environment: environment)
    weak let queue = world?.queue
    weak let storage = world?.client.accounts
    world = nil
    #expect(await eventually { queue == nil && storage == nil })
  }

  @Test("files that two writers replace at once are always one's or the other's, whole")
  func replace() async throws {
    let folder = TemporaryFolder()
    let contents = (0..<4).map { Data(repeating: UInt8($0), count: 3000 + $0 * 5000) }
    let faults = Counter()
    await withTaskGroup(of: Void.self) { group in
      for content in contents {
        group.addTask {
          let files = FolderFileSystem(folder: folder.url)
          for _ in 0..<60 {
            do {
              try files.replace("a/b", with: content)
              if let read = try files.read("a/b"), !contents.contains(read) { faults.add() }
            } catch { faults.add() }
            await Task.yield()
          }
        }
      }
    }
    #expect(faults.value == 0)
    #expect(try FolderFileSystem(folder: folder.url).list("a") == ["b"])
  }
}
