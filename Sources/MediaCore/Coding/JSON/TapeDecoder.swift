import Foundation

/// A `Decoder` on a value of a ``JSONTape``. ``LenientContainer`` asks it directly, without a container between them.
struct TapeDecoder: Decoder {
  let document: JSONTape
  let index: Int
  /// The keys to the value, for a decoder that is used after its container; nil for one in use while the document's path leads to
  /// it.
  private let own: TapePath?

  init(_ document: JSONTape, _ index: Int, ownPath: [any CodingKey]? = nil) {
    self.document = document
    self.index = index
    own = ownPath.map { TapePath(keys: $0) }
  }

  var codingPath: [any CodingKey] { own?.keys ?? document.path }
  var userInfo: [CodingUserInfoKey: Any] { document.userInfo }
  var isObject: Bool { document[index].kind == .object }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard isObject else { throw mismatch([String: Any].self, at: index) }
    return KeyedDecodingContainer(TapeKeyedContainer(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard document[index].kind == .array else { throw mismatch([Any].self, at: index) }
    return TapeUnkeyedContainer(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  // MARK: Members

  /// The value of a member, also `null`; nil where there is none.
  func find(_ key: some CodingKey) -> Int? {
    var name = key.stringValue
    return name.withUTF8 { document.member(UnsafeRawBufferPointer($0), of: index) }
  }

  /// The decoder of a member that is used after its container, as those of `nestedContainer` are.
  func standing(at value: Int, _ key: any CodingKey) -> TapeDecoder {
    TapeDecoder(document, value, ownPath: codingPath + [key])
  }

  // MARK: Values

  func decode<Value: Decodable>(_ type: Value.Type, at value: Int, _ key: some CodingKey) throws -> Value {
    try along(key) { try decode(type, at: value) }
  }

  /// Sets the document's path to a member while `body` runs.
  func along<Value>(_ key: some CodingKey, _ body: () throws -> Value) rethrows -> Value {
    guard let own else {
      document.path.append(key)
      defer { document.path.removeLast() }
      return try body()
    }
    return try document.along(own.keys + [key], body)
  }

  /// The value to which the document's path leads.
  private func decode<Value: Decodable>(_ type: Value.Type, at value: Int) throws -> Value {
    // A value larger than `Decimal`, such as most models, has none of the types compared below: decode it without comparing.
    guard MemoryLayout<Value>.size <= MemoryLayout<Decimal>.size else {
      return try Value(from: TapeDecoder(document, value))
    }
    // `unsafeBitCast` is safe because the lines below compare the types first. `as?` would look up both types again for each value.
    @inline(__always) func cast<Read>(_ read: Read?, orCorrupted kind: TapeEntry.Kind? = nil) throws -> Value {
      guard let read else { throw mismatch(type, at: value, document.path, orCorrupted: kind) }
      return unsafeBitCast(read, to: Value.self)
    }
    if type == String.self { return try cast(document.text(value)) }
    if type == Int.self { return try cast(document.int(value)) }
    if type == Bool.self { return try cast(document.bool(value)) }
    if type == Double.self { return try cast(document.double(value)) }
    if type == Date.self, let dates = document.dates {
      return try cast(document.date(value, dates), orCorrupted: document[value].kind)
    }
    if type == Int64.self { return try cast(document.integer(Int64.self, value)) }
    if type == Float.self { return try cast(document.number(value)?.float) }
    if type == Int32.self { return try cast(document.integer(Int32.self, value)) }
    if type == Int16.self { return try cast(document.integer(Int16.self, value)) }
    if type == Int8.self { return try cast(document.integer(Int8.self, value)) }
    if type == UInt.self { return try cast(document.integer(UInt.self, value)) }
    if type == UInt64.self { return try cast(document.integer(UInt64.self, value)) }
    if type == UInt32.self { return try cast(document.integer(UInt32.self, value)) }
    if type == UInt16.self { return try cast(document.integer(UInt16.self, value)) }
    if type == UInt8.self { return try cast(document.integer(UInt8.self, value)) }
    if type == Decimal.self { return try cast(document.number(value)?.amount) }
    if type == URL.self { return try cast(document.text(value).flatMap { URL(string: $0) }, orCorrupted: .text) }
    if type == Data.self {
      return try cast(document.text(value).flatMap { Data(base64Encoded: $0) }, orCorrupted: .text)
    }
    return try Value(from: TapeDecoder(document, value))
  }

  /// The fault of a value that is not of the type that was asked for.
  func mismatch(_ type: Any.Type, at value: Int) -> DecodingError { mismatch(type, at: value, codingPath) }

  /// - Parameter corrupted: the kind of value that the type is made from; one of this kind is corrupted instead of mismatched.
  private func mismatch(
    _ type: Any.Type, at value: Int, _ path: [any CodingKey], orCorrupted corrupted: TapeEntry.Kind? = nil
  ) -> DecodingError {
    let context = DecodingError.Context(codingPath: path, debugDescription: "not of this type")
    let kind = document[value].kind
    if kind == .null { return .valueNotFound(type, context) }
    if kind == corrupted, kind == .text || kind == .number { return .dataCorrupted(context) }
    return .typeMismatch(type, context)
  }
}

extension TapeDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(index) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let own else { return try decode(type, at: index) }
    return try document.along(own.keys) { try decode(type, at: index) }
  }
}

extension Decoder {
  /// This decoder as a `TapeDecoder`; nil for another library's decoder. `as?` would search the conformances of the type for each object.
  var tape: TapeDecoder? { Self.self == TapeDecoder.self ? unsafeBitCast(self, to: TapeDecoder.self) : nil }
}

/// The keys to the value of a decoder, behind one reference: a decoder is copied for each value.
private final class TapePath {
  let keys: [any CodingKey]
  init(keys: [any CodingKey]) { self.keys = keys }
}
