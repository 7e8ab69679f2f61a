import MediaCore

/// One page of sessions, newest first: playback sessions from the history, or places where the account is signed in.
struct SessionsPage<Session: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  var sessions: [Session]
  /// How many there are in all.
  var total: Int?
  var numPages: Int?
  /// From 0.
  var page: Int?
  var itemsPerPage: Int?
}

extension SessionsPage {
  init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    sessions = try members.requireList(.sessions)
    total = members[.total]
    numPages = members[.numPages]
    page = members[.page]
    itemsPerPage = members[.itemsPerPage]
  }
}

/// The history of listening (`GET /api/me/listening-sessions`). Required: `sessions`.
typealias ListeningSessionsPage = SessionsPage<PlaybackSession>

/// The places where the account is signed in (`GET /api/me/sessions`). Required: `sessions`.
typealias LoginSessionsPage = SessionsPage<LoginSession>

extension Page where Element: Codable & Hashable {
  init(_ answer: SessionsPage<Element>) {
    self.init(
      items: answer.sessions, total: answer.total, page: answer.page ?? 0,
      limit: answer.itemsPerPage ?? answer.sessions.count)
  }
}
