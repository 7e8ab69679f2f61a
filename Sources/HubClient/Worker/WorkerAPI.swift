import MediaCore

/// The later backend: no users, no sign-in, no reconcile; one list of channels and videos with one growing sequence number.
/// Its paths match exactly, without a slash at the end. Errors are `{"error":"…"}`.
public protocol WorkerAPI: Sendable {
  /// `GET /health`: plain text `ok`.
  /// - Throws: `serverUnhealthy` for every other answer of the server.
  func check() async throws(HubError)
  /// `GET /`: a sentence of plain text about the server.
  func about() async throws(HubError) -> String
  /// `POST /api/channels`: every channel that the server watches, whoever registered it. Reads, in spite of the method.
  func channels() async throws(HubError) -> [WorkerChannel]
  /// `POST /api/channels/register`: at most 500. The server keeps ids of 10 to 128 characters of `A-Z a-z 0-9 _ -`, ignores
  /// the others, and refuses a list of which nothing is left. Safe to repeat.
  func register(_ channels: [String]) async throws(HubError) -> WorkerRegistration
  /// `POST /api/videos/query`: rows after a place in the sequence. Reads, in spite of the method.
  ///
  /// About a hundred videos a channel are kept: who was away for long has gaps. A place belongs to the channels it was asked
  /// for; a channel that is added needs place 0.
  func videos(_ query: WorkerVideoQuery) async throws(HubError) -> WorkerVideoBatch
}

extension WorkerAPI {
  /// Every row after a place, page by page, until a page is short or the place does not move on.
  /// - Parameter maximumPages: where to stop in any case.
  /// - Returns: the rows, and where to go on from: never less than `afterSeq`.
  public func allVideos(
    channels: [String] = [], afterSeq: Int = 0, limit: Int = 500, maximumPages: Int = 100
  ) async throws(HubError) -> (videos: [WorkerVideo], place: Int, isComplete: Bool) {
    var query = WorkerVideoQuery(channels: channels, afterSeq: afterSeq, limit: limit)
    var videos: [WorkerVideo] = []
    var seen: Set<String> = []
    for _ in 0..<max(1, maximumPages) {
      let batch = try await self.videos(query)
      videos += batch.videos.filter { seen.insert($0.videoId).inserted }
      let place = batch.place(after: query.afterSeq)
      let isLast = batch.videos.count < query.limit || place == query.afterSeq
      query.afterSeq = place
      if isLast { return (videos, place, true) }
    }
    return (videos, query.afterSeq, false)
  }
}

struct LiveWorkerAPI: WorkerAPI {
  let calls: HubCalls

  func check() async throws(HubError) {
    try await calls.send(WorkerEndpoints.check(), as: .health, isLimited: false)
  }

  func about() async throws(HubError) -> String {
    try await calls.send(WorkerEndpoints.about(), as: .health, isLimited: false)
  }

  func channels() async throws(HubError) -> [WorkerChannel] {
    try await calls.send(WorkerEndpoints.channels(), as: .feed).channels
  }

  func register(_ channels: [String]) async throws(HubError) -> WorkerRegistration {
    try await calls.send(WorkerEndpoints.register(channels), as: .registration)
  }

  func videos(_ query: WorkerVideoQuery) async throws(HubError) -> WorkerVideoBatch {
    try await calls.send(WorkerEndpoints.videos(query), as: .feed)
  }
}
