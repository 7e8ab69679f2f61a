/// Any JSON value. The SDK uses it for members whose structure is not fixed. Tests use it to write a server's JSON.
///
/// A whole number that fits into 64 bits is stored as ``integer(_:)``, any other number as ``number(_:)``. `5` and `5.0` are therefore
/// different values. Compare ``double`` if only the numeric value matters.
///
/// ```swift
/// let value: JSONValue = ["title": "Night Signals", "episodes": [12, 13]]
/// print(value["title"]?.string ?? "", value["episodes"]?[0]?.int ?? 0)
/// ```
public enum JSONValue: Sendable, Hashable {
  /// The JSON value `null`. The SDK's models read a member with this value as missing.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number that is written without a fraction or an exponent and fits into 64 bits. It is stored exactly, so long numeric ids lose no
  /// digits.
  case integer(Int64)
  /// A number that is written with a fraction or an exponent, or that does not fit into 64 bits.
  case number(Double)
  /// A text.
  case string(String)
  /// An array, in the order of the JSON text.
  case array([JSONValue])
  /// An object. The order of its members is not preserved.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The text of a ``string(_:)``; nil for any other value, even a number.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The Boolean of a ``bool(_:)``; nil for any other value, even 0 or 1.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements of an array; nil for any other value.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members of an object; nil for any other value.
  public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
  /// Whether the value is `null`.
  public var isNull: Bool { self == .null }

  /// The numeric value of a number, whether it was written with or without a fraction; nil for any other value.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The value as an `Int`, if it is a number that is whole and fits into an `Int`; nil for any other value.
  public var int: Int? {
    switch self {
    case .integer(let value): Int(exactly: value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The member of an object with this name; nil if this value is not an object or has no such member. Setting nil removes the member. If a
  /// member is set and this value is not an object, the value is first replaced by an empty object.
  public subscript(key: String) -> JSONValue? {
    get { object?[key] }
    set {
      var members = object ?? [:]
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element of an array at this index; nil if this value is not an array, or if the array has no such index.
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
