import MediaCore

/// The purpose of a call, for its error.
enum HubTask: Sendable { case health, registration, reconciliation, feed }

extension HubError {
  /// - Parameter progress: the progress of a failed registration.
  init(_ error: ClientError, during task: HubTask, progress: RegistrationProgress = RegistrationProgress()) {
    switch (error.kind, task) {
    case (_, .registration): self = .registrationFailed(error, progress: progress)
    case (.cancelled, _): self = .cancelled(error)
    case (.storage, _): self = .storageFailed(error)
    case (.notFound, _): self = error.meansUnknownUser ? .userNotFound(error) : .invalidURL(error)
    case (.invalidRequest, _) where error.status == nil: self = .invalidURL(error)
    case (.unreachable, _), (.tls, _), (.timedOut, _): self = .networkError(error)
    // On first contact a 404 or 410 means the same as later: there is no such route.
    case (.wrongServer, _) where [404, 410].contains(error.status): self = .invalidURL(error)
    case (.wrongServer, _) where !error.isRefusal: self = .invalidResponse(error)
    case (.undecodable, _) where error.detail == ClientError.Detail.empty: self = .invalidResponse(error)
    // An answer with a success other than 200 (`notOK`) is not a decoding error but a failure of the call, mapped below.
    case (.undecodable, _) where error.detail != ClientError.notOK: self = .decodingError(error)
    case (_, .health): self = .serverUnhealthy(error)
    case (_, .reconciliation): self = .reconciliationFailed(error)
    case (_, .feed): self = .fetchFailed(error)
    }
  }
}

extension ClientError {
  /// The detail of an answer with a success other than 200.
  static let notOK = "notStatus200"

  /// Whether the status is a 4xx or 5xx, except 511, with which a network asks for its own sign-in first.
  fileprivate var isRefusal: Bool { status.map { (400..<600).contains($0) && $0 != 511 } ?? false }

  /// Whether the error is the server's own 404, which has this message; a 404 without it comes from a wrong address or a proxy.
  var meansUnknownUser: Bool { kind == .notFound && serverMessage?.lowercased() == "user not found" }
}
