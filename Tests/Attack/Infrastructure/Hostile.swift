import Foundation
import MediaCore
import TestSupport

/// The values that stand in the place of good ones: one list for the answers and arguments of all services.
enum Hostile {
  static let integers: [Int] = [.min, -1, 0, 9999, 1_000_000, 1 << 31, .max]
  static let numbers: [Double] =
    integers.map(Double.init) + [.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, -0.0]
  static let decimals: [Decimal] =
    integers.map { Decimal($0) } + [.nan, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude]
  static let dates: [Date] = numbers.map { Date(timeIntervalSince1970: $0) } + [.distantPast, .distantFuture]
  static let ranges: [Range<Int>] = [.min ..< .min, .min ..< .max, .max ..< .max, -1..<1, 0..<0]
  static let durations: [Duration] = [.seconds(Int64.min), .seconds(-1), .zero, .seconds(Int64.max)]
  static let texts = [
    "", " ", "../..", "\u{0}", "a/b?c#d%2F", "\u{202E}x", "%", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
    String(repeating: "é", count: 70_000),
  ]
  /// Moments in an answer's text.
  static let moments = [
    "0000-00-00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "292277026596-12-04T15:30:08Z", "-1", "",
  ]

  /// The hostile values in the place of a member of an answer; none for a value that is not attacked.
  static func values(insteadOf value: JSONValue) -> [JSONValue] {
    switch value {
    case .integer, .number: integers.map { .integer(Int64($0)) } + [.number(1e308), .number(-1e308)]
    case .string(let text) where Int(text) != nil: integers.map { .string(String($0)) }
    case .string(let text) where text.prefix(4).allSatisfy(\.isNumber) && text.dropFirst(4).first == "-":
      moments.map { .string($0) }
    default: []
    }
  }
}

extension JSONValue {
  /// The same answer with one hostile number, moment or numbered key: of each place one, however many elements a list has.
  func spoilt() -> [(name: String, value: JSONValue)] {
    let small = thinned()
    var seen: Set<String> = []
    return small.paths().flatMap { path -> [(name: String, value: JSONValue)] in
      guard let value = small[path] else { return [] }
      var parent = path
      let number = parent.removeLast().number
      let name = number == nil ? Self.name(path) : Self.name(parent) + ".#"
      guard seen.insert(name).inserted else { return [] }
      let values = Hostile.values(insteadOf: value).map { (name, small.replacing(path, with: $0)) }
      guard number != nil else { return values }
      let without = small.replacing(path, with: nil)
      return values
        + Hostile.integers.map { ("\(name) = \($0)", without.adding(value, named: String($0), at: parent)) }
    }
  }

  private func adding(_ value: JSONValue, named name: String, at path: [Step]) -> JSONValue {
    guard case .object(var members)? = self[path] else { return self }
    members[name] = value
    return path.isEmpty ? .object(members) : replacing(path, with: .object(members))
  }
}

extension JSONValue.Step {
  /// The number that is the name of a member.
  fileprivate var number: Int? { if case .member(let name) = self { Int(name) } else { nil } }
}
