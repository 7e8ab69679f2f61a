/// The server's own text for where a page ended. It goes back as it came: seven digits of a second do not survive a date, and
/// a `+` that is not escaped makes the server start over for ever.
public struct FeedCursor: Codable, Hashable, Sendable {
  public let text: String

  public init(_ text: String) { self.text = text }

  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
