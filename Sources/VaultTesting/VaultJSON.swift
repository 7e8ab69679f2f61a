import Foundation
import MediaTesting

/// Optional values as wire JSON, and the server's answers.
enum VaultJSON {
  static func stamp(_ value: VaultStamp?) -> JSONValue { .text(value?.iso) }
  static func message(_ text: String) -> HTTPResponse { answer(["message": .string(text)]) }

  static func answer(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    .json(value, status: status, type: "application/json")
  }

  /// The address in place of an unknown poster.
  static let noImage = "/static/no-image.png"

  static func poster(_ url: String?) -> JSONValue { .string((url ?? "").isEmpty ? noImage : url ?? noImage) }
}

/// The ways in which a call fails.
enum VaultFailure: Error {
  case detail(Int, String, challenge: Bool = false)
  case validation([JSONValue])
  /// An uncaught exception: a plain-text 500.
  case crash
  case rateLimited(String)

  static func notFound(_ thing: String) -> VaultFailure { .detail(404, "\(thing) not found") }

  var response: HTTPResponse {
    switch self {
    case .detail(let status, let text, let challenge):
      var response = VaultJSON.answer(["detail": .string(text)], status: status)
      if challenge { response.fields["WWW-Authenticate"] = "Bearer" }
      return response
    case .validation(let errors): return VaultJSON.answer(["detail": .array(errors)], status: 422)
    case .crash: return .text("Internal Server Error", status: 500)
    case .rateLimited(let limit):
      return VaultJSON.answer(["error": .string("Rate limit exceeded: \(limit)")], status: 429)
    }
  }
}
