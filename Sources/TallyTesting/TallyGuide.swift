import Foundation
import MediaTesting

/// A show on the demo list, which lives in memory and feeds the demo guide only.
struct TallyDemoItem: Sendable {
  var id: String
  /// The id as it was sent: a number, or a text, which the list takes for a different show.
  var tmdbID: JSONValue
  var title: JSONValue
  var status: String
  /// When the show was added, as an instant.
  var addedAt: String
  var provider: TallyGuideService?

  static let initial = [
    TallyDemoItem(
      id: "user-1-peacemaker-test", tmdbID: 110_492, title: "Peacemaker", status: "watching",
      addedAt: "2024-01-20T00:00:00.000Z",
      provider: TallyGuideService(
        id: 1899, name: "HBO Max", logo: "https://image.tmdb.org/t/p/w45/jbe4gVSfRlbPTdESXhEKpornsfu.jpg")),
    TallyDemoItem(
      id: "user-1-dexter-test", tmdbID: 259_909, title: "Dexter: Resurrection", status: "watching",
      addedAt: "2024-02-10T00:00:00.000Z",
      provider: TallyGuideService(
        id: 4888, name: "Paramount+ with Showtime",
        logo: "https://image.tmdb.org/t/p/w45/h5DcR0J2EESLitnhR8xLG1QymTE.jpg")),
  ]

  var json: JSONValue {
    .members([
      "id": .string(id), "tmdbId": tmdbID, "title": title, "status": .string(status), "addedAt": .string(addedAt),
      "streamingProvider": provider.map { ["id": $0.id, "name": .string($0.name), "logo_path": .string($0.logo)] },
    ])
  }
}

