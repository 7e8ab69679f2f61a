import Foundation
import MediaTesting

/// A show on the demo list, which lives in memory and feeds the demo guide only.
struct TallyDemoItem: Sendable {
  var id: String
  var tmdbID: Int
  var title: String
  var status: String
  /// An instant.
  var addedAt: String
  var provider: TallyGuideService?

  static let initial = [
    TallyDemoItem(
      id: "user-1-110492-1", tmdbID: 110_492, title: "Peacemaker", status: "watching",
      addedAt: "2025-09-01T00:00:00.000Z",
      provider: TallyGuideService(
        id: 1899, name: "HBO Max", logo: "https://image.tmdb.org/t/p/w45/jbe4gVSfRlbPTdESXhEKpornsfu.jpg")),
    TallyDemoItem(
      id: "user-1-259909-2", tmdbID: 259_909, title: "Dexter: Resurrection", status: "watching",
      addedAt: "2025-09-01T00:00:00.000Z",
      provider: TallyGuideService(
        id: 4888, name: "Paramount+ with Showtime",
        logo: "https://image.tmdb.org/t/p/w45/h5DcR0J2EESLitnhR8xLG1QymTE.jpg")),
  ]

  var json: JSONValue {
    .members([
      "id": .string(id), "tmdbId": .count(tmdbID), "title": .string(title), "status": .string(status),
      "addedAt": .string(addedAt),
      "streamingProvider": provider.map { ["id": $0.id, "name": .string($0.name), "logo": .string($0.logo)] },
    ])
  }
}

/// A service as the guide shows it: its id is a number in the demo, a UUID in an account.
struct TallyGuideService: Sendable, Hashable {
  var id: JSONValue
  var name: String
  var logo: String

  var json: JSONValue {
    [
      "id": id, "name": .string(name), "logo": .string(logo), "textColor": "#FFFFFF",
      "color": .string(Self.colors[name] ?? "#6B7280"),
    ]
  }

  private static let colors = [
    "Netflix": "#E50914", "HBO Max": "#9B59B6", "Disney+": "#113CCF", "Amazon Prime Video": "#00A8E1",
    "Apple TV+": "#000000", "Paramount+": "#0064FF", "Hulu": "#1CE783", "Peacock": "#F74C4C",
  ]
}

// MARK: The guide

extension TallyState {
  static let guideRoutes: [TallyRoute] = [
    TallyRoute("GET", "/api/tv-guide", .openAnonymous) { $0.guide($1) },
    TallyRoute("GET", "/api/tv-guide/user/:user") { $0.demoGuide($1, user: $1.parameter("user")) },
    TallyRoute("POST", "/api/tmdb/watchlist") { $0.addToDemoList($1) },
    TallyRoute("GET", "/api/tmdb/watchlist") { $0.demoList($1) },
  ]

  /// One show on its way into the guide.
  private typealias Row = (tmdbID: Int, title: String, country: String, service: TallyGuideService?, bufferDays: Int?)

  /// The token plays no part: who is acting, the header says, or the query, or nobody.
  private func guide(_ call: TallyCall) -> HTTPResponse {
    let user = call.namedUser ?? call.query("userId") ?? "user-1"
    let isAccount = user.utf8.count == 36 && user.allSatisfy { $0 == "-" || $0.isASCII && $0.isHexDigit }
    return isAccount ? accountGuide(call, user: user) : demoGuide(call, user: user)
  }

  private func demoGuide(_ call: TallyCall, user: String) -> HTTPResponse {
    let rows = (memory.demoLists[user] ?? []).map { item -> Row in
      (item.tmdbID, item.title, call.country, item.provider, nil)
    }
    return guide(call, rows, hasOwnTitles: false)
  }

  private func accountGuide(_ call: TallyCall, user: String) -> HTTPResponse {
    let user = user.lowercased()
    let home = database.user(user)?.countryCode
    let entries = database.userShows.filter { $0.userID == user && ["watching", "watchlist"].contains($0.status) }
    let rows = entries.compactMap { entry -> Row? in
      guard let show = database.show(entry.showID) else { return nil }
      let service = database.service(entry.serviceID).map { service in
        TallyGuideService(id: .string(service.id), name: service.name, logo: service.logo("w92") ?? "")
      }
      return (show.tmdbID, show.title, entry.countryCode ?? home ?? "US", service, entry.bufferDays)
    }
    return guide(call, rows, hasOwnTitles: true)
  }

