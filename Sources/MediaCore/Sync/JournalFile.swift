import Foundation

/// The bytes of a journal: a head, and records with a header each.
///
/// A header holds a mark that no JSON contains, the content's length and checksum, and a checksum of these, so that a damaged
/// length is never followed and a torn end is not taken for damage. Behind damage, reading goes on at the next mark. Zeros behind
/// the last record are room for the next ones.
struct JournalFile {
  private(set) var payloads: [Data] = []
  /// Whether bytes that were once written whole have changed.
  private(set) var isDamaged = false
  /// Whether the last write was cut short.
  private(set) var isTorn = false
  /// Number of bytes before the room.
  private(set) var length = 0

  static var head: Data { Data("MBJL".utf8) + [3] }

  /// Reads the records, also behind a damaged head.
  init(_ data: Data) {
    let bytes = [UInt8](data)
    let head = [UInt8](Self.head)
    // Zeros at the end of the file only reserve room. The loop below still reads zeros that belong to a whole record.
    let written = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    length = written
    guard written > head.count else {
      (isTorn, isDamaged) = (written > 0, !head.starts(with: bytes[..<written]))
      return
    }
    isDamaged = !bytes.starts(with: head)
    var index = head.count
    while index < written {
      if let content = Self.content(at: index, in: bytes), content.upperBound <= bytes.count,
        Checksum.crc32(bytes[content]) == Self.number(at: index + 8, in: bytes)
      {
        payloads.append(Data(bytes[content]))
        index = content.upperBound
        continue
      }
      let next = Self.mark(after: index, in: bytes)
      if next == nil, Self.isTorn(at: index, in: bytes, written) { isTorn = true } else { isDamaged = true }
      index = next ?? written
    }
    length = index
  }

  static func record(_ payload: Data) -> Data {
    var bytes: [UInt8] = []
    append(to: &bytes) { $0 += payload }
    return Data(bytes)
  }

  /// Adds a record whose content the closure appends.
  static func append(to bytes: inout [UInt8], _ content: (inout [UInt8]) throws -> Void) rethrows {
    let start = bytes.count
    bytes += mark
    bytes += repeatElement(0, count: headerLength - mark.count)
    try content(&bytes)
    put(UInt32(bytes.count - start - headerLength), at: start + 4, in: &bytes)
    put(Checksum.crc32(bytes[(start + headerLength)...]), at: start + 8, in: &bytes)
    put(Checksum.crc32(bytes[start..<start + 12]), at: start + 12, in: &bytes)
  }

  /// The place of the content behind the header at `index`; nil where no whole header is.
  private static func content(at index: Int, in bytes: [UInt8]) -> Range<Int>? {
    let start = index + headerLength
    // The checksum also covers the mark at the start of the header, so don't compare the mark as well.
    guard start <= bytes.count,
      Checksum.crc32(bytes[index..<start - 4]) == number(at: start - 4, in: bytes)
    else { return nil }
    return start..<start + Int(number(at: index + 4, in: bytes))
  }

  /// Whether the record at `index` is incomplete: the file ends within it, or its first part did not reach the disk.
  private static func isTorn(at index: Int, in bytes: [UInt8], _ written: Int) -> Bool {
    guard written - index >= headerLength else { return true }
    if bytes[index..<index + mark.count].allSatisfy({ $0 == 0 }) { return true }
    return content(at: index, in: bytes).map { $0.upperBound > written } ?? false
  }

  private static func mark(after index: Int, in bytes: [UInt8]) -> Int? {
    guard bytes.count - mark.count > index else { return nil }
    return (index + 1...bytes.count - mark.count).first { bytes[$0] == mark[0] && bytes[$0...].starts(with: mark) }
  }

  /// Begins with a byte that no UTF-8 text contains.
  private static let mark: [UInt8] = [0xFF] + Array("REC".utf8)
  private static var headerLength: Int { 16 }

  private static func number(at index: Int, in bytes: [UInt8]) -> UInt32 {
    (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[index + $1]) << UInt32(8 * $1) }
  }

  private static func put(_ number: UInt32, at index: Int, in bytes: inout [UInt8]) {
    for place in 0..<4 { bytes[index + place] = UInt8(truncatingIfNeeded: number >> (8 * place)) }
  }
}
