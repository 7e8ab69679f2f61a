import Foundation

/// A list of changes on disk: appended with a length and a checksum each, folded into a snapshot now and then.
///
/// A torn tail is cut, a damaged file set aside and reported; what was committed before and after the damage stays readable.
/// Every record begins with a mark that no JSON contains, and has a number; the snapshot says up to which it goes, so that a
/// crash between snapshot and cutting does no harm.
package actor Journal<Change: Codable & Sendable, State: Codable & Sendable> {
  package struct Loaded: Sendable {
    package var snapshot: State?
    package var changes: [Change]
  }

  private struct Record: Codable {
    let number: Int
    let change: Change
  }

  private struct Snapshot: Codable {
    let number: Int
    let state: Data
  }

  /// The changes that wait for the disk.
  private struct Line {
    var changes: [Change] = []
    var commit: SharedWork<Void>?
  }

  private let files: any FileSystem
  private let path: String
  private let report: @Sendable (ClientError) -> Void
  /// For the changes' own decoding.
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Of the newest change.
  package private(set) var number = 0
  private var length = 0
  /// Something may stand behind the good part of the file.
  private var hasUnverifiedTail = false
  private var isClosed = false
  private nonisolated let line = Locked(Line())
  package private(set) var recordsSinceSnapshot = 0

  package init(
    files: any FileSystem, path: String, userInfo: [CodingUserInfoKey: any Sendable] = [:],
    report: @escaping @Sendable (ClientError) -> Void
  ) {
    self.files = files
    self.path = path
    self.userInfo = userInfo
    self.report = report
  }

  private var journalPath: String { path + ".journal" }
  private var snapshotPath: String { path + ".snapshot" }

  // MARK: Reading

  /// The committed changes. Never fails for damage; throws only when the files cannot be reached, and may be called again then.
  package func load() throws(ClientError) -> Loaded {
    guard !isClosed else { throw ClientError(.signedOut, operation: "outbox.load") }
    do {
      var loaded = Loaded(snapshot: nil, changes: [])
      var last = 0
      if let data = try files.read(snapshotPath) {
        if let payload = BlobStore.opened(data),
          let snapshot = try? decoder.decode(Snapshot.self, from: payload),
          let state = try? decoder.decode(State.self, from: snapshot.state)
        {
          loaded.snapshot = state
          last = snapshot.number
        } else {
          try setAside(snapshotPath)
        }
      }
      let contents = try readJournal()
      // By number, whatever their places: a record that stands before its time is not lost.
      for record in contents.records.sorted(by: { $0.number < $1.number }) where record.number > last {
        loaded.changes.append(record.change)
      }
      number = max(last, contents.records.map(\.number).max() ?? 0)
      length = contents.validBytes.isEmpty ? 0 : Self.head.count + contents.validBytes.count
      hasUnverifiedTail = false
      recordsSinceSnapshot = contents.records.count
      return loaded
    } catch let error as ClientError {
      throw error
    } catch {
      throw ClientError(.storage, operation: "outbox.load", detail: (error as? FileSystemError)?.detail)
    }
  }

  /// The journal's records, with the file in order again: an unfinished end is cut off; of a file in which something was
  /// damaged that once was whole, a copy is set aside.
  private func readJournal() throws -> Contents {
    guard let data = try files.read(journalPath) else { return Contents() }
    guard let contents = contents(of: data) else {
      try setAside(journalPath)
      return Contents()
    }
    let valid = contents.validBytes.isEmpty ? Data() : Data(Self.head) + contents.validBytes
    if contents.isDamaged {
      try files.replace(journalPath + ".damaged", with: data)
      try files.replace(journalPath, with: valid)
      report(ClientError(.storage, operation: "outbox.load", detail: "damaged"))
    } else if valid.count < data.count {
      try files.truncate(journalPath, to: valid.count)
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
    var validBytes = Data()
    /// A record of full length is not what was written.
    var isDamaged = false
  }

  /// Nil for a file that never was a journal. Reads on behind a damaged record: the later ones count too.
  private func contents(of data: Data) -> Contents? {
    let bytes = [UInt8](data)
    guard bytes.count >= Self.head.count else { return Self.head.starts(with: bytes) ? Contents() : nil }
    guard bytes.starts(with: Self.head) else { return nil }
    var contents = Contents()
    var index = Self.head.count
    while index < bytes.count {
      if let (record, end) = record(at: index, in: bytes) {
        contents.records.append(record)
        contents.validBytes.append(contentsOf: bytes[index..<end])
        index = end
      } else {
        let next = Self.mark(after: index, in: bytes)
        contents.isDamaged = contents.isDamaged || next != nil || Self.isWhole(at: index, in: bytes)
        index = next ?? bytes.count
      }
    }
    return contents
  }

  /// The record at `index` and where it ends; nil for anything else.
  private func record(at index: Int, in bytes: [UInt8]) -> (Record, end: Int)? {
    guard Self.isWhole(at: index, in: bytes), bytes[index...].starts(with: Self.mark) else { return nil }
    let start = index + Self.headerLength
    let end = start + Int(Self.number(at: index + 4, in: bytes))
    guard Checksum.crc32(bytes[start..<end]) == Self.number(at: index + 8, in: bytes),
      let record = try? decoder.decode(Record.self, from: Data(bytes[start..<end]))
    else { return nil }
    return (record, end)
  }

  /// Whether as many bytes follow as the header at `index` says.
  private static func isWhole(at index: Int, in bytes: [UInt8]) -> Bool {
    index + headerLength <= bytes.count
      && Int(number(at: index + 4, in: bytes)) <= bytes.count - index - headerLength
  }

  /// The next place where a record can begin.
  private static func mark(after index: Int, in bytes: [UInt8]) -> Int? {
    guard bytes.count - mark.count > index else { return nil }
    return (index + 1...bytes.count - mark.count).first { bytes[$0...].starts(with: mark) }
  }

  /// No UTF-8 text contains the first byte.
  private static var mark: [UInt8] { [0xFF] + Array("REC".utf8) }
  /// Mark, length, checksum.
  private static var headerLength: Int { 12 }
  private static var head: [UInt8] { Array("MBJL".utf8) + [2] }

  private static func number(at index: Int, in bytes: [UInt8]) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }

  private static func bytes(of number: UInt32) -> Data {
    Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
  }

  // MARK: Writing

  private var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    for (key, value) in userInfo { decoder.userInfo[key] = value }
    return decoder
  }

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

  /// The same for users outside of this module: enqueued when it returns, durable when the task has succeeded.
  package nonisolated func append(_ changes: [Change]) -> Task<Result<Void, ClientError>, Never> {
    let commit = enqueue(changes)
    return Task { await commit.uncancellableValue() }
  }

  private func write() throws(ClientError) {
    let changes = line.withLock { line in
      defer { line = Line() }
      return line.changes
    }
    guard !changes.isEmpty else { return }
    guard !isClosed else { throw ClientError(.signedOut, operation: "outbox.append") }
    do {
      if hasUnverifiedTail { try cut() }
      var data = length == 0 ? Data(Self.head) : Data()
      for change in changes { data += try record(of: change) }
      hasUnverifiedTail = true
      try files.append(data, to: journalPath)
      hasUnverifiedTail = false
      length += data.count
      recordsSinceSnapshot += changes.count
    } catch {
      // Part of it may be there. Where it cannot be cut off now, nothing is written before it is.
      if hasUnverifiedTail { try? cut() }
      throw ClientError(
        .storage, operation: "outbox.append", detail: (error as? FileSystemError)?.detail)
    }
  }

  private func record(of change: Change) throws -> Data {
    number += 1
    let payload = try Self.encoder.encode(Record(number: number, change: change))
    return Data(Self.mark) + Self.bytes(of: UInt32(payload.count)) + Self.bytes(of: Checksum.crc32(payload)) + payload
  }

  private func cut() throws {
    if length == 0 { try files.remove(journalPath) } else { try files.truncate(journalPath, to: length) }
    hasUnverifiedTail = false
  }

  /// Writes `state` as the new starting point and empties the journal.
  /// - Parameter mark: ``number`` from before `state` was taken. When changes came since, nothing happens: they may not be
  ///   in it.
  /// - Returns: whether it was written.
  @discardableResult
  package func snapshot(_ state: State, upTo mark: Int) throws(ClientError) -> Bool {
    guard number == mark, !isClosed else { return false }
    do {
      let payload = try JSONEncoder().encode(Snapshot(number: number, state: Self.encoder.encode(state)))
      try files.replace(snapshotPath, with: BlobStore.sealed(payload))
      hasUnverifiedTail = true
      length = 0
      recordsSinceSnapshot = 0
      try cut()
      return true
    } catch {
      throw ClientError(.storage, operation: "outbox.snapshot", detail: (error as? FileSystemError)?.detail)
    }
  }

  /// Nothing is written from here on: the files are about to be removed.
  package func close() { isClosed = true }
}
