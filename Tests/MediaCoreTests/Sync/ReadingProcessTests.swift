import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("A second process that only reads")
struct ReadingProcessTests {
  private let folder = TemporaryFolder()
  private let server = ValueServer()
  private let secrets = MemorySecretStore()

  private func environment() -> ClientEnvironment {
    var environment = ClientEnvironment.live(folder: folder.url, secrets: secrets)
    environment.shared = SharedObjects()
    environment.clock = ManualClock()
    return environment
  }

  private func app() -> CacheWorld {
    CacheWorld(files: FolderFileSystem(folder: folder.url), server: server, environment: environment())
  }

  private func reader() -> CacheWorld {
    let environment = environment().reading()
    return CacheWorld(files: FolderFileSystem(folder: folder.url), server: server, environment: environment)
  }

  /// Every file of the folder with its content.
  private func disk() throws -> [String: Data] {
    let names = FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? []
    return names.reduce(into: [:]) { all, name in
      all[name] = try? Data(contentsOf: folder.url.appendingPathComponent(name))
    }
  }

  @Test("shows what the app keeps with its open changes, beside the app, and changes no byte")
  func beside() async throws {
    server.setDown(true)
    let app = app()
    try await app.signIn()
    _ = try await app.submit("a", "1")
    try await app.device.update { $0["r"] = "1" }
    let before = try disk()
    let reader = reader()
    #expect(try await reader.client.session.status() == .signedIn(account: "ada", name: "ada"))
    #expect(try await reader.cache.value() == ["a": "1"])
    #expect(try await reader.device.value() == ["r": "1"])
    #expect(try await reader.queue.open().map(\.target) == ["a"])
    #expect(try disk() == before)
    _ = try await app.submit("b", "2")
    #expect(try await self.reader().cache.value() == ["a": "1", "b": "2"])
  }

  @Test("refuses every change with the word that the folder is in use")
  func changes() async throws {
    server.setDown(true)
    let app = app()
    try await app.signIn()
    _ = try await app.submit("a", "1")
    await app.queue.settled()
    let reader = reader()
    for error in [
      await failure { try await reader.submit("b", "1") },
      await failure { try await reader.device.update { $0["r"] = "1" } },
    ] {
      #expect(error.kind == .storage && error.detail == "inUse", "\(error)")
    }
    let before = try disk()
    #expect(await failure { try await reader.client.signOut(.discard) }.kind == .storage)
    #expect(try disk() == before)
    // Even with a network, only the app sends the app's changes.
    server.setDown(false)
    await reader.queue.flush()
    #expect(server.written.isEmpty)
    #expect(try await app.queue.open().map(\.target) == ["a"])
    #expect(try await self.reader().cache.value() == ["a": "1"])
  }

  @Test("started first, it does not lock out the app")
  func first() async throws {
    let reader = reader()
    #expect(await failure { try await reader.cache.view() }.kind == .signedOut)
    let app = app()
    try await app.signIn()
    server.setDown(true)
    _ = try await app.submit("a", "1")
    #expect(try await app.cache.value() == ["a": "1"])
    withExtendedLifetime(reader) {}
  }

  @Test("reads the records before one that the app is just writing, and does not repair the file")
  func torn() async throws {
    server.setDown(true)
    let app = app()
    try await app.signIn()
    _ = try await app.submit("a", "1")
    await app.client.accounts.save()
    let names = try disk().keys.filter { $0.hasSuffix(".journal") }
    let name = try #require(names.first { $0.contains("queue") })
    let url = folder.url.appendingPathComponent(name)
    let whole = try Data(contentsOf: url).prefix { _ in true }
    let end = whole.lastIndex { $0 != 0 } ?? whole.startIndex
    try Data(whole[...end] + [0xFF] + Data("REC".utf8) + Data([9, 0])).write(to: url)
    let before = try disk()
    #expect(try await reader().queue.open().map(\.target) == ["a"])
    #expect(try disk() == before)
  }

  private func failure<Value>(_ body: () async throws -> Value) async -> ClientError {
    do {
      _ = try await body()
      return ClientError(.unsupported, operation: "nothing.thrown")
    } catch {
      return error as? ClientError ?? ClientError(.unsupported, operation: "other.error")
    }
  }
}
