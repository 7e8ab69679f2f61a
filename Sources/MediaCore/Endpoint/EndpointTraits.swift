/// The rules for an endpoint's calls: credentials, repeating, caching, limits and redirects. The SDK derives none of them from the HTTP
/// method, because these services change state with some GETs and read with some POSTs.
///
/// Begin with one of the constants, such as ``read`` or ``write``, and change what is different:
///
/// ```swift
/// var traits = EndpointTraits.read
/// traits.deadline = .seconds(300)
/// traits.maximumResponseBytes = 64 << 20
/// ```
public struct EndpointTraits: Sendable, Hashable {
  /// Whether a call is sent with the account's credentials.
  public enum Credentials: Sendable, Hashable {
    /// Credentials are never sent.
    case none
    /// Credentials are sent when an account is signed in.
    case optional
    /// Without credentials the call fails as signed out before anything is sent.
    case required
  }

  /// Whether an endpoint's answers are kept in memory.
  public enum Caching: Sendable, Hashable {
    /// Answers are not kept.
    case never
    /// Answers are kept with their ETag, and the server is asked with `If-None-Match` whether they still hold.
    case revalidate
    /// Answers are kept as with ``revalidate``, and a kept answer is returned when the server cannot answer.
    case staleOnError
  }

  /// Whether the call is signed with the account's credentials.
  public var credentials: Credentials
  /// The header in which the refresh token is sent, for the few routes that need it in addition to the access token. Both tokens are filled
  /// in together, so that they belong to the same renewal. Nil for no such header.
  public var refreshTokenField: String?
  /// Whether sending the request twice has the effect of sending it once.
  public var isRepeatable: Bool
  /// Whether the request changes nothing, so that callers who ask the same at the same time can share one answer.
  public var isRead: Bool
  /// Whether answers are kept in memory, separately for each account.
  public var caching: Caching
  /// The time limit of the whole call, including all attempts and the pauses between them.
  public var deadline: Duration
  /// The time limit of one attempt.
  public var attemptTimeout: Duration
  /// The largest size of the answer's body after decompression, in bytes.
  public var maximumResponseBytes: Int
  /// The redirects that the call follows.
  public var redirects: RedirectPolicy
  /// Whether a redirect that is not followed is the endpoint's answer instead of an error, for the few routes that answer with a redirect.
  public var readsRedirects = false
  /// Whether the pipeline repeats the call for an app (``isRepeatable``) but not for the queue. The queue reads the server before each
  /// attempt; a repetition without that could undo a change that another device made in between.
  package var isReadBeforeRepeating = false
  /// Whether the answer has to be a picture. Anything else with status 200 is not kept, and does not push out the kept picture.
  package var isPicture = false

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

  /// The traits of a read that needs a sign-in.
  public static let read = EndpointTraits(isRepeatable: true, isRead: true)
  /// The traits of a read that needs a sign-in and whose answer is kept and revalidated.
  public static let cachedRead = EndpointTraits(isRepeatable: true, isRead: true, caching: .revalidate)
  /// The traits of a write that may be sent again after a lost answer.
  public static let repeatableWrite = EndpointTraits(isRepeatable: true, isRead: false)
  /// The traits of a write that must not be sent again without reading the server first.
  public static let write = EndpointTraits(isRepeatable: false, isRead: false)
  /// The traits of sign-in and renewal calls: no stored credentials, small answers, no redirects, never repeated by the pipeline.
  public static let authentication = EndpointTraits(
    credentials: .none, isRepeatable: false, isRead: false, deadline: .seconds(30), maximumResponseBytes: 4 << 20,
    redirects: .none)
  /// The traits of a request that checks, without credentials, what answers at an address.
  public static let probe = EndpointTraits(
    credentials: .none, isRepeatable: false, isRead: true, deadline: .seconds(8), attemptTimeout: .seconds(6),
    maximumResponseBytes: 256 << 10)
}
