import Foundation

/// The file of an ``AccountCache``, for each account. With `patching` there are two: the whole value, and lines with what has
/// changed since. The value is written whole again when the lines have grown larger than it, or one of them may be missing.
final class CacheFile<Value: Codable & Equatable & Sendable>: Sendable {
  /// The account that a value belongs to, and its place in the order of writes.
  struct Place: Sendable {
    let account: String
    let erasures: Int
    let number: Int
  }

  /// The value that is on disk for certain.
  private struct Known {
    let account: String
    var saved: SavedCache<Value>
    var wholeBytes: Int
    var lineBytes: Int
  }

  private struct State {
    var nextPlace = 0
    var written = 0
    var number = 0
    var known: Known?
    /// Whether lines on disk may belong to no whole value; the next write removes them first.
    var isBaseless = true
  }

  private let name: String
  private let version: Int
  let retention: AccountCache<Value>.Retention
  private let storage: AccountStorage
  private let patching: CachePatching<Value>?
  private let state = Locked(State())

  private static var leastWholeBytes: Int { 16 << 10 }

  init(
    _ name: String, version: Int, retention: AccountCache<Value>.Retention, in storage: AccountStorage,
    patching: CachePatching<Value>?
  ) {
    self.name = name
    self.version = version
    self.retention = retention
    self.storage = storage
    self.patching = patching
  }

  /// Reads the account's value; nil for none, and for one of another version.
  func read(of account: String) throws(ClientError) -> SavedCache<Value>? {
    let files = files(of: account)
    let found = try files.read(
      SavedCache<Value>.self, name, orCopy: hasCopy ? copyName : nil, userInfo: SavedCache<Value>.userInfo(version))
    guard var saved = found else {
      state.withLock { ($0.known, $0.isBaseless) = (nil, true) }
      return nil
    }
    let lines = patching == nil || saved.isAlone == true ? nil : try files.data(linesName)
    let isWhole = lines.map { apply($0, to: &saved) } ?? true
    if !isWhole, let lines { try files.setAside(lines, of: linesName) }
    let lineBytes = lines?.count ?? 0
    // While the lines take less than `leastWholeBytes`, the next write appends a line, whatever the size of the whole file. Don't ask for that
    // size then: most launches save this disk access.
    let wholeBytes = lineBytes < Self.leastWholeBytes ? nil : files.size(name)
    let known = Known(
      account: account, saved: saved, wholeBytes: max(wholeBytes ?? 0, Self.leastWholeBytes), lineBytes: lineBytes)
    state.withLock { state in
      state.number = max(state.number, saved.number)
      (state.known, state.isBaseless) = (isWhole ? known : nil, false)
    }
    return saved
  }

  /// The next place in the order of writes.
  /// - Parameter erasures: ``AccountFolders/erasures(of:)`` when the account's value was read.
  func place(of account: String, _ erasures: Int) -> Place {
    state.withLock { state in
      state.nextPlace += 1
      return Place(account: account, erasures: erasures, number: state.nextPlace)
    }
  }

  /// Writes a value, unless a newer one was written already; durable when it returns.
  /// - Throws: `storage`; `signedOut` when something of the account was erased since it was read.
  func write(_ value: SavedCache<Value>, to place: Place) throws(ClientError) {
    try storage.folders.write(of: place.account, since: place.erasures) { () throws(ClientError) in
      try state.withLock { (state) throws(ClientError) in
        guard state.written < place.number else { return }
        try write(value, to: place, &state)
        state.written = place.number
      }
    }
    storage.noteWritten()
  }

  private func write(_ value: SavedCache<Value>, to place: Place, _ state: inout State) throws(ClientError) {
    let files = files(of: place.account)
    var value = value
    state.number += 1
    value.number = state.number
    let known = state.known
    // If the write fails, either value can be on disk. Clear `known`, so that the next write replaces the whole file.
    state.known = nil
    let wasAlone = known?.account == place.account && known?.saved.isAlone == true
    value.isAlone = nil
    if let patching, var known, known.account == place.account, !wasAlone,
      known.saved.number + 1 == value.number, known.lineBytes < known.wholeBytes,
      let line = try? patching.line(known.saved, value)
    {
      let data = Self.line(line)
      try files.append(data, to: linesName)
      known.saved = value
      known.lineBytes += data.count
      state.known = known
    } else {
      var data = try BlobStore.encoded(value)
      if let patching, data.count < patching.leastBytes {
        value.isAlone = true
        data = try BlobStore.encoded(value)
      }
      if patching != nil, state.isBaseless { try files.remove(linesName) }
      try files.put(data, name)
      // If the copy cannot be written, remove it, otherwise an outdated copy could be read later.
      if hasCopy { do { try files.put(data, copyName) } catch { try files.remove(copyName) } }
      state.isBaseless = false
      guard patching != nil else { return }
      if !wasAlone { try files.remove(linesName) }
      state.known = Known(
        account: place.account, saved: value, wholeBytes: max(data.count, Self.leastWholeBytes), lineBytes: 0)
    }
  }

  private func files(of account: String) -> BlobStore { storage.files(of: account, isAnswers: retention == .server) }

  /// A value that only this device has also gets a copy: one damaged file must not lose it.
  private var hasCopy: Bool { retention == .device }
  private var copyName: String { name + "-copy" }

  // MARK: Lines: a checksum in hexadecimal digits, a space, JSON, a line feed

  private var linesName: String { name + "-changes" }

  private static func line(_ json: Data) -> Data {
    Data(String(Checksum.crc32(json), radix: 16).utf8) + [0x20] + json + [0x0A]
  }

  /// - Returns: whether all lines are undamaged and follow each other. Lines behind a faulty one are not applied.
  private func apply(_ lines: Data, to saved: inout SavedCache<Value>) -> Bool {
    guard let patching else { return true }
    for line in lines.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      let parts = line.split(separator: 0x20, maxSplits: 1)
      guard parts.count == 2, String(decoding: parts[0], as: UTF8.self) == String(Checksum.crc32(parts[1]), radix: 16),
        (try? patching.apply(Data(parts[1]), &saved)) == true
      else { return false }
    }
    return lines.isEmpty || lines.last == 0x0A
  }
}
