import MediaCore

/// An object used as a map. An entry that cannot be read is left out and counted; the others stay.
struct LossyMap<Value: Decodable>: Decodable {
  let values: [String: Value]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    // In a fixed order, so that faults are counted in one.
    let keys = try decoder.container(keyedBy: Key.self).allKeys.sorted { $0.stringValue < $1.stringValue }
    let members = try decoder.lenient(Key.self)
    values = keys.reduce(into: [:]) { $0[$1.stringValue] = members[$1] }
  }
}

extension LenientContainer {
  /// The entries of a map that can be read; nil when there is no map.
  func map<Value: Decodable>(_ key: Key) -> [String: Value]? { (self[key] as LossyMap<Value>?)?.values }
}
