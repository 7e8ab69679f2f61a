import Foundation
import MediaTesting

/// The checks of the few routes whose bodies have a schema; the issues are those of the server's validator.
struct TallySchema {
  private let body: JSONValue
  private var issues: [JSONValue] = []

  /// The refusal of the body; nil for a valid one.
  var refusal: HTTPResponse? {
    issues.isEmpty ? nil : .failure(400, "VALIDATION_ERROR", "Invalid request data", details: .array(issues))
  }

  init(_ body: JSONValue) {
    self.body = body
    if body.object == nil { issues.append(Self.wrongType(body, expected: "object", path: [])) }
  }

  mutating func email(_ name: String) {
    guard let text = string(name, isRequired: true) else { return }
    let form = #"^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$"#
    if text.range(of: form, options: .regularExpression) == nil {
      issues.append([
        "validation": "email", "code": "invalid_string", "message": "Invalid email", "path": [.string(name)],
      ])
    }
  }

  mutating func text(_ name: String, atLeast minimum: Int) {
    guard let text = string(name, isRequired: true), text.utf16.count < minimum else { return }
    issues.append([
      "code": "too_small", "minimum": .count(minimum), "type": "string", "inclusive": true, "exact": false,
      "message": "String must contain at least \(minimum) character(s)", "path": [.string(name)],
    ])
  }

  mutating func optionalText(_ name: String) { _ = string(name, isRequired: false) }

  /// An optional object whose optional members have these types.
  mutating func optionalObject(_ name: String, _ members: [(name: String, type: String)]) {
    guard let value = body[name] else { return }
    guard value.object != nil else {
      issues.append(Self.wrongType(value, expected: "object", path: [name]))
      return
    }
    for member in members {
      guard let inner = value[member.name], Self.typeName(inner) != member.type else { continue }
      issues.append(Self.wrongType(inner, expected: member.type, path: [name, member.name]))
    }
  }

  private mutating func string(_ name: String, isRequired: Bool) -> String? {
    guard body.object != nil else { return nil }
    guard let value = body[name] else {
      if isRequired { issues.append(Self.wrongType(nil, expected: "string", path: [name])) }
      return nil
    }
    if value.string == nil { issues.append(Self.wrongType(value, expected: "string", path: [name])) }
    return value.string
  }

  private static func wrongType(_ value: JSONValue?, expected: String, path: [String]) -> JSONValue {
    let received = value.map(typeName) ?? "undefined"
    return [
      "code": "invalid_type", "expected": .string(expected), "received": .string(received),
      "path": .array(path.map { .string($0) }),
      "message": value == nil ? "Required" : "Expected \(expected), received \(received)",
    ]
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
