/// The members of an object, for models that read without a ``LenientContainer``. The generic functions stand for all those that
/// `KeyedDecodingContainerProtocol` has for single types.
struct TapeKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let decoder: TapeDecoder
  private let names: [String: Int]?

  /// An object with more members gets a dictionary: otherwise members read in another order would each take a search through all.
  private static var few: Int { 64 }

  init(decoder: TapeDecoder) {
    self.decoder = decoder
    let document = decoder.document
    guard document.mostMembers(of: decoder.index) > Self.few else {
      names = nil
      return
    }
    let places = document.names(of: decoder.index)
    names = Dictionary(places.map { (document.text($0) ?? "", $0 + 1) }, uniquingKeysWith: { $1 })
  }

  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] {
    decoder.document.names(of: decoder.index).compactMap { decoder.document.text($0).flatMap { Key(stringValue: $0) } }
  }

  private func find(_ key: some CodingKey) -> Int? { names.map { $0[key.stringValue] } ?? decoder.find(key) }

  private func require(_ key: some CodingKey) throws -> Int {
    if let value = find(key) { return value }
    throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "missing"))
  }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { decoder.document.isNull(try require(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.decode(type, at: try require(key), key)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let value = find(key), !decoder.document.isNull(value) else { return nil }
    return try decoder.decode(type, at: value, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder.standing(at: try require(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.standing(at: try require(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { decoder.standing(at: try require(WireKey.super), WireKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { decoder.standing(at: try require(key), key) }
}

/// The elements of an array, one after the other.
struct TapeUnkeyedContainer: UnkeyedDecodingContainer {
  private let decoder: TapeDecoder
  private let end: Int
  private var element: Int
  private(set) var currentIndex = 0
  let count: Int?

  init(decoder: TapeDecoder) {
    self.decoder = decoder
    element = decoder.index + 1
    end = decoder.document.next(decoder.index)
    count = decoder.document.elements(of: decoder.index)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { element == end }

  /// Reads the current element and goes on to the next. An element that cannot be read stays the current one.
  private mutating func read<Value>(_ read: (Int, ListIndex) throws -> Value) throws -> Value {
    let key = ListIndex(currentIndex)
    guard !isAtEnd else {
      let context = DecodingError.Context(codingPath: codingPath + [key], debugDescription: "at the end")
      throw DecodingError.valueNotFound(Value.self, context)
    }
    let value = try read(element, key)
    element = decoder.document.next(element)
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    if !isAtEnd, !decoder.document.isNull(element) { return false }
    return try read { _, _ in true }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let decoder = decoder
    return try read { try decoder.decode(type, at: $0, $1) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let decoder = decoder
    return try read { try decoder.standing(at: $0, $1).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let decoder = decoder
    return try read { try decoder.standing(at: $0, $1).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = decoder
    return try read { decoder.standing(at: $0, $1) }
  }
}

/// The place of an element in its list, in a coding path.
struct ListIndex: CodingKey {
  let intValue: Int?
  var stringValue: String { String(intValue ?? 0) }
  init(_ value: Int) { intValue = value }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}
