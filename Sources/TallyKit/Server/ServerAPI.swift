public import Foundation
public import MediaCore

/// Routes of a server that need no account.
public protocol ServerAPI: Sendable {
  /// `GET /api/health`: checks whether the server responds.
  func health() async throws(ClientError) -> Health
  /// `POST /api/waitlist`: puts an e-mail address on the waiting list, to be informed by e-mail about the launch of the service. Repeating
  /// the request changes nothing. The server loses the list when it restarts.
  /// - Throws: `invalidRequest` if `email` is not an e-mail address.
  func joinWaitlist(email: String, country: String?) async throws(ClientError)
  /// `GET /openapi.json`: the OpenAPI description that is built into the server. The description is small and contains errors.
  func openAPI() async throws(ClientError) -> JSONValue
  /// `GET /docs`: a web page that shows the OpenAPI description.
  func docs() async throws(ClientError) -> String
}

/// The state of the server. Decoding requires `ok`.
public struct Health: Codable, Hashable, Sendable {
  /// Whether the server reports that it works.
  public var ok: Bool
  /// The server's time.
  public var timestamp: Date?

  /// Creates a value from its required members. All other members have their default values.
  public init(ok: Bool) { self.ok = ok }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    ok = try members.require(.ok)
    timestamp = members[.timestamp]
  }
}

struct LiveServerAPI: ServerAPI {
  let client: ServiceClient

  func health() async throws(ClientError) -> Health {
    try await client.call(.tallyServerHealth, .get, ["api", "health"], traits: .open, in: .bare)
  }

  func joinWaitlist(email: String, country: String?) async throws(ClientError) {
    try await client.call(
      .tallyServerJoinWaitlist, .post, ["api", "waitlist"],
      body: .members(["email": .string(email), "country": .text(country)]), traits: .openWrite)
  }

  func openAPI() async throws(ClientError) -> JSONValue {
    try await client.call(.tallyServerOpenAPI, .get, ["openapi.json"], traits: .open, in: .bare)
  }

  func docs() async throws(ClientError) -> String {
    try await client.send(
      Endpoint(.tallyServerDocs, .get, path: ["docs"], traits: .open) { response, _ in
        String(decoding: response.body, as: UTF8.self)
      })
  }
}
