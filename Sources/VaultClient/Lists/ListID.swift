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
    let number = Int(text)
    guard number != nil || text == "personal" else { return nil }
    self = number.map { .list($0) } ?? .personal
  }
}

extension ListID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try (try? container.decode(Int.self)).map(String.init) ?? container.decode(String.self)
    guard let id = ListID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no id of a list")
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let number { try container.encode(number) } else { try container.encode(description) }
  }
}

extension ListID: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self = .list(value) }
}
