import MediaCore

/// The purpose of a call, for its error.
enum HubTask: Sendable { case health, registration, reconciliation, feed }

extension HubError {
  /// - Parameter progress: for registrations.
  init(_ error: ClientError, during task: HubTask, progress: RegistrationProgress = RegistrationProgress()) {
    switch (error.kind, task) {
    case (_, .registration): self = .registrationFailed(error, progress: progress)
    case (.cancelled, _): self = .cancelled(error)
    case (.storage, _): self = .storageFailed(error)
    case (.notFound, _): self = error.meansUnknownUser ? .userNotFound(error) : .invalidURL(error)
    case (.invalidRequest, _) where error.status == nil: self = .invalidURL(error)
    case (.unreachable, _), (.tls, _), (.timedOut, _): self = .networkError(error)
    // A status means the same on first contact as later.
    case (.wrongServer, _) where [404, 410].contains(error.status): self = .invalidURL(error)
    case (.wrongServer, _) where !error.isRefusal: self = .invalidResponse(error)
    case (.undecodable, _) where error.detail == ClientError.Detail.empty: self = .invalidResponse(error)
    // Any other success than 200 is a failure of the call.
    case (.undecodable, _) where error.detail != ClientError.notOK: self = .decodingError(error)
    case (_, .health): self = .serverUnhealthy(error)
    case (_, .reconciliation): self = .reconciliationFailed(error)
    case (_, .feed): self = .fetchFailed(error)
    }
  }
}

extension ClientError {
  /// The detail of an answer with another success than 200.
  static let notOK = "notStatus200"

  /// Not 511, which a network answers that asks for its own sign-in first.
  fileprivate var isRefusal: Bool { status.map { (400..<600).contains($0) && $0 != 511 } ?? false }

  /// The server's own 404 has this message; a bare one comes from a wrong address or a proxy.
  var meansUnknownUser: Bool { kind == .notFound && serverMessage?.lowercased() == "user not found" }
}
