import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Account cache: damaged files")
struct CacheFileTests {
  private let files = TroubledFiles()
  private let reports = Locked<[String?]>([])

  /// The file in a new process.
  private func file(
    _ retention: AccountCache<[String: Int]>.Retention, isPatched: Bool, on files: (any FileSystem)? = nil
  ) -> (file: CacheFile<[String: Int]>, erasures: Int) {
    let reports = reports
    let accounts = AccountStorage.shared(
      name: "test", account: "ada", environment: .manual(files: files ?? self.files),
      report: { error in reports.withLock { $0.append(error.detail) } })
    let file = CacheFile<[String: Int]>(
      "rows", version: 1, retention: retention, in: accounts, patching: isPatched ? .patches : nil)
    return (file, accounts.folders.erasures(of: "ada"))
  }

  private func write(_ values: [[String: Int]], _ made: (file: CacheFile<[String: Int]>, erasures: Int)) throws {
    for value in values {
      try made.file.write(SavedCache(version: 1, value: value), to: made.file.place(of: "ada", made.erasures))
    }
  }

  private func read(
    _ retention: AccountCache<[String: Int]>.Retention, isPatched: Bool, on files: (any FileSystem)? = nil
  ) throws -> [String: Int]? {
    let made = file(retention, isPatched: isPatched, on: files)
    return try made.file.read(of: "ada")?.value
  }

  private func spoil(_ path: String, in files: MemoryFileSystem) throws {
    var bytes = [UInt8](try #require(files.contents[path]))
    bytes[bytes.count - 1] ^= 1
    try files.replace(path, with: Data(bytes))
  }

  @Test("one damaged file costs nothing of what only this device has, and two are reported")
  func copy() throws {
    try write([["a": 1]], file(.device, isPatched: false))
    let paths = files.base.contents.keys.sorted()
    #expect(paths.count == 2)
    for path in paths {
      let disk = MemoryFileSystem(files.base.contents)
      try spoil(path, in: disk)
      #expect(try read(.device, isPatched: false, on: disk) == ["a": 1])
    }
    for path in paths { try spoil(path, in: files.base) }
    reports.withLock { $0 = [] }
    #expect(try read(.device, isPatched: false) == nil)
    #expect(reports.withLock { $0 } == ["damaged", "damaged"])
  }

  @Test("a damaged file is made good from its copy, whenever the process dies and whether there is room or not")
  func restored() throws {
    try write([["a": 1]], file(.device, isPatched: false))
    let main = try #require(
      files.changes.compactMap { if case .replace(let path, _) = $0 { path } else { nil } }.first)
    try spoil(main, in: files.base)
    let start = files.base.contents
    let before = files.changeCount
    #expect(try read(.device, isPatched: false) == ["a": 1])
    let changes = files.changes.dropFirst(before)
    for count in 0...changes.count {
      let disk = MemoryFileSystem(start)
      for change in changes.prefix(count) { try change.apply(to: disk) }
      #expect(try read(.device, isPatched: false, on: disk) == ["a": 1], "\(count)")
    }
    reports.withLock { $0 = [] }
    #expect(try read(.device, isPatched: false) == ["a": 1])
    #expect(reports.withLock { $0 }.isEmpty)
    try spoil(main, in: files.base)
    files.state.withLock { $0.room = 0 }
    for _ in 0..<2 { #expect(try read(.device, isPatched: false) == ["a": 1]) }
  }

  @Test("a small value of a cache that is read at the launch stands alone, and has lines once it has grown")
  func alone() throws {
    func file(on files: any FileSystem) -> (file: CacheFile<[String: Int]>, erasures: Int) {
      let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual(files: files))
      var patching = CachePatching<[String: Int]>.patches
      patching.leastBytes = 1000
      return (
        CacheFile("rows", version: 1, retention: .server, in: accounts, patching: patching),
        accounts.folders.erasures(of: "ada")
      )
    }
    func kinds(_ body: () throws -> Void) rethrows -> String {
      let before = files.changeCount
      try body()
      return files.changes.dropFirst(before).map { change in
        switch change {
        case .append: "line "
        case .replace: "whole "
        default: ""
        }
      }.joined()
    }
    let other = TroubledFiles()
    let large = Dictionary(uniqueKeysWithValues: (0..<200).map { ("key \($0)", $0) })
    let values = [["a": 1], ["a": 2], large, large.merging(["a": 3]) { $1 }, ["a": 4], ["a": 5]]
    let made = file(on: files)
    // Small values are written whole. After a large one, each change is appended as a line.
    #expect(try kinds { try write([values[0], values[1]], made) } == "whole whole ")
    #expect(files.base.contents.count == 1)
    #expect(try kinds { try write([values[2], values[3]], made) } == "whole line ")
    #expect(try file(on: files.base).file.read(of: "ada")?.value == values[3])
    let again = file(on: files)
    _ = try again.file.read(of: "ada")
    #expect(try kinds { try write([values[4], values[5]], again) } == "line line ")
    // A small value is read first and then grows: its further changes are appended as lines.
    try write([["a": 1]], file(on: other))
    let grown = file(on: other)
    var saved = try #require(try grown.file.read(of: "ada"))
    for number in 0..<3 {
      saved.value = large.merging(["b": number]) { $1 }
      try grown.file.write(saved, to: grown.file.place(of: "ada", grown.erasures))
    }
    #expect(other.changes.count { if case .append = $0 { true } else { false } } == 2)
    // Crash after each number of changes: the disk must hold one whole value.
    for count in 1...files.changes.count {
      let disk = MemoryFileSystem()
      for change in files.changes.prefix(count) { try change.apply(to: disk) }
      guard !disk.contents.isEmpty else { continue }
      #expect(values.contains(try #require(try file(on: disk).file.read(of: "ada")?.value)))
    }
  }

