import MediaCore

/// The purpose of a call or of a step on this device, for its error.
enum HubTask: Sendable { case health, registration, reconciliation, feed, storage, exchange }

/// Ends a public function: runs its body, which throws `ClientError`, and throws the error as a ``HubError``.
func during<Value>(
  _ task: HubTask, _ body: @autoclosure () async throws(ClientError) -> Value
) async throws(HubError) -> Value {
  do throws(ClientError) { return try await body() } catch { throw HubError(error, during: task) }
}

extension HubError {
  /// - Parameter progress: the progress of a failed registration.
  init(_ error: ClientError, during task: HubTask, progress: RegistrationProgress = RegistrationProgress()) {
    switch (error.kind, task) {
    case (_, .registration): self = .registrationFailed(error, progress: progress)
    case (.cancelled, _): self = .cancelled(error)
    case (.storage, _), (_, .storage): self = .storageFailed(error)
    case (_, .exchange): self = .syncFailed(error)
    case (.notFound, _): self = error.meansUnknownUser ? .userNotFound(error) : .invalidURL(error)
    case (.invalidRequest, _) where error.status == nil: self = .invalidURL(error)
    case (.unreachable, _), (.tls, _), (.timedOut, _): self = .networkError(error)
    // A 404 or 410 at the first contact (`wrongServer`) means the same as later (`notFound`): there is no such route.
    case (.wrongServer, _) where [404, 410].contains(error.status): self = .invalidURL(error)
    case (.wrongServer, _) where !error.isRefusal: self = .invalidResponse(error)
    case (.undecodable, _) where error.detail == ClientError.Detail.empty: self = .invalidResponse(error)
    // `notOK`, a success status other than 200, is no decoding error: the cases below map it as a failed call.
    case (.undecodable, _) where error.detail != ClientError.notOK: self = .decodingError(error)
    case (_, .health): self = .serverUnhealthy(error)
    case (_, .reconciliation): self = .reconciliationFailed(error)
    case (_, .feed): self = .fetchFailed(error)
    }
  }
}

extension HubError {
  /// The same error with its `localizedDescription` in the language of `texts`.
  func speaking(_ texts: Texts) -> HubError {
    let error = clientError.speaking(texts)
    return switch self {
    case .serverUnhealthy: .serverUnhealthy(error)
    case .registrationFailed(_, let progress): .registrationFailed(error, progress: progress)
    case .reconciliationFailed: .reconciliationFailed(error)
    case .fetchFailed: .fetchFailed(error)
    case .invalidResponse: .invalidResponse(error)
    case .networkError: .networkError(error)
    case .decodingError: .decodingError(error)
    case .userNotFound: .userNotFound(error)
    case .invalidURL: .invalidURL(error)
    case .cancelled: .cancelled(error)
    case .storageFailed: .storageFailed(error)
    case .syncFailed: .syncFailed(error)
    }
  }
}

extension ClientError {
  /// Calls a function of a role or of an app's feed, and throws its error as the underlying one.
  static func of<Value>(
    isolation: isolated (any Actor)? = #isolation, _ call: @autoclosure () async throws(HubError) -> Value
  ) async throws(ClientError) -> Value {
    do throws(HubError) { return try await call() } catch {
      var inner = error.clientError
      // The stores recognise an unknown user by the server's message. The error of an app's own feed may lack this message: add it.
      if case .userNotFound = error, !inner.meansUnknownUser {
        (inner.kind, inner.serverMessage) = (.notFound, "User not found")
      }
      throw inner
    }
  }

  /// The detail of an answer with a success other than 200.
  static let notOK = "notStatus200"

  /// Whether the status is a 4xx or 5xx, except 511, with which a network asks for its own sign-in first.
  fileprivate var isRefusal: Bool { status.map { (400..<600).contains($0) && $0 != 511 } ?? false }

  /// Whether the error is the server's own 404, which has this message; a 404 without it comes from a wrong address or a proxy.
  var meansUnknownUser: Bool { kind == .notFound && serverMessage?.lowercased() == "user not found" }
}
