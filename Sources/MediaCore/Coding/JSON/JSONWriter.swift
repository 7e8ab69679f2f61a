import Foundation

/// Writes a value as JSON. Numbers and strings become texts, one after the other, in the arrays and objects that they belong to.
/// When an object is complete, its members are put into the order of their names and it becomes one text, so that memory holds
/// little more than the document.
final class JSONWriter {
  /// A part of the document.
  enum Element {
    /// Bytes of ``JSONWriter/texts``.
    case text(Range<Int>)
    case list(List)
    /// The value of an encoder that may be used until the end.
    case later(Slot)
  }

  /// An array, or an object with a name for each element.
  final class List {
    let isObject: Bool
    fileprivate(set) var elements: [Element] = []
    /// The names of an object's elements; empty for an array.
    fileprivate(set) var names: [String] = []
    /// The part of ``JSONWriter/texts`` that the elements fill; nil once other texts stand between them.
    fileprivate var texts: Range<Int>?

    fileprivate init(isObject: Bool, at start: Int) {
      self.isObject = isObject
      texts = start..<start
    }

    func add(_ element: Element) {
      elements.append(element)
      if case .text(let range) = element, let texts, range.lowerBound == texts.upperBound {
        self.texts = texts.lowerBound..<range.upperBound
      } else {
        texts = nil
      }
    }

    func add(_ name: String, _ element: Element) {
      if names.isEmpty {
        names.reserveCapacity(24)
        elements.reserveCapacity(24)
      }
      names.append(name)
      add(element)
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
  /// Buffer for one array or object at a time.
  private var scratch: [UInt8] = []
  private var forms = ObjectForms()

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
    if let scalar = scalar(value) { return scalar }
    path.append(key)
    defer { path.removeLast() }
    return try composite(value)
  }

  func element<Value: Encodable>(_ value: Value) throws -> Element { try scalar(value) ?? composite(value) }

  /// The text of a value of a basic type; nil for a value that writes itself, and for a number that JSON has no form for.
  private func scalar<Value: Encodable>(_ value: Value) -> Element? {
    // `unsafeBitCast` is safe because the lines below compare the types first. `as?` would look up both types again for each value.
    func cast<Same>(_ type: Same.Type) -> Same { unsafeBitCast(value, to: type) }
    let type = Value.self
    if type == String.self { return text(cast(String.self)) }
    if type == Int.self { return number(cast(Int.self)) }
    if type == Bool.self { return raw(cast(Bool.self) ? "true" : "false") }
    if type == Double.self { return number(cast(Double.self)) }
    if type == Int64.self { return number(cast(Int64.self)) }
    if type == Date.self, let dates { return date(cast(Date.self), dates) }
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
    if type == Float.self { return number(cast(Float.self)) }
    return nil
  }

  private func composite<Value: Encodable>(_ value: Value) throws -> Element {
    if Value.self == Double.self || Value.self == Float.self {
      throw EncodingError.invalidValue(value, .init(codingPath: path, debugDescription: "no number"))
    }
    let slot = Slot()
    let start = texts.count
    try value.encode(to: WritingEncoder(writer: self, slot: slot, ownPath: nil))
    let element = slot.element ?? .list(List(isObject: true, at: start))
    // Join the list's texts into one if they are the last ones written. Otherwise keep the list: an encoder may still write into it.
    guard case .list(let list) = element, list.texts == start..<texts.count else { return element }
    scratch.removeAll(keepingCapacity: true)
    write(element, to: &scratch)
    texts.replaceSubrange(start..., with: scratch)
    return .text(start..<texts.count)
  }

  /// An array or object whose elements come next.
  func list(isObject: Bool) -> List { List(isObject: isObject, at: texts.count) }

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

  private func number<Number: BinaryFloatingPoint & CustomStringConvertible>(_ value: Number) -> Element? {
    value.isFinite ? raw(Self.text(value)) : nil
  }

  static func text<Number: BinaryFloatingPoint & CustomStringConvertible>(_ value: Number) -> String {
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private func date(_ date: Date, _ form: JSONCoder.DateForm) -> Element? {
    switch WireDate.number(date, form: form) {
    case let number?: self.number(number)
    case nil: text(WireDate.format(date))
    }
  }

  // MARK: The document

  private func write(_ element: Element, to out: inout [UInt8]) {
    switch element {
    case .text(let range): out += texts[range]
    case .list(let list): list.isObject ? writeObject(list, to: &out) : writeArray(list.elements, to: &out)
    case .later(let slot): write(slot.element ?? .list(list(isObject: true)), to: &out)
    }
  }

  private func writeArray(_ elements: [Element], to out: inout [UInt8]) {
    out.append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      write(element, to: &out)
    }
    out.append(UInt8(ascii: "]"))
  }

  private func writeObject(_ list: List, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "{"))
    for member in forms.form(of: list.names).members {
      out += member.opening
      write(list.elements[member.index], to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }
}

/// The order and the written names of objects with the same names, kept because objects of one type come one after the other.
private struct ObjectForms {
  struct Member {
    /// The place among the values as they came.
    let index: Int
    /// The bytes in front of the value: the comma, the name and the colon.
    let opening: ArraySlice<UInt8>
  }

  struct Form {
    let names: [String]
    let members: [Member]

    /// Orders the members by name. Of a name that was written twice, the last one counts.
    init(_ names: [String]) {
      let sorted = names.indices.sorted { names[$0] == names[$1] ? $0 < $1 : names[$0] < names[$1] }
      var members: [Member] = []
      for (place, index) in sorted.enumerated()
      where place + 1 == sorted.count || names[index] != names[sorted[place + 1]] {
        var opening = [UInt8(ascii: ",")]
        JSONEscapes.write(names[index], to: &opening)
        opening.append(UInt8(ascii: ":"))
        members.append(Member(index: index, opening: members.isEmpty ? opening.dropFirst() : opening[...]))
      }
      (self.names, self.members) = (names, members)
    }
  }

  /// The most forms to keep. A document with more has objects with keys of their own, such as dictionaries, where no form comes
  /// again.
  private static let limit = 16

  private var known: [Form] = []

  mutating func form(of names: [String]) -> Form {
    if let form = known.first(where: { $0.names == names }) { return form }
    let form = Form(names)
    if known.count == Self.limit { known = [] }
    known.append(form)
    return form
  }
}
