public import MediaCore

/// The page to sign in at.
public enum SignInWay: Hashable, Sendable {
  case login
  /// The page for new accounts.
  case signup
  /// The page of one provider; ``SignInProvider/email`` is the sign-in without a password.
  case provider(SignInProvider)
}

/// A service that Auth0 signs users in with.
public struct SignInProvider: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let google = SignInProvider(rawValue: "google")
  public static let github = SignInProvider(rawValue: "github")
  /// Sign-in without a password: Auth0's page sends a code by e-mail and asks for it.
  public static let email = SignInProvider(rawValue: "email")
  public static let facebook = SignInProvider(rawValue: "facebook")
  public static let twitter = SignInProvider(rawValue: "twitter")

  public static let all: [SignInProvider] = [.google, .github, .email, .facebook, .twitter]
}

/// The result of checking the stored sign-in.
public enum SignInCheck: Hashable, Sendable {
  case signedOut
  case signedIn(User)
  /// The server could not be reached, or could not answer: go on with the stored user.
  case offline(User?)
  /// The server refused the token: sign in again. Pending work is kept.
  case expired
}
