import MediaCore

enum GuideEndpoints {
  static func guide(from start: CalendarDay, to end: CalendarDay, country: String) -> Endpoint<Guide> {
    .tally(
      "tally.guide.guide", .get, ["api", "tv-guide"],
      query: ["startDate": start.description, "endDate": end.description, "country": country.uppercased()],
      traits: .openSlow)
  }

  static func guide(ofDemoUser user: String, from start: CalendarDay, to end: CalendarDay, country: String) -> Endpoint<
    Guide
  > {
    .tally(
      "tally.guide.guideOfDemoUser", .get, ["api", "tv-guide", "user", .id(user)],
      query: ["startDate": start.description, "endDate": end.description, "country": country.uppercased()],
      traits: .openSlow)
  }

  static func addToDemoList(_ show: TMDBID, title: String, status: WatchStatus) -> Endpoint<DemoItem> {
    Endpoint<[String: JSONValue]>.tally(
      "tally.guide.addToDemoList", .post, ["api", "tmdb", "watchlist"],
      body: .json([
        "tmdbId": .integer(Int64(show.rawValue)), "title": .string(title), "status": .string(status.rawValue),
      ]), traits: .openWrite, in: .bare
    ).map { members in
      guard let item = members["item"]?.decoded(DemoItem.self) else {
        throw ClientError(.undecodable, operation: "tally.guide.addToDemoList", status: 201, detail: "item: missing")
      }; return item
    }
  }

  static func demoList(status: WatchStatus?) -> Endpoint<DemoList> {
    .tally(
      "tally.guide.demoList", .get, ["api", "tmdb", "watchlist"], query: ["status": status?.rawValue], traits: .open,
      in: .bare)
  }
}
