import MediaCore

extension LenientContainer {
  /// The list that an answer is about. Without it the answer is none: an empty list would claim that there is nothing.
  func requireList<Element: Decodable>(_ key: Key) throws -> [Element] {
    let list: LossyList<Element> = try require(key)
    return list.elements
  }
}
