public import MediaCore

/// An object that the server sends as `{}` when there is none.
private struct MaybeEmpty<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    let isEmpty = (try? decoder.container(keyedBy: WireKey.self).allKeys.isEmpty) ?? false
    value = isEmpty ? nil : try Value(from: decoder)
  }
}

/// A property wrapper for a day that the server writes as an instant at midnight UTC. The day is encoded in the same way.
@propertyWrapper
public struct MidnightDay: Codable, Hashable, Sendable {
  /// The day on which the publisher releases the episode, decoded from an instant at midnight UTC.
  public var wrappedValue: CalendarDay?

  /// Creates the wrapper of a day.
  public init(wrappedValue: CalendarDay?) { self.wrappedValue = wrappedValue }
}

extension KeyedEncodingContainer {
  /// The synthesized `encode(to:)` of a model prefers this overload.
  mutating func encode(_ day: MidnightDay, forKey key: Key) throws {
    try encodeIfPresent(day.wrappedValue.map { "\($0)T00:00:00.000Z" }, forKey: key)
  }
}

extension LenientContainer {
  /// The list that an answer must have. Throws without it: an empty list would claim that the user has nothing.
  func requireList<Element: Decodable>(_ key: Key) throws -> [Element] {
    let list: LossyList<Element> = try require(key)
    return list.elements
  }

  /// The object, or nil if it is `{}`.
  func unlessEmpty<Value: Decodable>(_ key: Key) -> Value? {
    let member: MaybeEmpty<Value>? = self[key]
    return member?.value
  }

  /// TMDB's number of a show, also if it is written as a text.
  func tmdbID(_ key: Key) -> TMDBID? {
    let number: Int? = identifier(key).flatMap { Int($0) }
    // If the value is not a number, read it again as a `TMDBID`, so that the failure counts as a decoding issue.
    return number.map { TMDBID($0) } ?? self[key]
  }

  /// A day, also at the start of an instant. The server sends an unknown day as null, absent, empty or the word `Unknown`.
  func day(_ key: Key) -> CalendarDay? {
    let text: String? = self[key]
    guard let text, !text.isEmpty, text != "Unknown" else { return nil }
    // If the text is not a day, read it again as a day, so that the failure counts as a decoding issue.
    return CalendarDay(text) ?? self[key]
  }
}
