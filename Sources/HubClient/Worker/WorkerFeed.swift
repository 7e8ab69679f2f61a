import Foundation
import MediaCore

/// The Worker as a ``VideoFeed``, whose sequence is a reliable cursor. Each request repeats the last row: if the server no longer has it,
/// the server was restored, and is read from its beginning.
struct WorkerFeed: VideoFeed {
  let storageName: String
  let worker: any WorkerAPI

  /// The approximate number of videos that the server keeps for a channel.
  static let keptPerChannel = 100
  static let registrationSize = 500
  private static let all = "*"

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration {
    let cleaned = ChannelID.cleaned(channels)
    let ids = cleaned.filter(Self.isTaken)
    // Don't send an empty list: the Worker answers 400. (The Hub creates the user from an empty list; the Worker has no users.)
    if !ids.isEmpty {
      try await RegistrationProgress.send(ids, inBatchesOf: Self.registrationSize) {
        (batch) async throws(ClientError) in
        _ = try await ClientError.of(await worker.register(batch))
      }
    }
    return ChannelRegistration(
      registered: ids, unusual: ids.filter { !ChannelID.isWellFormed($0) },
      ignored: cleaned.filter { !Self.isTaken($0) })
  }

  private static func isTaken(_ id: String) -> Bool {
    (10...128).contains(id.utf8.count) && id.utf8.allSatisfy(ChannelID.isAllowed)
  }

  func reconcile() async throws(HubError) -> Int? { nil }

  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer {
    let places = request.scope == .everything ? [:] : request.position.places
    guard let wanted = request.channels else {
      return try await read([], after: places[Self.all] ?? 0, places: [Self.all])
    }
    // Request channels with the same place together. A new channel starts at place 0.
    let groups = Dictionary(grouping: wanted.filter(Self.isTaken)) { places[$0] ?? 0 }
    var answer = FeedAnswer(position: request.scope == .everything ? FeedPosition() : request.position)
    for (place, channels) in groups.sorted(by: { $0.key < $1.key }) {
      let read = try await read(channels.sorted(), after: place, places: channels)
      answer.videos += read.videos
      answer.position = answer.position.advanced(to: read.position)
      answer.isTruncated = answer.isTruncated || read.isTruncated
      answer.cutChannels.formUnion(read.cutChannels)
    }
    return answer
  }

  private func read(_ channels: [String], after place: Int, places: [String]) async throws(HubError) -> FeedAnswer {
    var read = try await worker.allVideos(channels: channels, afterSeq: max(place, 1) - 1)
    if place > 0, !read.videos.contains(where: { $0.seq == place }) {
      read = try await worker.allVideos(channels: channels)
    }
    let videos = read.videos.map(\.video)
    let counts = Dictionary(grouping: videos.compactMap(\.channelId)) { $0 }.mapValues(\.count)
    return FeedAnswer(
      videos: videos,
      position: FeedPosition(
        publishedAt: videos.compactMap(\.publishedAt).max(),
        places: Dictionary(places.map { ($0, read.place) }, uniquingKeysWith: { max($0, $1) })),
      isTruncated: !read.isComplete,
      cutChannels: Set(counts.filter { $0.value >= Self.keptPerChannel }.keys))
  }

  func channelTitles() async throws(HubError) -> [String: String] {
    // Leave out channels without a name on the server, otherwise they would overwrite a name set by the app.
    let named = try await worker.channels().filter { !($0.title ?? "").isEmpty }
    return Dictionary(named.map { ($0.channelId, $0.displayTitle) }, uniquingKeysWith: { $1 })
  }

  func channelDetails() async throws(HubError) -> [String: ChannelDetails] {
    let listed = try await worker.channels().map { channel in
      (
        channel.channelId,
        ChannelDetails(title: channel.title.flatMap { $0.isEmpty ? nil : $0 }, pictureURL: channel.thumbnailURL)
      )
    }
    return Dictionary(listed, uniquingKeysWith: { $1 })
  }

  func canFindVideos() async throws(HubError) -> Bool {
    try await worker.check()
    return true
  }
}
