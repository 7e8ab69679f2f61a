/// The id of a list: the personal one, or one with a number.
public enum ListID: Sendable, Hashable, CustomStringConvertible {
  /// The watchlist itself. It cannot be changed or shared, and titles cannot be copied or moved to or from it.
  case personal
  case list(Int)

  /// The form in a path: `personal` or digits.
  public var description: String {
    switch self {
    case .personal: "personal"
    case .list(let number): String(number)
    }
  }

  /// Nil for the personal list.
  public var number: Int? { if case .list(let number) = self { number } else { nil } }

  public init?(_ text: String) {
    if text == "personal" {
      self = .personal
    } else if let number = Int(text) {
      self = .list(number)
    } else {
      return nil
    }
  }
}

extension ListID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      self = .list(number)
    } else if let id = ListID(try container.decode(String.self)) {
      self = id
    } else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no id of a list")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .personal: try container.encode("personal")
    case .list(let number): try container.encode(number)
    }
  }
}

extension ListID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .list(value) }
}
