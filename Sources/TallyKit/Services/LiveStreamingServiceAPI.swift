import MediaCore

struct LiveStreamingServiceAPI: StreamingServiceAPI {
  let client: ServiceClient

  func all(country: String?) async throws(ClientError) -> ServiceList {
    try await client.send(StreamingServiceEndpoints.all(country: country))
  }

  func service(_ id: ServiceID) async throws(ClientError) -> StreamingService {
    try await client.send(StreamingServiceEndpoints.service(id))
  }

  func backfill(_ body: JSONValue) async throws(ClientError) -> JSONValue {
    try await client.send(StreamingServiceEndpoints.backfill(body))
  }
}
