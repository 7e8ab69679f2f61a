public import MediaCore

/// A route that fails on every current server, whatever is sent. The SDK calls it all the same, so that it works once a
/// server repairs it; until then the error is `unsupported`, with the route's name as detail.
public enum BrokenRoute: String, Sendable, Hashable, CaseIterable {
  /// `POST /api/movies/`
  case createMovie
  /// `POST /api/series/`
  case createSeries
  /// `POST /api/auth/link-oauth`
  case linkOAuth
  /// `POST /api/import/url`, for addresses that the server recognises.
  case importURL
  /// `POST /api/share/import`
  case importShared
  /// `POST /api/notifications/mark-seen`
  case markNotificationsSeen
  /// `GET /api/watchlist/unwatched/`, while an unwatched episode has no air date.
  case unwatched

  /// One sentence for a person: the reason, and an alternative that works. Keys are `vault.broken.` and the name.
  public func explanation(_ texts: Texts = .english) -> String {
    let english =
      switch self {
      case .createMovie: "This server cannot create films by hand. Import them by their IMDb id or from the search."
      case .createSeries: "This server cannot create series by hand. Import them by their id or from the search."
      case .linkOAuth: "This server cannot link a sign-in service to an account. Signing in with the same e-mail does."
      case .importURL: "This server cannot import addresses. Its id is taken from the address and imported instead."
      case .importShared: "This server cannot import what was shared to it. Import it by its id instead."
      case .markNotificationsSeen: "This server cannot mark everything as seen. The items are marked one by one."
      case .unwatched: "This server cannot list what is unwatched. It is worked out from the watchlist instead."
      }
    return texts(Texts.Key(rawValue: "vault.broken.\(rawValue)"), english: english)
  }
}

extension ClientError {
  /// The known fault of the server that caused this error, if one did.
  public var brokenRoute: BrokenRoute? { kind == .unsupported ? detail.flatMap(BrokenRoute.init(rawValue:)) : nil }
}
