public import MediaCore

/// Holds back every use of a token while its account is being deleted: a token of Auth0's makes a new, empty account at its next
/// use.
final class DeletionGate: Middleware {
  private let isClosed = Locked(false)

  /// - Throws: `conflict` when a deletion is under way already.
  func close() throws(ClientError) {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    if wasClosed { throw ClientError(.conflict, operation: LiveAccountAPI.deletion) }
  }

  func open() { isClosed.withLock { $0 = false } }

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    let isHeldBack = call.traits.credentials != .none && call.operation != LiveAccountAPI.deletion
    guard !isHeldBack || !isClosed.withLock({ $0 }) else {
      throw ClientError(.signedOut, operation: call.operation, detail: ClientError.Detail.accountChanged)
    }
    return try await next(call)
  }
}

extension ClientError {
  /// The account may be deleted or not, for the answer to its deletion was lost; see ``AccountAPI/deleteAccount()``.
  public var isDeletionUncertain: Bool { detail == Self.uncertainDeletion }

  private static let uncertainDeletion = "deletionUncertain"

  var withUncertainDeletion: ClientError {
    var error = self
    error.detail = Self.uncertainDeletion
    return error
  }

  /// Whether the server may have done what it was asked, though nobody heard that it did.
  var mayHaveArrived: Bool {
    switch kind {
    case .timedOut, .cancelled: true
    case .unreachable:
      detail == TransportFailure.Reach.connectionLost.rawValue || detail == TransportFailure.Reach.unknown.rawValue
    // Somebody in front of the server gave up on it.
    case .server: status == 502 || status == 504
    default: false
    }
  }
}
