import Foundation
import MediaCore

extension AuthenticationScheme {
  /// A bearer token that nothing renews. It is dead when this server says so in its own words: a 401 with a `detail`, or a 403
  /// with one of two. A page, a bare status or any other refusal comes from somebody else or means something else.
  static let vault = AuthenticationScheme(isRefused: { response in
    guard response.status == 401 || response.status == 403,
      let detail = try? JSONValue(parsing: response.body)["detail"]?.string
    else { return false }
    return response.status == 401 || deadTokens.contains(detail)
  })

  /// No token reached the server, or one that is none.
  private static let deadTokens: Set<String> = ["Not authenticated", "Invalid authentication credentials"]
}
