import Foundation
import MediaCore

extension ClientError {
  /// Short reasons that this service puts into ``ClientError/detail``.
  enum VaultDetail {
    static let duplicate = "duplicate"
    static let noName = "name"
    static let alreadyShared = "alreadyShared"
    static let noSuchRoute = "noSuchRoute"
    /// A list that was made on this device, and was refused or discarded.
    static let noSuchList = "noSuchList"
    static let auth0NotConfigured = "auth0NotConfigured"
  }

  /// The error of this server's answer, read from more than its status.
  func readAsVault(_ broken: BrokenRoute?) -> ClientError {
    var error = self
    // The reasons of a failed search contain the server's own key for the service that it called.
    error.serverMessage = serverMessage.flatMap { $0.hidingUpstreamKeys() }
    switch (status, serverMessage ?? "") {
    case (500, _) where broken != nil:
      error.kind = .unsupported
      error.detail = broken?.rawValue
    case (500, let text) where text.hasPrefix("Failed to share list"):
      error.kind = .conflict
      error.detail = VaultDetail.alreadyShared
    case (400, let text) where text.contains("already exists"):
      error.kind = .conflict
      error.detail = VaultDetail.duplicate
    case (404, "Not Found"):
      error.kind = .unsupported
      error.detail = VaultDetail.noSuchRoute
    case (503, "Auth0 not configured"):
      error.kind = .unsupported
      error.detail = VaultDetail.auth0NotConfigured
    default: break
    }
    return error
  }
}

extension String {
  /// The text without addresses of services that the server called, which contain its keys.
  func hidingUpstreamKeys() -> String {
    replacing(#/(?i)api_?key=[^&\s'")]*/#, with: "api_key=•••")
      .replacing(#/with url: \S*/#, with: "")
  }
}
