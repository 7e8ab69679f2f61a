import MediaCore

enum ChannelEndpoints {
  static func register(_ channels: [String], user: HubUserID) -> Endpoint<RegistrationAnswer> {
    Endpoint(
      "hub.channels.register", .post, path: ["api", "users", user.pathSegment, "channels"],
      body: .json(["channelIds": .array(channels.map { .string($0) })]), traits: .hub(isRead: false)
    ) { response, decoding in
      try decoding.ok(RegistrationAnswer.self, from: response, operation: "hub.channels.register")
    }
  }
}

/// `{"message":"Channels registered successfully"}`: no counts, no echo.
struct RegistrationAnswer: Codable, Hashable, Sendable {
  var message: String?

  init(message: String?) { self.message = message }

  init(from decoder: any Decoder) throws {
    message = try decoder.lenient(CodingKeys.self)[.message]
  }

  enum CodingKeys: String, CodingKey { case message }
}
