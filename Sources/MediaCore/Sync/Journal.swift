import Foundation

/// A list of changes on disk. Changes are appended as records of a ``JournalFile``. Now and then, all records are replaced by fewer ones
/// with the same result.
///
/// An incomplete record at the end of the file is cut off. When a record is damaged, a copy of the file is set aside and reported; records
/// before and after it stay readable. Every record has a number, so that records in the wrong place are read in the order in which they
/// were made.
package actor Journal<Change: Codable & Sendable> {
  /// A record of the file; without a change it only keeps the number.
  private struct Record: Decodable {
    var change: Change?
    let number: Int
  }

  /// The changes that wait for the next write, and its outcome.
  private struct Line {
    var changes: [Change] = []
    var commit: SharedWork<Void>?
  }

  /// A place in line. Its holder waits for the commit, and writes the line when it was the first.
  struct Place: Sendable {
    fileprivate let commit: SharedWork<Void>
    fileprivate let isFirst: Bool
  }

  private let files: any FileSystem
  private let path: String
  private let report: @Sendable (ClientError) -> Void
  /// User info for decoding the changes.
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private let writeChange: @Sendable (Change, _ json: inout [UInt8]) throws -> Void

  /// The number of the newest record.
  package private(set) var number = 0
  /// Length of the good part of the file; nil after a failed replacement, when either file can be there.
  private var length: Int? = 0
  /// Whether bytes may stand behind the good part of the file: the next write cuts them off first.
  private var hasUnverifiedTail = false
  private var isClosed = false
  private nonisolated let line = Locked(Line())
  private nonisolated let records = Locked(0)

  /// Creates the journal of a file.
  /// - Parameter write: appends the JSON of a change, the same as its encoding makes; nil to use its encoding.
  package init(
    files: any FileSystem, path: String, userInfo: [CodingUserInfoKey: any Sendable] = [:],
    report: @escaping @Sendable (ClientError) -> Void,
    write: (@Sendable (Change, _ json: inout [UInt8]) throws -> Void)? = nil
  ) {
    self.files = files
    self.path = path + ".journal"
    self.userInfo = userInfo
    self.report = report
    writeChange = write ?? { try JSONWriter.write($0, to: &$1) }
  }

  /// The number of records in the file.
  package var recordCount: Int { records.withLock { $0 } }

  /// Whether the file has so many records that replacing it by `kept` ones pays.
  nonisolated func isOvergrown(for kept: Int) -> Bool { records.withLock { $0 } >= max(256, 2 * kept) }

  // MARK: Reading

  /// Reads the committed changes. Damage causes no error. Throws only when the file cannot be reached; it may then be called again.
  package func load() throws(ClientError) -> [Change] {
    guard !isClosed else { throw ClientError(.signedOut, operation: .outboxLoad) }
    do {
      let contents = try readFile()
      (number, length) = (contents.number, contents.length)
      // If the file ends with zeros that reserve space, the next write must cut them off: on a file system that can only append, the record
      // would stand behind them.
      hasUnverifiedTail = contents.hasRoom
      records.withLock { $0 = contents.recordCount }
      return contents.changes
    } catch {
      throw ClientError(.storage, operation: .outboxLoad, detail: (error as? FileSystemError)?.detail)
    }
  }

  private struct Contents {
    var changes: [Change]
    var number: Int
    var length: Int
    /// Whether zeros stand behind the records.
    var hasRoom: Bool
    var recordCount: Int
  }

  /// Reads the undamaged records, and repairs the file.
  private nonisolated func readFile() throws -> Contents {
    let data = try files.read(path)
    let file = JournalFile(data ?? Data())
    var records: [Record] = []
    var readable: [Data] = []
    for payload in file.payloads {
      guard let record = try? JSONDocument.own(payload, userInfo).decode(Record.self) else { continue }
      records.append(record)
      readable.append(payload)
    }
    var length = file.length
    if let data, file.isTorn || file.isDamaged || records.isEmpty || readable.count < file.payloads.count {
      let valid = readable.isEmpty ? Data() : readable.reduce(into: JournalFile.head) { $0 += JournalFile.record($1) }
      length = valid.count
      if valid != data.prefix(file.length) {
        try files.repairing {
          try repair(data, valid, isTorn: file.isTorn && !file.isDamaged && data.starts(with: valid))
        }
      }
    }
    records.sort { $0.number < $1.number }
    return Contents(
      changes: records.compactMap(\.change), number: records.last?.number ?? 0, length: length,
      hasRoom: data?.count ?? 0 > length, recordCount: records.count)
  }

  /// Rewrites the file of a journal that is not loaded; does nothing without a file.
  nonisolated func rewrite(_ body: ([Change]) -> [Change]) throws {
    guard try files.read(path) != nil else { return }
    let contents = try readFile()
    var number = contents.number
    try files.replace(path, with: whole(body(contents.changes), after: &number))
  }

  private nonisolated func repair(_ data: Data, _ valid: Data, isTorn: Bool) throws {
    if isTorn {
      try files.truncate(path, to: valid.count)
    } else {
      try files.replace(path + ".damaged", with: data)
      try files.replace(path, with: valid)
    }
    report(ClientError(.storage, operation: .outboxLoad, detail: isTorn ? "tornTail" : "damaged"))
  }

  // MARK: Writing

  /// Puts changes in line. Synchronous, so that their order on disk is that of the calls. The place has to be passed to
  /// ``commit(_:)``.
  nonisolated func takePlace(_ changes: [Change]) -> Place {
    line.withLock { line in
      line.changes += changes
      if let commit = line.commit { return Place(commit: commit, isFirst: false) }
      let commit = SharedWork<Void>(operation: .outboxAppend)
      line.commit = commit
      return Place(commit: commit, isFirst: true)
    }
  }

  /// Returns once the changes of the place are durable, or refused. The first in line writes all changes that came before its turn,
  /// in its caller's task: a task of its own would cost two thread switches. A cancelled caller also waits.
  nonisolated func commit(_ place: Place) async -> Result<Void, ClientError> {
    guard place.isFirst else { return await place.commit.uncancellableValue() }
    let outcome = await writeLine()
    place.commit.finish(with: outcome)
    return outcome
  }

  /// Puts changes in line and writes them in a task of its own; durable once the returned work has succeeded, with or without a
  /// waiter.
  nonisolated func enqueue(_ changes: [Change]) -> SharedWork<Void> {
    let place = takePlace(changes)
    if place.isFirst { Task { await commit(place) } }
    return place.commit
  }

  /// Enqueues changes to be appended, for users outside of this module. The changes are on disk when the task has succeeded.
  package nonisolated func append(_ changes: [Change]) -> Task<Result<Void, ClientError>, Never> {
    let commit = enqueue(changes)
    return Task { await commit.uncancellableValue() }
  }

  private func writeLine() -> Result<Void, ClientError> {
    do throws(ClientError) { return .success(try write()) } catch { return .failure(error) }
  }

  private func write() throws(ClientError) {
    let changes = line.withLock { line in
      defer { line = Line() }
      return line.changes
    }
    guard !changes.isEmpty else { return }
    guard !isClosed else { throw ClientError(.signedOut, operation: .outboxAppend) }
    do {
      let known = try verifiedLength()
      let data = try (known == 0 ? JournalFile.head : Data()) + records(of: changes, after: &number)
      hasUnverifiedTail = true
      try files.extend(path, at: known, with: data)
      hasUnverifiedTail = false
      length = known + data.count
      records.withLock { $0 += changes.count }
    } catch {
      // The disk may hold a part of the records: cut that part off. If cutting fails, the next write repeats it.
      _ = try? verifiedLength()
      throw ClientError(
        .storage, operation: .outboxAppend, detail: (error as? FileSystemError)?.detail)
    }
  }

  private nonisolated func records(of changes: [Change?], after number: inout Int) throws -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(changes.count * 384)
    for change in changes {
      number += 1
      try JournalFile.append(to: &bytes) { json in
        json += "{".utf8
        if let change {
          json += #""change":"#.utf8
          try writeChange(change, &json)
          json += ",".utf8
        }
        json += #""number":\#(number)}"#.utf8
      }
    }
    return Data(bytes)
  }

  /// The bytes of a file with these changes alone. The first record has no change: it keeps the number when none are left.
  private nonisolated func whole(_ changes: [Change], after number: inout Int) throws -> Data {
    try JournalFile.head + records(of: [nil] + changes.map(Optional.some), after: &number)
  }

  /// Cuts off bytes behind the good part of the file, and returns its length.
  private func verifiedLength() throws -> Int {
    let known = try length ?? JournalFile(files.read(path) ?? Data()).length
    if hasUnverifiedTail {
      if known == 0 { try files.remove(path) } else { try files.truncate(path, to: known) }
    }
    (length, hasUnverifiedTail) = (known, false)
    return known
  }

  /// Replaces the whole journal by `changes`.
  /// - Parameter mark: ``number`` from before `changes` were taken. If records were added since, nothing happens: `changes` may
  ///   lack them.
  /// - Returns: whether they were written.
  @discardableResult
  package func replace(with changes: [Change], upTo mark: Int) throws(ClientError) -> Bool {
    guard number == mark, !isClosed else { return false }
    do {
      _ = try verifiedLength()
      let data = try whole(changes, after: &number)
      length = nil
      try files.replace(path, with: data)
      length = data.count
      records.withLock { $0 = changes.count + 1 }
      return true
    } catch {
      throw ClientError(.storage, operation: .outboxReplace, detail: (error as? FileSystemError)?.detail)
    }
  }

  /// Ends all writing: the file is about to be removed.
  package func close() { isClosed = true }
}
