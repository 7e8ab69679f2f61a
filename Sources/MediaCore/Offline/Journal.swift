import Foundation

/// A list of changes on disk: appended with a length and a checksum each, folded into a snapshot now and then.
///
/// A torn tail is cut, a damaged file set aside and reported; what was committed before stays readable. Every record has a
/// number, and the snapshot says up to which it goes, so that a crash between snapshot and cutting does no harm.
actor Journal<Change: Codable & Sendable> {
  struct Loaded: Sendable {
    var snapshot: Data?
    var changes: [Change]
  }

  private struct Record: Codable {
    let number: Int
    let change: Change
  }

  private struct Snapshot: Codable {
    let number: Int
    let state: Data
  }

  private let files: any FileSystem
  private let path: String
  private let report: @Sendable (ClientError) -> Void

  private var number = 0
  private var length = 0
  private var waiting: [Data] = []
  private var commit: SharedWork<Void>?
  private(set) var recordsSinceSnapshot = 0

  init(files: any FileSystem, path: String, report: @escaping @Sendable (ClientError) -> Void) {
    self.files = files
    self.path = path
    self.report = report
  }

  private var journalPath: String { path + ".journal" }
  private var snapshotPath: String { path + ".snapshot" }

  // MARK: Reading

  /// What was committed. Never fails for damage; throws only when the files cannot be reached at all.
  func load() throws(ClientError) -> Loaded {
    do {
      var loaded = Loaded(snapshot: nil, changes: [])
      if let data = try files.read(snapshotPath) {
        if let payload = BlobStore.opened(data), let snapshot = try? JSONDecoder().decode(Snapshot.self, from: payload)
        {
          loaded.snapshot = snapshot.state
          number = snapshot.number
        } else {
          try setAside(snapshotPath)
        }
      }
      guard let data = try files.read(journalPath) else { return loaded }
      let (records, goodLength, isTorn) = Self.records(in: data)
      for record in records where record.number > number {
        loaded.changes.append(record.change)
        number = record.number
      }
      if data.count > 0, goodLength == 0, !isTorn {
        try setAside(journalPath)
      } else if goodLength < data.count {
        try files.truncate(journalPath, to: goodLength)
        report(ClientError(.storage, operation: "outbox.load", detail: "tornTail"))
      }
      length = goodLength
      recordsSinceSnapshot = records.count
      return loaded
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.storage, operation: "outbox.load")
    }
  }

  private func setAside(_ path: String) throws {
    try files.move(path, to: path + ".damaged")
    report(ClientError(.storage, operation: "outbox.load", detail: "damaged"))
  }

  /// The records up to the first that is not whole. `isTorn` tells an unfinished file from one that never was a journal.
  private static func records(in data: Data) -> (records: [Record], goodLength: Int, isTorn: Bool) {
    let bytes = [UInt8](data)
    guard bytes.count >= head.count else { return ([], 0, head.starts(with: bytes)) }
    guard bytes.starts(with: head) else { return ([], 0, false) }
    var records: [Record] = []
    var index = head.count
    while index + 8 <= bytes.count {
      let length = Int(number(at: index, in: bytes))
      let sum = number(at: index + 4, in: bytes)
      guard length <= bytes.count - index - 8 else { break }
      let payload = bytes[(index + 8)..<(index + 8 + length)]
      guard Checksum.crc32(payload) == sum, let record = try? JSONDecoder().decode(Record.self, from: Data(payload))
      else {
        break
      }
      records.append(record)
      index += 8 + length
    }
    return (records, index, true)
  }

  private static var head: [UInt8] { Array("MBJL".utf8) + [1] }

  private static func number(at index: Int, in bytes: [UInt8]) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }

  private static func bytes(of number: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  // MARK: Writing

  /// Durable when it returns. Changes that come while others wait for the disk go with them in one write.
  func append(_ changes: [Change]) async throws(ClientError) {
    do {
      for change in changes {
        number += 1
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let payload = try encoder.encode(Record(number: number, change: change))
        waiting.append(Self.bytes(of: UInt32(payload.count)) + Self.bytes(of: Checksum.crc32(payload)) + payload)
      }
    } catch {
      throw ClientError(.storage, operation: "outbox.append")
    }
    if commit == nil {
      commit = SharedWork<Void>(operation: "outbox.append", endsWhenAbandoned: false) { [weak self] in
        guard let self else { return .failure(.cancelled("outbox.append")) }
        do throws(ClientError) { return .success(try await self.write()) } catch { return .failure(error) }
      }
    }
    // A cancelled caller must still learn whether its change counts: it waits like everybody else.
    guard let commit else { return }
    try await commit.uncancellableValue().get()
  }

  private func write() throws(ClientError) {
    commit = nil
    let batch = waiting
    waiting = []
    var data = length == 0 ? Data(Self.head) : Data()
    for record in batch { data += record }
    do {
      try files.append(data, to: journalPath)
      length += data.count
      recordsSinceSnapshot += batch.count
    } catch {
      // Part of it may be there: without a clean end, later records would stand behind rubbish.
      try? files.truncate(journalPath, to: length)
      throw ClientError(
        .storage, operation: "outbox.append", detail: error as? FileSystemError == .full ? "full" : nil)
    }
  }

  /// Writes `state` as the new starting point and empties the journal.
  func snapshot(_ state: Data) throws(ClientError) {
    do {
      let payload = try JSONEncoder().encode(Snapshot(number: number, state: state))
      try files.replace(snapshotPath, with: BlobStore.sealed(payload))
      try files.truncate(journalPath, to: 0)
      length = 0
      recordsSinceSnapshot = 0
    } catch {
      throw ClientError(.storage, operation: "outbox.snapshot")
    }
  }
}
