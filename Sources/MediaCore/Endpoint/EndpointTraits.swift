/// The rules for an endpoint's calls: credentials, retries, caching, limits and redirects. The SDK derives no rule from the HTTP method,
/// because some GET requests of these services change state and some POST requests only read.
///
/// Begin with one of the constants, such as ``read`` or ``write``, and change the properties that differ:
///
/// ```swift
/// var traits = EndpointTraits.read
/// traits.deadline = .seconds(300)
/// traits.maximumResponseBytes = 64 << 20
/// ```
public struct EndpointTraits: Sendable, Hashable {
  /// The rule for sending the account's credentials with a call.
  public enum Credentials: Sendable, Hashable {
    /// Credentials are never sent. A response with the status 401 then comes from a proxy and is `wrongServer`, except to calls with the
    /// traits ``EndpointTraits/authentication``.
    case none
    /// Credentials are sent if an account is signed in.
    case optional
    /// Credentials are always sent. If no account is signed in, the call fails as signed out before anything is sent.
    case required
  }

  /// The rule for caching an endpoint's responses in memory.
  public enum Caching: Sendable, Hashable {
    /// Responses are not cached.
    case never
    /// Responses are cached with their ETag. Each call asks the server with `If-None-Match` whether the cached response is still valid.
    case revalidate
    /// Responses are cached as with ``revalidate``. In addition, the cached response is returned if the server cannot answer.
    case staleOnError
  }

  /// The rule for sending the account's credentials with the call.
  public var credentials: Credentials
  /// The header in which the refresh token is sent, for the few routes that need the refresh token in addition to the access token. Both
  /// tokens are inserted together, so that they come from the same renewal. If nil, the refresh token is not sent.
  public var refreshTokenField: String?
  /// Whether sending the request twice has the same effect as sending it once.
  public var isRepeatable: Bool
  /// Whether the request changes nothing on the server. Callers who send the same request at the same time can then share one response.
  public var isRead: Bool
  /// The rule for caching responses in memory. Each account has its own cached responses.
  public var caching: Caching
  /// The time limit of the whole call, which includes all its attempts and the pauses between them.
  public var deadline: Duration
  /// The time limit of one attempt.
  public var attemptTimeout: Duration
  /// The largest size of the response's body after decompression, in bytes.
  public var maximumResponseBytes: Int
  /// The redirects that the call follows.
  public var redirects: RedirectPolicy
  /// Whether a redirect that the call does not follow is returned as the response. If false, such a redirect is thrown as an error. True
  /// only for the few routes that answer with a redirect.
  public var readsRedirects = false
  /// Whether the pipeline repeats the call for an app (``isRepeatable``) but not for the queue. The queue reads the server before each
  /// attempt; a repetition without that could undo a change that another device made in between.
  package var isReadBeforeRepeating = false
  /// Whether the answer has to be a picture. Anything else with status 200 is not kept, and does not push out the kept picture.
  package var isPicture = false
  /// Whether the call signs in, renews a sign-in or checks a token, so that the service itself may answer it with 401 although it carries
  /// no stored credentials.
  package var isSignIn = false

  /// Creates traits. An attempt ends after `attemptTimeout`; the call, with all its attempts and pauses, ends after `deadline`.
  public init(
    credentials: Credentials = .required, isRepeatable: Bool, isRead: Bool, caching: Caching = .never,
    deadline: Duration = .seconds(60), attemptTimeout: Duration = .seconds(30), maximumResponseBytes: Int = 16 << 20,
    redirects: RedirectPolicy = .sameOrigin
  ) {
    self.credentials = credentials
    self.isRepeatable = isRepeatable
    self.isRead = isRead
    self.caching = caching
    self.deadline = deadline
    self.attemptTimeout = attemptTimeout
    self.maximumResponseBytes = maximumResponseBytes
    self.redirects = redirects
  }

  /// The traits of a request that reads and needs a sign-in.
  public static let read = EndpointTraits(isRepeatable: true, isRead: true)
  /// The traits of a request that reads and needs a sign-in, and whose response is cached and revalidated.
  public static let cachedRead = EndpointTraits(isRepeatable: true, isRead: true, caching: .revalidate)
  /// The traits of a request that writes and may be sent again if its response was lost.
  public static let repeatableWrite = EndpointTraits(isRepeatable: true, isRead: false)
  /// The traits of a request that writes and is not repeatable. If its response was lost, the server's state must be read before the
  /// request is sent again.
  public static let write = EndpointTraits(isRepeatable: false, isRead: false)
  /// The traits of calls that sign in or renew a sign-in. These calls send no stored credentials, accept only small responses, follow no
  /// redirects, and are not retried. A response with the status 401 is `signedOut`.
  public static let authentication = with(
    EndpointTraits(
      credentials: .none, isRepeatable: false, isRead: false, deadline: .seconds(30), maximumResponseBytes: 4 << 20,
      redirects: .none)
  ) { $0.isSignIn = true }
  /// The traits of a request that checks, without credentials, which server answers at an address.
  public static let probe = EndpointTraits(
    credentials: .none, isRepeatable: false, isRead: true, deadline: .seconds(8), attemptTimeout: .seconds(6),
    maximumResponseBytes: 256 << 10)
}
