public import MediaCore

/// The TV guide.
public protocol GuideAPI: Sendable {
  /// `GET /api/tv-guide` for whoever `x-user-id` names; without a sign-in the server's demo. The last day is not
  /// reliable: ask for one more. Providers are those that the user chose. **A database that hides its rows answers with
  /// an empty guide.**
  /// - Throws: `signedOut` when the sign-in ran out: the server would answer with its demo.
  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide
  /// `GET /api/tv-guide/user/{id}`: the guide of a demo list, open to anybody.
  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  /// `POST /api/tmdb/watchlist`: a list in the server's memory that only the demo guide reads; gone after a restart.
  /// - Throws: `signedOut` when the sign-in ran out: the server would change the list of its demo user.
  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem
  /// `GET /api/tmdb/watchlist`: the same list.
  func demoList(status: WatchStatus?) async throws(ClientError) -> DemoList
}
