import MediaCore

struct LiveServerAPI: ServerAPI {
  let client: ServiceClient

  func health() async throws(ClientError) -> Health {
    try await client.send(ServerEndpoints.health())
  }

  func joinWaitlist(email: String, country: String?) async throws(ClientError) {
    try await client.send(ServerEndpoints.joinWaitlist(email: email, country: country))
  }

  func openAPI() async throws(ClientError) -> JSONValue {
    try await client.send(ServerEndpoints.openAPI())
  }

  func docs() async throws(ClientError) -> String {
    try await client.send(ServerEndpoints.docs())
  }
}
