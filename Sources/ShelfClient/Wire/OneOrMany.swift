import MediaCore

/// A member that some answers write as one object and others as a list. It is written as it was read.
struct OneOrMany<Element: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  let list: [Element]
  private var isOne = false

  init(_ list: [Element]) { self.list = list }

  init(from decoder: any Decoder) throws {
    if let many = try? LossyList<Element>(from: decoder) {
      list = many.elements
    } else {
      list = [try Element(from: decoder)]
      isOne = true
    }
  }

  func encode(to encoder: any Encoder) throws {
    if isOne { try list[0].encode(to: encoder) } else { try list.encode(to: encoder) }
  }
}
