public import MediaCore

/// The page to sign in at.
public enum SignInWay: Hashable, Sendable {
  /// The page for signing in.
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

  /// On the wire `google`.
  public static let google = SignInProvider(rawValue: "google")
  /// On the wire `github`.
  public static let github = SignInProvider(rawValue: "github")
  /// Sign-in without a password: Auth0's page sends a code by e-mail and asks for it.
  public static let email = SignInProvider(rawValue: "email")
  /// On the wire `facebook`.
  public static let facebook = SignInProvider(rawValue: "facebook")
  /// On the wire `twitter`.
  public static let twitter = SignInProvider(rawValue: "twitter")

  /// All providers, in the order in which screens show them.
  public static let all: [SignInProvider] = [.google, .github, .email, .facebook, .twitter]
}

/// The result of checking the stored sign-in.
public enum SignInCheck: Hashable, Sendable {
  /// No user is signed in.
  case signedOut
  /// The server accepts the sign-in; the user as the server has it.
  case signedIn(User)
  /// The server could not be reached, or could not answer: go on with the stored user.
  case offline(User?)
  /// The server refused the token: sign in again. Pending work is kept.
  case expired
}

/// The tenant at Auth0 that a server signs people in with.
public struct Auth0Settings: Codable, Hashable, Sendable {
  /// A host such as `tenant.eu.auth0.com`.
  public var domain: String
  /// Nil uses the client id of the server's page, which is its web client's.
  public var clientID: String?
  /// The audience to ask for; nil keeps the one of the server's page.
  public var audience: String?

  /// - Parameter audience: nil for the server's own.
  public init(domain: String, clientID: String? = nil, audience: String? = nil) {
    self.domain = domain
    self.clientID = clientID
    self.audience = audience
  }

  enum CodingKeys: String, CodingKey {
    case domain, audience
    case clientID = "client_id"
  }

  /// The settings of the public ViewVault, with the client of its web page.
  public static let viewVault = Auth0Settings(
    domain: "dev-a6z1zwjm1wj3xpjg.us.auth0.com", clientID: "6O0NKgLmUN6fo0psLnu6jNUYQERk5fRw")

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    domain = try members.require(.domain)
    clientID = members.identifier(.clientID)
    audience = members[.audience]
  }
}
