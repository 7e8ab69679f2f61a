import MediaCore

/// `{"message": …}`: said, and nothing else to know.
struct Message: Codable, Hashable, Sendable {
  var message: String

  init(message: String = "") { self.message = message }

  init(from decoder: any Decoder) throws {
    message = try decoder.lenient(CodingKeys.self)[.message] ?? ""
  }
}
