import Foundation

/// Makes JSON of a value: the texts of its numbers and strings one after the other, and the arrays and objects that they belong to.
/// The members of an object are put into the order of their names when all of it is known.
final class JSONWriter {
  /// A part of the document.
  enum Element {
    /// Bytes of ``JSONWriter/texts``.
    case text(Range<Int>)
    case list(List)
    /// Of an encoder that may be used until the end.
    case later(Slot)
  }

  /// An array, or an object with a name for each element.
  final class List {
    let isObject: Bool
    fileprivate(set) var names: [String] = []
    fileprivate(set) var elements: [Element] = []
    /// No name came after one that it belongs before.
    fileprivate var isInOrder = true

    init(isObject: Bool) { self.isObject = isObject }

    func add(_ element: Element) { elements.append(element) }

    func add(_ name: String, _ element: Element) {
      if names.isEmpty {
        names.reserveCapacity(12)
        elements.reserveCapacity(12)
      }
      if let last = names.last, last >= name { isInOrder = false }
      names.append(name)
      elements.append(element)
    }
  }

  /// The place of a value that a model writes by itself.
  final class Slot {
    var element: Element?
  }

  /// The form of dates; nil where a `Date` writes itself.
  let dates: JSONCoder.DateForm?
  /// The keys on the way to the value that is being written.
  var path: [any CodingKey] = []
  private var texts: [UInt8] = []

  init(dates: JSONCoder.DateForm?) { self.dates = dates }

  /// - Throws: `EncodingError` for a number that JSON has no form for.
  static func data(_ value: some Encodable, dates: JSONCoder.DateForm? = nil) throws -> Data {
    var out: [UInt8] = []
    try write(value, dates: dates, to: &out)
    return Data(out)
  }

  /// Appends a document.
  /// - Throws: `EncodingError` for a number that JSON has no form for; then nothing was appended.
  static func write(_ value: some Encodable, dates: JSONCoder.DateForm? = nil, to out: inout [UInt8]) throws {
    let writer = JSONWriter(dates: dates)
    writer.texts.reserveCapacity(512)
    let element = try writer.element(value)
    if out.isEmpty { out.reserveCapacity(writer.texts.count * 2) }
    writer.write(element, to: &out)
  }

  // MARK: Values

  func element<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws -> Element {
    path.append(key)
    defer { path.removeLast() }
    return try element(value)
  }

  func element<Value: Encodable>(_ value: Value) throws -> Element {
    // They are the same type: a conditional cast would only look that up, for each value anew.
    func cast<Same>(_ type: Same.Type) -> Same { unsafeBitCast(value, to: type) }
    let type = Value.self
    if type == String.self { return text(cast(String.self)) }
    if type == Int.self { return number(cast(Int.self)) }
    if type == Bool.self { return raw(cast(Bool.self) ? "true" : "false") }
    if type == Double.self { return try number(cast(Double.self)) }
    if type == Int64.self { return number(cast(Int64.self)) }
    if type == Date.self, let dates { return try date(cast(Date.self), dates) }
    if type == JSONValue.self { return raw(bytes: cast(JSONValue.self).serialized()) }
    if type == URL.self { return text(cast(URL.self).absoluteString) }
    if type == Data.self { return text(cast(Data.self).base64EncodedString()) }
    if type == Int32.self { return number(cast(Int32.self)) }
    if type == Int16.self { return number(cast(Int16.self)) }
    if type == Int8.self { return number(cast(Int8.self)) }
    if type == UInt.self { return number(cast(UInt.self)) }
    if type == UInt64.self { return number(cast(UInt64.self)) }
    if type == UInt32.self { return number(cast(UInt32.self)) }
    if type == UInt16.self { return number(cast(UInt16.self)) }
    if type == UInt8.self { return number(cast(UInt8.self)) }
    if type == Decimal.self { return raw(cast(Decimal.self).description) }
    if type == Float.self { return try number(cast(Float.self)) }
    let slot = Slot()
    try value.encode(to: WritingEncoder(writer: self, slot: slot, ownPath: nil))
    return slot.element ?? .list(List(isObject: true))
  }

  func raw(_ text: String) -> Element { raw(bytes: text.utf8) }

  private func raw(bytes: some Sequence<UInt8>) -> Element {
    let start = texts.count
    texts += bytes
    return .text(start..<texts.count)
  }

  private func text(_ value: String) -> Element {
    let start = texts.count
    JSONEscapes.write(value, to: &texts)
    return .text(start..<texts.count)
  }

  private func number(_ value: some FixedWidthInteger) -> Element { raw(String(value)) }

  private func number<Number: BinaryFloatingPoint & CustomStringConvertible>(_ value: Number) throws -> Element {
    guard value.isFinite else {
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "no number"))
    }
    return raw(Self.text(value))
  }

  static func text<Number: BinaryFloatingPoint & CustomStringConvertible>(_ value: Number) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func date(_ date: Date, _ form: JSONCoder.DateForm) throws -> Element {
    switch WireDate.number(date, form: form) {
    case let number?: try self.number(number)
    case nil: text(WireDate.format(date))
    }
  }

  // MARK: The document

  private func write(_ element: Element, to out: inout [UInt8]) {
    switch element {
    case .text(let range): out += texts[range]
    case .list(let list): write(list, to: &out)
    case .later(let slot): write(slot.element ?? .list(List(isObject: true)), to: &out)
    }
  }

  private func write(_ list: List, to out: inout [UInt8]) {
    out.append(list.isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    var isFirst = true
    for index in order(of: list) {
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      if list.isObject {
        JSONEscapes.write(list.names[index], to: &out)
        out.append(UInt8(ascii: ":"))
      }
      write(list.elements[index], to: &out)
    }
    out.append(list.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  /// By name; of a name that was written twice, the last one.
  private func order(of list: List) -> [Int] {
    let names = list.names
    if list.isInOrder { return Array(list.elements.indices) }
    let sorted = names.indices.sorted { names[$0] == names[$1] ? $0 < $1 : names[$0] < names[$1] }
    return sorted.indices.filter { $0 + 1 == sorted.count || names[sorted[$0]] != names[sorted[$0 + 1]] }
      .map { sorted[$0] }
  }
}
