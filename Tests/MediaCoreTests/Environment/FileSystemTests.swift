import Foundation
import MediaTesting
import Testing

@testable import MediaCore

/// A folder on the disk that goes away with the test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("MediaCoreTests-\(UUID().uuidString)")
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path + (path.isEmpty ? "" : "/\(path)"))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}

@Suite("Files")
struct FileSystemTests {
  private let folder = TemporaryFolder()
  private var real: FolderFileSystem { FolderFileSystem(folder: folder.url.appendingPathComponent("deep/root")) }

  enum Kind: CaseIterable, Sendable { case real, memory }

  private func files(_ kind: Kind) -> any FileSystem { kind == .real ? real : MemoryFileSystem() }

  @Test("behave the same on disk and in memory", arguments: Kind.allCases)
  func contract(kind: Kind) throws {
    let files = files(kind)
    #expect(try files.read("a/b") == nil)
    #expect(try files.list("") == [] && files.list("a") == [])
    try files.replace("a/b", with: Data("one".utf8))
    #expect(try files.read("a/b") == Data("one".utf8))
    try files.replace("a/b", with: Data())
    #expect(try files.read("a/b") == Data())
    try files.append(Data("12".utf8), to: "a/log")
    try files.append(Data("345".utf8), to: "a/log")
    #expect(try files.read("a/log") == Data("12345".utf8))
    try files.truncate("a/log", to: 9)
    #expect(try files.read("a/log") == Data("12345".utf8))
    try files.truncate("a/log", to: 3)
    try files.append(Data("x".utf8), to: "a/log")
    #expect(try files.read("a/log") == Data("123x".utf8))
    try files.truncate("a/log", to: 0)
    #expect(try files.read("a/log") == Data())
    try files.replace("z", with: Data([1]))
    try files.replace("a/c/d", with: Data([2]))
    #expect(try files.list("") == ["a", "z"] && files.list("a") == ["b", "c", "log"] && files.list("a/c") == ["d"])
    try files.move("a/b", to: "m/n")
    #expect(try files.read("a/b") == nil && files.read("m/n") == Data())
    try files.move("z", to: "m/n")
    #expect(try files.read("m/n") == Data([1]))
    for missing in [{ try files.move("none", to: "x") }, { try files.truncate("none", to: 0) }] {
      #expect(throws: FileSystemError.other(code: 2)) { try missing() }
    }
    try files.remove("a")
    try files.remove("a")
    #expect(try files.list("") == ["m"] && files.read("a/c/d") == nil)
    // `m2` begins with `m`: removing `m` must keep it.
    try files.replace("m2", with: Data())
    try files.remove("m")
    #expect(try files.list("") == ["m2"])
  }

  @Test("what is added at its place stands there, with nothing but zeros behind it", arguments: Kind.allCases)
  func extended(kind: Kind) throws {
    let files = files(kind)
    var expected = Data()
    for number in 0..<300 {
      let record = Data(repeating: UInt8(number % 255 + 1), count: 1 + number * 7 % 500)
      try files.extend("a/log", at: expected.count, with: record)
      expected += record
    }
    let written = try #require(try files.read("a/log"))
    #expect(written.prefix(expected.count) == expected)
    #expect(written.dropFirst(expected.count).allSatisfy { $0 == 0 })
    try files.truncate("a/log", to: 100)
    #expect(try files.read("a/log") == expected.prefix(100))
    try files.extend("a/log", at: 100, with: Data([1]))
    #expect(try files.read("a/log")?.prefix(102) == expected.prefix(100) + (kind == .real ? [1, 0] : [1]))
  }

  @Test("a file with room keeps its length from one record to the next")
  func room() throws {
    var lengths: Set<Int?> = []
    for number in 0..<100 {
      try real.extend("log", at: number * 300, with: Data(repeating: 1, count: 300))
      lengths.insert(try real.size(of: "log"))
    }
    #expect(lengths == [65_836])
  }

  @Test("large files come back whole")
  func large() throws {
    let data = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try real.replace("large", with: data)
    #expect(try real.read("large") == data)
    try real.append(data, to: "large")
    #expect(try real.read("large")?.count == 600_000)
  }

