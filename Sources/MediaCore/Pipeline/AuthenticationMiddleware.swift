/// Puts the account's credentials into a call, renews them once when the server refuses them, and drops answers that come
/// back for an account that is no longer the current one.
struct AuthenticationMiddleware: Middleware {
  let session: AccountSession
  let scheme: AuthenticationScheme

  func respond(to call: Call, next: @escaping Next) async throws(ClientError) -> HTTPResponse {
    guard call.traits.credentials != .none else { return try await next(call) }
    let grant: AccountSession.Grant
    if let known = session.knownGrant {
      grant = known
    } else if let asked = try await named(
      call.operation, { () async throws(ClientError) in try await session.grant() })
    {
      grant = asked
    } else {
      // Never send an account's call without a sign-in: the user may have signed out since the queue began to send this change.
      guard call.traits.credentials == .optional, call.account == nil else {
        throw await session.missingGrant(for: call.operation)
      }
      return try await next(call)
    }
    if let required = call.account, required != grant.credentials.account {
      throw ClientError(.signedOut, operation: call.operation, detail: ClientError.Detail.accountChanged)
    }
    let response = try await respond(to: call, as: grant, next: next)
    let isRenewable = scheme.renew != nil && grant.credentials.refresh != nil
    guard scheme.isRefused(response), isRenewable || scheme.isOwnRefusal(response) else {
      return try unlessRefused(response, call)
    }
    let renewed = try await named(call.operation) { () async throws(ClientError) in
      do throws(ClientError) { return try await session.renew(after: grant, refusedAt: call.address) } catch {
        guard error.kind == .signedOut, error.status == 401, error.serverMessage == nil else { throw error }
        throw with(error) { $0.serverMessage = ServerMessage.read(response, request: call.request) }
      }
    }
    return try unlessRefused(try await respond(to: call, as: renewed, next: next), call)
  }

  /// Throws for a 401 that has not ended the sign-in: `server` when the service refuses what it has just renewed or confirmed,
  /// `wrongServer` for other answers, such as a proxy's.
  private func unlessRefused(_ response: HTTPResponse, _ call: Call) throws(ClientError) -> HTTPResponse {
    guard response.status == 401 else { return response }
    let message = ServerMessage.read(response, request: call.request)
    let isServers = scheme.isRefused(response) && scheme.isOwnRefusal(response)
    throw ClientError(
      isServers ? .server : .wrongServer, operation: call.operation, status: 401, serverMessage: message,
      detail: response.isPage ? ClientError.Detail.html : nil)
  }

  /// Gives the session's errors the operation of the call that they belong to.
  private func named<Value>(
    _ operation: OperationID, _ body: () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    do throws(ClientError) { return try await body() } catch {
      var error = error
      error.operation = operation
      throw error
    }
  }

  private func respond(
    to call: Call, as grant: AccountSession.Grant, next: @escaping Next
  ) async throws(ClientError) -> HTTPResponse {
    var signed = call
    signed.scope = grant.scope
    scheme.sign(&signed.request, with: grant.credentials, call.traits)
    var response: HTTPResponse
    do throws(ClientError) { response = try await next(signed) } catch {
      if [.unreachable, .timedOut].contains(error.kind) { session.noteCall(isAnswered: false) }
      throw error
    }
    session.noteCall(isAnswered: !response.isStale)
    if !response.isSuccess {
      let added = signed.request.fields.entries.filter { !call.request.fields.entries.contains($0) }
      let query = scheme.query?(grant.credentials).items ?? []
      response.requestSecrets =
        [grant.credentials.access] + [grant.credentials.refresh].compactMap { $0 } + added.map { Secret($0.value) }
        + query.map { Secret($0.value) }
    }
    if session.isKnownCurrent(grant) { return response }
    guard await session.noteAnswer(grant, isAccepted: response.isSuccess && !response.isStale) else {
      throw ClientError(.signedOut, operation: call.operation, detail: ClientError.Detail.accountChanged)
    }
    return response
  }
}
