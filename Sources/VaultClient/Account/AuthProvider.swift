public import MediaCore

/// How an account signs in. ``usesAuth0`` ones have a session at Auth0 that a sign-out has to end too.
public struct AuthProvider: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let local = AuthProvider(rawValue: "local")
  public static let auth0 = AuthProvider(rawValue: "auth0")
  public static let both = AuthProvider(rawValue: "both")

  public var usesAuth0: Bool { self == .auth0 || self == .both }
}
