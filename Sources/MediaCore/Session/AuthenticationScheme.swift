public import Foundation

/// The rules by which a service signs its requests and renews its credentials.
public struct AuthenticationScheme: Sendable {
  /// The result of an attempt to renew.
  public enum Renewal: Sendable {
    /// The new credentials. The session stores them before any call uses them. If the store fails, calls use them from memory, and the next
    /// call tries again to save them.
    case renewed(Credentials)
    /// The service itself answered that these credentials have ended. A failure that is less certain is thrown as an error.
    case refused
  }

  /// Asks the server for new credentials. Called once for all calls that need it.
  public typealias Renew = @Sendable (Credentials) async throws(ClientError) -> Renewal

  /// Asks the server by a second route whether it accepts these credentials.
  /// - Returns: false when the service itself refused them. A failure that is less certain is thrown as an error.
  public typealias Confirm = @Sendable (Credentials) async throws(ClientError) -> Bool

  /// Asks the server for the owner of credentials that the app held before.
  /// - Throws: `signedOut` with status 401 when the service itself refused them. Anything less certain is another error.
  public typealias Identify = @Sendable (Credentials) async throws(ClientError) -> TokenOwner

  /// Adds the credentials to the header fields of a request.
  public var authorize: @Sendable (Credentials, inout HTTPFields) -> Void
  /// Query items that sign a request, for a server that reads credentials nowhere else; nil for none. Servers and proxies write addresses
  /// into their logs: prefer ``authorize``.
  public var query: (@Sendable (Credentials) -> QueryParameters)?
  /// Whether an answer means that the server does not accept the access token, or no longer accepts it.
  public var isRefused: @Sendable (HTTPResponse) -> Bool
  /// Whether the service itself has refused a request, and not a proxy in front of it. Called before a sign-in that cannot be renewed ends;
  /// see ``isServiceAnswer(_:)`` for the default.
  public var isOwnRefusal: @Sendable (HTTPResponse) -> Bool
  /// Renews credentials; nil if the service's credentials cannot be renewed.
  public var renew: Renew?
  /// Asks the server by a second route before a sign-in without a refresh token ends, after the server has proved its identity. If nil, the
  /// sign-in ends at once.
  public var confirm: Confirm?
  /// Asks the server for the owner of a ``HeldToken`` before the first call that sends the token. If nil, because the server has no route
  /// for this, the answer to the first call decides.
  public var identify: Identify?

  /// Creates a scheme; by default, requests carry the access token as `Authorization: Bearer`, and the status 401 refuses it.
  /// - Parameter authorize: adds the credentials to a request, after everything else was put into it.
  public init(
    authorize: @escaping @Sendable (Credentials, inout HTTPFields) -> Void = {
      $1["Authorization"] = "Bearer " + $0.access.reveal()
    },
    query: (@Sendable (Credentials) -> QueryParameters)? = nil,
    isRefused: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == 401 },
    isOwnRefusal: @escaping @Sendable (HTTPResponse) -> Bool = { AuthenticationScheme.isServiceAnswer($0) },
    renew: Renew? = nil, confirm: Confirm? = nil, identify: Identify? = nil
  ) {
    self.authorize = authorize
    self.query = query
    self.isRefused = isRefused
    self.isOwnRefusal = isOwnRefusal
    self.renew = renew
    self.confirm = confirm
    self.identify = identify
  }

  /// Whether an answer has the form of a service's: a JSON object, or the plain word `Unauthorized`, without a demand for the
  /// credentials of a proxy.
  public static func isServiceAnswer(_ response: HTTPResponse) -> Bool {
    let challenge = response.fields["WWW-Authenticate"]?.lowercased() ?? "bearer"
    guard challenge.hasPrefix("bearer") else { return false }
    if let value = try? JSONValue(parsing: response.body) { return value.object != nil }
    return String(decoding: response.body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      == "Unauthorized"
  }

  /// Puts the credentials into a request the way its route wants them.
  func sign(_ request: inout HTTPRequest, with credentials: Credentials, _ traits: EndpointTraits) {
    authorize(credentials, &request.fields)
    if let items = query?(credentials) { request.url.append(items) }
    if let field = traits.refreshTokenField { request.fields[field] = credentials.refresh?.reveal() }
  }
}

/// The tokens and the identity of one account on one server.
public struct Credentials: Sendable, Hashable {
  /// The server's id of the account.
  public var account: String
  /// The name of the account to show.
  public var name: String
  /// The token that is sent with each request.
  public var access: Secret
  /// The token that renews the access token; nil where the server gives none.
  public var refresh: Secret?
  /// When the access token ends, by the server's clock; a hint, nil when unknown.
  public var expiresAt: Date?
  /// Whether the token is a ``HeldToken`` whose owner the server has not confirmed yet.
  var isUnchecked = false

  /// Creates the credentials of an account.
  /// - Parameter account: the id of the account at its server, by which files and caches are kept.
  public init(account: String, name: String, access: Secret, refresh: Secret? = nil, expiresAt: Date? = nil) {
    self.account = account
    self.name = name
    self.access = access
    self.refresh = refresh
    self.expiresAt = expiresAt
  }
}

extension Credentials {
  /// The address with the token in its query, for a player of a server that has no other way.
  func signed(_ url: URL, as name: String) -> URL {
    var url = url
    url.append([name: access.reveal()])
    return url
  }
}

extension URL {
  fileprivate mutating func append(_ parameters: QueryParameters) {
    var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    var query = parts?.percentEncodedQuery.map { $0 + "&" } ?? ""
    parameters.write(to: &query)
    parts?.percentEncodedQuery = query
    self = parts?.url ?? self
  }
}
