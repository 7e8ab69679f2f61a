public import MediaCore

/// What a guest of a list may do. Current servers let a guest with ``view`` change marks and move titles out, and let one with
/// ``edit`` copy titles in, and add or remove none.
public struct SharePermission: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let view = SharePermission(rawValue: "view")
  public static let edit = SharePermission(rawValue: "edit")
}
