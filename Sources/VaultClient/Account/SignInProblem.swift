public import MediaCore

/// Why something that claims to be the end of a sign-in is not taken for it; the detail of an `invalidRequest`.
public enum SignInProblem: String, Sendable, Hashable, CaseIterable, Error {
  /// Not the address that Auth0 leads to.
  case notTheCallback
  /// Nobody is signing in.
  case unsolicited
  /// This sign-in has come back before.
  case repeated
  /// It took longer than ``SignInFlow/lifetime``.
  case expired
  case missingState
  case wrongState
  case missingCode
  /// A parameter is there twice, or there is both a code and an error.
  case contradictory
  /// Parameters that are no well-formed text.
  case malformed

  var error: ClientError {
    ClientError(.invalidRequest, operation: "vault.account.callback", detail: "callback.\(rawValue)")
  }
}

extension ClientError {
  /// Why a callback was not taken, when that is what this error is about.
  public var signInProblem: SignInProblem? {
    guard let detail, detail.hasPrefix("callback.") else { return nil }
    return SignInProblem(rawValue: String(detail.dropFirst("callback.".count)))
  }

  /// Auth0's reason for not signing somebody in, such as `access_denied`.
  public var signInRefusal: String? {
    guard let detail, detail.hasPrefix("auth0.") else { return nil }
    return String(detail.dropFirst("auth0.".count))
  }
}
