import MediaCore

extension LenientContainer {
  /// An id, which the server writes as a number; digits in a text are accepted too.
  func requireNumber(_ key: Key) throws -> Int {
    guard let number = Int(try requireID(key)) else {
      throw DecodingError.typeMismatch(
        Int.self, DecodingError.Context(codingPath: [key], debugDescription: "no number"))
    }
    return number
  }

  /// The list that an answer must contain. Without it the answer is undecodable: an empty list would claim that there
  /// is nothing.
  func requireList<Element: Decodable>(_ key: Key) throws -> [Element] {
    let list: LossyList<Element> = try require(key)
    return list.elements
  }

  /// The entries of a map whose values are texts; others are left out.
  func texts(_ key: Key) -> [String: String] {
    let map: [String: JSONValue]? = self[key]
    return (map ?? [:]).compactMapValues(\.string)
  }
}

/// An answer that is a bare list; rows without an id are left out and counted.
struct Rows<Element: Decodable & Sendable>: Decodable, Sendable {
  let elements: [Element]

  init(from decoder: any Decoder) throws { elements = try LossyList<Element>(from: decoder).elements }
}