  private func guide(_ call: TallyCall, _ rows: [Row], hasOwnTitles: Bool) -> HTTPResponse {
    if call.isRepeated("startDate") || call.isRepeated("endDate") {
      return .refusal(500, "Failed to generate TV guide", message: "startDate.split is not a function")
    }
    let start = call.query("startDate") ?? today
    let end = call.query("endDate") ?? TallyTime.day(now.addingTimeInterval(30 * 86_400))
    var groups: [(service: TallyGuideService, shows: [JSONValue])] = []
    var (shows, episodes) = (0, 0)
    for row in rows {
      guard let show = tmdbShow(row.tmdbID), let season = show.newestDatedSeason else { continue }
      let json = guideShow(row, show, season, from: start, to: end, hasOwnTitle: hasOwnTitles)
      shows += 1
      episodes += json["upcomingEpisodes"]?.array?.count ?? 0
      guard let service = row.service else { continue }
      if let index = groups.firstIndex(where: { $0.service.id == service.id }) {
        groups[index].shows.append(json)
      } else {
        groups.append((service, [json]))
      }
    }
    let services = groups.map { group -> JSONValue in ["service": group.service.json, "shows": .array(group.shows)] }
    return .data([
      "services": .array(services), "totalShows": .count(shows), "totalEpisodes": .count(episodes),
      "dateRange": ["startDate": .string(start), "endDate": .string(end)],
    ])
  }

  private func guideShow(
    _ row: Row, _ show: TallyTMDBShow, _ season: TallyTMDBSeason, from start: String, to end: String, hasOwnTitle: Bool
  ) -> JSONValue {
    let language = TallyTMDB.language(row.country)
    let isWindow = WireDay(start) != nil && WireDay(end) != nil
    let dated = season.dated
    let inside = dated.filter { isWindow && ($0.airDate ?? "") >= start && ($0.airDate ?? "") <= end }
    let upcoming = inside.map { episode -> JSONValue in
      [
        "airDate": .text(episode.instant), "title": .string(episode.title), "isWatched": false,
        "tmdbId": .count(show.id),
      ]
    }
    let overview = show.overview(in: language)
    return .members([
      "tmdbId": .count(show.id), "status": .string(show.status), "country": .string(row.country),
      "overview": overview.isEmpty ? nil : .string(overview), "poster": show.poster.map(JSONValue.string),
      "nextEpisodeDate": inside.first?.instant.map(JSONValue.string), "bufferDays": row.bufferDays.map(JSONValue.count),
      "title": .string(hasOwnTitle ? row.title : show.name(in: language)), "upcomingEpisodes": .array(upcoming),
      "streamingServices": .array(row.service.map { [$0.json] } ?? []),
      "activeWindow": ["start": .text((inside.first ?? dated.first)?.airDate), "end": .text(dated.last?.airDate)],
    ])
  }

  // MARK: The demo list

  private mutating func addToDemoList(_ call: TallyCall) -> HTTPResponse {
    guard let id = call.body["tmdbId"]?.int ?? call.body["tmdbId"]?.string.flatMap({ Int($0) }), id != 0,
      let title = call.body["title"]?.string, !title.isEmpty
    else { return .invalid("tmdbId and title are required") }
    let asked = call.body["status"] ?? "watchlist"
    guard let status = asked.string, ["watchlist", "watching", "completed", "dropped"].contains(status) else {
      return .invalid("status must be watchlist, watching, completed, or dropped")
    }
    let user = call.actingUser
    var item =
      memory.demoLists[user]?.first { $0.tmdbID == id }
      ?? TallyDemoItem(
        id: "\(user)-\(id)-\(Int(now.timeIntervalSince1970 * 1000))", tmdbID: id, title: title, status: status,
        addedAt: TallyTime.instant(now))
    item.status = status
    memory.demoLists[user, default: []].removeAll { $0.tmdbID == id }
    memory.demoLists[user, default: []].append(item)
    return .flat(["message": .string("Updated \"\(title)\" status to \(status)"), "item": item.json], status: 201)
  }

  private func demoList(_ call: TallyCall) -> HTTPResponse {
    let items = (memory.demoLists[call.actingUser] ?? []).filter { item in
      call.query("status").map { $0 == item.status } ?? true
    }
    return .flat(["items": .array(items.map(\.json)), "total": .count(items.count)])
  }
}