  @Test("every file is its owner's alone")
  func permissions() throws {
    try real.replace("a/b", with: Data([1]))
    try real.append(Data([1]), to: "a/log")
    try real.replace("a/b", with: Data([2]))
    for file in ["deep/root/a/b", "deep/root/a/log"] { #expect(try folder.mode(file) == 0o600) }
    for directory in ["deep/root", "deep/root/a"] { #expect(try folder.mode(directory) == 0o700) }
  }

  @Test(
    "paths that are none, or lead elsewhere, are refused",
    arguments: ["", "/", "/etc/passwd", "..", ".", "a/../b", "a/./b", "a//b", "a/", "../x", "a/..", "a\0b"])
  func badPaths(path: String) throws {
    let real = real
    for action in [
      { _ = try real.read(path) }, { try real.replace(path, with: Data()) }, { try real.append(Data(), to: path) },
      { try real.extend(path, at: 0, with: Data()) }, { try real.truncate(path, to: 0) }, { try real.remove(path) },
      { try real.move(path, to: "x") },
      { try real.move("x", to: path) },
    ] {
      #expect(throws: FileSystemError.badPath) { try action() }
    }
    if !path.isEmpty { #expect(throws: FileSystemError.badPath) { try real.list(path) } }
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  @Test("a replace that fails leaves the old file and nothing else")
  func failedReplace() throws {
    try real.replace("a/b", with: Data("old".utf8))
    #expect(throws: FileSystemError.self) { try real.replace("a", with: Data("new".utf8)) }
    #expect(try real.list("") == ["a"])
    #expect(try real.read("a/b") == Data("old".utf8))
    #expect(throws: FileSystemError.self) { try real.append(Data(), to: "a") }
    #expect(throws: FileSystemError.self) { try real.read("a") }
    #expect(try real.read("a/b/c") == nil)
  }

  @Test("only what is not there counts as absent, not what cannot be reached")
  func unreachable() throws {
    try real.replace("file", with: Data([1]))
    #expect(try real.list("file/below") == [])
    try real.remove("file/below")
    let loop = folder.url.path + "/deep/root/loop"
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    let long = String(repeating: "x", count: 300)
    for (path, code) in [("loop/below", ELOOP), (long, ENAMETOOLONG), ("\(long)/below", ENAMETOOLONG)] {
      let error = FileSystemError.other(code: code)
      #expect(throws: error) { try real.remove(path) }
      #expect(throws: error) { try real.list(path) }
      #expect(throws: error) { try real.read(path) }
      #expect(throws: error) { try real.size(of: path) }
      #expect(throws: error) { try real.replace(path, with: Data()) }
    }
    #expect(try real.list("") == ["file", "loop"])
  }

  @Test("a link whose target is gone is removed")
  func danglingLink() throws {
    try real.replace("kept", with: Data([1]))
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/deep/root/link", withDestinationPath: folder.url.path + "/gone")
    try real.remove("link")
    #expect(try real.list("") == ["kept"])
  }

  @Test("a name that did not reach the disk is an error, unless the file system cannot write names at once")
  func names() {
    #expect(FolderFileSystem.nameFailure(EIO) == .other(code: EIO))
    #expect(FolderFileSystem.nameFailure(ENOSPC) == .full)
    for code in [EINVAL, EBADF, ENOTSUP] { #expect(FolderFileSystem.nameFailure(code) == nil) }
  }

  @Test("whoever takes the lock clears away what dead processes left in the middle of a write")
  func abandonedParts() throws {
    let (dead, own) = ("secrets/x.99999999-1.part", "secrets/x.\(ProcessInfo.processInfo.processIdentifier)-1.part")
    for name in [dead, own, "secrets/x"] { try real.replace(name, with: Data([1])) }
    let lock = try real.lock("lock")
    #expect(try real.list("secrets") == ["x", String(own.dropFirst(8))])
    #expect(throws: FileSystemError.inUse) { try real.lock("lock") }
    withExtendedLifetime(lock) {}
  }

  @Test("two file systems on one folder see the same files")
  func relaunch() throws {
    try real.replace("a", with: Data("x".utf8))
    #expect(try real.read("a") == Data("x".utf8))
  }

  @Test("secrets in files: whole, private, and under names that tell nothing")
  func secretStore() throws {
    let store = FileSecretStore(files: real)
    let key = "shelf/nas.local:13378"
    #expect(try store.read(key) == nil)
    try store.write(Secret("täglich neu"), key: key)
    #expect(try FileSecretStore(files: real).read(key) == Secret("täglich neu"))
    #expect(try store.read("shelf/other") == nil)
    let names = try real.list("secrets")
    #expect(names.count == 1 && !names[0].contains("nas") && !names[0].contains("shelf"))
    #expect(try folder.mode("deep/root/secrets/\(names[0])") == 0o600)
    try store.delete(key)
    try store.delete(key)
    #expect(try store.read(key) == nil)
  }

  @Test("the live environment has a clock that goes on, ids that differ, and files in the given folder")
  func live() async throws {
    let environment = ClientEnvironment.live(folder: folder.url)
    let before = environment.clock.uptime()
    try await environment.clock.sleep(for: .zero)
    #expect(environment.clock.uptime() >= before)
    #expect(abs(environment.clock.now().timeIntervalSinceNow) < 60)
    #expect(environment.random.uuid() != environment.random.uuid())
    try environment.secrets.write(Secret("x"), key: "k")
    #expect(try environment.files.list("secrets").count == 1)
    let sleeper = Task { try await environment.clock.sleep(for: .seconds(3600)) }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
  }

  @Test("ids are version 4 UUIDs, fractions lie below one, and the same numbers give the same ids")
  func randomness() throws {
    let random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      let id = random.uuid()
      let uuid = try #require(UUID(uuidString: id))
      #expect(id == uuid.uuidString.lowercased())
      #expect(Array(id)[14] == "4" && "89ab".contains(Array(id)[19]))
      #expect((0..<1).contains(random.fraction()))
    }
    #expect(SeededRandom(seed: 7).uuid() == SeededRandom(seed: 7).uuid())
    #expect(SeededRandom(seed: 7).uuid() != SeededRandom(seed: 8).uuid())
  }
}
