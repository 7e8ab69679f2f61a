public import MediaCore

/// The kind of an account.
public struct UserType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The first account; may do everything.
  public static let root = UserType(rawValue: "root")
  /// May manage the server.
  public static let admin = UserType(rawValue: "admin")
  public static let user = UserType(rawValue: "user")
  /// May listen, but not change its password or see its sign-ins.
  public static let guest = UserType(rawValue: "guest")
}
