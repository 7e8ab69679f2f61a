import Foundation
import MediaTesting
import Testing

@testable import MediaCore

@Suite("Mutation outbox: the bytes of a record")
struct OutboxRecordTests {
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  private func record(_ text: String, at date: Date, _ state: MutationRecord.State) -> MutationRecord {
    var record = MutationRecord(
      id: "id-\(text)", kind: MutationKind(rawValue: "test.\(text)"), account: text, target: text + "/1", cause: text,
      order: text.count, createdAt: date, state: state,
      payload: AnyMutationPayload(
        MutationPayload(mutation: SetValue(target: text, value: text), base: text, sent: nil, remote: text)))
    record.attempts = text.utf8.count
    return record
  }

  @Test("are those of an encoder, whatever the texts, the dates and the states are")
  func equalBytes() throws {
    let random = SeededRandom(seed: 3)
    let alphabet = Array("abcXYZ019 /.:-_~{}[]\"\\\u{0}\u{1F}\u{7F}\u{8}\t\n\u{2028}é👍<>&'=+%")
    var texts = ["", "ada", "li_1/ep_2", "a\"b", "a\\b", "tab\t", "ü", "\u{7F}", "</script>", "//"]
    for _ in 0..<300 {
      texts.append(String((0..<random.next() % 6).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }))
    }
    let seconds: [Double] = [0, -0.0, 1, -1, 0.1, 1e-7, 1e15, 1e16, 1e17, 1e22, 810_000_000.123456, -63_114_076_800]
    let states: [MutationRecord.State] = [
      .pending, .sending, .synced, .superseded(reason: "later"), .refused(reason: "\"no\""),
    ]
    for (index, text) in texts.enumerated() {
      let second = index < 200 ? seconds[index % seconds.count] : random.fraction() * 1e10
      let date = Date(timeIntervalSinceReferenceDate: second)
      for state in states {
        let change = Outbox.Change.put(record(text, at: date, state))
        #expect(try change.json(encoder) == encoder.encode(change), "\(text) \(second) \(state)")
      }
    }
    let removal = Outbox.Change.remove("a/b\"")
    #expect(try removal.json(encoder) == encoder.encode(removal))
  }

  @Test("in a journal are read by one that knows nothing of it")
  func inJournal() async throws {
    let files = MemoryFileSystem()
    let journal = Journal<Outbox.Change>(files: files, path: "j", encode: { try $0.json($1) }) { _ in }
    let records = ["a", "é", "b/c"].map { record($0, at: .distantPast, .pending) }
    try await journal.enqueue(records.map(Outbox.Change.put) + [.remove("id-a")]).value().get()
    #expect(try await journal.replace(with: records.map(Outbox.Change.put), upTo: 4))
    let lines = JournalFile(try #require(try files.read("j.journal"))).payloads
    #expect(lines.count == 4 && lines[0] == Data(#"{"number":5}"#.utf8))
    let envelope = try #require(try JSONSerialization.jsonObject(with: lines[2]) as? [String: Any])
    #expect(envelope["number"] as? Int == 7)
    let plain = Journal<Outbox.Change>(files: files, path: "j") { _ in }
    #expect(try await plain.load().count == 3)
  }
}

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
