public import MediaCore

/// Routes of the TV guide and of the server's demo list.
public protocol GuideAPI: Sendable {
  /// `GET /api/tv-guide`: the TV guide of the signed-in user. The request names the user in the header `x-user-id`. If nobody is signed in,
  /// the response is the server's demo guide. The last day can be incomplete, so request one more day. Each show has only the provider that
  /// the user chose. **If the database hides its rows from the server, the guide is empty.**
  /// - Throws: `signedOut` if the sign-in has expired, because the server would respond with its demo guide.
  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide
  /// `GET /api/tv-guide/user/{id}`: the TV guide for the demo list of `user`. The route needs no account.
  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  /// `POST /api/tmdb/watchlist`: adds a show to the demo list in the server's memory. Only the demo guide uses this list, and a restart of
  /// the server erases it.
  /// - Throws: `signedOut` if the sign-in has expired, because the server would change the list of its demo user.
  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem
  /// `GET /api/tmdb/watchlist`: the demo list in the server's memory, which ``addToDemoList(_:title:status:)`` changes.
  func demoList(status: WatchStatus?) async throws(ClientError) -> [DemoItem]
}

struct LiveGuideAPI: GuideAPI {
  let client: ServiceClient

  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide {
    try await client.call(
      .tallyGuideGuide, .get, ["api", "tv-guide"], query: query(start, end, country), traits: acting(.openSlow))
  }

  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  {
    try await client.call(
      .tallyGuideGuideOfDemoUser, .get, ["api", "tv-guide", "user", .id(user)], query: query(start, end, country),
      traits: .openSlow)
  }

  private func query(_ start: CalendarDay, _ end: CalendarDay, _ country: String) -> QueryParameters {
    ["startDate": start.description, "endDate": end.description, "country": country.uppercased()]
  }

  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem {
    try await client.call(
      .tallyGuideAddToDemoList, .post, ["api", "tmdb", "watchlist"], \DemoAnswer.item,
      body: ["tmdbId": .int(show.rawValue), "title": .string(title), "status": .string(status.rawValue)],
      traits: acting(.openWrite), in: .bare)
  }

  func demoList(status: WatchStatus?) async throws(ClientError) -> [DemoItem] {
    try await client.call(
      .tallyGuideDemoList, .get, ["api", "tmdb", "watchlist"], \DemoListAnswer.items.elements,
      query: ["status": status?.rawValue], traits: acting(.open), in: .bare)
  }

  /// Requires the sign-in unless nobody is signed in: for a sign-in that has run out, the server would act as its demo user.
  private func acting(_ traits: EndpointTraits) async throws(ClientError) -> EndpointTraits {
    if case .signedOut = try await client.session.status() { return traits }
    var traits = traits
    traits.credentials = .required
    return traits
  }
}

private struct DemoAnswer: Decodable { let item: DemoItem }
private struct DemoListAnswer: Decodable { let items: LossyList<DemoItem> }
