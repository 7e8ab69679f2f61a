import MediaCore

/// Texts for people about an error, by where they are.
enum ErrorText {
  /// On the search screen.
  static func search(_ error: ClientError, _ texts: Texts) -> String {
    switch error.kind {
    case _ where error.detail == ProgressDetail.episodeNotStored: return notStored(texts)
    case .signedOut:
      return texts("tally.search.signIn", english: "Please log in to search and add shows to your watchlist")
    case .timedOut:
      return texts("tally.search.timeout", english: "Search timed out. Please check your connection and try again")
    case .unreachable where !error.isForbiddenBySystem:
      return texts("tally.search.offline", english: "No internet connection. Please check your network and try again")
    case .undecodable, .wrongServer:
      return texts("tally.search.undecodable", english: "Could not process search results. Please try again")
    default: break
    }
    guard let status = error.status, status >= 400 else { return error.text(texts) }
    return status == 503
      ? texts("tally.search.unavailable", english: "Search service is temporarily unavailable. Please try again later")
      : texts("tally.search.server", english: "Server error (%@). Please try again later", String(status))
  }

  /// On the list of the user's shows.
  static func shows(_ error: ClientError, _ texts: Texts) -> String {
    switch error.kind {
    case _ where error.detail == ProgressDetail.episodeNotStored: return notStored(texts)
    case .signedOut: return texts("tally.shows.signIn", english: "You need to log in to view your shows.")
    case .timedOut:
      return texts("tally.shows.timeout", english: "The request timed out. Please check your connection.")
    case .unreachable where !error.isForbiddenBySystem:
      return texts("tally.shows.offline", english: "You're offline. Please check your internet connection.")
    case .undecodable, .wrongServer:
      return texts("tally.shows.undecodable", english: "We couldn't read the server response.")
    default: break
    }
    guard let status = error.status, status >= 400 else { return error.text(texts) }
    return texts("tally.shows.server", english: "Server error (%@). Please try again.", String(status))
  }

  static func signIn(_ error: ClientError, _ texts: Texts) -> String {
    if error.detail == AccountDetail.badCredentials {
      return texts("tally.account.badCredentials", english: "Invalid email or password.")
    }
    if error.kind == .unreachable || error.kind == .timedOut { return shows(error, texts) }
    return texts("tally.account.failed", english: "Login failed. Please try again.")
  }

  private static func notStored(_ texts: Texts) -> String {
    texts("tally.progress.notStored", english: "The server does not know this episode yet, so it cannot be saved.")
  }
}

extension ClientError {
  /// The case or the HTTP status, for development logs: no texts of the server, no addresses.
  var logText: String { status.map { "\(kind.rawValue)(\($0))" } ?? kind.rawValue }
}
