/// Which page to sign in at.
public enum SignInWay: Hashable, Sendable {
  case login
  /// The page for new accounts.
  case signup
  /// Straight to one provider; ``SignInProvider/email`` is the way without a password.
  case provider(SignInProvider)
}
