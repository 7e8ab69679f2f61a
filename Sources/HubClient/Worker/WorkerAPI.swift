import Foundation
public import MediaCore

/// The routes of a Worker, the server that succeeds the Hub. A Worker has no users, no sign-in and no route that makes it look for new
/// videos. A Worker has one list of channels and one list of videos for all clients, and numbers the videos in one growing sequence. The
/// paths of its routes must match exactly, without a slash at the end. Its errors have the body `{"error":"…"}`.
public protocol WorkerAPI: Sendable {
  /// `GET /health`: checks that the server is healthy, and throws an error otherwise. A healthy server answers with the plain text `ok`.
  /// - Throws: `serverUnhealthy` for every status except 200 (but `invalidURL` for a 404); `invalidResponse` for a web page.
  func check() async throws(HubError)
  /// `GET /`: returns a sentence of plain text about the server.
  func about() async throws(HubError) -> String
  /// `POST /api/channels`: returns every channel whose videos the server collects for any client. The call changes nothing, although its
  /// method is POST.
  func channels() async throws(HubError) -> [WorkerChannel]
  /// `POST /api/channels/register`: registers at most 500 channels. The server accepts ids of 10 to 128 characters of `A-Z a-z 0-9 _ -`,
  /// ignores other ids, and refuses a list without a valid id. The call is safe to repeat.
  func register(_ channels: [String]) async throws(HubError) -> WorkerRegistration
  /// `POST /api/videos/query`: returns the videos after a place in the server's numbered sequence of videos. The call changes nothing,
  /// although its method is POST.
  ///
  /// The server keeps about a hundred videos per channel, so videos are missing after a long absence. A place is valid only for the
  /// channels for which it was requested. For an added channel, start at place 0.
  func videos(_ query: WorkerVideoQuery) async throws(HubError) -> WorkerVideoBatch
}

extension WorkerAPI {
  /// Reads all videos after the place `afterSeq` in the server's numbered sequence. The videos are read page by page, until a page is not
  /// full or the place does not rise. More than 300 channels are queried in groups of at most 300, one group after the other, with at most
  /// `maximumPages` pages for each group.
  /// - Returns: the videos; the place from which to continue, which is never lower than `afterSeq`; and whether every group was read to its
  ///   end. With several groups, the place is that of the first group, or of an incomplete group if that is lower. Videos that arrived
  ///   while the other groups were read are therefore not skipped, but the next call may return some videos again.
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
  /// Recognises a Worker by `GET /health`, whose answer must be exactly `ok`.
  public static let worker = IdentityCheck(.workerHealthCheck, path: ["health"]) { response in
    let text = String(decoding: response.body.prefix(16), as: UTF8.self)
    let isWorker = response.status == 200 && text.trimmingCharacters(in: .whitespacesAndNewlines) == "ok"
    return isWorker ? ServerFacts() : nil
  }
}
