import MediaCore

enum ServerEndpoints {
  static func health() -> Endpoint<Health> {
    .tally("tally.server.health", .get, ["api", "health"], traits: .open, in: .bare)
  }

  static func joinWaitlist(email: String, country: String?) -> Endpoint<Void> {
    .tally(
      "tally.server.joinWaitlist", .post, ["api", "waitlist"],
      body: .members(["email": .string(email), "country": .text(country)]), traits: .openWrite)
  }

  static func openAPI() -> Endpoint<JSONValue> {
    .tally("tally.server.openAPI", .get, ["openapi.json"], traits: .open, in: .bare)
  }

  static func docs() -> Endpoint<String> {
    Endpoint("tally.server.docs", .get, path: ["docs"], traits: .open) { response, _ in
      String(decoding: response.body, as: UTF8.self)
    }
  }
}
