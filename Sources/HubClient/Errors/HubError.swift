public import Foundation
public import MediaCore

/// What went wrong, in the words of this service. Every case holds the ``ClientError`` underneath: the status, the server's
/// own words and when to come back are there.
///
/// `networkError`, `decodingError`, `invalidResponse`, `userNotFound`, `invalidURL` and `cancelled` say the same whatever was
/// being done; everything else is the failure of what was being done. A registration always fails as
/// ``registrationFailed(_:progress:)``, whatever the reason, so that what went through is not lost.
public enum HubError: Error, Sendable, Hashable {
  /// `GET /health` answered with anything but 200.
  case serverUnhealthy(ClientError)
  /// A batch of channels was not taken; the batches before it were.
  case registrationFailed(ClientError, progress: RegistrationProgress)
  /// The server did not look for new videos. The feed works all the same.
  case reconciliationFailed(ClientError)
  case fetchFailed(ClientError)
  /// Something answered that is no Hub, such as the login page of a proxy, or an answer without content.
  case invalidResponse(ClientError)
  /// No answer: no connection, no secure connection, or no patience left.
  case networkError(ClientError)
  /// The answer has another shape than this route's.
  case decodingError(ClientError)
  /// The server says that it does not know this user: register channels first.
  case userNotFound(ClientError)
  /// The address or an id in it cannot be right: a 404 without a word means that there is no such route, and one while the
  /// server is looked for that there is no Hub.
  case invalidURL(ClientError)
  /// The caller cancelled. Not worth showing.
  case cancelled(ClientError)
  /// A file of this device could not be written or read.
  case storageFailed(ClientError)
  /// The app's adapter could not exchange watch statuses.
  case syncFailed(ClientError)
}

extension HubError {
  /// The error underneath.
  public var clientError: ClientError {
    switch self {
    case .registrationFailed(let error, _): error
    case .serverUnhealthy(let error), .reconciliationFailed(let error), .fetchFailed(let error),
      .invalidResponse(let error), .networkError(let error), .decodingError(let error), .userNotFound(let error),
      .invalidURL(let error), .cancelled(let error), .storageFailed(let error), .syncFailed(let error):
      error
    }
  }

  public var isCancellation: Bool { clientError.isCancellation }

  /// Whether the same call can succeed later without anybody changing anything.
  public var isRetryable: Bool {
    switch self {
    case .userNotFound, .invalidURL, .cancelled: return false
    default: break
    }
    switch clientError.retryHint {
    case .later, .after: return true
    default: return false
    }
  }

  /// When to come back, where the server or its rate limit says so.
  public var retryAt: Date? { clientError.retryAt }

  /// The case as a word, for keys of texts and for logs.
  package var name: String {
    switch self {
    case .serverUnhealthy: "serverUnhealthy"
    case .registrationFailed: "registrationFailed"
    case .reconciliationFailed: "reconciliationFailed"
    case .fetchFailed: "fetchFailed"
    case .invalidResponse: "invalidResponse"
    case .networkError: "networkError"
    case .decodingError: "decodingError"
    case .userNotFound: "userNotFound"
    case .invalidURL: "invalidURL"
    case .cancelled: "cancelled"
    case .storageFailed: "storageFailed"
    case .syncFailed: "syncFailed"
    }
  }
}

extension HubError: CustomStringConvertible {
  /// For logs and developers. Holds no user id.
  public var description: String { "\(name): \(clientError)" }
}
