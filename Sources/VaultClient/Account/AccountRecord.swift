import Foundation
import MediaCore

/// The part of a sign-in that is stored beside the token, for starting without a network and for signing out. Holds no
/// secret.
struct AccountRecord: Codable, Hashable, Sendable {
  var user: User
  /// The expiry that the token itself names.
  var expiresAt: Date?
  /// Whether there is a session at Auth0 too.
  var usesAuth0: Bool
  /// The tenant that the account was signed in at, as far as known.
  var auth0: Auth0Settings?
}

extension AccountCache<AccountRecord?> {
  static func records(in storage: AccountStorage) -> AccountCache { shared("account", empty: nil, in: storage) }
}
