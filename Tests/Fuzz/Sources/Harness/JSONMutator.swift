import Foundation
import MediaCore

/// Replaces, removes or repeats one value of a document, as irregular servers do.
struct JSONMutator {
  var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  private mutating func random(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(max(1, bound)))
  }

  private static let odd: [JSONValue] = [
    .null, true, false, 0, 1, -1, 2, 61.5, "", " ", "x", "0", "1", "-1", "true", "null", [], [:], [.null], [[]], [[:]],
    .integer(.max), .integer(.min), .integer(1 << 53), .number(1e300), .number(-1e300), .number(5e-324), .number(0.1),
    .integer(253_402_300_800), .integer(-62_135_596_801_000), .integer(1_756_720_800_000), "1e999", "NaN", "2026-02-30",
    "2026-09-01T10:00:00Z", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:60.999999999-23:59", "\u{0}", "\u{202E}",
    "https://nas.local/x", "//", "é", "e\u{301}", "1.12:00:00", "-0:00:00", ["id": "a"], ["id": 1], ["id": .null],
  ]

  func mutated(_ data: Data) -> Data? {
    guard let value = try? JSONValue(parsing: data) else { return nil }
    var copy = self
    var place = copy.random(below: copy.count(value))
    return copy.changed(value, &place).serialized()
  }

  private func count(_ value: JSONValue) -> Int {
    1 + (value.array ?? []).map(count).reduce(0, +) + (value.object ?? [:]).values.map(count).reduce(0, +)
  }

  /// The value with a change at the `place`th value within it.
  private mutating func changed(_ value: JSONValue, _ place: inout Int) -> JSONValue {
    place -= 1
    if place < 0 {
      place = .max
      return replacement(of: value)
    }
    switch value {
    case .array(let elements): return .array(elements.map { changed($0, &place) })
    case .object(let members):
      return .object(
        Dictionary(
          uniqueKeysWithValues: members.keys.sorted().map { ($0, changed(members[$0] ?? .null, &place)) }))
    default: return value
    }
  }

  private mutating func replacement(of value: JSONValue) -> JSONValue {
    let kind = random(below: 8)
    switch value {
    case .array(let elements) where kind < 4 && !elements.isEmpty:
      let element = elements[random(below: elements.count)]
      return .array(
        kind == 0 ? elements + [element] : kind == 1 ? [element] : kind == 2 ? elements.reversed() : elements + [.null])
    case .object(var members) where kind < 6 && !members.isEmpty:
      let key = members.keys.sorted()[random(below: members.count)]
      if kind < 3 { members[key] = nil } else { members[key] = Self.odd[random(below: Self.odd.count)] }
      return .object(members)
    case .integer(let number) where kind < 3: return .integer(kind == 0 ? 0 &- number : number &* 1000 &+ 62)
    case .string(let text) where kind < 2: return .string(kind == 0 ? text + text : String(text.dropLast()))
    default: return Self.odd[random(below: Self.odd.count)]
    }
  }
}
