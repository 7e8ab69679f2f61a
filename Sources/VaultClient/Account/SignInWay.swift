public import MediaCore

/// The page at which the user signs in.
public enum SignInWay: Hashable, Sendable {
  /// The page for signing in.
  case login
  /// The page for creating an account.
  case signup
  /// The page of one provider. With ``SignInProvider/email``, the user signs in without a password.
  case provider(SignInProvider)
}

/// A service, such as Google, with which a user can sign in over Auth0.
public struct SignInProvider: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Google. The wire value is `google`.
  public static let google = SignInProvider(rawValue: "google")
  /// GitHub. The wire value is `github`.
  public static let github = SignInProvider(rawValue: "github")
  /// E-mail without a password: Auth0's page sends a code by e-mail and asks for the code. The wire value is `email`.
  public static let email = SignInProvider(rawValue: "email")
  /// Facebook. The wire value is `facebook`.
  public static let facebook = SignInProvider(rawValue: "facebook")
  /// Twitter. The wire value is `twitter`.
  public static let twitter = SignInProvider(rawValue: "twitter")

  /// All providers, in the order in which screens show them.
  public static let all: [SignInProvider] = [.google, .github, .email, .facebook, .twitter]
}

/// The result of checking the stored sign-in.
public enum SignInCheck: Hashable, Sendable {
  /// No user is signed in.
  case signedOut
  /// The server accepts the sign-in. The associated value is the user as the server sent it.
  case signedIn(User)
  /// The server could not be reached or could not answer. The user stays signed in. The associated value is the user stored on this device;
  /// nil if no user is stored.
  case offline(User?)
  /// The server refused the token, so the user has to sign in again. Pending changes are kept.
  case expired
}

/// The tenant at Auth0 with which a server signs its users in.
public struct Auth0Settings: Codable, Hashable, Sendable {
  /// The host of the tenant, such as `tenant.eu.auth0.com`.
  public var domain: String
  /// The client id of the app at Auth0. If nil, the client id of the server's sign-in page is used, which belongs to the web client.
  public var clientID: String?
  /// The audience to request from Auth0. If nil, the audience of the server's sign-in page is used.
  public var audience: String?

  /// Creates the settings of a tenant.
  /// - Parameter audience: the audience to request. If nil, the audience of the server's sign-in page is used.
  public init(domain: String, clientID: String? = nil, audience: String? = nil) {
    self.domain = domain
    self.clientID = clientID
    self.audience = audience
  }

  enum CodingKeys: String, CodingKey {
    case domain, audience
    case clientID = "client_id"
  }

  /// The settings of the public ViewVault server, with the client id of ViewVault's web app.
  public static let viewVault = Auth0Settings(
    domain: "dev-a6z1zwjm1wj3xpjg.us.auth0.com", clientID: "6O0NKgLmUN6fo0psLnu6jNUYQERk5fRw")

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    domain = try members.require(.domain)
    clientID = members.identifier(.clientID)
    audience = members[.audience]
  }
}
