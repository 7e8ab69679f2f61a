import Foundation
import MediaTesting
import TestSupport

@testable import MediaCore

/// The processes over one folder, each of which has a number of its own for its random ids.
struct ProcessFolder {
  let files: MemoryFileSystem
  let secrets = MemorySecretStore()
  let server = ValueServer()
  let clock = ManualClock()
  let signal = LocalSignal()

  init(_ contents: [String: Data] = [:]) {
    files = MemoryFileSystem(contents)
    server.setDown(true)
  }

  func environment(_ seed: UInt64, _ files: (any FileSystem)? = nil) -> ClientEnvironment {
    .manual(clock: clock, seed: seed, files: files ?? self.files, secrets: secrets)
  }

  func app(_ files: (any FileSystem)? = nil, seed: UInt64 = 1, hears: Bool = false) -> CacheWorld {
    var environment = environment(seed, files)
    if hears { environment.signal = signal }
    return CacheWorld(files: files ?? self.files, server: server, environment: environment, clock: clock)
  }

  func widget(_ files: (any FileSystem)? = nil, seed: UInt64 = 2, hears: Bool = false) -> CacheWorld {
    var environment = environment(seed, files)
    if hears { environment.signal = signal }
    return CacheWorld(
      files: files ?? self.files, server: server, environment: environment.extending(), clock: clock)
  }

  var inbox: [String] { files.contents.keys.filter { $0.contains("/inbox/") }.sorted() }
}

/// The error that `body` throws.
func refusal<Value>(_ body: () async throws -> Value) async -> ClientError {
  do {
    _ = try await body()
    return ClientError(.unsupported, operation: "nothing.thrown")
  } catch {
    return error as? ClientError ?? ClientError(.unsupported, operation: "other.error")
  }
}

/// Files whose writes call a hook first, which can refuse them.
final class HookedFiles: FileSystem {
  private let base: any FileSystem
  private let willWrite: @Sendable (String) throws -> Void

  init(_ base: any FileSystem, _ willWrite: @escaping @Sendable (String) throws -> Void) {
    (self.base, self.willWrite) = (base, willWrite)
  }

  func read(_ path: String) throws -> Data? { try base.read(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func replace(_ path: String, with data: Data) throws {
    try willWrite(path)
    try base.replace(path, with: data)
  }
  func append(_ data: Data, to path: String) throws {
    try willWrite(path)
    try base.append(data, to: path)
  }
}
