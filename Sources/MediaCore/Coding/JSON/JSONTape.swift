import Foundation

/// A JSON document as a row of entries, one for each value and each name, made in one strict pass over its bytes by
/// ``JSONTapeParser``. Nothing is copied: texts and numbers are read from the bytes when they are asked for.
///
/// The bytes are borrowed from ``borrowing(_:limits:_:)``. A tape that is held beyond that call keeps a copy of them. Like every
/// `Decoder`, it must not be used by several threads at once.
///
/// `@exclusivity(unchecked)` saves a check for overlapping accesses at each value.
final class JSONTape {
  @exclusivity(unchecked) private(set) var bytes: UnsafeRawBufferPointer
  private var ownBytes: UnsafeMutableRawBufferPointer?
  @exclusivity(unchecked) private var entries: UnsafeMutablePointer<TapeEntry>
  @exclusivity(unchecked) private(set) var count = 0
  private var capacity: Int

  /// The form of the document's dates; nil where a `Date` reads itself.
  @exclusivity(unchecked) var dates: JSONCoder.DateForm?
  @exclusivity(unchecked) var issues: DecodingIssues?
  var ownUserInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Merged only when it is asked for: most documents are read without it.
  var userInfo: [CodingUserInfoKey: any Sendable] {
    guard let issues, let key = CodingUserInfoKey.decodingIssues else { return ownUserInfo }
    return ownUserInfo.merging([key: issues]) { known, _ in known }
  }
  /// The keys on the way to the value that is being decoded.
  @exclusivity(unchecked) var path: [any CodingKey] = []

  /// Reads a document and lends it to `body`.
  static func borrowing<Result>(
    _ data: Data, limits: JSONLimits, _ body: (JSONTape) throws -> Result
  ) throws -> Result {
    try data.withUnsafeBytes { bytes in
      var tape = try JSONTape(bytes, limits: limits)
      defer { if !isKnownUniquelyReferenced(&tape) { tape.keepBytes() } }
      return try body(tape)
    }
  }

  private init(_ bytes: UnsafeRawBufferPointer, limits: JSONLimits) throws(JSONSyntaxError) {
    guard bytes.count <= JSONLimits.bytes else { throw JSONSyntaxError(reason: .tooLarge, offset: JSONLimits.bytes) }
    self.bytes = bytes
    capacity = bytes.count / 8 + 16
    entries = .allocate(capacity: capacity)
    var parser = JSONTapeParser(bytes: bytes, limits: limits, tape: self)
    try parser.document()
  }

  deinit {
    entries.deallocate()
    ownBytes?.deallocate()
  }

  /// Copies the bytes, for a decoder that is still held when the decoding has ended.
  private func keepBytes() {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyMemory(from: bytes)
    bytes = UnsafeRawBufferPointer(copy)
    ownBytes = copy
  }

  /// Sets the path while `body` runs.
  func along<Value>(_ path: [any CodingKey], _ body: () throws -> Value) rethrows -> Value {
    let outer = self.path
    self.path = path
    defer { self.path = outer }
    return try body()
  }

  // MARK: Writing, by the parser

