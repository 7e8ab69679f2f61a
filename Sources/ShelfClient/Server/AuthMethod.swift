public import MediaCore

/// A way to sign in that a server offers.
public struct AuthMethod: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// User name and password.
  public static let local = AuthMethod(rawValue: "local")
  /// Through an OpenID provider, in a browser.
  public static let openid = AuthMethod(rawValue: "openid")
}
