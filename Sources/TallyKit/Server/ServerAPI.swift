public import MediaCore

/// What a server tells without an account.
public protocol ServerAPI: Sendable {
  /// `GET /api/health`: whether it is there.
  func health() async throws(ClientError) -> Health
  /// `POST /api/waitlist`: asks to be told of the launch; a second time changes nothing. The server forgets it at a
  /// restart.
  /// - Throws: `invalidRequest` for what is no e-mail address.
  func joinWaitlist(email: String, country: String?) async throws(ClientError)
  /// `GET /openapi.json`: the description that is built into the server; small, and wrong in places.
  func openAPI() async throws(ClientError) -> JSONValue
  /// `GET /docs`: a web page that shows the description.
  func docs() async throws(ClientError) -> String
}