  func append(_ entry: TapeEntry) {
    if count == capacity { grow() }
    entries[count] = entry
    count += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<TapeEntry>.allocate(capacity: capacity * 2)
    larger.update(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  subscript(index: Int) -> TapeEntry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  // MARK: Walking

  /// The entry behind the value at `index`, with all that is in it.
  func next(_ index: Int) -> Int {
    let entry = entries[index]
    return entry.kind == .array || entry.kind == .object ? index + entry.length : index + 1
  }

  /// The first entry behind the object's own and its filter.
  static func firstMember(of object: Int) -> Int { object + 3 }

  /// Ends an object, which has all its members.
  func endObject(_ object: Int, _ names: JSONNames) {
    entries[object] = TapeEntry(
      .object, length: count - object, place: Self.firstMember(of: object), hasEscapes: names.haveEscapes)
    entries[object + 1] = TapeEntry(bits: names.filter.low)
    entries[object + 2] = TapeEntry(bits: names.filter.high)
    names.end(self)
  }

  /// The value of the member `name`. The search begins behind the member that was found last: models ask in the order in which
  /// servers write.
  func member(_ name: UnsafeRawBufferPointer, of object: Int) -> Int? {
    let filter = NameFilter(low: entries[object + 1].bits, high: entries[object + 2].bits)
    guard filter.contains(NameFilter.slot(name)) else { return nil }
    let entry = entries[object]
    let end = object + entry.length
    return find(name, from: entry.place, to: end, in: object)
      ?? find(name, from: Self.firstMember(of: object), to: entry.place, in: object)
  }

  private func find(_ name: UnsafeRawBufferPointer, from start: Int, to end: Int, in object: Int) -> Int? {
    let escaped = entries[object].hasEscapes
    var index = start
    while index < end {
      let behind = next(index + 1)
      if isName(name, entries[index]) || escaped && isEscapedName(name, index) {
        entries[object].move(to: behind)
        return index + 1
      }
      index = behind
    }
    return nil
  }

  private func isName(_ name: UnsafeRawBufferPointer, _ entry: TapeEntry) -> Bool {
    guard entry.isPlainText(of: name.count) else { return false }
    // If `name` is empty, return true: `isPlainText(of:)` has already checked that the entry has the same length.
    guard let start = name.baseAddress, let base = bytes.baseAddress, let first = name.first else { return true }
    return bytes[entry.place] == first && memcmp(base + entry.place, start, name.count) == 0
  }

  private func isEscapedName(_ name: UnsafeRawBufferPointer, _ index: Int) -> Bool {
    entries[index].kind == .text && entries[index].hasEscapes && text(index)?.utf8.elementsEqual(name) == true
  }

  /// The places of the names of an object, in the document's order. Of equal names only the last one counts.
  func names(of object: Int) -> [Int] {
    var names: [Int] = []
    var index = Self.firstMember(of: object)
    let end = next(object)
    while index < end {
      if entries[index].kind == .text { names.append(index) }
      index = next(index + 1)
    }
    return names
  }

  /// The largest number of members that the object can have: each takes an entry for its name and one for its value, or more.
  func mostMembers(of object: Int) -> Int { (next(object) - Self.firstMember(of: object)) / 2 }

  /// The number of elements of an array.
  func elements(of array: Int) -> Int {
    var count = 0
    var index = array + 1
    let end = next(array)
    while index < end {
      count += 1
      index = next(index)
    }
    return count
  }

  // MARK: Values

  /// The bytes of a text or a number.
  func slice(_ entry: TapeEntry) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[entry.place..<entry.place + entry.length])
  }

  func isNull(_ index: Int) -> Bool { entries[index].kind == .null }

  func text(_ index: Int) -> String? {
    let entry = entries[index]
    guard entry.kind == .text else { return nil }
    return entry.hasEscapes ? JSONEscapes.text(slice(entry)) : String(decoding: slice(entry), as: UTF8.self)
  }

  /// The elements of an array of texts; nil for anything else.
  func texts(_ array: Int) -> [String]? {
    let places = array + 1..<next(array)
    guard entries[array].kind == .array, places.allSatisfy({ entries[$0].kind == .text }) else { return nil }
    return places.compactMap { text($0) }
  }

  /// The members of an object whose values are texts; nil for anything else.
  func textsByName(_ object: Int) -> [String: String]? {
    guard entries[object].kind == .object else { return nil }
    let names = names(of: object)
    var texts: [String: String] = [:]
    texts.reserveCapacity(names.count)
    for name in names {
      guard let key = text(name), let value = text(name + 1) else { return nil }
      texts[key] = value
    }
    return texts
  }

  /// A text as its bytes, without making a `String` where it has no escapes.
  func withText<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    let entry = entries[index]
    guard entry.kind == .text else { return nil }
    guard entry.hasEscapes else { return body(slice(entry)) }
    return Array(JSONEscapes.text(slice(entry)).utf8).withUnsafeBytes(body)
  }

  func bool(_ index: Int) -> Bool? {
    let kind = entries[index].kind
    return kind == .yes ? true : kind == .no ? false : nil
  }

  func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ index: Int) -> Number? {
    int(index).flatMap { Number(exactly: $0) } ?? number(index)?.integer(type)
  }

  /// A whole number that fits, however it is written.
  func int(_ index: Int) -> Int? {
    let entry = entries[index]
    guard entry.kind == .number else { return nil }
    return JSONNumber(bytes: slice(entry)).int
  }

  func double(_ index: Int) -> Double? { number(index)?.double }

  func number(_ index: Int) -> JSONNumber? {
    let entry = entries[index]
    return entry.kind == .number ? JSONNumber(bytes: slice(entry)) : nil
  }

  /// An instant in any of the forms that servers use: see ``WireDate``.
  func date(_ index: Int, _ form: JSONCoder.DateForm) -> Date? {
    if let number = double(index) { return WireDate.date(number, form: form) }
    return withText(index) { WireDate.parse($0) } ?? nil
  }
}
