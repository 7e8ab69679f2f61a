import Foundation

extension AccountSession {
  /// Allows another renewal when the server answers again after it could not be reached.
  nonisolated func connectionIsBack() { budget.allowOne() }

  /// Notes whether a call of the account got an answer.
  nonisolated func noteCall(isAnswered: Bool) { budget.noteCall(isAnswered: isAnswered) }

  /// Calls `renewed` after each renewal of the tokens of a sign-in, until the token is released.
  package nonisolated func observeRenewal(_ renewed: @escaping @Sendable () -> Void) -> ObservationToken {
    renewals.add(renewed)
  }

  /// The credentials as they are, without a renewal of those that run out.
  package func heldCredentials() throws(ClientError) -> Credentials? {
    try load()
    return credentials
  }

  /// Credentials, and which sign-in and renewal they come from.
  struct Grant: Sendable {
    let credentials: Credentials
    let generation: Int
    let renewal: Int

    var scope: AccountScope { AccountScope(account: credentials.account, generation: generation) }
  }

  /// The way to the server, from the service that was made last: its headers and options count.
  struct Connection: Sendable {
    var scheme: AuthenticationScheme
    var serverNow: @Sendable () -> Date?
    var isServerGenuine: @Sendable () async -> Bool
    var observe: @Sendable (ClientEvent) -> Void
  }

  /// A grant that calls may take without waiting for the session.
  struct Standing: Sendable {
    let grant: Grant
    /// The time, by the server's clock, from which a call asks the session for newer credentials.
    let renewAt: Date?
    /// Whether the server has accepted the grant's token.
    let isAccepted: Bool

    /// - Parameter now: the server's time; nil while it is unknown.
    func isDue(_ now: @autoclosure () -> Date?) -> Bool {
      guard let renewAt, let now = now() else { return false }
      return now > renewAt
    }

    /// Whether an answer to `other` needs no look at the session: it is of the same sign-in, and no newer than an accepted grant.
    func accepts(_ other: Grant) -> Bool {
      isAccepted && other.generation == grant.generation && other.renewal <= grant.renewal
    }
  }
}

/// An account and the generation number of its sign-in.
public struct AccountScope: Sendable, Hashable {
  /// The id of the account, as its server gives it.
  public let account: String
  /// A number that rises with each sign-in and each sign-out. If a request was sent in an earlier generation, its response is dropped.
  public let generation: Int

  static let none = AccountScope(account: "", generation: 0)
}

extension AccountSession {
  /// The state of the sign-in.
  public enum Status: Sendable, Hashable {
    /// Nobody is signed in.
    case signedOut
    /// An account is signed in. `account` is its id and `name` its name, as the server gives them.
    case signedIn(account: String, name: String)
    /// The server refused to renew the sign-in. The account's data and pending changes on this device are kept.
    case expired(account: String, name: String)

    /// The account whose data this device shows, even if its sign-in has expired; nil if nobody is signed in.
    public var account: String? {
      switch self {
      case .signedIn(let account, _), .expired(let account, _): account
      case .signedOut: nil
      }
    }

    /// Whether an account is signed in and its sign-in has not expired. The status comes from this device's storage: the server may have
    /// ended the sign-in since the last call.
    public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }
  }

  /// The error of a call that needs a sign-in and has none.
  func missingGrant(for operation: OperationID) -> ClientError {
    ClientError(.signedOut, operation: operation, detail: expired == nil ? nil : ClientError.Detail.signInExpired)
  }
}