  @Test("lines are gone when the value is written whole again")
  func rewritten() throws {
    let large = Dictionary(uniqueKeysWithValues: (0..<2000).map { ("key \($0)", $0) })
    try write([["a": 1], large, ["a": 2]], file(.server, isPatched: true))
    #expect(files.changes.contains { if case .append = $0 { true } else { false } })
    #expect(files.base.contents.count == 1)
    #expect(try read(.server, isPatched: true) == ["a": 2])
  }

  @Test("stale lines beside a value that stands alone are not read, and are gone before it has lines of its own")
  func staleLines() throws {
    var patching = CachePatching<[String: Int]>.patches
    patching.leastBytes = 1000
    let accounts = AccountStorage.shared(name: "test", account: "ada", environment: .manual(files: files))
    let erasures = accounts.folders.erasures(of: "ada")
    let file = CacheFile<[String: Int]>("rows", version: 1, retention: .server, in: accounts, patching: patching)
    let large = Dictionary(uniqueKeysWithValues: (0..<200).map { ("key \($0)", $0) })
    for value in [large, large.merging(["a": 1]) { $1 }] {
      try file.write(SavedCache(version: 1, value: value), to: file.place(of: "ada", erasures))
    }
    let lines = try #require(files.changes.compactMap { if case .append(let path, _) = $0 { path } else { nil } }.first)
    let stale = try #require(files.base.contents[lines])
    // `next` has not read the file, so it writes its first value whole.
    let next = CacheFile<[String: Int]>("rows", version: 1, retention: .server, in: accounts, patching: patching)
    try next.write(SavedCache(version: 1, value: ["b": 1]), to: next.place(of: "ada", erasures))
    #expect(files.base.contents[lines] == nil)
    try files.base.replace(lines, with: stale)
    #expect(try next.read(of: "ada")?.value == ["b": 1])
    for value in [large, large.merging(["c": 1]) { $1 }] {
      try next.write(SavedCache(version: 1, value: value), to: next.place(of: "ada", erasures))
    }
    #expect(try next.read(of: "ada")?.value == large.merging(["c": 1]) { $1 })
  }

