import MediaCore

enum StreamingServiceEndpoints {
  static func all(country: String?, traits: EndpointTraits = .openShown) -> Endpoint<ServiceList> {
    .tally(
      "tally.streamingService.all", .get, ["api", "streaming-services"], query: ["country": country?.uppercased()],
      traits: traits)
  }

  static func service(_ id: ServiceID) -> Endpoint<StreamingService> {
    Endpoint<[String: StreamingService]>.tally(
      "tally.streamingService.service", .get, ["api", "streaming-services", .id(id.rawValue)], traits: .open
    ).map { members in
      guard let service = members["service"] else {
        throw ClientError(
          .undecodable, operation: "tally.streamingService.service", status: 200, detail: "data.service: missing")
      }; return service
    }
  }

  static func backfill(_ body: JSONValue) -> Endpoint<JSONValue> {
    .tally(
      "tally.streamingService.backfill", .post, ["api", "streaming-services", "backfill"], body: .json(body),
      traits: EndpointTraits(credentials: .optional, isRepeatable: false, isRead: false), in: .bare)
  }
}
