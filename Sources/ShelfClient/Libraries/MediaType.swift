public import MediaCore

/// What a library holds, and what an item or a session is.
public struct MediaType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let book = MediaType(rawValue: "book")
  public static let podcast = MediaType(rawValue: "podcast")
}
