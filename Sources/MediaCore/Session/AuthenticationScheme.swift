public import Foundation

/// The rules by which a service adds credentials to its requests and renews the credentials.
public struct AuthenticationScheme: Sendable {
  /// The result of a request for new credentials.
  public enum Renewal: Sendable {
    /// The server gave new credentials. The session stores them before any call uses them. If storing fails, calls use the credentials from
    /// memory, and the next call tries again to store them.
    case renewed(Credentials)
    /// The service itself answered that the credentials to be renewed are no longer valid. If it is not certain that the service itself
    /// gave this answer, the `Renew` closure throws an error instead.
    case refused
  }

  /// Asks the server for new credentials in place of the given ones. Calls that need new credentials at the same time share one renewal.
  public typealias Renew = @Sendable (Credentials) async throws(ClientError) -> Renewal

  /// Asks the server, with a request to a second route, whether it accepts these credentials.
  /// - Returns: false if the service itself refused the credentials. If it is not certain that the service itself refused them, the closure
  ///   throws an error instead.
  public typealias Confirm = @Sendable (Credentials) async throws(ClientError) -> Bool

  /// Asks the server to which account the credentials belong. The app held these credentials before it used this SDK.
  /// - Throws: `signedOut` with status 401 if the service itself refused the credentials. If it is not certain that the service itself
  ///   refused them, the closure throws another error.
  public typealias Identify = @Sendable (Credentials) async throws(ClientError) -> TokenOwner

  /// Adds the credentials to the header fields of a request.
  public var authorize: @Sendable (Credentials, inout HTTPFields) -> Void
  /// Returns the query items that carry the credentials, for a server that reads credentials only from the query. If nil, no items are
  /// added. Servers and proxies write the query into their logs, so prefer ``authorize``.
  public var query: (@Sendable (Credentials) -> QueryParameters)?
  /// Whether a response shows that the server does not accept the access token, or no longer accepts it.
  public var isRefused: @Sendable (HTTPResponse) -> Bool
  /// Whether the service itself, and not a proxy in front of it, sent a response that refuses the access token. The SDK calls this closure
  /// before it ends a sign-in that cannot be renewed. The default is ``isServiceAnswer(_:)``.
  public var isOwnRefusal: @Sendable (HTTPResponse) -> Bool
  /// Renews credentials; nil if this service's credentials cannot be renewed.
  public var renew: Renew?
  /// Asks the server, with a request to a second route, whether it accepts the credentials. The SDK calls this closure before it ends a
  /// sign-in that has no refresh token, after the server has proved its identity. If nil, such a sign-in ends without this request.
  public var confirm: Confirm?
  /// Asks the server for the owner of a ``HeldToken``, before the first call that sends the token. If nil, because the server has no route
  /// for this question, the response to the first call decides whether the token is valid.
  public var identify: Identify?

  /// Creates a scheme. By default, requests carry the access token as `Authorization: Bearer`, and a response with the status 401 means
  /// that the server does not accept the token.
  /// - Parameter authorize: adds the credentials to the header fields of a request. Called when the request is otherwise complete.
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

  /// Whether a response looks like a response of the service and not of a proxy. The response's body must be a JSON object or the plain
  /// word `Unauthorized`, and its header must not ask for the credentials of a proxy.
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
  /// The display name of the account.
  public var name: String
  /// The token that is sent with each request.
  public var access: Secret
  /// The token with which the access token is renewed; nil if the server gives no such token.
  public var refresh: Secret?
  /// The time at which the access token expires, by the server's clock; nil if it is unknown. The time is only a hint: the server decides
  /// whether it accepts the token.
  public var expiresAt: Date?
  /// Whether the token is a ``HeldToken`` whose owner the server has not confirmed yet.
  var isUnchecked = false

  /// Creates the credentials of an account.
  /// - Parameter account: the server's id of the account. The account's files and caches are stored under this id.
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
