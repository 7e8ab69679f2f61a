import MediaTesting

extension JSONValue {
  /// An object with the members that are not nil.
  static func members(_ members: [String: JSONValue?]) -> JSONValue { .object(members.compactMapValues { $0 }) }
}

/// The envelopes of a Tally server and its shapes of errors.
extension HTTPResponse {
  /// `{ success, data }`, at one route also with a `message`.
  static func data(_ data: JSONValue, status: Int = 200, message: String? = nil) -> HTTPResponse {
    .json(.members(["success": true, "data": data, "message": message.map(JSONValue.string)]), status: status)
  }

  /// The payload with `success` among its members.
  static func flat(_ members: JSONValue, status: Int = 200) -> HTTPResponse {
    var body = members
    body["success"] = true
    return .json(body, status: status)
  }

  /// `{ success: false, error: text }`, sometimes with more members.
  static func refusal(
    _ status: Int, _ text: String, details: JSONValue? = nil, code: String? = nil, message: String? = nil
  ) -> HTTPResponse {
    let (code, message) = (code.map(JSONValue.string), message.map(JSONValue.string))
    return .json(
      .members(["success": false, "error": .string(text), "details": details, "code": code, "message": message]),
      status: status)
  }

  /// `{ error: CODE, message }` without `success`.
  static func failure(_ status: Int, _ code: String, _ message: String, details: JSONValue? = nil) -> HTTPResponse {
    .json(.members(["error": .string(code), "message": .string(message), "details": details]), status: status)
  }

  static let crash = failure(500, "INTERNAL_SERVER_ERROR", "Something went wrong")
  static let noTMDB = failure(503, "TMDB_UNAVAILABLE", "TMDB service is not configured or in dev mode")

  /// A validation error of a handler, whose code has no underscore.
  static func invalid(_ message: String) -> HTTPResponse { failure(400, "VALIDATIONERROR", message) }
}
