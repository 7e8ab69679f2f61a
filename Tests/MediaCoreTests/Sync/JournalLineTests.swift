import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Journal: a place in line")
struct JournalLineTests {
  @Test("all who stand in line share one write, and a refused disk refuses exactly these")
  func sharing() async throws {
    let files = TroubledFiles()
    let journal = Journal<String>(files: files, path: "j") { _ in }
    _ = try await journal.load()
    let places = ["one", "two", "three"].map { journal.takePlace([$0]) }
    try await journal.commit(places[0]).get()
    for place in places.dropFirst() { try await journal.commit(place).get() }
    #expect(files.state.withLock { $0.appends } == 1)

    files.state.withLock { $0.failsAppends = true }
    let refused = ["four", "five"].map { journal.takePlace([$0]) }
    for place in refused {
      let outcome = await journal.commit(place)
      #expect(throws: ClientError.self) { try outcome.get() }
    }
    files.state.withLock { $0.failsAppends = false }
    try await journal.commit(journal.takePlace(["six"])).get()
    let read = Journal<String>(files: files, path: "j") { _ in }
    #expect(try await read.load() == ["one", "two", "three", "six"])
  }

  @Test("a cancelled first in line writes for the others all the same")
  func cancelled() async throws {
    let files = TroubledFiles()
    let journal = Journal<String>(files: files, path: "j") { _ in }
    _ = try await journal.load()
    let places = ["one", "two"].map { journal.takePlace([$0]) }
    let first = Task { await journal.commit(places[0]) }
    first.cancel()
    try await journal.commit(places[1]).get()
    try await first.value.get()
    #expect(try await journal.load() == ["one", "two"])
  }
}

@Suite("Checksums")
struct ChecksumTests {
  @Test("are those of IEEE 802.3, whatever holds the bytes")
  func known() {
    #expect(Checksum.crc32(Data("123456789".utf8)) == 0xCBF4_3926)
    #expect(Checksum.crc32("123456789".utf8) == 0xCBF4_3926)
    #expect(Checksum.crc32(Array("x123456789".utf8).dropFirst()) == 0xCBF4_3926)
    #expect(Checksum.crc32(Data("x123456789".utf8).dropFirst()) == 0xCBF4_3926)
    #expect(Checksum.crc32(Data()) == 0)
  }
}
