import Foundation
import HubClient
import HubTesting
import Runner

/// Reads the server's data without the SDK: plain requests, plain JSON.
struct Verifier: Sendable {
  private let base: URL
  private let transport: any Transport
  private let user: HubUserID

  init(base: URL, transport: any Transport, user: HubUserID) {
    self.base = base
    self.transport = transport
    self.user = user
  }

  /// The ids in the feed, newest first, read past the server's cache.
  func videoIDs() async throws -> [String] {
    let answer = try await send(.get, "feed?limit=100", fields: ["Authorization": "verifier"])
    try expect(answer.status == 200, "200 for the feed, got \(answer.status)")
    return try (JSONValue(parsing: answer.body)["videos"]?.array ?? []).compactMap { $0["videoId"]?.string }
  }

  /// Whether the server has the user.
  func hasUser() async throws -> Bool {
    try await send(.get, "feed?limit=1", fields: ["Authorization": "verifier"]).status == 200
  }

  private func send(_ method: HTTPMethod, _ path: String, fields: HTTPFields = [:]) async throws -> HTTPResponse {
    let id = user.reveal().addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let url = try require(URL(string: base.absoluteString + "/api/users/\(id)/\(path)"), "an address")
    return try await transport.send(
      HTTPRequest(method: method, url: url, fields: fields, operation: OperationID("verifier")))
  }
}

/// The error of a call; a failure when it succeeded.
func failure<Value>(_ body: () async throws(HubError) -> Value) async throws -> HubError {
  do throws(HubError) { _ = try await body() } catch { return error }
  throw FlowFailure("expected an error")
}

extension FeedViewModel {
  /// Performs an action, waits until its work is done, and returns the state.
  func after(_ action: @MainActor @Sendable (FeedViewModel) -> Void) async -> State {
    action(self)
    await settled()
    return state
  }
}
