import MediaCore

/// An answer that is a bare list; rows that cannot say which they are are left out and counted.
struct Rows<Element: Decodable & Sendable>: Decodable, Sendable {
  let elements: [Element]

  init(from decoder: any Decoder) throws { elements = try LossyList<Element>(from: decoder).elements }
}
