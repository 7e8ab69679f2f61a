import Foundation

/// The videos of a ``FeedStore``, and how an answer is merged into them.
struct SavedFeed: Codable, Equatable {
  static let keptGaps = 1000

  /// The videos of all channels, newest first. Videos of unwanted channels are kept, so that a channel wanted again has them at once.
  var videos: [Video] = []
  var position = FeedPosition()
  var isTruncated = false
  var gaps: [FeedGap] = []
  /// The newest publication of a video that was dropped for the capacity, by channel; under "" for videos without a channel. Nil in files
  /// of earlier versions.
  private var dropped: [String: Date]?
  var lastFullFetch: Date?
  /// When the feed was last fetched, by this device's clock.
  var lastSync: Date?

  /// Merges an answer by video id. A member that the answer has replaces the stored one; missing members are kept.
  mutating func merge(
    _ answer: FeedAnswer, to request: FeedRequest, filter: ChannelFilter, capacity: Int, now: Date
  ) -> FeedUpdate {
    let scope = request.scope
    let gaps = gaps(before: answer, now: now)
    let known = Set(videos.map(\.videoId))
    let byID = Dictionary((videos + answer.videos).map { ($0.videoId, $0) }, uniquingKeysWith: { $0.updated(with: $1) })
    let merged = byID.values.sorted(by: Video.isNewer)
    videos = Self.bounded(merged, filter: filter, capacity: capacity)
    if scope == .everything, !answer.isTruncated {
      // A complete answer brings back the dropped videos of its channels: remove these from `cuts`. `cut(_:)` below may add some again.
      let read = request.channels.map(Set.init)
      cuts = cuts.filter { !($0.key.isEmpty || read?.contains($0.key) ?? true) }
    }
    if videos.count < merged.count { cut(merged) }
    var reached = answer.position
    if let newest = reached.publishedAt, newest > now.addingTimeInterval(Self.tolerance) {
      // A video dated far in the future would make the position skip all later videos: use the newest plausible date.
      reached.publishedAt = Self.newest(answer.videos, now: now)
    }
    // After a fetch of everything, take the server's position as it is: the saved one may have been wrong.
    position = scope == .everything ? reached : position.advanced(to: reached)
    if scope != .sincePosition { isTruncated = answer.isTruncated }
    if scope == .everything { lastFullFetch = now }
    keep(gaps + self.gaps.filter { old in !gaps.contains { $0.id == old.id } })
    lastSync = now
    var new = Set(videos.map(\.videoId)).subtracting(known)
    let unseen = answer.videos.filter { new.remove($0.videoId) != nil && filter.shows($0) }.map(\.videoId)
    let isCut = cuts.keys.contains { filter.shows(channel: $0.nonEmpty) }
    return FeedUpdate(unseen: unseen, wasEmpty: known.isEmpty, isTruncated: answer.isTruncated || isCut, gaps: gaps)
  }

  var cuts: [String: Date] {
    get { dropped ?? [:] }
    set { dropped = newValue.isEmpty ? nil : newValue }
  }

  /// Notes the channels of the videos that were dropped.
  private mutating func cut(_ merged: [Video]) {
    let kept = Set(videos.map(\.videoId))
    for video in merged where !kept.contains(video.videoId) { cut(video.channelId, at: video.publishedAt) }
  }

  private mutating func cut(_ channel: String?, at date: Date?) {
    cuts[channel ?? "", default: .distantPast] = max(cuts[channel ?? ""] ?? .distantPast, date ?? .distantPast)
  }

  /// Keeps the newest gaps up to ``keptGaps`` and turns the others into cuts. Drops a gap that is older than every kept video of its
  /// channel if the channel has a cut, which says already that older videos are missing.
  private mutating func keep(_ all: [FeedGap]) {
    let oldest = Dictionary(videos.compactMap { video in video.publishedAt.map { (video.channelId ?? "", $0) } }) {
      min($0, $1)
    }
    gaps = all.filter { gap in
      guard let channel = gap.channelId else { return cuts.isEmpty || gap.before > oldest.values.min() ?? .distantPast }
      return cuts[channel] == nil || gap.before > oldest[channel] ?? .distantFuture
    }
    for gap in gaps.dropFirst(Self.keptGaps) { cut(gap.channelId, at: gap.before) }
    gaps = Array(gaps.prefix(Self.keptGaps))
  }

  /// The videos within the capacity. Videos of unwanted channels, which the server keeps sending, are dropped before those of wanted ones.
  private static func bounded(_ videos: [Video], filter: ChannelFilter, capacity: Int) -> [Video] {
    guard videos.count > capacity else { return videos }
    let wanted = videos.filter { filter.shows(channel: $0.channelId) }
    let unwanted = videos.filter { !filter.shows(channel: $0.channelId) }
    return (wanted + unwanted).prefix(capacity).sorted(by: Video.isNewer)
  }

  /// The newest publication that is not far in the future.
  private static func newest(_ videos: [Video], now: Date) -> Date? {
    videos.compactMap(\.publishedAt).filter { $0 <= now.addingTimeInterval(tolerance) }.max()
  }

  /// The longest time, in seconds, that a publication may be ahead of this device's clock.
  private static let tolerance = 86_400.0

  /// The gaps between the known videos and an answer that does not reach back to them.
  private func gaps(before answer: FeedAnswer, now: Date) -> [FeedGap] {
    guard !videos.isEmpty else { return [] }
    let concernsAll = answer.isTruncated && answer.cutChannels.isEmpty
    let channels: [String?] = concernsAll ? [nil] : answer.cutChannels.sorted()
    return channels.compactMap { channel in
      let known = videos.filter { concernsAll || $0.channelId == channel }
      let sent = answer.videos.filter { concernsAll || $0.channelId == channel }
      // Between its newest and its oldest video, an answer is complete. So there is a gap only if its oldest video is newer than the newest
      // known one. Ignore known videos dated far in the future: they would hide every gap. If all are, this device's clock is behind: use
      // them.
      guard let after = Self.newest(known, now: now) ?? known.compactMap(\.publishedAt).max(),
        let before = sent.compactMap(\.publishedAt).min(), after < before
      else { return nil }
      return FeedGap(channelId: channel, after: after, before: before, noticedAt: now)
    }
  }
}

extension String {
  /// The text; nil when it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
