public import MediaCore

/// Who has watched an item of a list; free text on the server.
public struct WatchedBy: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let you = WatchedBy(rawValue: "you")
  public static let family = WatchedBy(rawValue: "family")
  public static let both = WatchedBy(rawValue: "both")
}
