public import Foundation

/// Reads the members of a JSON object leniently. An optional member may be missing, null or of a wrong type; a wrong type is counted as a
/// fault in ``DecodingIssues``. If an element of a list cannot be read, for example because it has no id, only this element is left out.
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
  /// The SDK's own reader, asked without a container between them; nil for any other decoder, which `other` asks.
  private let tape: TapeDecoder?
  private let other: OtherMembers<Key>?

  init(_ decoder: some Decoder) throws {
    tape = decoder.tape
    other = tape == nil ? try OtherMembers(decoder) : nil
    if let tape, !tape.isObject { throw tape.mismatch([String: Any].self, at: tape.index) }
  }

  /// The value of a member; nil if the member is missing, is null, or is not a `Value`. Only a wrong type is reported as a decoding issue.
  @_disfavoredOverload
  public subscript<Value: Decodable>(key: Key) -> Value? { value(key) }

  /// The text of a member; nil if the member is missing, is null, or is not a text. Only a wrong type is reported as a decoding issue.
  public subscript(key: Key) -> String? {
    guard let tape else { return other?.value(key) }
    guard let place = tape.find(key) else { return nil }
    if let text = tape.document.text(place) { return text }
    return miss(place, key, tape)
  }

  /// The whole number in a member; nil if the member is missing, is null, or is not a whole number. Only a wrong type is counted as a
  /// fault.
  public subscript(key: Key) -> Int? {
    guard let tape else { return other?.value(key) }
    guard let place = tape.find(key) else { return nil }
    if let number = tape.document.int(place) { return number }
    return miss(place, key, tape)
  }

  /// The number in a member; nil if the member is missing, is null, or is not a number. Only a wrong type is reported as a decoding issue.
  public subscript(key: Key) -> Double? {
    guard let tape else { return other?.value(key) }
    guard let place = tape.find(key) else { return nil }
    if let number = tape.document.double(place) { return number }
    return miss(place, key, tape)
  }

  /// The Boolean in a member; nil if the member is missing, is null, or is not a Boolean. Only a wrong type is reported as a decoding issue.
  public subscript(key: Key) -> Bool? {
    guard let tape else { return other?.value(key) }
    guard let place = tape.find(key) else { return nil }
    if let flag = tape.document.bool(place) { return flag }
    return miss(place, key, tape)
  }

  /// The date in a member, read in the date format of the server's ``JSONCoder``. The date is nil if the member is missing, is null, or is
  /// not a date. Only a member that is present and not a date is counted as a fault.
  public subscript(key: Key) -> Date? {
    guard let tape, let form = tape.document.dates else { return value(key) }
    guard let place = tape.find(key) else { return nil }
    if let date = tape.document.date(place, form) { return date }
    return miss(place, key, tape)
  }

  /// The text of a member, as a word of a ``Vocabulary``; nil if the member is missing, is null, or is not a text. Only a wrong type is
  /// counted as a fault.
  public subscript<Word: Vocabulary>(key: Key) -> Word? {
    guard let tape else { return other?.value(key) }
    guard let place = tape.find(key) else { return nil }
    if let text = tape.document.text(place) { return Word(rawValue: text) }
    return miss(place, key, tape)
  }

  private func value<Value: Decodable>(_ key: Key) -> Value? {
    guard let tape else { return other?.value(key) }
    guard let place = tape.find(key) else { return nil }
    return tape.lenient(at: place, key)
  }

  private func miss<Value>(_ place: Int, _ key: Key, _ tape: TapeDecoder) -> Value? {
    tape.countWrongType(at: place, key)
    return nil
  }

  /// Returns the value of a member that must be present.
  /// - Throws: a `DecodingError` if the member is missing, null, or not a `Value`.
  public func require<Value: Decodable>(_ key: Key) throws -> Value {
    if let other { return try other.container.decode(Value.self, forKey: key) }
    guard let tape, let place = tape.find(key) else { throw missing(key, "missing") }
    return try tape.decode(Value.self, at: place, key)
  }

  /// Returns the text of an id that must be present and not empty. If the id is a number, its digits are returned.
  /// - Throws: a `DecodingError` if the member is missing, null, empty, or neither a text nor a whole number.
  public func requireID(_ key: Key) throws -> String {
    guard let id = identifier(key) else { throw missing(key, "no id") }
    return id
  }

  private func missing(_ key: Key, _ description: String) -> DecodingError {
    let path = tape?.codingPath ?? other?.container.codingPath ?? []
    return .keyNotFound(key, DecodingError.Context(codingPath: path, debugDescription: description))
  }

  /// Returns the text of an id that the server writes as a text or a number; nil if the member is missing, null, an empty text, or neither
  /// a text nor a whole number.
  public func identifier(_ key: Key) -> String? {
    guard let tape else { return other?.identifier(key) }
    guard let place = tape.find(key) else { return nil }
    if let text = tape.document.text(place) { return text.isEmpty ? nil : text }
    if let number = tape.document.int(place) { return String(number) }
    return miss(place, key, tape)
  }

  /// Passes the text of a member to `parse` and returns the result. Returns nil if the member is missing or null, or if it is not a text
  /// that `parse` can read. Only a member that is present and cannot be read is counted as a fault.
  @inlinable
  public func text<Value>(_ key: Key, as parse: (String) -> Value?) -> Value? {
    var value: Value?
    read(key) { text in
      value = parse(text)
      return value != nil
    }
    return value
  }

  /// Not generic, because the value's type would be looked up again for each text.
  /// - Parameter take: returns false for a text that cannot be read.
  @usableFromInline
  func read(_ key: Key, _ take: (String) -> Bool) {
    guard let tape else { return other?.read(key, take) ?? () }
    guard let place = tape.find(key) else { return }
    if let text = tape.document.text(place), take(text) { return }
    tape.countWrongType(at: place, key)
  }

  /// An instant that is written as a text, whatever the form of the document's dates.
  package func writtenInstant(_ key: Key) -> Date? {
    guard let tape else { return text(key, as: WireDate.parse) }
    guard let place = tape.find(key) else { return nil }
    if let date = tape.document.withText(place, { WireDate.parse($0) }) ?? nil { return date }
    return miss(place, key, tape)
  }

  /// Returns the whole number in a member, which the server may write as a number or as a text. Returns nil if the member is missing, is
  /// null, or is neither a whole number nor the text of a whole number. Only a wrong type is reported as a decoding issue.
  public func integer(_ key: Key) -> Int? {
    guard let tape else { return other?.integer(key) }
    guard let place = tape.find(key) else { return nil }
    if let number = tape.document.int(place) ?? tape.document.text(place).flatMap({ Int($0) }) { return number }
    return miss(place, key, tape)
  }

  /// Returns the elements of a member that is a list, without the elements that cannot be read; empty if the member is not a list.
  public func list<Value: Decodable>(_ key: Key) -> [Value] { optionalList(key) ?? [] }

  /// Returns the elements of the list under `key`, without those that cannot be read; nil if there is no such member or it is not a list.
  public func optionalList<Value: Decodable>(_ key: Key) -> [Value]? {
    guard let tape else { return (other?.value(key) as LossyList<Value>?)?.elements }
    guard let place = tape.find(key) else { return nil }
    return tape.lenientElements(at: place, key)
  }

  /// Returns the elements of a member that is a list of texts; empty if the member is not a list. Elements that are not texts are left out.
  public func list(_ key: Key) -> [String] { optionalList(key) ?? [] }

  /// Returns the elements of a member that is a list of texts; nil if the member is not a list. Elements that are not texts are left out.
  public func optionalList(_ key: Key) -> [String]? {
    guard let tape else { return (other?.value(key) as LossyList<String>?)?.elements }
    guard let place = tape.find(key) else { return nil }
    return tape.document.texts(place) ?? tape.lenientElements(at: place, key)
  }

  /// Returns the entries of a member that is an object with freely chosen keys, such as a map from ids to values. Entries that cannot be
  /// read are left out. Returns nil if the member is not an object.
  public func map<Name: Hashable & CodingKeyRepresentable, Value: Decodable>(_ key: Key) -> [Name: Value]? {
    (self[key] as LossyMap<Name, Value>?)?.values
  }

  /// Returns the entries of a member that is an object with freely chosen keys and with texts as values. Entries whose value is not a text
  /// are left out. Returns nil if the member is not an object.
  public func map(_ key: Key) -> [String: String]? {
    if let tape, let place = tape.find(key), let texts = tape.document.textsByName(place) { return texts }
    return (self[key] as LossyMap<String, String>?)?.values
  }

  /// Returns the Boolean in a member, which the server may also write as 0 or 1. Returns nil if the member is missing, is null, or is
  /// neither a Boolean nor 0 or 1. Only a wrong type or another number is counted as a fault.
  public func flag(_ key: Key) -> Bool? {
    guard let tape else { return other?.flag(key) }
    guard let place = tape.find(key) else { return nil }
    if let flag = tape.document.bool(place) { return flag }
    if let number = tape.document.int(place), number == 0 || number == 1 { return number == 1 }
    return miss(place, key, tape)
  }

  /// Whether the object has a member with this key, even if the member's value is `null`.
  public func contains(_ key: Key) -> Bool { tape?.find(key) != nil || other?.container.contains(key) == true }
}

