/// Reads the members of a JSON object the way the SDK promises: what is optional can be missing, null or wrong without
/// harm (wrong is counted), a list loses an element only when the element cannot say which one it is.
///
/// ```swift
/// struct Film: Decodable {
///   var id: String
///   var title: String?
///   var tags: [String]
///
///   enum CodingKeys: String, CodingKey { case id, title, tags }
///
///   init(from decoder: any Decoder) throws {
///     let members = try decoder.lenient(CodingKeys.self)
///     id = try members.require(.id)
///     title = members[.title]
///     tags = members.list(.tags)
///   }
/// }
/// ```
public struct LenientContainer<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>
  private let issues: DecodingIssues?

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
    issues = CodingUserInfoKey.decodingIssues.flatMap { decoder.userInfo[$0] as? DecodingIssues }
  }

  /// The member, or nil when it is missing, null, or not a `Value`; the last is counted.
  public subscript<Value: Decodable>(key: Key) -> Value? {
    do {
      return try container.decodeIfPresent(Value.self, forKey: key)
    } catch {
      issues?.add(.wrongType, at: container.codingPath + [key])
      return nil
    }
  }

  /// The member, which has to be there.
  public func require<Value: Decodable>(_ key: Key) throws -> Value {
    try container.decode(Value.self, forKey: key)
  }

  /// An id, which has to be there and not be empty; a number is taken as its digits.
  public func requireID(_ key: Key) throws -> String {
    guard let id = identifier(key) else {
      throw DecodingError.keyNotFound(
        key, DecodingError.Context(codingPath: container.codingPath, debugDescription: "no id"))
    }
    return id
  }

  /// An id as text or number, or nil; empty text is no id.
  public func identifier(_ key: Key) -> String? {
    if let text = try? container.decodeIfPresent(String.self, forKey: key) { return text.isEmpty ? nil : text }
    if let number = try? container.decodeIfPresent(Int64.self, forKey: key) { return String(number) }
    if (try? container.decodeNil(forKey: key)) == false { issues?.add(.wrongType, at: container.codingPath + [key]) }
    return nil
  }

  /// The elements of a list that can be read; empty when there is no list.
  public func list<Value: Decodable>(_ key: Key) -> [Value] { optionalList(key) ?? [] }

  /// The same, but nil when there is no list.
  public func optionalList<Value: Decodable>(_ key: Key) -> [Value]? {
    guard let list: LossyList<Value> = self[key] else { return nil }
    return list.elements
  }

  /// The entries of an object used as a map that can be read; nil when there is no object.
  public func map<Name: Hashable & CodingKeyRepresentable, Value: Decodable>(_ key: Key) -> [Name: Value]? {
    (self[key] as LossyMap<Name, Value>?)?.values
  }

  /// A Boolean that some servers write as 0 and 1.
  public func flag(_ key: Key) -> Bool? {
    if let value = try? container.decodeIfPresent(Bool.self, forKey: key) { return value }
    if let number = try? container.decodeIfPresent(Int.self, forKey: key), number == 0 || number == 1 {
      return number == 1
    }
    if (try? container.decodeNil(forKey: key)) == false { issues?.add(.wrongType, at: container.codingPath + [key]) }
    return nil
  }

  /// Whether the key is there at all, with `null` too.
  public func contains(_ key: Key) -> Bool { container.contains(key) }
}

extension Decoder {
  /// The members of the object that is being decoded, read leniently.
  public func lenient<Key: CodingKey>(_ type: Key.Type) throws -> LenientContainer<Key> {
    try LenientContainer(self)
  }
}

/// A list that leaves out, and counts, the elements that cannot be read.
public struct LossyList<Element: Decodable>: Decodable {
  /// The elements that could be read, in the server's order. The others are counted in ``DecodingIssues``.
  public let elements: [Element]

  public init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    let issues = CodingUserInfoKey.decodingIssues.flatMap { decoder.userInfo[$0] as? DecodingIssues }
    var elements: [Element] = []
    elements.reserveCapacity(min(container.count ?? 0, 10_000))
    while !container.isAtEnd {
      try issues?.check()
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        issues?.add(.droppedElement, at: container.codingPath + [Index(container.currentIndex)])
        _ = try container.decode(Anything.self)
      }
    }
    self.elements = elements
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { String(intValue ?? 0) }
    init(_ value: Int) { intValue = value }
    init?(intValue: Int) { self.init(intValue) }
    init?(stringValue: String) { nil }
  }
}

extension LossyList: Sendable where Element: Sendable {}

/// An object used as a map. An entry that cannot be read is left out and counted; the others stay.
private struct LossyMap<Name: Hashable & CodingKeyRepresentable, Value: Decodable>: Decodable {
  let values: [Name: Value]

  init(from decoder: any Decoder) throws {
    // In a fixed order, so that faults are counted in one.
    let keys = try decoder.container(keyedBy: WireKey.self).allKeys.sorted { $0.stringValue < $1.stringValue }
    let members = try decoder.lenient(WireKey.self)
    values = keys.reduce(into: [:]) { values, key in if let name = Name(codingKey: key) { values[name] = members[key] }
    }
  }
}

/// A member name that is only known at run time: the keys of a map.
package struct WireKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
