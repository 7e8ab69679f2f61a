public import Foundation
public import MediaCore

/// An error of a Hub or a Worker. Every case contains the underlying `ClientError`, with the status, the server's own message, and the time
/// after which to retry.
///
/// `networkError`, `decodingError`, `invalidResponse`, `userNotFound`, `invalidURL` and `cancelled` mean the same for every call. The other
/// cases name the operation that failed. A failed registration always throws ``registrationFailed(_:progress:)``, whatever the reason, so
/// that the completed batches are known.
///
/// ```swift
/// do throws(HubError) {
///   render(try await hub.feed.newest())
/// } catch {
///   if !error.isCancellation { show(error.text(.english)) }
/// }
/// ```
public enum HubError: Error, Sendable, Hashable {
  /// The server is not healthy: `GET /health` answered with a status other than 200.
  case serverUnhealthy(ClientError)
  /// A batch of channels could not be registered. The batches before it were registered.
  case registrationFailed(ClientError, progress: RegistrationProgress)
  /// The server was asked to look for new videos, and failed to do so. The feed can still be read.
  case reconciliationFailed(ClientError)
  /// The feed could not be read.
  case fetchFailed(ClientError)
  /// The answer has no content, or does not come from a Hub or a Worker. It comes, for example, from the sign-in page of a proxy.
  case invalidResponse(ClientError)
  /// No answer arrived, because there is no connection, no secure connection, or the call timed out.
  case networkError(ClientError)
  /// The answer does not have the format of the requested route.
  case decodingError(ClientError)
  /// The server has no such user. Register channels first, which creates the user.
  case userNotFound(ClientError)
  /// The address, or an id in it, is wrong. If the server answers 404 without a message, the requested route does not exist. If this
  /// happens at the first call, no Hub runs at the address.
  case invalidURL(ClientError)
  /// The caller cancelled the call. Show no message for this error.
  case cancelled(ClientError)
  /// A file or a secret of this device could not be read or written.
  case storageFailed(ClientError)
  /// The watch statuses could not be exchanged through the app's adapter.
  case syncFailed(ClientError)
}

extension HubError {
  /// The underlying error, with the status, the server's own message, and the time after which to retry.
  public var clientError: ClientError {
    switch self {
    case .registrationFailed(let error, _): error
    case .serverUnhealthy(let error), .reconciliationFailed(let error), .fetchFailed(let error),
      .invalidResponse(let error), .networkError(let error), .decodingError(let error), .userNotFound(let error),
      .invalidURL(let error), .cancelled(let error), .storageFailed(let error), .syncFailed(let error):
      error
    }
  }

  /// The reason why an exported file was not imported; nil if this error has another cause.
  public var importProblem: ImportProblem? { clientError.importProblem }

  /// Whether the caller cancelled the call. If true, show no message.
  public var isCancellation: Bool { clientError.isCancellation }

  /// Whether the same call can succeed later without an action of the user.
  public var isRetryable: Bool {
    switch (self, clientError.retryHint) {
    case (.userNotFound, _), (.invalidURL, _), (.cancelled, _): false
    case (_, .later), (_, .after): true
    default: false
    }
  }

  /// The case's name, for keys of texts and for logs.
  package var name: String { String(entry.key.rawValue.dropFirst("hub.error.".count)) }

  /// Returns the error as one sentence for the user. The key of the sentence in `texts` is `hub.error.` followed by the name of the case.
  public func text(_ texts: Texts) -> String {
    if clientError.kind == .rateLimited || clientError.isForbiddenBySystem || clientError.importProblem != nil {
      return clientError.text(texts)
    }
    return texts(entry)
  }

  private var entry: Texts.Entry {
    switch self {
    case .serverUnhealthy: .init("hub.error.serverUnhealthy", english: "The server is not well at the moment.")
    case .registrationFailed: .init("hub.error.registrationFailed", english: "The channels could not be registered.")
    case .reconciliationFailed:
      .init("hub.error.reconciliationFailed", english: "The server could not look for new videos.")
    case .fetchFailed: .init("hub.error.fetchFailed", english: "The videos could not be fetched.")
    case .invalidResponse:
      .init("hub.error.invalidResponse", english: "Something other than the expected server answered.")
    case .networkError: .init("hub.error.networkError", english: "The server cannot be reached.")
    case .decodingError: .init("hub.error.decodingError", english: "The server's answer could not be understood.")
    case .userNotFound: .init("hub.error.userNotFound", english: "The server does not know this user yet.")
    case .invalidURL: .init("hub.error.invalidURL", english: "There is no such service at this address.")
    case .cancelled: .init("hub.error.cancelled", english: "Cancelled.")
    case .storageFailed: .init("hub.error.storageFailed", english: "The device could not save or read its data.")
    case .syncFailed: .init("hub.error.syncFailed", english: "The watch statuses could not be synchronised.")
    }
  }
}

extension HubError: LocalizedError, CustomStringConvertible {
  /// The error as one sentence for the user, as ``text(_:)`` returns it. The sentence is in the language of the service that threw the
  /// error. If an app created the error, the sentence is in English.
  public var errorDescription: String? { text(clientError.spokenTexts ?? .english) }

  /// The error as text for logs and developers. It does not contain the user id.
  public var description: String { "\(name): \(clientError)" }
}