/// The members of an object as any other decoder reads them.
private final class OtherMembers<Key: CodingKey> {
  let container: KeyedDecodingContainer<Key>
  private let issues: DecodingIssues?

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
    issues = CodingUserInfoKey.decodingIssues.flatMap { decoder.userInfo[$0] as? DecodingIssues }
  }

  func value<Value: Decodable>(_ key: Key) -> Value? {
    do { return try container.decodeIfPresent(Value.self, forKey: key) } catch {
      issues?.add(.wrongType, at: container.codingPath + [key])
      return nil
    }
  }

  func identifier(_ key: Key) -> String? {
    if let text = try? container.decodeIfPresent(String.self, forKey: key) { return text.isEmpty ? nil : text }
    if let number = try? container.decodeIfPresent(Int64.self, forKey: key) { return String(number) }
    countUnlessNull(key)
    return nil
  }

  func read(_ key: Key, _ take: (String) -> Bool) {
    if let text = try? container.decodeIfPresent(String.self, forKey: key), take(text) { return }
    countUnlessNull(key)
  }

  func integer(_ key: Key) -> Int? {
    if let number = try? container.decodeIfPresent(Int.self, forKey: key) { return number }
    var number: Int?
    read(key) { text in
      number = Int(text)
      return number != nil
    }
    return number
  }

  func flag(_ key: Key) -> Bool? {
    if let value = try? container.decodeIfPresent(Bool.self, forKey: key) { return value }
    if let number = try? container.decodeIfPresent(Int.self, forKey: key), number == 0 || number == 1 {
      return number == 1
    }
    countUnlessNull(key)
    return nil
  }

  private func countUnlessNull(_ key: Key) {
    if (try? container.decodeNil(forKey: key)) == false { issues?.add(.wrongType, at: container.codingPath + [key]) }
  }
}

