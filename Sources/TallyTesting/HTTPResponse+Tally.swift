import MediaTesting

/// The envelopes of a Tally server and its shapes of errors.
extension HTTPResponse {
  /// `{ success, data }`, at one route with a `message` beside.
  static func data(_ data: JSONValue, status: Int = 200, message: String? = nil) -> HTTPResponse {
    var body: JSONValue = ["success": true, "data": data]
    if let message { body["message"] = .string(message) }
    return .json(body, status: status)
  }

  /// The payload beside `success`.
  static func flat(_ members: JSONValue, status: Int = 200) -> HTTPResponse {
    var body = members
    body["success"] = true
    return .json(body, status: status)
  }

  /// `{ success: false, error: text }`, sometimes with more beside.
  static func refusal(
    _ status: Int, _ text: String, details: JSONValue? = nil, code: String? = nil, message: String? = nil
  ) -> HTTPResponse {
    var body: JSONValue = ["success": false, "error": .string(text)]
    if let details { body["details"] = details }
    if let code { body["code"] = .string(code) }
    if let message { body["message"] = .string(message) }
    return .json(body, status: status)
  }

  /// `{ error: CODE, message }` without `success`.
  static func failure(_ status: Int, _ code: String, _ message: String, details: JSONValue? = nil) -> HTTPResponse {
    var body: JSONValue = ["error": .string(code), "message": .string(message)]
    if let details { body["details"] = details }
    return .json(body, status: status)
  }

  static let crash = failure(500, "INTERNAL_SERVER_ERROR", "Something went wrong")
  static let noTMDB = failure(503, "TMDB_UNAVAILABLE", "TMDB service is not available")

  /// A validation error that a handler throws: its code has no underscore.
  static func invalid(_ message: String) -> HTTPResponse { failure(400, "VALIDATIONERROR", message) }
}
