public import MediaCore

/// Holds back every use of a token during the deletion of its account: an Auth0 token would make a new, empty account.
final class DeletionGate: Middleware {
  private let isClosed = Locked(false)

  /// - Throws: `conflict` when a deletion is under way already.
  func close() throws(ClientError) {
    try isClosed.withLock { isClosed throws(ClientError) in
      guard !isClosed else { throw ClientError(.conflict, operation: LiveAccountAPI.deletion) }
      isClosed = true
    }
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
  /// Whether the response to ``AccountAPI/deleteAccount()`` was lost. If true, the account may or may not have been deleted.
  public var isDeletionUncertain: Bool { detail == Self.uncertainDeletion }

  private static let uncertainDeletion = "deletionUncertain"

  var withUncertainDeletion: ClientError { with(self) { $0.detail = Self.uncertainDeletion } }

  /// Whether the server may have carried out the request, though no answer arrived.
  var mayHaveArrived: Bool {
    switch kind {
    case .timedOut, .cancelled: true
    case .unreachable:
      detail == TransportFailure.Reach.connectionLost.rawValue || detail == TransportFailure.Reach.unknown.rawValue
    // With 502 or 504, a proxy got no answer in time, but the server may still have carried out the request.
    case .server: status == 502 || status == 504
    default: false
    }
  }
}