extension Decoder {
  /// Returns a container that reads the members of the decoded object leniently.
  public func lenient<Key: CodingKey>(_ type: Key.Type) throws -> LenientContainer<Key> {
    try LenientContainer(self)
  }
}

/// A list that leaves out the elements that cannot be read. Each element that was left out is counted as a fault in ``DecodingIssues``.
public struct LossyList<Element: Decodable>: Decodable {
  /// The elements that could be read, in the server's order. ``DecodingIssues`` counts the elements that could not be read.
  public let elements: [Element]

  public init(from decoder: any Decoder) throws {
    if let tape = decoder.tape {
      elements = try tape.lossyElements()
    } else {
      elements = try Self.elements(of: decoder)
    }
  }

  private static func elements(of decoder: any Decoder) throws -> [Element] {
    var container = try decoder.unkeyedContainer()
    let issues = CodingUserInfoKey.decodingIssues.flatMap { decoder.userInfo[$0] as? DecodingIssues }
    var elements: [Element] = []
    elements.reserveCapacity(min(container.count ?? 0, 10_000))
    while !container.isAtEnd {
      try issues?.check()
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        issues?.add(.droppedElement, at: container.codingPath + [ListIndex(container.currentIndex)])
        _ = try container.decode(Anything.self)
      }
    }
    return elements
  }

  private struct Anything: Decodable {
    init(from decoder: any Decoder) {}
  }
}

