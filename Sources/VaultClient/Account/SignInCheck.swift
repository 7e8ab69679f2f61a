/// What became of a look at the stored sign-in.
public enum SignInCheck: Hashable, Sendable {
  case signedOut
  case signedIn(User)
  /// The server could not be asked, or could not answer: go on with what is known.
  case offline(User?)
  /// The server refused the token: sign in again. Pending work is kept.
  case expired
}
