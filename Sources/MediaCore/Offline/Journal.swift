import Foundation

/// A list of changes on disk: appended with a length and a checksum each, folded into a snapshot now and then.
///
/// A torn tail is cut, a damaged file set aside and reported; what was committed before stays readable. Every record has a
/// number, and the snapshot says up to which it goes, so that a crash between snapshot and cutting does no harm.
actor Journal<Change: Codable & Sendable, State: Codable & Sendable> {
  struct Loaded: Sendable {
    var snapshot: State?
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

  /// What waits for the disk.
  private struct Line {
    var changes: [Change] = []
    var commit: SharedWork<Void>?
  }

  private let files: any FileSystem
  private let path: String
  private let report: @Sendable (ClientError) -> Void

  /// Of the newest change.
  private(set) var number = 0
  private var length = 0
  /// Something may stand behind the good part of the file.
  private var hasRubbish = false
  private nonisolated let line = Locked(Line())
  private(set) var recordsSinceSnapshot = 0

  init(files: any FileSystem, path: String, report: @escaping @Sendable (ClientError) -> Void) {
    self.files = files
    self.path = path
    self.report = report
  }

  private var journalPath: String { path + ".journal" }
  private var snapshotPath: String { path + ".snapshot" }

  // MARK: Reading

  /// What was committed. Never fails for damage; throws only when the files cannot be reached, and may be called again then.
  func load() throws(ClientError) -> Loaded {
    do {
      var loaded = Loaded(snapshot: nil, changes: [])
      var last = 0
      if let data = try files.read(snapshotPath) {
        if let payload = BlobStore.opened(data),
          let snapshot = try? JSONDecoder().decode(Snapshot.self, from: payload),
          let state = try? JSONDecoder().decode(State.self, from: snapshot.state)
        {
          loaded.snapshot = state
          last = snapshot.number
        } else {
          try setAside(snapshotPath)
        }
      }
      let contents = try readJournal()
      for record in contents.records where record.number > last {
        loaded.changes.append(record.change)
        last = record.number
      }
      number = last
      length = contents.good.isEmpty ? 0 : Self.head.count + contents.good.count
      hasRubbish = false
      recordsSinceSnapshot = contents.records.count
      return loaded
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.storage, operation: "outbox.load")
    }
  }

  /// The journal's records, with the file in order again: an unfinished end is cut off; of a file in which something was
  /// damaged that once was whole, a copy is set aside.
  private func readJournal() throws -> Contents {
    guard let data = try files.read(journalPath) else { return Contents() }
    guard let contents = Self.contents(of: data) else {
      try setAside(journalPath)
      return Contents()
    }
    let good = contents.good.isEmpty ? Data() : Data(Self.head) + contents.good
    if contents.isDamaged {
      try files.replace(journalPath + ".damaged", with: data)
      try files.replace(journalPath, with: good)
      report(ClientError(.storage, operation: "outbox.load", detail: "damaged"))
    } else if good.count < data.count {
      try files.truncate(journalPath, to: good.count)
      report(ClientError(.storage, operation: "outbox.load", detail: "tornTail"))
    }
    return contents
  }

  private func setAside(_ path: String) throws {
    try files.move(path, to: path + ".damaged")
    report(ClientError(.storage, operation: "outbox.load", detail: "damaged"))
  }

  private struct Contents {
    var records: [Record] = []
    /// Their bytes.
    var good = Data()
    /// A record of full length is not what was written.
    var isDamaged = false
  }

  /// Nil for a file that never was a journal. Reads on behind a damaged record: the later ones count too.
  private static func contents(of data: Data) -> Contents? {
    let bytes = [UInt8](data)
    guard bytes.count >= head.count else { return head.starts(with: bytes) ? Contents() : nil }
    guard bytes.starts(with: head) else { return nil }
    var contents = Contents()
    var index = head.count
    while index + 8 <= bytes.count {
      let length = Int(number(at: index, in: bytes))
      guard length <= bytes.count - index - 8 else { break }
      let end = index + 8 + length
      let payload = bytes[(index + 8)..<end]
      if Checksum.crc32(payload) == number(at: index + 4, in: bytes),
        let record = try? JSONDecoder().decode(Record.self, from: Data(payload))
      {
        contents.records.append(record)
        contents.good.append(contentsOf: bytes[index..<end])
      } else {
        contents.isDamaged = true
      }
      index = end
    }
    return contents
  }

  private static var head: [UInt8] { Array("MBJL".utf8) + [1] }

  private static func number(at index: Int, in bytes: [UInt8]) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }

  private static func bytes(of number: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  // MARK: Writing

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  /// Takes changes in line; they are durable when the returned work has succeeded. Synchronous, so that their order on disk
  /// is that of the calls. What comes while others wait for the disk goes with them in one write.
  nonisolated func enqueue(_ changes: [Change]) -> SharedWork<Void> {
    line.withLock { line in
      line.changes += changes
      if let commit = line.commit { return commit }
      let commit = SharedWork<Void>(operation: "outbox.append", endsWhenAbandoned: false) { [weak self] in
        guard let self else { return .failure(.cancelled("outbox.append")) }
        do throws(ClientError) { return .success(try await self.write()) } catch { return .failure(error) }
      }
      line.commit = commit
      return commit
    }
  }

  private func write() throws(ClientError) {
    let changes = line.withLock { line in
      defer { line = Line() }
      return line.changes
    }
    do {
      if hasRubbish { try cut() }
      var data = length == 0 ? Data(Self.head) : Data()
      for change in changes { data += try record(of: change) }
      hasRubbish = true
      try files.append(data, to: journalPath)
      hasRubbish = false
      length += data.count
      recordsSinceSnapshot += changes.count
    } catch {
      // Part of it may be there. Where it cannot be cut off now, nothing is written before it is.
      if hasRubbish { try? cut() }
      throw ClientError(
        .storage, operation: "outbox.append", detail: error as? FileSystemError == .full ? "full" : nil)
    }
  }

  private func record(of change: Change) throws -> Data {
    number += 1
    let payload = try Self.encoder.encode(Record(number: number, change: change))
    return Self.bytes(of: UInt32(payload.count)) + Self.bytes(of: Checksum.crc32(payload)) + payload
  }

  private func cut() throws {
    if length == 0 { try files.remove(journalPath) } else { try files.truncate(journalPath, to: length) }
    hasRubbish = false
  }

  /// Writes `state` as the new starting point and empties the journal.
  /// - Parameter mark: ``number`` from before `state` was taken. When changes came since, nothing happens: they may not be
  ///   in it.
  func snapshot(_ state: State, upTo mark: Int) throws(ClientError) {
    guard number == mark else { return }
    do {
      let payload = try JSONEncoder().encode(Snapshot(number: number, state: Self.encoder.encode(state)))
      try files.replace(snapshotPath, with: BlobStore.sealed(payload))
      hasRubbish = true
      length = 0
      recordsSinceSnapshot = 0
      try cut()
    } catch {
      throw ClientError(.storage, operation: "outbox.snapshot")
    }
  }
}