extension TapeDecoder {
  /// The value, or nil when it is null or not a `Value`; the last is counted.
  fileprivate func lenient<Value: Decodable>(at place: Int, _ key: some CodingKey) -> Value? {
    if document.isNull(place) { return nil }
    do { return try decode(Value.self, at: place, key) } catch {
      countWrongType(at: place, key)
      return nil
    }
  }

  /// The elements that can be read, or nil when the value is null or no list; the last is counted.
  fileprivate func lenientElements<Element: Decodable>(at place: Int, _ key: some CodingKey) -> [Element]? {
    if document.isNull(place) { return nil }
    do { return try along(key) { try TapeDecoder(document, place).lossyElements() } } catch {
      countWrongType(at: place, key)
      return nil
    }
  }

  fileprivate func countWrongType(at place: Int, _ key: some CodingKey) {
    if !document.isNull(place) { document.issues?.add(.wrongType, at: codingPath + [key]) }
  }

  /// The entries of a map that can be read.
  fileprivate func lossyEntries<Name: Hashable & CodingKeyRepresentable, Value: Decodable>() throws -> [Name: Value] {
    guard isObject else { throw mismatch([String: Any].self, at: index) }
    var values: [Name: Value] = [:]
    for place in document.names(of: index) {
      let key = WireKey(stringValue: document.text(place) ?? "")
      if let name = Name(codingKey: key), let value: Value = lenient(at: place + 1, key) { values[name] = value }
    }
    return values
  }

  /// The elements of the list that can be read.
  fileprivate func lossyElements<Element: Decodable>() throws -> [Element] {
    guard document[index].kind == .array else { throw mismatch([Any].self, at: index) }
    let issues = document.issues
    var elements: [Element] = []
    // Reserve at most 10,000 places, otherwise a long list of elements that cannot be decoded takes memory for nothing.
    elements.reserveCapacity(min(document.elements(of: index), 10_000))
    var element = index + 1
    let end = document.next(index)
    var number = 0
    while element < end {
      try issues?.check()
      do { elements.append(try decode(Element.self, at: element, ListIndex(number))) } catch {
        issues?.add(.droppedElement, at: codingPath + [ListIndex(number)])
      }
      element = document.next(element)
      number += 1
    }
    return elements
  }
}

extension LossyList: Sendable where Element: Sendable {}

/// An object used as a map. An entry that cannot be read is left out and counted; the others stay.
private struct LossyMap<Name: Hashable & CodingKeyRepresentable, Value: Decodable>: Decodable {
  let values: [Name: Value]

  init(from decoder: any Decoder) throws {
    values = try decoder.tape?.lossyEntries() ?? Self.entries(of: decoder)
  }

  private static func entries(of decoder: any Decoder) throws -> [Name: Value] {
    // `allKeys` has no fixed order: sort, so that each run counts decoding issues in the same order.
    let keys = try decoder.container(keyedBy: WireKey.self).allKeys.sorted { $0.stringValue < $1.stringValue }
    let members = try decoder.lenient(WireKey.self)
    return keys.reduce(into: [:]) { values, key in if let name = Name(codingKey: key) { values[name] = members[key] } }
  }
}

/// A member name that is only known at run time: the keys of a map.
package struct WireKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }

  /// The member in which a class keeps what its superclass encodes.
  static let `super` = WireKey(stringValue: "super")
}
