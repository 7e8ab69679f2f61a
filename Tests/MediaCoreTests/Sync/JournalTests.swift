import Foundation
import MediaTesting
import TestSupport
import Testing

@testable import MediaCore

@Suite("Journal: what a disk may do to it")
struct JournalTests {
  private let reports = Locked<[String?]>([])

  private func journal(_ files: any FileSystem) -> Journal<String> {
    let reports = reports
    return Journal(files: files, path: "j") { error in reports.withLock { $0.append(error.detail) } }
  }

  private func filled(_ changes: [String]) async throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    let journal = journal(files)
    _ = try await journal.load()
    for change in changes { try await journal.enqueue([change]).value().get() }
    return files
  }

  @Test("a tail torn at any length is cut, and what is whole before it stays")
  func tornTail() async throws {
    let whole = try #require(try await filled(["one", "two", "three"]).read("j.journal"))
    var ends: [Int] = []
    var index = 5
    while index < whole.count {
      index += 16 + Int(whole[whole.startIndex + index + 4])
      ends.append(index)
    }
    #expect(ends.last == whole.count)
    for length in 0...whole.count {
      let files = MemoryFileSystem(["j.journal": whole.prefix(length)])
      let journal = journal(files)
      let loaded = try await journal.load()
      #expect(loaded == Array(["one", "two", "three"].prefix(ends.count { $0 <= length })))
      try await journal.enqueue(["next"]).value().get()
      #expect(try await self.journal(files).load() == loaded + ["next"])
    }
  }

  private static let room = Data(count: 4096)

  @Test("zeros behind the records are room: nothing is reported, and the next record stands where they began")
  func room() async throws {
    let whole = try #require(try await filled(["one", "two"]).read("j.journal"))
    let three = JournalFile.record(Data(#"{"change":"three","number":3}"#.utf8))
    for (data, known) in [(whole + Self.room, ["one", "two"]), (Self.room, [])] {
      let file = JournalFile(data)
      #expect(file.length == data.count - Self.room.count && !file.isTorn && !file.isDamaged)
      let files = MemoryFileSystem(["j.journal": data])
      #expect(try await journal(files).load() == known)
      #expect(files.contents == ["j.journal": data] && reports.withLock { $0 } == [])
    }
    #expect(try await journal(MemoryFileSystem(["j.journal": whole + three + Self.room])).load().count == 3)
  }

  @Test("a file system that only appends writes where the records end, and not behind the room of an earlier launch")
  func roomThatIsCut() async throws {
    let whole = try #require(try await filled(["one", "two"]).read("j.journal"))
    for data in [whole + Self.room, Self.room] {
      let files = MemoryFileSystem(["j.journal": data])
      let known = try await journal(files).load()
      try await journal(TroubledFiles(files), after: known, adds: "three")
      let contents = try #require(files.contents["j.journal"])
      #expect(JournalFile(contents).length == contents.count && reports.withLock { $0 } == [])
    }
  }

  @Test("a journal in a real folder takes up its room, and is read again with what was added behind it")
  func roomOnDisk() async throws {
    let folder = TemporaryFolder()
    let files = FolderFileSystem(folder: folder.url)
    var expected: [String] = []
    for launch in 0..<4 {
      let journal = journal(files)
      #expect(try await journal.load() == expected)
      for number in 0..<50 {
        expected.append("\(launch)-\(number)")
        try await journal.enqueue([expected[expected.count - 1]]).value().get()
      }
      guard launch == 1 else { continue }
      expected = ["all"]
      #expect(try await journal.replace(with: expected, upTo: journal.number))
    }
    #expect(try await journal(files).load() == expected)
    #expect(reports.withLock { $0 } == [])
  }

  @Test("a record that reached the disk in part, whichever, costs none before it and stands in nobody's way")
  func partlyWritten() async throws {
    let whole = try #require(try await filled(["one", "two", "a third one of more bytes"]).read("j.journal"))
    let start = try #require(try await filled(["one", "two"]).read("j.journal")).count
    let head = start + 4
    // Lose each possible beginning and end of the last line, and each run of eight bytes within it.
    let parts =
      (start + 1...whole.count).map { (start, $0) } + (start + 1..<whole.count).map { ($0, whole.count) }
      + (start + 1..<whole.count - 8).map { ($0, $0 + 8) }
    for (from, to) in parts {
      var data = whole + Self.room
      data.replaceSubrange(from..<to, with: Data(count: to - from))
      // Skip cases in which the lost bytes were zeros.
      guard data != whole + Self.room else { continue }
      let files = MemoryFileSystem(["j.journal": data])
      #expect(try await journal(files).load() == ["one", "two"])
      let reported = reports.withLock { reports -> [String?] in
        defer { reports = [] }
        return reports
      }
      if from == start, to == whole.count {
        #expect(reported == [])
      } else if to == whole.count || from == start && to >= head {
        #expect(reported == ["tornTail"], "\(from)..<\(to)")
      } else {
        #expect(reported.count == 1, "\(from - start)..<\(to - start): \(reported)")
      }
      #expect((files.contents["j.journal.damaged"] == data) == (reported == ["damaged"]))
      try await journal(files, after: ["one", "two"], adds: "next")
      #expect(reports.withLock { $0 } == [], "\(from - start)..<\(to - start)")
    }
  }

  private func journal(_ files: any FileSystem, after known: [String], adds change: String) async throws {
    let journal = journal(files)
    #expect(try await journal.load() == known)
    try await journal.enqueue([change]).value().get()
    #expect(try await self.journal(files).load() == known + [change])
  }

  @Test("a file that never was a journal is set aside and reported, and a new one begun")
  func strange() async throws {
    let files = MemoryFileSystem(["j.journal": Data("something else".utf8)])
    let journal = journal(files)
    #expect(try await journal.load().isEmpty)
    #expect(files.contents["j.journal.damaged"] == Data("something else".utf8))
    #expect(reports.withLock { $0 } == ["damaged"])
    try await journal.enqueue(["one"]).value().get()
    #expect(try await self.journal(files).load() == ["one"])
  }

  @Test("a flipped bit costs one record at most: a copy is kept aside and reported, and its content is never believed")
  func flippedBits() async throws {
    let whole = try #require(try await filled(["one", "two", "three"]).read("j.journal"))
    for (index, bit) in whole.indices.flatMap({ index in (0..<8).map { (index, $0) } }) {
      var spoilt = Data(whole)
      spoilt[index] ^= 1 << bit
      let files = MemoryFileSystem(["j.journal": spoilt])
      let loaded = try await journal(files).load()
      #expect(loaded.allSatisfy { ["one", "two", "three"].contains($0) })
      #expect(loaded.count == (index < 5 ? 3 : 2), "byte \(index), bit \(bit)")
      #expect(files.contents["j.journal.damaged"] == spoilt)
      let reported = reports.withLock { reports -> [String?] in
        defer { reports = [] }
        return reports
      }
      #expect(reported == ["damaged"])
      #expect(try await journal(files).load() == loaded)
      #expect(reports.withLock { $0 } == [])
    }
  }

  @Test("content that reads as well as what was written, and was not, is not believed: only its checksum says so")
  func foreignContent() async throws {
    let whole = try #require(try await filled(["one", "two", "three"]).read("j.journal"))
    let place = try #require(whole.range(of: Data(#""two""#.utf8)))
    var foreign = Data(whole)
    foreign.replaceSubrange(place, with: Data(#""six""#.utf8))
    let files = MemoryFileSystem(["j.journal": foreign])
    #expect(try await journal(files).load() == ["one", "three"])
    #expect(files.contents["j.journal.damaged"] == foreign)
  }

  @Test("records that stand in each other's places are all read, in the order in which they were made")
  func swapped() async throws {
    let whole = [UInt8](try #require(try await filled(["one", "two", "three"]).read("j.journal")))
    let starts = whole.indices.filter { whole[$0...].starts(with: [0xFF] + Array("REC".utf8)) }
    let records = zip(starts, starts.dropFirst() + [whole.count]).map { Array(whole[$0..<$1]) }
    for order in [[1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let files = MemoryFileSystem(["j.journal": Data(whole.prefix(5) + order.flatMap { records[$0] })])
      #expect(try await journal(files).load() == ["one", "two", "three"])
    }
  }

  @Test("a replacement that was refused, done or not, leaves the file and its end as they are")
  func refusedReplacement() async throws {
    for isDone in [false, true] {
      let files = RefusingReplacements(try await filled(["one", "two"]), isDone: isDone)
      let journal = journal(files)
      _ = try await journal.load()
      await #expect(throws: ClientError.self) { try await journal.replace(with: ["12"], upTo: 2) }
      try await journal.enqueue(["three"]).value().get()
      files.base.state.withLock { $0.room = 20 }
      await #expect(throws: ClientError.self) { try await journal.enqueue(["lost"]).value().get() }
      files.base.state.withLock { $0.room = nil }
      try await journal.enqueue(["four"]).value().get()
      #expect(try await self.journal(files).load() == (isDone ? ["12"] : ["one", "two"]) + ["three", "four"])
      #expect(reports.withLock { $0 } == [])
    }
  }

  @Test("a replacement taken before the newest change is not used")
  func lateReplacement() async throws {
    let files = MemoryFileSystem()
    let journal = journal(files)
    _ = try await journal.load()
    try await journal.enqueue(["one"]).value().get()
    let mark = await journal.number
    try await journal.enqueue(["two"]).value().get()
    #expect(try await !journal.replace(with: ["1"], upTo: mark))
    #expect(try await self.journal(files).load() == ["one", "two"])
  }

  @Test("numbers rise over a replacement by nothing")
  func emptied() async throws {
    let files = try await filled(["one", "two"])
    let journal = journal(files)
    _ = try await journal.load()
    #expect(try await journal.replace(with: [], upTo: 2))
    let next = self.journal(files)
    #expect(try await next.load() == [])
    #expect(await next.number == 3)
  }

  @Test("a record that a newer version wrote, and this one cannot read, is set aside and reported")
  func newerRecord() async throws {
    let files = try await filled(["one"])
    try files.append(JournalFile.record(Data(#"{"change":{"two":2},"number":2}"#.utf8)), to: "j.journal")
    let written = try #require(files.contents["j.journal"])
    #expect(try await journal(files).load() == ["one"])
    #expect(files.contents["j.journal.damaged"] == written)
    #expect(reports.withLock { $0 } == ["damaged"])
  }

  @Test("a newer version's record before a torn tail costs none of the records behind it")
  func newerAndTorn() async throws {
    let files = try await filled(["one"])
    try files.append(JournalFile.record(Data(#"{"change":{"two":2},"number":2}"#.utf8)), to: "j.journal")
    try files.append(JournalFile.record(Data(#"{"change":"three","number":3}"#.utf8)), to: "j.journal")
    try files.append(Data([0xFF]), to: "j.journal")
    let written = try #require(files.contents["j.journal"])
    #expect(try await journal(files).load() == ["one", "three"])
    #expect(files.contents["j.journal.damaged"] == written)
    #expect(try await journal(files).load() == ["one", "three"])
  }

  @Test("half a record before another half is set aside: nothing that bytes follow is a torn tail")
  func twoHalves() async throws {
    let files = try await filled(["one"])
    for _ in 0..<2 {
      try files.append(
        JournalFile.record(Data(#"{"change":"two","number":2}"#.utf8)).prefix(18), to: "j.journal")
    }
    let written = try #require(files.contents["j.journal"])
    #expect(try await journal(files).load() == ["one"])
    #expect(files.contents["j.journal.damaged"] == written)
    #expect(reports.withLock { $0 } == ["damaged"])
  }

  @Test("after its end nothing is written any more, not even fewer records in the place of all")
  func closed() async throws {
    let files = try await filled(["one"])
    let journal = journal(files)
    _ = try await journal.load()
    await journal.close()
    try files.remove("j.journal")
    #expect(try await !journal.replace(with: ["1"], upTo: 1))
    #expect(await failure { try await journal.enqueue(["two"]).value().get() }.kind == .signedOut)
    #expect(await failure { _ = try await journal.load() }.kind == .signedOut)
    #expect(files.contents.isEmpty)
  }

  @Test("half a record that could not be cut off at once is cut off before the next")
  func rubbish() async throws {
    for known in [[], ["one"]] {
      let files = TroubledFiles(try await filled(known))
      let journal = journal(files)
      _ = try await journal.load()
      files.state.withLock {
        $0.room = 20
        $0.failsTruncates = true
      }
      await #expect(throws: ClientError.self) { try await journal.enqueue(["lost"]).value().get() }
      files.state.withLock { $0.room = nil }
      await #expect(throws: ClientError.self) { try await journal.enqueue(["refused"]).value().get() }
      files.state.withLock { $0.failsTruncates = false }
      try await journal.enqueue(["two"]).value().get()
      #expect(try await self.journal(files).load() == known + ["two"])
    }
  }

  @Test("reading again after a failure reads everything")
  func readAgain() async throws {
    let files = TroubledFiles(try await filled(["one", "two"]))
    let data = try #require(try files.read("j.journal"))
    try files.append(data.prefix(3), to: "j.journal")
    files.state.withLock { $0.failsTruncates = true }
    let journal = journal(files)
    await #expect(throws: ClientError.self) { try await journal.load() }
    files.state.withLock { $0.failsTruncates = false }
    #expect(try await journal.load() == ["one", "two"])
  }
}

/// Throws at each replacement, after it was done or before.
private struct RefusingReplacements: FileSystem {
  let base: TroubledFiles
  let isDone: Bool

  init(_ base: MemoryFileSystem, isDone: Bool) {
    self.base = TroubledFiles(base)
    self.isDone = isDone
  }

  func replace(_ path: String, with data: Data) throws {
    if isDone { try base.replace(path, with: data) }
    throw FileSystemError.other(code: 5)
  }
  func read(_ path: String) throws -> Data? { try base.read(path) }
  func append(_ data: Data, to path: String) throws { try base.append(data, to: path) }
  func truncate(_ path: String, to length: Int) throws { try base.truncate(path, to: length) }
  func move(_ path: String, to destination: String) throws { try base.move(path, to: destination) }
  func remove(_ path: String) throws { try base.remove(path) }
  func list(_ folder: String) throws -> [String] { try base.list(folder) }
}
