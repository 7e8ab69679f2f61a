import Foundation
import MediaTesting

extension HubState {
  // MARK: Feed

  /// The videos later than `since`, newest first, cut to `limit`. The cursor is the publication of the last one, so a query with it repeats
  /// the videos of this page.
  mutating func feed(_ user: String, since: String?, limit: String?) -> HubAnswer {
    let limit = (limit ?? "").isEmpty ? "50" : limit ?? ""
    guard let number = Int32(limit.trimmingCharacters(in: .whitespaces)) else {
      return (HTTPResponse(status: 400), .zero)
    }
    guard let channels = users[user] else { return HubReply.unknownUser }
    guard number > 0 else { return (HTTPResponse(status: 500), .zero) }
    let count = min(Int(number), 100)
    // The real server ignores a `since` that it cannot read.
    let bound = since.flatMap { HubInstant(lenient: $0) }
    let own = rows.filter { channels.contains($0.channel) }
    let matches = own.enumerated().filter { row in bound.map { row.element.published > $0 } ?? true }
      .sorted { ($1.element.published, $1.offset) < ($0.element.published, $0.offset) }.map(\.element)
    let page = matches.prefix(count)
    var body: JSONValue = ["videos": .array(page.map(json)), "nextPageToken": .null]
    if !settings.legacyFeed { body["nextCursor"] = .text(matches.count > count ? page.last?.published.roundTrip : nil) }
    if settings.futureFields { body["generation"] = ["id": 7, "shards": [1, 2]] }
    // The real server loads all of the user's videos for each page, so a page takes longer the more videos there are.
    return (HubReply.json(body), settings.feedTimePerHundred * (Double(own.count) / 100))
  }

  private func json(_ row: Row) -> JSONValue {
    var video: JSONValue = [
      "videoId": .string(row.id), "channelId": .string(row.channel),
      "publishedAt": .string(settings.legacyFeed ? row.published.zulu : row.published.json),
      "title": .text(row.title), "description": .text(row.description), "thumbnailUrl": .text(row.thumbnail),
      "duration": .text(row.length.map(HubLength.text)),
    ]
    if settings.futureFields {
      video["liveStatus"] = "upcoming-soon"
      video["chapters"] = [["at": 0, "title": "Intro"]]
    }
    return video
  }

  // MARK: Reconcile

  mutating func reconcile(_ user: String) -> HubAnswer {
    guard let channels = users[user] else { return HubReply.unknownUser }
    let resolved = channels.filter(isResolved)
    if settings.reconcileFails, !resolved.isEmpty {
      reconcileRuns += 1
      return (HubReply.problem("Failed to reconcile channels"), .zero)
    }
    let body: JSONValue = ["message": "Reconciliation completed", "newVideosCount": .count(find(for: user))]
    return (HubReply.json(body), settings.reconcileTimePerChannel * resolved.count)
  }

  // MARK: Register

  mutating func register(_ user: String, _ request: FakeRequest) -> HTTPResponse {
    // Check in the order of the real server: an empty body gets 400 whatever its type is, and a body of another type than JSON gets 415
    // whatever its length is.
    if request.body.isEmpty { return HTTPResponse(status: 400) }
    let type = request.mediaType
    guard type == "application/json" || type.hasSuffix("+json") else { return HTTPResponse(status: 415) }
    guard request.body.count <= 1_048_576 else { return HTTPResponse(status: 413) }
    guard let members = request.json?.object else { return HTTPResponse(status: 400) }
    let list = members.sorted { $0.key < $1.key }.last { $0.key.lowercased() == "channelids" }?.value
    var ids: [String] = []
    switch list {
    case nil: break
    case .null: return HTTPResponse(status: 500)
    case .array(let elements):
      for element in elements {
        if element.isNull { return HubReply.problem("Failed to register channels") }
        guard let id = element.string else { return HTTPResponse(status: 400) }
        if !ids.contains(id) { ids.append(id) }
      }
    default: return HTTPResponse(status: 400)
    }
    add(ids, to: user)
    return HubReply.json(["message": "Channels registered successfully"])
  }

  // MARK: Health

  func health(details: Bool) -> HTTPResponse {
    if settings.healthForm == .text {
      return .text(isDatabaseDown ? "Unhealthy" : "Healthy", status: isDatabaseDown ? 503 : 200, type: "text/plain")
    }
    if isDatabaseDown {
      return HubReply.json(["status": "unhealthy", "message": "Database connection failed"], status: 503)
    }
    var body: JSONValue = [
      "status": settings.futureFields ? "splendid" : "healthy", "timestamp": .string(HubInstant(now).json),
      "stats": ["channels": .count(channels.count), "users": .count(users.count), "videos": .count(rows.count)],
    ]
    guard settings.healthForm == .current else { return HubReply.json(body) }
    body["quota"] = [
      "used": .count(quotaUsed), "remaining": .count(max(0, 10_000 - quotaUsed)), "limit": 10_000,
      "percentUsed": .number((Double(quotaUsed) / 10).rounded() / 10),
    ]
    if details { body["quota"]?["date"] = .string(pacificDay) }
    body["youtubeApi"] = [
      "available": .bool(quotaExceededAt == nil), "quotaExceededAt": .text(quotaExceededAt?.json),
    ]
    return HubReply.json(body)
  }

  // MARK: WebSub, between servers

  mutating func subscription(_ request: FakeRequest) -> HTTPResponse {
    if request.method == "GET" {
      let topic = request.query["hub.topic"] ?? ""
      guard let channel = topic.split(separator: "=").last.map(String.init), channels[channel] != nil,
        topic.contains("youtube.com/")
      else { return HTTPResponse(status: 404) }
      return .text(request.query["hub.challenge"] ?? "")
    }
    // No subscription has a secret, so no signature can be right: refuse signed pushes.
    let isSigned = request.fields["X-Hub-Signature"] != nil || request.fields["X-Hub-Signature-256"] != nil
    if isSigned { return HTTPResponse(status: 401) }
    for entry in String(decoding: request.body, as: UTF8.self).components(separatedBy: "<entry>").dropFirst() {
      func value(_ name: String) -> String? {
        guard let start = entry.range(of: "<\(name)>"),
          let end = entry.range(of: "</\(name)>", range: start.upperBound..<entry.endIndex)
        else { return nil }
        return String(entry[start.upperBound..<end.lowerBound])
      }
      guard let id = value("yt:videoId"), let channel = value("yt:channelId") else { continue }
      let published = value("published").flatMap { HubInstant(lenient: $0) } ?? HubInstant(now)
      let date = Date(timeIntervalSince1970: Double(published.ticks) / 1e7)
      push(HubWorld.Upload(id, channel: channel, published: date, title: value("title") ?? ""))
    }
    return HTTPResponse(status: 200)
  }
}
