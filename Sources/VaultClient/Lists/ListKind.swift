public import MediaCore

/// Whose a list is.
public struct ListKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let personal = ListKind(rawValue: "personal")
  public static let custom = ListKind(rawValue: "custom")
  public static let shared = ListKind(rawValue: "shared")
}
