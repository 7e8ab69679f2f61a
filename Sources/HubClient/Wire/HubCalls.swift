import Foundation
import MediaCore

/// Sends the calls of one service: takes the user id out of errors, and sends nothing while the server's rate limit lasts. All users share
/// that limit, so further calls would use it up for everyone.
struct HubCalls: Sendable {
  let client: ServiceClient
  var user: HubUserID?
  let gate: RateLimitGate

  /// - Parameter isLimited: whether the route counts against the server's rate limit.
  func send<Response>(
    _ endpoint: Endpoint<Response>, isLimited: Bool = true
  ) async throws(ClientError) -> Response {
    do throws(ClientError) {
      if isLimited { try gate.check(endpoint.operation) }
      return try await client.send(endpoint)
    } catch {
      if isLimited { gate.note(error) }
      throw withoutUser(error)
    }
  }

  /// Posts `body` and decodes a JSON answer; every status except 200 is an error.
  func post<Response: Decodable & Sendable>(
    _ operation: OperationID, _ path: [PathSegment], _ body: JSONValue? = nil, traits: EndpointTraits
  ) async throws(ClientError) -> Response {
    let endpoint = Endpoint(operation, .post, path: path, body: body.map(RequestBody.json), traits: traits) {
      response, decoding in
      try decoding.requireOK(response, operation: operation)
      return try decoding.json(Response.self, from: response)
    }
    return try await send(endpoint)
  }

  /// Locates the server before a call that must not be sent twice: an error with the operation `server.locate` proves that the call was not
  /// sent.
  func locate() async throws(ClientError) {
    do throws(ClientError) {
      _ = try await client.locator.base()
      if Task.isCancelled { throw ClientError.cancelled(ClientError.locating) }
    } catch {
      var error = error
      error.operation = ClientError.locating
      throw error
    }
  }

  private func withoutUser(_ error: ClientError) -> ClientError {
    // Keep the server's "User not found": if the id is a word such as `user`, removing the id would make the message unrecognisable.
    guard let user, let message = error.serverMessage, !error.meansUnknownUser else { return error }
    var error = error
    error.serverMessage = user.removed(from: message)
    return error
  }
}

extension ClientError {
  /// The operation of errors while the server is being located: the call was not sent.
  static let locating = OperationID.serverLocate
}

extension JSONValue {
  /// `{"channelIds":[…]}`
  static func channelIds(_ ids: [String]) -> JSONValue { ["channelIds": .array(ids.map { .string($0) })] }
}

extension EndpointTraits {
  /// The traits of all routes: without credentials, and with time for the server's rate limit, which holds a call for up to a minute before
  /// it answers.
  static func hub(isRead: Bool) -> EndpointTraits {
    EndpointTraits(
      credentials: .none, isRepeatable: true, isRead: isRead, deadline: .seconds(240), attemptTimeout: .seconds(100))
  }
}

extension ResponseDecoding {
  /// Throws for every status except 200.
  func requireOK(_ response: HTTPResponse, operation: OperationID) throws {
    guard response.status == 200 else {
      throw ClientError(.undecodable, operation: operation, status: response.status, detail: ClientError.notOK)
    }
  }
}

extension HTTPResponse {
  /// The age of an answer from the server's cache; nil for an answer made for this call.
  var age: Duration? {
    guard let text = fields["Age"]?.trimmingCharacters(in: .whitespaces), let seconds = Int(text), seconds >= 0
    else { return nil }
    return .seconds(min(seconds, 31_536_000))
  }
}

/// Holds calls back while a server's rate limit lasts. Measured by uptime: a change of the wall clock has no effect.
final class RateLimitGate: Sendable {
  private let clock: any TimeSource
  private let until = Locked<Duration?>(nil)

  init(clock: any TimeSource) { self.clock = clock }

  func check(_ operation: OperationID) throws(ClientError) {
    let now = clock.uptime()
    guard let end = until.withLock({ $0 }), end > now else { return }
    let retryAt = clock.now() + (end - now).seconds
    throw ClientError(.rateLimited, operation: operation, retryAt: retryAt, detail: Self.heldBack)
  }

  func note(_ error: ClientError) {
    guard error.kind == .rateLimited, error.detail != Self.heldBack, let retryAt = error.retryAt else { return }
    let end = clock.uptime() + .seconds(max(0, retryAt.timeIntervalSince(clock.now())))
    until.withLock { $0 = max($0 ?? end, end) }
  }

  static let heldBack = "heldBack"
}
