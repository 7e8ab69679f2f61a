import Foundation
import MediaCore

/// A difference between what a journey expects and what came, with the place.
struct Mismatch: Error, CustomStringConvertible {
  let description: String
  var isUnknownVariable = false
}

/// The variables of a running journey and the rules by which expectations match (see Fixtures/conformance/README.md).
struct JourneyMatch {
  var variables: [String: JSONValue]
  /// The server's clock.
  let now: @Sendable () -> Date

  private static let matchers: Set<String> = [
    "$save", "$any", "$type", "$absent", "$near", "$re", "$gt", "$not", "$contains", "$length",
  ]

  // MARK: Variables

  private func builtin(_ name: String) -> JSONValue? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    switch name {
    case "now": return .integer(Int64(now().timeIntervalSince1970 * 1000))
    case "today": formatter.dateFormat = "yyyy-MM-dd"
    case "weekday": formatter.dateFormat = "EEEE"
    case "year": formatter.dateFormat = "yyyy"
    default: return nil
    }
    return .string(formatter.string(from: now()))
  }

  private func lookup(_ name: String, sign: String?, amount: String?) throws -> JSONValue {
    guard let value = variables[name] ?? builtin(name) else {
      throw Mismatch(description: "unknown variable \(name)", isUnknownVariable: true)
    }
    guard let sign, let amount, let change = Double(amount), let base = value.double else { return value }
    let result = sign == "+" ? base + change : base - change
    return amount.contains(".") || value.int == nil ? .number(result) : .integer(Int64(result))
  }

  func fill(_ value: JSONValue) throws -> JSONValue {
    switch value {
    case .string(let text): return try fill(text)
    case .array(let elements): return .array(try elements.map(fill))
    case .object(let members):
      var filled: [String: JSONValue] = [:]
      for (key, member) in members { filled[try fill(key).string ?? key] = try fill(member) }
      return .object(filled)
    default: return value
    }
  }

  func fill(_ text: String) throws -> JSONValue {
    let reference = #/\$\{([A-Za-z_][A-Za-z0-9_]*)(?:([+-])([0-9.]+))?\}/#
    if let whole = text.wholeMatch(of: reference) {
      return try lookup(String(whole.1), sign: whole.2.map(String.init), amount: whole.3.map(String.init))
    }
    var filled = ""
    var rest = text[...]
    while let found = rest.firstMatch(of: reference) {
      filled += rest[..<found.range.lowerBound]
      let value = try lookup(String(found.1), sign: found.2.map(String.init), amount: found.3.map(String.init))
      filled += value.string ?? String(decoding: value.serialized(), as: UTF8.self)
      rest = rest[found.range.upperBound...]
    }
    return .string(filled + rest)
  }

  // MARK: Matching

  mutating func match(_ expected: JSONValue, _ actual: JSONValue?, at place: String) throws {
    if case .object(let members) = expected {
      if !members.isEmpty, Set(members.keys).isSubset(of: Self.matchers) {
        for (key, argument) in members.sorted(by: { $0.key < $1.key }) where key != "$save" {
          try apply(key, argument, actual, place)
        }
        if let name = members["$save"]?.string {
          guard let actual else { throw Mismatch(description: "\(place): nothing to save") }
          variables[name] = actual
        }
        return
      }
      guard let object = actual?.object else {
        throw Mismatch(description: "\(place): expected an object, got \(show(actual))")
      }
      // A member may use a variable that another one saves, and dictionaries have no order: a member that misses a variable waits.
      var waiting: [(String, JSONValue)] = []
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        let key = try fill(key).string ?? key
        do {
          try match(value, object[key], at: "\(place).\(key)")
        } catch let mismatch as Mismatch where mismatch.isUnknownVariable {
          waiting.append((key, value))
        }
      }
      for (key, value) in waiting { try match(value, object[key], at: "\(place).\(key)") }
      return
    }
    if case .array(let elements) = expected {
      guard let array = actual?.array else {
        throw Mismatch(description: "\(place): expected an array, got \(show(actual))")
      }
      guard array.count == elements.count else {
        throw Mismatch(
          description: "\(place): expected \(elements.count) elements, got \(array.count): \(show(actual))")
      }
      for (index, element) in elements.enumerated() { try match(element, array[index], at: "\(place)[\(index)]") }
      return
    }
    let wanted = try fill(expected)
    guard let actual, Self.same(wanted, actual) else {
      throw Mismatch(description: "\(place): expected \(show(wanted)), got \(show(actual))")
    }
  }

  private mutating func apply(_ key: String, _ argument: JSONValue, _ actual: JSONValue?, _ place: String) throws {
    if key == "$absent" {
      guard (actual == nil) == (argument.bool ?? true) else {
        throw Mismatch(description: "\(place): absence is wrong, got \(show(actual))")
      }
      return
    }
    if key == "$not" {
      var trial = self
      do { try trial.match(argument, actual, at: place) } catch { return }
      throw Mismatch(description: "\(place): must not match \(show(argument)), got \(show(actual))")
    }
    guard let actual else { throw Mismatch(description: "\(place): is absent") }
    let holds: Bool
    switch key {
    case "$any": holds = true
    case "$type":
      let kinds = (argument.string ?? "").split(separator: "|").map(String.init)
      let isWhole = actual.double.map { $0 == $0.rounded() } ?? false
      holds = kinds.contains(Self.typeName(actual)) || kinds.contains("integer") && isWhole
    case "$near":
      let filled = try fill(argument)
      guard let value = filled[0]?.double, let tolerance = filled[1]?.double else { holds = false; break }
      holds = actual.double.map { abs($0 - value) <= tolerance } ?? false
    case "$re":
      let pattern = try fill(argument).string ?? ""
      holds = actual.string.map { $0.range(of: pattern, options: .regularExpression) != nil } ?? false
    case "$gt":
      let limit = try fill(argument).double ?? .infinity
      holds = actual.double.map { $0 > limit } ?? false
    case "$length":
      holds = (actual.array?.count ?? actual.string?.unicodeScalars.count) == argument.int
    case "$contains":
      for wanted in argument.array ?? [] {
        let before = self
        guard let found = (actual.array ?? []).lazy.compactMap({ before.trying(wanted, $0, place) }).first else {
          throw Mismatch(description: "\(place): no element matches \(show(wanted)) in \(show(actual))")
        }
        self = found
      }
      holds = actual.array != nil
    default: holds = false
    }
    if !holds { throw Mismatch(description: "\(place): expected \(key) \(show(argument)), got \(show(actual))") }
  }

  private func trying(_ wanted: JSONValue, _ element: JSONValue, _ place: String) -> JourneyMatch? {
    var trial = self
    do { try trial.match(wanted, element, at: place) } catch { return nil }
    return trial
  }

  /// Numbers are equal within 1 part in 10¹²; everything else must be equal, type included.
  static func same(_ a: JSONValue, _ b: JSONValue) -> Bool {
    if let x = a.double, let y = b.double { return abs(x - y) <= max(1e-12, 1e-12 * max(abs(x), abs(y))) }
    switch (a, b) {
    case (.array(let x), .array(let y)): return x.count == y.count && zip(x, y).allSatisfy(same)
    case (.object(let x), .object(let y)):
      return x.count == y.count && x.allSatisfy { key, value in y[key].map { same(value, $0) } ?? false }
    default: return a == b
    }
  }

  private static func typeName(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .integer, .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

private func show(_ value: JSONValue?) -> String {
  guard let value else { return "nothing" }
  return String(String(decoding: value.serialized(), as: UTF8.self).prefix(300))
}
