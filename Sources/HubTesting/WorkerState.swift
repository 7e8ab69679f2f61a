import Foundation
import MediaTesting

/// The state of a ``FakeWorkerServer``.
struct WorkerState: Sendable {
  struct Row: Sendable {
    let place: Int
    let upload: HubWorld.Upload
  }

  let settings: FakeWorkerServer.Settings
  var channels: [WorkerWorld.Channel]
  var rows: [Row] = []
  var lastPlace = 12_000
  var planned = PlannedFailures<Int>()

  init(world: WorkerWorld, settings: FakeWorkerServer.Settings) {
    self.settings = settings
    channels = world.channels
    world.uploads.forEach { publish($0) }
  }

  mutating func publish(_ upload: HubWorld.Upload) {
    guard !rows.contains(where: { $0.upload.id == upload.id }) else { return }
    lastPlace += 1
    rows.append(Row(place: lastPlace, upload: upload))
    let own = rows.filter { $0.upload.channel == upload.channel }
    guard own.count > settings.keptPerChannel, let oldest = own.min(by: { $0.upload.published < $1.upload.published })
    else { return }
    rows.removeAll { $0.place == oldest.place }
  }

  /// Answers a request. Paths match exactly: a slash at the end is another path.
  mutating func respond(to request: FakeRequest) -> HTTPResponse {
    if let status = planned.next(for: request) { return .proxyPage(status) }
    var response =
      switch (request.method, request.rawPath) {
      case ("OPTIONS", _): HTTPResponse(status: 204)
      case ("GET", "/"), ("GET", ""): HTTPResponse.text("MeTubeWorker: channels and their newest videos")
      case ("GET", "/health"): HTTPResponse.text("ok")
      case ("POST", "/api/channels"): list()
      case ("POST", "/api/channels/register"): register(request)
      case ("POST", "/api/videos/query"): query(request)
      default: HTTPResponse.text("not found", status: 404)
      }
    response.fields["Access-Control-Allow-Origin"] = "*"
    if request.method == "OPTIONS" {
      response.fields["Access-Control-Allow-Methods"] = "GET, POST, OPTIONS"
      response.fields["Access-Control-Allow-Headers"] = "*"
    }
    return response
  }

  private func list() -> HTTPResponse {
    let list = channels.map { channel -> JSONValue in
      ["channelId": .string(channel.id), "title": .text(channel.title), "thumbnailUrl": .text(channel.thumbnail)]
    }
    return .json(["channels": .array(list)])
  }

  private mutating func register(_ request: FakeRequest) -> HTTPResponse {
    guard let body = request.json, body.object != nil else { return refusal("invalid JSON") }
    guard let list = body["channelIds"]?.array, !list.isEmpty else { return refusal("channelIds must not be empty") }
    guard list.count <= 500 else { return refusal("at most 500 channel IDs") }
    var ids: [String] = []
    for text in list.compactMap(\.string) {
      let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
      if id.wholeMatch(of: /[A-Za-z0-9_-]{10,128}/) != nil, !ids.contains(id) { ids.append(id) }
    }
    guard !ids.isEmpty else { return refusal("no valid channel IDs") }
    let new = ids.filter { id in !channels.contains { $0.id == id } }
    channels += new.map { WorkerWorld.Channel($0) }
    return .json([
      "requested": .count(ids.count), "inserted": .count(new.count),
      "alreadyPresent": .count(ids.count - new.count), "totalChannels": .count(channels.count),
    ])
  }

  private func query(_ request: FakeRequest) -> HTTPResponse {
    guard let body = request.json, body.object != nil else { return refusal("invalid JSON") }
    let channelIDs = body["channelIds"]?.array ?? []
    guard channelIDs.count <= 300 else { return refusal("at most 300 channel IDs") }
    let wanted = Set(channelIDs.compactMap(\.string))
    let after = body["afterSeq"].map { $0.int } ?? 0
    guard let after, after >= 0 else { return refusal("afterSeq must be an integer >= 0") }
    let limit = body["limit"].map { $0.int } ?? 200
    guard let limit, (1...500).contains(limit) else { return refusal("limit must be 1 to 500") }
    let found = rows.filter { $0.place > after && (wanted.isEmpty || wanted.contains($0.upload.channel)) }.prefix(limit)
    let last = found.last?.place ?? settings.emptyPlace ?? after
    return .json(["videos": .array(found.map(json)), "maxSeqReturned": .count(last)])
  }

  private func json(_ row: Row) -> JSONValue {
    let instant = HubInstant(row.upload.published)
    return [
      "seq": .count(row.place), "videoId": .string(row.upload.id), "channelId": .string(row.upload.channel),
      "publishedAt": .string(instant.json.replacingOccurrences(of: "+00:00", with: "Z")),
      "title": .string(row.upload.title), "url": .string("https://www.youtube.com/watch?v=\(row.upload.id)"),
      "durationSeconds": row.upload.length > 0 ? .count(Int(row.upload.length)) : .null,
    ]
  }

  private func refusal(_ text: String) -> HTTPResponse { .json(["error": .string(text)], status: 400) }
}
