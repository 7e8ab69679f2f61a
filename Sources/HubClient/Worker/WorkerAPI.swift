import Foundation
public import MediaCore

/// The routes of the Worker, the Hub's successor. The Worker has no users, no sign-in and no reconcile; it has one list of channels and
/// videos, and one growing sequence number. Its paths match exactly, without a slash at the end. Errors are `{"error":"…"}`.
public protocol WorkerAPI: Sendable {
  /// `GET /health`: whether the server is healthy; its answer is the plain text `ok`.
  /// - Throws: `serverUnhealthy` for every other answer of the server.
  func check() async throws(HubError)
  /// `GET /`: a sentence of plain text about the server.
  func about() async throws(HubError) -> String
  /// `POST /api/channels`: every channel that the server watches, for all clients. A read, despite the method.
  func channels() async throws(HubError) -> [WorkerChannel]
  /// `POST /api/channels/register`: registers at most 500 channels. The server keeps ids of 10 to 128 characters of `A-Z a-z 0-9 _ -`,
  /// ignores others, and refuses a list without a valid id. Safe to repeat.
  func register(_ channels: [String]) async throws(HubError) -> WorkerRegistration
  /// `POST /api/videos/query`: the videos after a place in the server's sequence. A read, despite the method.
  ///
  /// The server keeps about a hundred videos per channel, so gaps appear after a long absence. A place is only valid for the channels it
  /// was requested for; an added channel needs place 0.
  func videos(_ query: WorkerVideoQuery) async throws(HubError) -> WorkerVideoBatch
}

extension WorkerAPI {
  /// Reads every video after a place, page by page, until a page is short or the place does not advance. More than 300 channels are queried
  /// in consecutive parts, each at most `maximumPages` long.
  /// - Returns: the rows, and the place to continue from, never less than `afterSeq`. With several parts, this is the place of the first
  ///   part: rows that arrived while the other parts were read are not skipped then, though some may come twice.
  public func allVideos(
    channels: [String] = [], afterSeq: Int = 0, limit: Int = 500, maximumPages: Int = 100
  ) async throws(HubError) -> (videos: [WorkerVideo], place: Int, isComplete: Bool) {
    let parts = channels.batches(of: WorkerVideoQuery.maximumChannels)
    var all = try await pages(of: parts[0], afterSeq: afterSeq, limit: limit, maximumPages: maximumPages)
    for part in parts.dropFirst() {
      let read = try await pages(of: part, afterSeq: afterSeq, limit: limit, maximumPages: maximumPages)
      all.videos += read.videos
      if !read.isComplete { (all.place, all.isComplete) = (min(all.place, read.place), false) }
    }
    var seen: Set<String> = []
    all.videos.removeAll { !seen.insert($0.videoId).inserted }
    return all
  }

  private func pages(
    of channels: [String], afterSeq: Int, limit: Int, maximumPages: Int
  ) async throws(HubError) -> (videos: [WorkerVideo], place: Int, isComplete: Bool) {
    var query = WorkerVideoQuery(channels: channels, afterSeq: afterSeq, limit: limit)
    var videos: [WorkerVideo] = []
    for _ in 0..<max(1, maximumPages) {
      let batch = try await self.videos(query)
      videos += batch.videos
      let place = batch.place(after: query.afterSeq)
      let isLast = batch.rowCount < query.limit || place == query.afterSeq
      query.afterSeq = place
      if isLast { return (videos, place, true) }
    }
    return (videos, query.afterSeq, false)
  }
}

struct LiveWorkerAPI: WorkerAPI {
  let calls: HubCalls

  func check() async throws(HubError) {
    let operation = OperationID.workerHealthCheck
    let endpoint = Endpoint(operation, path: ["health"], traits: .probe) { response, decoding in
      try decoding.requireOK(response, operation: operation)
      try decoding.refusePage(response)
    }
    try await during(.health, await calls.send(endpoint, isLimited: false))
  }

  func about() async throws(HubError) -> String {
    let endpoint = Endpoint(.workerAbout, path: [], traits: .probe) { response, decoding in
      try decoding.refusePage(response)
      return String(decoding: response.body.prefix(4096), as: UTF8.self)
    }
    return try await during(.health, await calls.send(endpoint, isLimited: false))
  }

  func channels() async throws(HubError) -> [WorkerChannel] {
    let list: WorkerChannelList = try await during(
      .feed, await calls.post(.workerChannelsAll, ["api", "channels"], traits: .hub(isRead: true)))
    return list.channels
  }

  func register(_ channels: [String]) async throws(HubError) -> WorkerRegistration {
    let path: [PathSegment] = ["api", "channels", "register"]
    return try await during(
      .registration,
      await calls.post(.workerChannelsRegister, path, .channelIds(channels), traits: .hub(isRead: false)))
  }

  func videos(_ query: WorkerVideoQuery) async throws(HubError) -> WorkerVideoBatch {
    var body: JSONValue = query.channels.isEmpty ? [:] : .channelIds(query.channels)
    (body["afterSeq"], body["limit"]) = (.integer(Int64(query.afterSeq)), .integer(Int64(query.limit)))
    let path: [PathSegment] = ["api", "videos", "query"]
    return try await during(.feed, await calls.post(.workerVideosQuery, path, body, traits: .hub(isRead: true)))
  }
}

extension IdentityCheck {
  /// Recognises a Worker by `GET /health`, which answers exactly `ok`.
  public static let worker = IdentityCheck(.workerHealthCheck, path: ["health"]) { response in
    let text = String(decoding: response.body.prefix(16), as: UTF8.self)
    let isWorker = response.status == 200 && text.trimmingCharacters(in: .whitespacesAndNewlines) == "ok"
    return isWorker ? ServerFacts() : nil
  }
}
