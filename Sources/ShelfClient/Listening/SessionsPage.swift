public import MediaCore

/// One page of sessions, newest first: playback sessions from the history, or places where the account is signed in.
public struct SessionsPage<Session: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  public var sessions: [Session]
  /// How many there are in all.
  public var total: Int?
  public var numPages: Int?
  /// From 0.
  public var page: Int?
  public var itemsPerPage: Int?

  public init(
    sessions: [Session], total: Int? = nil, numPages: Int? = nil, page: Int? = nil, itemsPerPage: Int? = nil
  ) {
    self.sessions = sessions
    self.total = total
    self.numPages = numPages
    self.page = page
    self.itemsPerPage = itemsPerPage
  }
}

/// The history of listening (`GET /api/me/listening-sessions`). Required: `sessions`.
public typealias ListeningSessionsPage = SessionsPage<PlaybackSession>

/// The places where the account is signed in (`GET /api/me/sessions`). Required: `sessions`.
public typealias LoginSessionsPage = SessionsPage<LoginSession>

extension SessionsPage {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    sessions = try members.requireList(.sessions)
    total = members[.total]
    numPages = members[.numPages]
    page = members[.page]
    itemsPerPage = members[.itemsPerPage]
  }
}

extension Page where Element: Codable & Hashable {
  public init(_ answer: SessionsPage<Element>) {
    self.init(
      items: answer.sessions, total: answer.total, page: answer.page ?? 0,
      limit: answer.itemsPerPage ?? answer.sessions.count)
  }
}
