/// Any JSON value, for members whose shape the SDK does not promise, and for tests that write a server's JSON themselves.
///
/// Whole numbers that fit keep their form (`5` stays `5`). `5` and `5.0` are different values; compare ``double`` when only the
/// amount matters.
///
/// ```swift
/// let value: JSONValue = ["title": "Night Signals", "episodes": [12, 13]]
/// print(value["title"]?.string ?? "", value["episodes"]?[0]?.int ?? 0)
/// ```
public enum JSONValue: Sendable, Hashable {
  /// `null`, which models read as a missing member.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits into 64 bits; ids keep every digit.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// A text.
  case string(String)
  /// An array, in the server's order.
  case array([JSONValue])
  /// An object. The order of its members is not kept.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The content of a text; nil for any other value, also for a number.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The content of `true` or `false`; nil for any other value, also for 0 and 1.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array; nil for any other value.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for any other value.
  public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// The amount of a number, whether it was written with or without a fraction; nil for any other value.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The amount of a number that is whole and fits into an `Int`; nil for any other value.
  public var int: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// A member of an object; nil when this value is no object or has no such member. Setting `nil` removes the member; setting a member of
  /// any other value turns the value into an object.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    set {
      var members = object ?? [:]
      members[key] = newValue
      self = .object(members)
    }
  }

  /// An element of an array; nil when this is no array or is too short.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
  }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let tape = decoder.tape {
      do { self = try JSONValue(tape.document, at: tape.index) } catch {
        throw tape.mismatch(Double.self, at: tape.index)
      }
      return
    }
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else {
      self = .array(try container.decode([JSONValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
