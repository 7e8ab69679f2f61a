public import MediaCore

/// A member name that is only known at run time: the keys of a map.
struct WireKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// An object used as a map. An entry that cannot be read is left out and counted; the others stay.
struct LossyMap<Value: Decodable>: Decodable {
  let values: [String: Value]

  init(from decoder: any Decoder) throws {
    let names = try decoder.container(keyedBy: WireKey.self).allKeys
    let members = try decoder.lenient(WireKey.self)
    var values: [String: Value] = [:]
    for name in names { values[name.stringValue] = members[name] }
    self.values = values
  }
}

/// An object that the server sends as `{}` when there is none.
private struct MaybeEmpty<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    let isEmpty = (try? decoder.container(keyedBy: WireKey.self).allKeys.isEmpty) ?? false
    value = isEmpty ? nil : try Value(from: decoder)
  }
}

/// A day that the server writes as an instant, midnight UTC, and that is written back so.
@propertyWrapper
public struct MidnightDay: Codable, Hashable, Sendable {
  public var wrappedValue: CalendarDay?

  public init(wrappedValue: CalendarDay?) { self.wrappedValue = wrappedValue }
}

extension KeyedEncodingContainer {
  /// The synthesized `encode(to:)` of a model prefers this overload.
  mutating func encode(_ day: MidnightDay, forKey key: Key) throws {
    try encodeIfPresent(day.wrappedValue.map { "\($0)T00:00:00.000Z" }, forKey: key)
  }
}

extension LenientContainer {
  /// The list that an answer is about. Without it the answer is none: an empty list would claim that there is nothing.
  func requireList<Element: Decodable>(_ key: Key) throws -> [Element] {
    let list: LossyList<Element> = try require(key)
    return list.elements
  }

  /// The entries of a map that can be read; nil when there is no map.
  func map<Value: Decodable>(_ key: Key) -> [String: Value]? {
    let map: LossyMap<Value>? = self[key]
    return map?.values
  }

  /// The object, or nil when it is `{}`.
  func unlessEmpty<Value: Decodable>(_ key: Key) -> Value? {
    let member: MaybeEmpty<Value>? = self[key]
    return member?.value
  }

  /// A day, also at the start of an instant. Unknown ones are null, absent, empty or the word `Unknown`.
  func day(_ key: Key) -> CalendarDay? {
    let text: String? = self[key]
    guard let text, !text.isEmpty, text != "Unknown" else { return nil }
    // Read once more, so that what is no day is counted.
    return CalendarDay(text) ?? self[key]
  }
}
