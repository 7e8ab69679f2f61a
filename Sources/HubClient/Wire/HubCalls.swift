import Foundation
import MediaCore

/// Sends the calls of one service: turns errors into ``HubError``, keeps the user id out of them, and sends nothing to
/// a server whose rate limit was met. All users share that limit: hammering would use up everybody's.
struct HubCalls: Sendable {
  let client: ServiceClient
  var user: HubUserID?
  let gate: RateLimitGate

  /// - Parameter isLimited: whether the route counts against the server's rate limit.
  func send<Response>(
    _ endpoint: Endpoint<Response>, as task: HubTask, isLimited: Bool = true
  ) async throws(HubError) -> Response {
    do throws(ClientError) {
      if isLimited { try gate.check(endpoint.operation) }
      return try await client.send(endpoint)
    } catch {
      if isLimited { gate.note(error) }
      throw HubError(withoutUser(error), during: task)
    }
  }

  /// Posts `body`; the answer is JSON with status 200, no other.
  func post<Response: Decodable & Sendable>(
    _ operation: OperationID, _ path: [PathSegment], _ body: JSONValue? = nil, traits: EndpointTraits, as task: HubTask
  ) async throws(HubError) -> Response {
    let endpoint = Endpoint(operation, .post, path: path, body: body.map(RequestBody.json), traits: traits) {
      response, decoding in
      try decoding.requireOK(response, operation: operation)
      return try decoding.json(Response.self, from: response)
    }
    return try await send(endpoint, as: task)
  }

  /// Locates the server before a call that must not be sent twice: its error, `server.locate`, proves that the call did not go out.
  func locate(for task: HubTask) async throws(HubError) {
    do throws(ClientError) {
      _ = try await client.locator.base()
      if Task.isCancelled { throw ClientError.cancelled(ClientError.locating) }
    } catch {
      var error = error
      error.operation = ClientError.locating
      throw HubError(error, during: task)
    }
  }

  private func withoutUser(_ error: ClientError) -> ClientError {
    // The server's own "User not found" stays whole, also for an id such as `user`.
    guard let user, let message = error.serverMessage, !error.meansUnknownUser else { return error }
    var error = error
    error.serverMessage = user.removed(from: message)
    return error
  }
}

extension ClientError {
  /// The operation while the server is being located: nothing of a call has gone out then.
  static let locating = OperationID.serverLocate
}

extension EndpointTraits {
  /// No credentials anywhere. The server holds calls above its limit for up to a minute before it answers, so one
  /// attempt may take longer than that.
  static func hub(isRead: Bool) -> EndpointTraits {
    EndpointTraits(
      credentials: .none, isRepeatable: true, isRead: isRead, deadline: .seconds(240), attemptTimeout: .seconds(100))
  }
}

extension ResponseDecoding {
  /// Any success but 200 is a failure of the call.
  func requireOK(_ response: HTTPResponse, operation: OperationID) throws {
    guard response.status == 200 else {
      throw ClientError(.undecodable, operation: operation, status: response.status, detail: ClientError.notOK)
    }
  }
}

extension HTTPResponse {
  /// The age of an answer from the server's cache; nil for one made for this call.
  var age: Duration? {
    guard let text = fields["Age"]?.trimmingCharacters(in: .whitespaces), let seconds = Int(text), seconds >= 0
    else { return nil }
    return .seconds(min(seconds, 31_536_000))
  }
}