  @Test("an older copy does not come back where there was no room for the newer one")
  func noRoom() throws {
    let made = file(.device, isPatched: false)
    try write([["a": 1]], made)
    let main = try #require(
      files.changes.compactMap { if case .replace(let path, let data) = $0 { (path, data) } else { nil } }.first)
    files.state.withLock { $0.room = main.1.count }
    try write([["a": 2]], made)
    files.state.withLock { $0.room = nil }
    #expect(try read(.device, isPatched: false) == ["a": 2])
    try spoil(main.0, in: files.base)
    #expect(try read(.device, isPatched: false) == nil)
  }

  @Test("lines of a value that was lost are never applied to another one, whenever the process dies")
  func baselessLines() throws {
    try write([["a": 1], ["a": 2], ["a": 3]], file(.server, isPatched: true))
    let lines = try #require(
      files.changes.compactMap { if case .append(let path, _) = $0 { path } else { nil } }.first)
    let whole = try #require(files.base.contents.keys.first { $0 != lines })
    try spoil(whole, in: files.base)
    let start = files.base.contents
    let before = files.changeCount
    let made = file(.server, isPatched: true)
    #expect(try made.file.read(of: "ada") == nil)
    try write([["b": 1]], made)
    let changes = files.changes.dropFirst(before)
    for count in 0...changes.count {
      let disk = MemoryFileSystem(start)
      for change in changes.prefix(count) { try change.apply(to: disk) }
      let value = try read(.server, isPatched: true, on: disk)
      #expect(value == nil || value == ["b": 1], "\(count)")
    }
    #expect(try read(.server, isPatched: true) == ["b": 1])
  }

  @Test("a flipped bit in the lines is never believed, and what it costs is set aside and reported")
  func flippedLines() throws {
    let values = (1...4).map { ["a": $0, "b": 10 * $0] }
    try write(values, file(.server, isPatched: true))
    let (path, data) = try #require(files.base.contents.first { $0.value.contains(0x0A) })
    for bit in 0..<data.count * 8 {
      let disk = MemoryFileSystem(files.base.contents)
      var bytes = [UInt8](data)
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try disk.replace(path, with: Data(bytes))
      reports.withLock { $0 = [] }
      let value = try #require(try read(.server, isPatched: true, on: disk))
      #expect(values.dropLast().contains(value), "bit \(bit)")
      #expect(disk.contents[path + ".damaged"] == Data(bytes), "bit \(bit)")
      #expect(reports.withLock { $0 } == ["damaged"])
    }
  }

  @Test("lines behind one that is missing are no use, and are set aside and reported")
  func missingLine() throws {
    try write([["a": 1], ["a": 2], ["a": 3], ["a": 4]], file(.server, isPatched: true))
    let (path, data) = try #require(files.base.contents.first { $0.value.contains(0x0A) })
    var lines = data.split(separator: 0x0A)
    #expect(lines.count == 3)
    lines.remove(at: 1)
    try files.base.replace(path, with: Data(lines.map { $0 + [0x0A] }.joined()))
    #expect(try read(.server, isPatched: true) == ["a": 2])
    #expect(reports.withLock { $0 } == ["damaged"])
  }

  @Test("lines that cannot be read now are no absent ones", arguments: [true, false])
  func unreadable(isPatched: Bool) throws {
    try write([["a": 1], ["a": 2]], file(.server, isPatched: true))
    let disk = UnreadableFiles(base: files.base, isUnreadable: { $0.contains(0x0A) == isPatched })
    let error = #expect(throws: ClientError.self) { try read(.server, isPatched: true, on: disk) }
    #expect(error?.kind == .storage && error?.detail == "locked")
  }
}

/// Files that cannot be read while `isUnreadable` is true for their content.
private struct UnreadableFiles: FileSystem {
  let base: MemoryFileSystem
  let isUnreadable: @Sendable (Data) -> Bool

  func read(_ path: String) throws -> Data? {
    let data = try base.read(path)
    if let data, isUnreadable(data) { throw FileSystemError.locked }
    return data
  }
  func replace(_ path: String, with data: Data) throws { try base.replace(path, with: data) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
