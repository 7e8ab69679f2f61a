import Foundation
import MediaCore

extension AuthenticationScheme {
  /// A bearer token that cannot be renewed. A refusal ends the sign-in only with one of the server's known messages: any other 401 or 403
  /// comes from a proxy, or refuses this call alone.
  static func vault(_ sender: RequestSender) -> AuthenticationScheme {
    AuthenticationScheme(
      isRefused: { response in
        guard response.status == 401 || response.status == 403,
          let detail = try? JSONValue(parsing: response.body)["detail"]?.string
        else { return false }
        return (response.status == 401 ? deadTokens : malformedTokens).contains(detail)
      },
      identify: { (credentials) async throws(ClientError) in
        do throws(ClientError) {
          let user = try await sender.send(.owner(of: credentials.access))
          return TokenOwner(account: String(user.id), name: user.username)
        } catch {
          guard error.status == 401, !deadTokens.contains(error.serverMessage ?? "") else { throw error }
          throw ClientError(
            .wrongServer, operation: error.operation, status: 401, serverMessage: error.serverMessage,
            detail: error.detail)
        }
      })
  }

  /// The server's messages for a token that it does not accept, with status 401.
  private static let deadTokens: Set<String> = [
    "Could not validate credentials", "User not found", "User account is inactive",
    "Invalid Auth0 token - missing required fields",
  ]
  /// The server's messages for a request without a token, and for one with a malformed token, with status 403.
  private static let malformedTokens: Set<String> = ["Not authenticated", "Invalid authentication credentials"]
}

extension Endpoint where Response == User {
  /// The user of a token that is not, or not yet surely, the stored sign-in's.
  static func owner(of token: Secret) -> Endpoint {
    .json(
      .vaultAccountOwner, path: ["api", "auth", "me"], fields: ["Authorization": "Bearer \(token.reveal())"],
      traits: with(EndpointTraits.authentication) { $0.isRepeatable = true })
  }
}
