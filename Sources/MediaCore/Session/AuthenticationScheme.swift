/// How a service signs its requests and renews what it signs with.
public struct AuthenticationScheme: Sendable {
  /// The result of an attempt to renew.
  public enum Renewal: Sendable {
    /// New credentials, which are stored before any call uses them.
    case renewed(Credentials)
    /// The service itself said that these credentials are at their end. Anything less certain is thrown as an error.
    case refused
  }

  /// Asks the server for new credentials. Called once for all calls that need it.
  public typealias Renew = @Sendable (Credentials) async throws(ClientError) -> Renewal

  /// Puts the credentials into a request.
  public var authorize: @Sendable (Credentials, inout HTTPFields) -> Void
  /// Whether an answer says that the access token does not count (any more).
  public var isRefused: @Sendable (HTTPResponse) -> Bool
  /// Nil where nothing can be renewed.
  public var renew: Renew?

  /// - Parameter authorize: signs a request, after everything else was put into it.
  public init(
    authorize: @escaping @Sendable (Credentials, inout HTTPFields) -> Void = {
      $1["Authorization"] = "Bearer " + $0.access.reveal()
    },
    isRefused: @escaping @Sendable (HTTPResponse) -> Bool = { $0.status == 401 }, renew: Renew? = nil
  ) {
    self.authorize = authorize
    self.isRefused = isRefused
    self.renew = renew
  }

  /// Puts the credentials into a request the way its route wants them.
  func sign(_ request: inout HTTPRequest, with credentials: Credentials, _ traits: EndpointTraits) {
    authorize(credentials, &request.fields)
    if let field = traits.refreshTokenField { request.fields[field] = credentials.refresh?.reveal() }
  }
}
