extension AccountSession {
  /// Whether somebody is signed in.
  public enum Status: Sendable, Hashable {
    /// Nobody, and nothing of an account is kept.
    case signedOut
    /// The id of the account and its name, as the server gives them.
    case signedIn(account: String, name: String)
    /// The server refused to renew the sign-in. Offline data and pending work of the account are kept.
    case expired(account: String, name: String)

    /// The account whose data counts on this device; nil when nobody is signed in.
    package var account: String? {
      switch self {
      case .signedIn(let account, _), .expired(let account, _): account
      case .signedOut: nil
      }
    }
  }
}