/// A service in the guide, whose id is a number in the demo and a UUID in an account.
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
    TallyRoute("GET", "/api/tv-guide/user/:user") { $0.personalGuide($1) },
    TallyRoute("POST", "/api/tmdb/watchlist") { $0.addToDemoList($1) },
    TallyRoute("GET", "/api/tmdb/watchlist") { $0.demoList($1) },
  ]

  /// A show for the guide.
  private typealias Row = (
    tmdbID: Int, title: String?, country: String, service: TallyGuideService?, bufferDays: Int?
  )

  /// The guide of the user that the header names, else the query, else of the demo user. The token is ignored.
  private func guide(_ call: TallyCall) -> HTTPResponse {
    let asked = call.value("userId") ?? ""
    let user = call.namedUser ?? (asked.isTruthy ? asked.string ?? "" : "user-1")
    let isAccount = user.utf8.count == 36 && user.allSatisfy { $0 == "-" || $0.isASCII && $0.isHexDigit }
    return isAccount ? accountGuide(call, user: user) : demoGuide(call, user: user)
  }

  private func personalGuide(_ call: TallyCall) -> HTTPResponse {
    demoGuide(call, user: call.parameter("user"), failure: "Failed to load user TV guide data")
  }

  private func demoGuide(
    _ call: TallyCall, user: String, failure: String = "Failed to load TV guide data"
  ) -> HTTPResponse {
    let country = call.country.isTruthy ? call.country : "US"
    let rows = (memory.demoLists[user] ?? []).compactMap { item -> Row? in
      guard let id = item.tmdbID.int ?? item.tmdbID.string.flatMap({ Int($0) }) else { return nil }
      return country.string.map { (id, nil, $0, item.provider, nil) }
    }
    return guide(call, rows, failure: failure)
  }

  private func accountGuide(_ call: TallyCall, user: String) -> HTTPResponse {
    let user = user.lowercased()
    let home = database.user(user)?.countryCode
    let entries = database.userShows.filter { $0.userID == user && ["watching", "watchlist"].contains($0.status) }
    let rows = entries.compactMap { entry -> Row? in
      guard let show = database.show(entry.showID) else { return nil }
      let service = database.service(entry.serviceID).map { service in
        // The real server puts host and size before every logo, even before an absolute address.
        let logo = (service.logoPath ?? "").isEmpty ? "" : "https://image.tmdb.org/t/p/w92\(service.logoPath ?? "")"
        return TallyGuideService(id: .string(service.id), name: service.name, logo: logo)
      }
      let countries = [entry.countryCode, home].compactMap { $0 }
      return (show.tmdbID, show.title, countries.first { !$0.isEmpty } ?? "US", service, entry.bufferDays)
    }
    return guide(call, rows, failure: "Failed to load TV guide data")
  }

  private func guide(_ call: TallyCall, _ rows: [Row], failure: String) -> HTTPResponse {
    let start = call.value("startDate") ?? .string(today)
    let end = call.value("endDate") ?? .string(TallyTime.day(now.addingTimeInterval(30 * 86_400)))
    guard let first = start.string, let last = end.string else {
      return .refusal(500, failure, message: "dateString.split is not a function")
    }
    let window = TallyTime.seconds(first).flatMap { from in TallyTime.seconds(last).map { (from: from, to: $0) } }
    var groups: [(service: TallyGuideService, shows: [JSONValue])] = []
    var (shows, episodes) = (0, 0)
    for row in rows {
      guard let show = tmdbShow(row.tmdbID), let season = show.newestDatedSeason else { continue }
      let inside = season.dated.filter { episode in
        guard let window, let time = episode.airDate.flatMap(TallyTime.seconds) else { return false }
        return time >= window.from && time <= window.to
      }
      let json = guideShow(row, show, season, inside)
      shows += 1
      episodes += inside.count
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
      "dateRange": ["startDate": start, "endDate": end],
    ])
  }

  private func guideShow(
    _ row: Row, _ show: TallyTMDBShow, _ season: TallyTMDBSeason, _ inside: [TallyTMDBEpisode]
  ) -> JSONValue {
    let language = TallyTMDB.language(row.country)
    let dated = season.dated
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
      "title": .string(row.title ?? show.name(in: language)), "upcomingEpisodes": .array(upcoming),
      "streamingServices": .array(row.service.map { [$0.json] } ?? []),
      "activeWindow": ["start": .text((inside.first ?? dated.first)?.airDate), "end": .text(dated.last?.airDate)],
    ])
  }

  // MARK: The demo list

  private mutating func addToDemoList(_ call: TallyCall) -> HTTPResponse {
    guard let id = call.body["tmdbId"], id.isTruthy, let title = call.body["title"], title.isTruthy else {
      return .invalid("tmdbId and title are required")
    }
    let asked = call.body["status"] ?? "watchlist"
    guard let status = asked.string, ["watchlist", "watching", "completed", "dropped"].contains(status) else {
      return .invalid("status must be watchlist, watching, completed, or dropped")
    }
    let user = call.actingUser
    var list = memory.demoLists[user] ?? []
    let index = list.firstIndex { $0.tmdbID == id } ?? list.count
    if index == list.count {
      let moment = Int(now.timeIntervalSince1970 * 1000)
      list.append(
        TallyDemoItem(
          id: "\(user)-\(TallyJSON.spelled(id))-\(moment)", tmdbID: id, title: title, status: status,
          addedAt: TallyTime.instant(now)))
    }
    // The real server keeps the first title in the list, but answers with the new one.
    list[index].status = status
    memory.demoLists[user] = list
    let message = "Updated \"\(TallyJSON.spelled(title))\" status to \(status)"
    return .flat(["message": .string(message), "item": list[index].json], status: 201)
  }

  private func demoList(_ call: TallyCall) -> HTTPResponse {
    let status = call.value("status") ?? ""
    let items = (memory.demoLists[call.actingUser] ?? []).filter { item in
      !status.isTruthy || status.string == item.status
    }
    return .flat(["items": .array(items.map(\.json)), "total": .count(items.count)])
  }
}
