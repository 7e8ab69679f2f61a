import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Journal: what a disk may do to it")
struct JournalTests {
  private let reports = Locked<[String?]>([])

  private func journal(_ files: any FileSystem) -> Journal<String, String> {
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
      index += 12 + Int(whole[whole.startIndex + index + 4])
      ends.append(index)
    }
    #expect(ends.last == whole.count)
    for length in 0...whole.count {
      let files = MemoryFileSystem(["j.journal": whole.prefix(length)])
      let journal = journal(files)
      let loaded = try await journal.load()
      #expect(loaded.changes == Array(["one", "two", "three"].prefix(ends.count { $0 <= length })))
      try await journal.enqueue(["next"]).value().get()
      #expect(try await self.journal(files).load().changes == loaded.changes + ["next"])
    }
  }

  @Test("a file that never was a journal is set aside and reported, and a new one begun")
  func strange() async throws {
    let files = MemoryFileSystem(["j.journal": Data("something else".utf8), "j.snapshot": Data("odd".utf8)])
    let journal = journal(files)
    #expect(try await journal.load().changes.isEmpty)
    #expect(files.contents["j.journal.damaged"] == Data("something else".utf8))
    #expect(files.contents["j.snapshot.damaged"] == Data("odd".utf8))
    #expect(reports.withLock { $0 } == ["damaged", "damaged"])
    try await journal.enqueue(["one"]).value().get()
    #expect(try await self.journal(files).load().changes == ["one"])
  }

  @Test(
    "a flipped bit costs one record: the later ones are read, the file is kept aside, and its content is never believed"
  )
  func flippedBits() async throws {
    let whole = try #require(try await filled(["one", "two", "three"]).read("j.journal"))
    for (index, bit) in (5..<whole.count).flatMap({ index in (0..<8).map { (index, $0) } }) {
      var spoilt = Data(whole)
      spoilt[index] ^= 1 << bit
      let files = MemoryFileSystem(["j.journal": spoilt])
      let loaded = try await journal(files).load().changes
      #expect(loaded.allSatisfy { ["one", "two", "three"].contains($0) })
      #expect(loaded.count == 2, "byte \(index), bit \(bit)")
      let again = try await journal(files).load().changes
      #expect(again == loaded)
      if loaded.count == 2 { #expect(loaded != ["one", "three"] || files.contents["j.journal.damaged"] == spoilt) }
    }
    #expect(reports.withLock { $0.contains("damaged") })
  }

  @Test("records that stand in each other's places are all read, in the order in which they were made")
  func swapped() async throws {
    let whole = [UInt8](try #require(try await filled(["one", "two", "three"]).read("j.journal")))
    let starts = whole.indices.filter { whole[$0...].starts(with: [0xFF] + Array("REC".utf8)) }
    let records = zip(starts, starts.dropFirst() + [whole.count]).map { Array(whole[$0..<$1]) }
    for order in [[1, 0, 2], [0, 2, 1], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let files = MemoryFileSystem(["j.journal": Data(whole.prefix(5) + order.flatMap { records[$0] })])
      #expect(try await journal(files).load().changes == ["one", "two", "three"])
    }
  }

  @Test("a crash between the snapshot and the emptied journal does no harm")
  func snapshotCrash() async throws {
    let files = TroubledFiles(try await filled(["one", "two"]))
    let journal = journal(files)
    _ = try await journal.load()
    files.state.withLock { $0.failsTruncates = true }
    await #expect(throws: ClientError.self) { try await journal.snapshot("12", upTo: 2) }
    let loaded = try await self.journal(files).load()
    #expect(loaded.snapshot == "12")
    #expect(loaded.changes.isEmpty)
    // The same journal goes on once the disk does.
    files.state.withLock { $0.failsTruncates = false }
    try await journal.enqueue(["three"]).value().get()
    #expect(try await self.journal(files).load().changes == ["three"])
  }

  @Test("a snapshot taken before the newest change is not used")
  func lateSnapshot() async throws {
    let files = MemoryFileSystem()
    let journal = journal(files)
    _ = try await journal.load()
    try await journal.enqueue(["one"]).value().get()
    let mark = await journal.number
    try await journal.enqueue(["two"]).value().get()
    try await journal.snapshot("1", upTo: mark)
    #expect(try await self.journal(files).load().changes == ["one", "two"])
  }

  @Test("a snapshot that a newer version wrote, and this one cannot read, is set aside and reported")
  func newerSnapshot() async throws {
    let files = MemoryFileSystem()
    let newer = Journal<String, [String: Int]>(files: files, path: "j") { _ in }
    _ = try await newer.load()
    try await newer.enqueue(["one"]).value().get()
    try await newer.snapshot(["two": 2], upTo: 1)
    let written = try #require(files.contents["j.snapshot"])
    let loaded = try await journal(files).load()
    #expect(loaded.snapshot == nil)
    #expect(files.contents["j.snapshot.damaged"] == written)
    #expect(reports.withLock { $0 } == ["damaged"])
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
      #expect(try await self.journal(files).load().changes == known + ["two"])
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
    #expect(try await journal.load().changes == ["one", "two"])
  }
}
