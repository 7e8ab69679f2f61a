import Foundation
import MediaCore

extension AuthenticationScheme {
  /// A bearer token that cannot be renewed. It is invalid when this server itself says so: a 401 with a `detail`, or a
  /// 403 with one of two messages. An HTML page, a bare status or any other refusal comes from a proxy or means
  /// something else.
  static let vault = AuthenticationScheme(isRefused: { response in
    guard response.status == 401 || response.status == 403,
      let detail = try? JSONValue(parsing: response.body)["detail"]?.string
    else { return false }
    return response.status == 401 || deadTokens.contains(detail)
  })

  /// The server's messages for a request without a token, and for one with a malformed token.
  private static let deadTokens: Set<String> = ["Not authenticated", "Invalid authentication credentials"]
}
