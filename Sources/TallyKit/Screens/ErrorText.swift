import MediaCore

/// Texts about an error for users, by screen.
enum ErrorText {
  /// The detail of the error of a search that found nothing because the server cannot reach TMDB.
  static let noTMDB = "noTMDB"

  /// The text on the search screen.
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
    if let text = refusal(error, texts) { return text }
    let status = error.detail == noTMDB ? 503 : error.status
    guard let status, status >= 400, error.kind != .rateLimited else { return error.text(texts) }
    return status == 503
      ? texts("tally.search.unavailable", english: "Search service is temporarily unavailable. Please try again later")
      : texts("tally.search.server", english: "Server error (%@). Please try again later", String(status))
  }

  /// The text on the list of the user's shows.
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
    if let text = refusal(error, texts) { return text }
    guard let status = error.status, status >= 400, error.kind != .rateLimited else { return error.text(texts) }
    return texts("tally.shows.server", english: "Server error (%@). Please try again.", String(status))
  }

  /// The text on the list of the user's shows for a change of progress: if trying again does not help, it names what does.
  static func progress(_ error: ClientError, _ texts: Texts) -> String {
    guard error.operation == .tallyProgressSet, error.detail != ProgressDetail.episodeNotStored,
      error.kind != .signedOut,
      error.kind != .rateLimited, refusal(error, texts) == nil
    else { return shows(error, texts) }
    return texts("tally.progress.failed", english: "Couldn't update progress. Try again.")
  }

  /// The text on the screens of the account.
  static func signIn(_ error: ClientError, _ texts: Texts) -> String {
    if error.detail == AccountDetail.badCredentials {
      return texts("tally.account.badCredentials", english: "Invalid email or password.")
    }
    if error.detail == AccountDetail.confirmationPending {
      return texts("tally.account.confirm", english: "The account waits for its e-mail address to be confirmed.")
    }
    if let text = fields(error, texts) { return text }
    switch error.kind {
    case .unreachable, .timedOut, .rateLimited: return shows(error, texts)
    case .conflict where error.status != nil:
      return texts("tally.account.exists", english: "There is an account with this e-mail address already.")
    case .forbidden, .invalidRequest: return error.serverMessage ?? refusal(error, texts) ?? error.text(texts)
    default: return texts("tally.account.failed", english: "Login failed. Please try again.")
    }
  }

  /// The text for an error that trying again does not help: wrong input, or a refusal in the server's own words. Nil for other errors.
  private static func refusal(_ error: ClientError, _ texts: Texts) -> String? {
    if let text = fields(error, texts) { return text }
    guard error.isFinalRefusal else { return nil }
    guard let status = error.status else {
      guard error.kind == .invalidRequest else { return nil }
      return error.detail.flatMap { ClientError.inputEntries[$0] }.map { texts($0) }
    }
    guard status >= 400 else { return nil }
    if let message = error.serverMessage {
      return texts("tally.refused", english: "The server refused this: %@", message)
    }
    return texts("tally.refused.status", english: "The server refused this (%@).", String(status))
  }

  /// One sentence for each field of a form that the server rejected.
  private static func fields(_ error: ClientError, _ texts: Texts) -> String? {
    guard let fields = error.wrongFields, !fields.isEmpty else { return nil }
    let known = fields.compactMap { Self.fields[$0] }.map { texts($0) }
    // If a rejected field has no sentence in `Self.fields`, show the server's message instead.
    return known.count == fields.count ? known.joined(separator: " ") : error.serverMessage
  }

  private static let fields: [String: Texts.Entry] = [
    "email": .init("tally.account.email", english: "Enter a valid e-mail address."),
    "password": .init("tally.account.password", english: "The password needs at least 8 characters."),
  ]

  private static func notStored(_ texts: Texts) -> String {
    texts("tally.progress.notStored", english: "The server does not know this episode yet, so it cannot be saved.")
  }
}
