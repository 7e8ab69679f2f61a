import Foundation
import MediaCore
import ShelfTesting
import TestSupport
import Testing

@testable import ShelfClient

@MainActor
@Suite("What a cold launch costs")
struct LaunchCostTests {
  /// Files in memory that record every call.
  private final class NotedFiles: FileSystem {
    let base: MemoryFileSystem
    private let noted = Locked<[String]>([])

    init(_ base: MemoryFileSystem) { self.base = base }

    var calls: [String] { noted.withLock { $0 } }
    private func note(_ call: String, _ path: String) { noted.withLock { $0.append("\(call) \(path)") } }

    func read(_ path: String) throws -> Data? {
      note("read", path)
      return try base.read(path)
    }
    func size(of path: String) throws -> Int? {
      note("size", path)
      return try base.size(of: path)
    }
    func replace(_ path: String, with data: Data) throws {
      note("replace", path)
      try base.replace(path, with: data)
    }
    func append(_ data: Data, to path: String) throws {
      note("append", path)
      try base.append(data, to: path)
    }
    func extend(_ path: String, at length: Int, with data: Data) throws {
      note("extend", path)
      try base.extend(path, at: length, with: data)
    }
    func truncate(_ path: String, to length: Int) throws {
      note("truncate", path)
      try base.truncate(path, to: length)
    }
    func move(_ path: String, to destination: String) throws {
      note("move", path)
      try base.move(path, to: destination)
    }
    func remove(_ path: String) throws {
      note("remove", path)
      try base.remove(path)
    }
    func list(_ folder: String) throws -> [String] {
      note("list", folder)
      return try base.list(folder)
    }
  }

  @Test(
    "Latest without a network asks for five files, each once, and for what other processes have handed over",
    arguments: [true, false])
  func latest(hasChanges: Bool) async throws {
    let rig = try await ShelfRig()
    let first = LatestViewModel(shelf: rig.shelf)
    first.load()
    await first.settled()
    let rows = try #require(first.state.entries.value)
    if hasChanges {
      first.remove(rows[0].id)
      await first.settled()
      rig.network.isDown = true
      first.markFinished(rows[1].id)
      await first.settled()
    }
    await rig.shelf.client.accounts.save()
    rig.network.isDown = true
    let files = NotedFiles(rig.files)
    var environment = rig.environment.relaunched()
    environment.files = files
    let shelf = ShelfService(server: .fake, transport: rig.network, environment: environment)
    let latest = LatestViewModel(shelf: shelf)
    latest.load()
    await latest.settled()
    #expect(latest.state.entries.value?.count == rows.count - (hasChanges ? 2 : 0))
    let calls = files.calls
    #expect(calls.count <= 6, "\(calls)")
    #expect(Set(calls).count == calls.count)
    #expect(calls.filter { $0.hasPrefix("list") }.count { $0.hasSuffix("/inbox") } == 1)
    #expect(calls.count { $0.hasPrefix("list") } == 2)
  }
}
