import Foundation
import MediaCore

/// The sort keys of the library's rows, made once, and the orders that were asked for so far.
final class LibraryKeys: Sendable {
  /// The keys of one row.
  struct Row: Equatable, Sendable {
    /// The title without case, accents and outer white space.
    let title: String
    /// The first eight bytes of the title, which decide most comparisons.
    let titleStart: UInt64
    /// Days since 1970; the last possible day for an entry without a date.
    let released: UInt64
    /// Nil for an entry without a date.
    let added: UInt64?
    let id: UInt64
    /// 0 for a film, 1 for a collection, 2 for a series.
    let type: UInt64
  }

  /// A row's key in one order.
  private struct Key {
    let isLast: Bool
    let value: UInt64
    let place: Int32
  }

  let rows: [Row]
  private let orders = Locked<[LibrarySort: [Int32]]>([:])

  init(_ rows: [Row]) { self.rows = rows }

  /// The places of all rows in this order.
  func order(by sort: LibrarySort) -> [Int32] {
    if let known = knownOrder(by: sort) { return known }
    let (chip, isDown) = (sort.chip, sort.isDescending)
    let order = keys(of: rows.indices, sort).sorted { precedes($0, $1, chip, isDown) }.map(\.place)
    orders.withLock { $0[sort] = order }
    return order
  }

  /// The places in this order if it was made before; otherwise nil.
  func knownOrder(by sort: LibrarySort) -> [Int32]? { orders.withLock { $0[sort] } }

  /// The first `count` of some places in this order, without sorting all of them.
  func first(_ count: Int, of places: some Sequence<Int>, by sort: LibrarySort) -> [Int32] {
    guard count > 0 else { return [] }
    let (chip, isDown) = (sort.chip, sort.isDescending)
    var first: [Key] = []
    for key in keys(of: places, sort) {
      if first.count == count {
        guard precedes(key, first[count - 1], chip, isDown) else { continue }
        first.removeLast()
      }
      var (low, high) = (0, first.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(first[middle], key, chip, isDown) { low = middle + 1 } else { high = middle }
      }
      first.insert(key, at: low)
    }
    return first.map(\.place)
  }

  private func keys(of places: some Sequence<Int>, _ sort: LibrarySort) -> [Key] {
    let chip = sort.chip
    return places.map { place in
      let row = rows[place]
      return switch chip {
      case .title: Key(isLast: row.title.isEmpty, value: row.titleStart, place: Int32(place))
      case .dateReleased: Key(isLast: false, value: row.released, place: Int32(place))
      case .dateAdded: Key(isLast: row.added == nil, value: row.added ?? row.id, place: Int32(place))
      case .type: Key(isLast: false, value: row.type, place: Int32(place))
      }
    }
  }

  /// Whether `a` comes before `b`. In both directions, empty titles come last, entries without a date follow the dated ones by their ids,
  /// and equal entries stay as they came. Titles of one type are ascending in both directions.
  private func precedes(_ a: Key, _ b: Key, _ chip: LibrarySort.Chip, _ isDown: Bool) -> Bool {
    if a.isLast != b.isLast { return b.isLast }
    if a.value != b.value { return (a.value < b.value) != isDown }
    if chip == .title || chip == .type {
      let (mine, other) = (rows[Int(a.place)].title, rows[Int(b.place)].title)
      if chip == .type, mine.isEmpty != other.isEmpty { return other.isEmpty }
      if mine != other { return (mine < other) != (isDown && chip == .title) }
    }
    return a.place < b.place
  }
}

extension LibraryKeys.Row {
  init(_ entry: LibraryEntry) {
    let bare = entry.title.trimmed
    if let folded = LatinFolding.folded(bare) {
      title = String(decoding: folded, as: UTF8.self)
      titleStart = Self.start(folded)
    } else {
      title = bare.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      // Swift compares strings in composed form, so take the first bytes from that form: otherwise the two orders differ.
      titleStart = Self.start(title.precomposedStringWithCanonicalMapping.utf8)
    }
    released = UInt64((Self.released(entry)?.daysSince1970 ?? Self.never) + Self.never)
    if case .movie(let movie, _) = entry { added = movie.addedAt.map(Self.ordered) } else { added = nil }
    id = UInt64(bitPattern: Int64(entry.reference.id)) ^ 1 << 63
    switch entry {
    case .movie: type = 0
    case .collection: type = 1
    case .series: type = 2
    }
  }

  /// The 31st of December 9999.
  private static var never: Int { 2_932_896 }

  private static func released(_ entry: LibraryEntry) -> CalendarDay? {
    switch entry {
    case .movie(let movie, _): movie.releaseDate?.day
    case .collection(let collection): collection.movies.compactMap(\.releaseDate?.day).max()
    case .series(let series): series.episodes.compactMap(\.airDate?.day).max()
    }
  }

  private static func start(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var (start, shift) = (UInt64(0), 56)
    for byte in bytes.prefix(8) {
      start |= UInt64(byte) << UInt64(shift)
      shift -= 8
    }
    return start
  }

  /// A number that is ordered as dates are.
  private static func ordered(_ date: Date) -> UInt64 {
    // Add 0 to turn −0 into 0: both are equal as numbers, but not as bits.
    let bits = (date.timeIntervalSinceReferenceDate + 0).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

extension String {
  /// The text without outer white space, fast for the many titles that have none.
  fileprivate var trimmed: String {
    func isPlain(_ byte: UInt8?) -> Bool { byte.map { $0 > 0x20 && $0 < 0x7F } ?? true }
    if isPlain(utf8.first), isPlain(utf8.last) { return self }
    return trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
