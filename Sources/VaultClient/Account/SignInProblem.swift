public import MediaCore

/// The reason why an address that claims to be the end of a sign-in is not accepted; the detail of an `invalidRequest`.
public enum SignInProblem: String, Sendable, Hashable, CaseIterable, Error {
  /// The address is not the one that Auth0 redirects to.
  case notTheCallback
  /// No sign-in is in progress.
  case unsolicited
  /// The callback of this sign-in was accepted before.
  case repeated
  /// The sign-in took longer than ``SignInFlow/lifetime``.
  case expired
  case missingState
  case wrongState
  case missingCode
  /// A parameter occurs twice, or there are both a code and an error.
  case contradictory
  /// Parameters are not well-formed text.
  case malformed

  var error: ClientError {
    ClientError(.invalidRequest, operation: "vault.account.callback", detail: "callback.\(rawValue)")
  }
}

extension ClientError {
  /// The reason why a callback was not accepted, when this error is about one.
  public var signInProblem: SignInProblem? {
    guard let detail, detail.hasPrefix("callback.") else { return nil }
    return SignInProblem(rawValue: String(detail.dropFirst("callback.".count)))
  }

  /// Auth0's reason for refusing a sign-in, such as `access_denied`.
  public var signInRefusal: String? {
    guard let detail, detail.hasPrefix("auth0.") else { return nil }
    return String(detail.dropFirst("auth0.".count))
  }
}
