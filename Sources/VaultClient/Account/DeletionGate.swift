public import MediaCore

/// Holds back every use of a token during and after the deletion of its account: an Auth0 token would make a new, empty account. All
/// services of one server and folder share a gate. A call passes the gate at its beginning, before its credentials are asked for, and then
/// with each attempt: a retry still has the credentials of the first attempt.
final class DeletionGate: Middleware {
  private struct State {
    var isClosed = false
    /// Called before the request of the deletion is sent.
    var willSend: (@Sendable () -> Void)?
    /// The `Authorization` header of the deletion that is under way.
    var current: Secret?
    /// The headers of deletions that the server has carried out, or may have.
    var ended: Set<Secret> = []
  }

  private let state = Locked(State())

  /// - Parameter willSend: called once, when the deletion's token is known and before the request is sent.
  /// - Throws: `conflict` when a deletion is under way already.
  func close(willSend: @escaping @Sendable () -> Void) throws(ClientError) {
    try state.withLock { state throws(ClientError) in
      guard !state.isClosed else { throw ClientError(.conflict, operation: LiveAccountAPI.deletion) }
      (state.isClosed, state.willSend) = (true, willSend)
    }
  }

  /// Whether the request of the deletion that is under way has been passed to the transport. False if the deletion failed before that, for
  /// example while the SDK looked for the server.
  var wasSent: Bool { state.withLock { $0.current != nil } }

  /// Opens the gate for calls that were held back during the deletion.
  /// - Parameter isDeleted: true if the server has deleted the account or its answer was lost. In both cases calls with the account's token
  ///   stay held back. If false, these calls are sent as well.
  func open(isDeleted: Bool) {
    state.withLock { state in
      if isDeleted, let current = state.current { state.ended.insert(current) }
      (state.isClosed, state.current, state.willSend) = (false, nil, nil)
    }
  }

  /// Lets an `Authorization` header through again: its user signs in with the token, and so wants an account.
  func admit(_ header: Secret) { state.withLock { _ = $0.ended.remove(header) } }

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    let header = call.request.fields["Authorization"].map { Secret($0) }
    guard call.operation != LiveAccountAPI.deletion else {
      if let header { noteDeletion(header) }
      return try await next(call)
    }
    let isHeldBack = state.withLock { state in
      guard let header else { return state.isClosed && call.traits.credentials != .none }
      let isOfAccount = call.traits.credentials != .none || header == state.current
      return state.ended.contains(header) || state.isClosed && isOfAccount
    }
    guard !isHeldBack else {
      throw ClientError(.signedOut, operation: call.operation, detail: ClientError.Detail.accountChanged)
    }
    return try await next(call)
  }

  private func noteDeletion(_ header: Secret) {
    let willSend = state.withLock { state in
      defer { (state.current, state.willSend) = (header, nil) }
      return state.willSend
    }
    willSend?()
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
