import Foundation
import Testing

@testable import MediaCore

@Suite("The form of a change in a journal")
struct JournalFormTests {
  private static let states: [MutationRecord.State] = [
    .pending, .sending, .synced, .superseded(reason: "newer \"elsewhere\""), .refused(reason: "no\nroom \\ é"),
  ]

  private func record(
    _ state: MutationRecord.State, _ payload: AnyMutationPayload, createdAt: Date = Date(timeIntervalSince1970: 1.25e9)
  ) -> MutationRecord {
    var record = MutationRecord(
      id: "id-1", kind: SetValue.kind, account: "ada \"L\"", target: "a/ü\u{1}", cause: "user", order: 12,
      createdAt: createdAt, payload: payload)
    record.state = state
    record.attempts = 3
    return record
  }

  private func written(_ change: Outbox.Change) throws -> String {
    var bytes: [UInt8] = []
    try change.write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func encoded(_ change: Outbox.Change) throws -> String {
    String(decoding: try JSONWriter.data(change), as: UTF8.self)
  }

  @Test("what a record writes by itself is what its encoding makes", arguments: states)
  func record(state: MutationRecord.State) throws {
    let value = SetValue(target: "a/ü\u{1}", value: "\"1\"")
    let payloads = [
      AnyMutationPayload(MutationPayload(mutation: value)),
      AnyMutationPayload(MutationPayload(mutation: value, base: "before", sent: value, remote: "é")),
      AnyMutationPayload(unknown: ["b": [1, .null, true], "a": "ü"]),
    ]
    let dates = [Date(timeIntervalSince1970: 1.25e9), Date(timeIntervalSinceReferenceDate: 0.123456789), .distantPast]
    for payload in payloads {
      for date in dates {
        let change = Outbox.Change.put(record(state, payload, createdAt: date))
        #expect(try written(change) == encoded(change))
      }
    }
  }

  @Test("what a removal writes by itself is what its encoding makes")
  func removal() throws {
    #expect(try written(.remove("a\"b")) == #"{"remove":{"_0":"a\"b"}}"#)
    #expect(try written(.remove("a\"b")) == encoded(.remove("a\"b")))
  }

  @Test("a number that JSON has no form for leaves nothing of a document behind")
  func unwritable() {
    var bytes: [UInt8] = Array("[".utf8)
    #expect(throws: EncodingError.self) { try JSONWriter.write(["a": Double.infinity], to: &bytes) }
    #expect(bytes == Array("[".utf8))
  }
}
