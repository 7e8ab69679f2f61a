package import MediaCore

/// Values that may be missing, as wire JSON.
extension JSONValue {
  package static func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
  package static func count(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
  package static func amount(_ value: Double?) -> JSONValue { value.map(JSONValue.number) ?? .null }
  package static func flag(_ value: Bool?) -> JSONValue { value.map(JSONValue.bool) ?? .null }
  package static func strings(_ values: [String]) -> JSONValue { .array(values.map(JSONValue.string)) }

  /// Whether JavaScript treats the value as true.
  package var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let value): value
    case .integer(let value): value != 0
    case .number(let value): value != 0 && !value.isNaN
    case .string(let text): !text.isEmpty
    case .array, .object: true
    }
  }
}

extension Optional<JSONValue> {
  package var isTruthy: Bool { map(\.isTruthy) ?? false }
}
