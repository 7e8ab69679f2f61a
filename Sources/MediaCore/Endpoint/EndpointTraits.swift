/// The treatment of an endpoint's calls in the pipeline. Nothing is guessed from the HTTP method: these services change state with
/// some GETs and read with some POSTs.
///
/// Begin with one of the constants, such as ``read`` or ``write``, and change what is different:
///
/// ```swift
/// var traits = EndpointTraits.read
/// traits.deadline = .seconds(300)
/// traits.maximumResponseBytes = 64 << 20
/// ```
public struct EndpointTraits: Sendable, Hashable {
  /// Whether the call is signed.
  public enum Credentials: Sendable, Hashable {
    /// Credentials are never sent.
    case none
    /// Credentials are sent when an account is signed in.
    case optional
    /// Without credentials the call fails as signed out before anything is sent.
    case required
  }

  /// Whether an endpoint's answer is kept.
  public enum Caching: Sendable, Hashable {
    /// Never kept.
    case never
    /// Kept with its ETag and asked for again with `If-None-Match`.
    case revalidate
    /// Kept like ``revalidate``, and the kept answer stands in when the server cannot answer.
    case staleOnError
  }

  /// Whether the call is signed with the account's credentials.
  public var credentials: Credentials
  /// The header that takes the refresh token, for the few routes that ask for it beside the access token. Both are filled in
  /// together, so that a renewal on the way counts for both.
  public var refreshTokenField: String?
  /// Whether sending the request twice has the effect of sending it once.
  public var isRepeatable: Bool
  /// Whether the request changes nothing, so that callers who ask the same at the same time can share one answer.
  public var isRead: Bool
  /// Whether the answer is kept, in memory and by account.
  public var caching: Caching
  /// The time limit of the whole call, with all its attempts and waits.
  public var deadline: Duration
  /// The time limit of one attempt.
  public var attemptTimeout: Duration
  /// The largest body in bytes, after decompression.
  public var maximumResponseBytes: Int
  /// The redirects that are followed.
  public var redirects: RedirectPolicy
  /// Whether the endpoint reads a redirect that is not followed as its answer, for the few routes that mean one.
  public var readsRedirects = false
  /// Whether the pipeline repeats the call for an app (``isRepeatable``) but not for the queue. The queue reads the server before each
  /// attempt; a repetition without that could undo a change that another device made in between.
  package var isReadBeforeRepeating = false
  /// Whether the answer has to be a picture. Anything else with status 200 is not kept, and does not push out the kept picture.
  package var isPicture = false

  /// An attempt ends after `attemptTimeout`, the call with all its attempts and pauses after `deadline`.
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

  /// A read behind sign-in.
  public static let read = EndpointTraits(isRepeatable: true, isRead: true)
  /// A read that is kept and revalidated.
  public static let cachedRead = EndpointTraits(isRepeatable: true, isRead: true, caching: .revalidate)
  /// A write that may be sent again after a lost answer.
  public static let repeatableWrite = EndpointTraits(isRepeatable: true, isRead: false)
  /// A write that must not be sent again blindly.
  public static let write = EndpointTraits(isRepeatable: false, isRead: false)
  /// Sign-in and refresh: no stored credentials, small answers, no redirects, never repeated by the pipeline.
  public static let authentication = EndpointTraits(
    credentials: .none, isRepeatable: false, isRead: false, deadline: .seconds(30), maximumResponseBytes: 4 << 20,
    redirects: .none)
  /// A probe of a server without credentials.
  public static let probe = EndpointTraits(
    credentials: .none, isRepeatable: false, isRead: true, deadline: .seconds(8), attemptTimeout: .seconds(6),
    maximumResponseBytes: 256 << 10)
}
