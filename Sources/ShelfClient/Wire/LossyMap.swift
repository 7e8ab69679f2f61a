import MediaCore

/// An object used as a map. An entry that cannot be read is left out and counted; the others stay.
struct LossyMap<Value: Decodable>: Decodable {
  let values: [String: Value]

  init(from decoder: any Decoder) throws {
    // In a fixed order, so that faults are counted in one.
    let names = try decoder.container(keyedBy: WireKey.self).allKeys.sorted { $0.stringValue < $1.stringValue }
    let members = try decoder.lenient(WireKey.self)
    var values: [String: Value] = [:]
    for name in names { values[name.stringValue] = members[name] }
    self.values = values
  }
}

extension LenientContainer {
  /// The entries of a map that can be read; nil when there is no map.
  func map<Value: Decodable>(_ key: Key) -> [String: Value]? {
    let map: LossyMap<Value>? = self[key]
    return map?.values
  }
}

/// A member name that is only known at run time: the keys of a map.
struct WireKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
