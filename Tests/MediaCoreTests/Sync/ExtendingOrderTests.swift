import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Two processes, whichever comes first at each file operation")
struct ExtendingOrderTests {
  private let secrets = MemorySecretStore()
  private let server = ValueServer()

  private func world(_ files: any FileSystem, _ seed: UInt64, isWidget: Bool = false) -> CacheWorld {
    let environment = ClientEnvironment.manual(seed: seed, files: files, secrets: secrets)
    return CacheWorld(files: files, server: server, environment: isWidget ? environment.extending() : environment)
  }

  /// A folder of an app that was signed in and has one change of its own waiting.
  private func folder() async throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    server.setDown(true)
    let app = world(files, 1)
    try await app.signIn()
    try await app.submit("x", "0")
    return files
  }

  @Test("a change that is handed over at any operation of the app arrives once, and is sent once")
  func handedOver() async throws {
    let start = try await folder().contents
    let widget = MemoryFileSystem(start)
    let change = try await world(widget, 2, isWidget: true).submit("a", "1")
    let file = try #require(widget.contents.first { start[$0.key] == nil })
    var number = 0
    var count = Int.max
    while number < count {
      number += 1
      server.state.withLock { ($0.values, $0.written, $0.isDown) = ([:], [], false) }
      let base = MemoryFileSystem(start)
      let files = RacingFiles(base, before: number) { try base.replace(file.key, with: file.value) }
      let app = world(files, 3)
      _ = try await app.cache.value()
      await app.queue.flush(.foreground)
      await app.client.accounts.save()
      count = min(count, files.operations)
      guard number <= count else { break }
      await app.client.accounts.folderChanged()
      await app.queue.settled()
      let records = try await app.queue.all()
      #expect(records.filter { $0.id == change.id }.map(\.state) == [.synced], "\(number)")
      #expect(server.written.sorted() == ["a=1", "x=0"], "\(number)")
      #expect(!base.contents.keys.contains { $0.contains("/inbox/") }, "\(number)")
    }
    #expect(number > 5)
  }

  @Test("a change that the app takes over at any operation of another process shows there once")
  func takenOver() async throws {
    let files = try await folder()
    let change = try await world(files, 2, isWidget: true).submit("a", "1")
    let before = files.contents
    _ = try await world(files, 3).queue.open()
    let after = files.contents
    #expect(Set(before.keys).subtracting(after.keys).count == 1)
    var number = 0
    var count = Int.max
    while number < count {
      number += 1
      let base = MemoryFileSystem(before)
      // The app writes its journal first, and then removes the file.
      let files = RacingFiles(base, before: number) {
        for (path, data) in after { try base.replace(path, with: data) }
        for path in before.keys where after[path] == nil { try base.remove(path) }
      }
      let widget = world(files, 4, isWidget: true)
      #expect(try await widget.cache.value() == ["a": "1", "x": "0"], "\(number)")
      #expect(try await widget.queue.open().filter { $0.id == change.id }.count == 1, "\(number)")
      try await widget.submit("b", "2")
      count = min(count, files.operations)
      #expect(try await widget.cache.value() == ["a": "1", "b": "2", "x": "0"], "\(number)")
      #expect(try await world(base, 5).queue.open().map(\.target) == ["x", "a", "b"], "\(number)")
    }
    #expect(number > 5)
  }
}

/// Files of one process, before one of whose operations another process does its work.
private final class RacingFiles: FileSystem {
  private let base: any FileSystem
  private let number: Int
  private let rival: @Sendable () throws -> Void
  private let count = Locked(0)

  init(_ base: any FileSystem, before number: Int, rival: @escaping @Sendable () throws -> Void) {
    (self.base, self.number, self.rival) = (base, number, rival)
  }

  var operations: Int { count.withLock { $0 } }

  private func step() throws {
    let now = count.withLock { count in
      count += 1
      return count
    }
    if now == number { try rival() }
  }

  func read(_ path: String) throws -> Data? {
    try step()
    return try base.read(path)
  }
  func list(_ folder: String) throws -> [String] {
    try step()
    return try base.list(folder)
  }
  func size(of path: String) throws -> Int? {
    try step()
    return try base.size(of: path)
  }
  func replace(_ path: String, with data: Data) throws {
    try step()
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws {
    try step()
    try base.append(data, to: path)
  }
  func truncate(_ path: String, to length: Int) throws {
    try step()
    try base.truncate(path, to: length)
  }
  func move(_ path: String, to destination: String) throws {
    try step()
    try base.move(path, to: destination)
  }
  func remove(_ path: String) throws {
    try step()
    try base.remove(path)
  }
}
