/// The result of checking the stored sign-in.
public enum SignInCheck: Hashable, Sendable {
  case signedOut
  case signedIn(User)
  /// The server could not be reached, or could not answer: go on with the stored user.
  case offline(User?)
  /// The server refused the token: sign in again. Pending work is kept.
  case expired
}
