extension AccountSession {
  /// The state of the sign-in.
  public enum Status: Sendable, Hashable {
    /// Nobody is signed in.
    case signedOut
    /// Signed in, with the id of the account and its name, as the server gives them.
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
