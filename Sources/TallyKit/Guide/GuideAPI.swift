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

struct LiveGuideAPI: GuideAPI {
  let client: ServiceClient

  func guide(from start: CalendarDay, to end: CalendarDay, country: String) async throws(ClientError) -> Guide {
    try await client.send(
      try await acting(
        .tally(
          "tally.guide.guide", .get, ["api", "tv-guide"],
          query: ["startDate": start.description, "endDate": end.description, "country": country.uppercased()],
          traits: .openSlow)))
  }

  func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String)
    async throws(ClientError) -> Guide
  {
    try await client.send(
      .tally(
        "tally.guide.guideOfDemoUser", .get, ["api", "tv-guide", "user", .id(user)],
        query: ["startDate": start.description, "endDate": end.description, "country": country.uppercased()],
        traits: .openSlow))
  }

  func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) async throws(ClientError) -> DemoItem {
    try await client.send(
      try await acting(
        Endpoint<[String: JSONValue]>.tally(
          "tally.guide.addToDemoList", .post, ["api", "tmdb", "watchlist"],
          body: .json([
            "tmdbId": .integer(Int64(show.rawValue)), "title": .string(title), "status": .string(status.rawValue),
          ]), traits: .openWrite, in: .bare
        ).map { members in
          guard let item = members["item"]?.decoded(DemoItem.self) else {
            throw ClientError(
              .undecodable, operation: "tally.guide.addToDemoList", status: 201, detail: "item: missing")
          }; return item
        }))
  }

  func demoList(status: WatchStatus?) async throws(ClientError) -> DemoList {
    try await client.send(
      try await acting(
        .tally(
          "tally.guide.demoList", .get, ["api", "tmdb", "watchlist"], query: ["status": status?.rawValue],
          traits: .open,
          in: .bare)))
  }

  /// Who acts is read from the sign-in, and without one the server acts as its demo user: right for somebody who is not
  /// signed in, and not for somebody whose sign-in has run out.
  private func acting<Answer>(_ endpoint: Endpoint<Answer>) async throws(ClientError) -> Endpoint<Answer> {
    if case .signedOut = try await client.session.status() { return endpoint }
    var endpoint = endpoint
    endpoint.traits.credentials = .required
    return endpoint
  }
}
