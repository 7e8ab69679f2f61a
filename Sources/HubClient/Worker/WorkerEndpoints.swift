import Foundation
import MediaCore

enum WorkerEndpoints {
  static func check() -> Endpoint<Void> {
    Endpoint("worker.health.check", path: ["health"], traits: .probe) { response, decoding in
      guard response.status == 200 else {
        throw ClientError(
          .undecodable, operation: "worker.health.check", status: response.status, detail: ClientError.notOK)
      }
      try decoding.refusePage(response)
    }
  }

  static func about() -> Endpoint<String> {
    Endpoint("worker.about", path: [], traits: .probe) { response, decoding in
      try decoding.refusePage(response)
      return String(decoding: response.body.prefix(4096), as: UTF8.self)
    }
  }

  static func channels() -> Endpoint<WorkerChannelList> {
    Endpoint("worker.channels.all", .post, path: ["api", "channels"], traits: .hub(isRead: true)) {
      try $1.ok(WorkerChannelList.self, from: $0, operation: "worker.channels.all")
    }
  }

  static func register(_ channels: [String]) -> Endpoint<WorkerRegistration> {
    Endpoint(
      "worker.channels.register", .post, path: ["api", "channels", "register"],
      body: .json(["channelIds": .array(channels.map { .string($0) })]), traits: .hub(isRead: false)
    ) { try $1.ok(WorkerRegistration.self, from: $0, operation: "worker.channels.register") }
  }

  static func videos(_ query: WorkerVideoQuery) -> Endpoint<WorkerVideoBatch> {
    var body: JSONValue = ["afterSeq": .integer(Int64(query.afterSeq)), "limit": .integer(Int64(query.limit))]
    if !query.channels.isEmpty { body["channelIds"] = .array(query.channels.map { .string($0) }) }
    return Endpoint(
      "worker.videos.query", .post, path: ["api", "videos", "query"], body: .json(body), traits: .hub(isRead: true)
    ) { try $1.ok(WorkerVideoBatch.self, from: $0, operation: "worker.videos.query") }
  }
}

extension IdentityCheck {
  /// `GET /health` answers with the two letters and nothing else.
  static let worker = IdentityCheck("worker.health.check", path: ["health"]) { response in
    let text = String(decoding: response.body.prefix(16), as: UTF8.self)
    let isWorker = response.status == 200 && text.trimmingCharacters(in: .whitespacesAndNewlines) == "ok"
    return isWorker ? ServerFacts() : nil
  }
}
