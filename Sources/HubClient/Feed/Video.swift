public import Foundation
import MediaCore

/// One video of a feed. Only ``videoId`` is required. If YouTube has just announced a video to the server, the video has only a title at
/// first. If the server has found a video itself, the video has no length at first. A later answer of the server may contain the missing
/// members, but this is not certain. A title can also be "Private video" or "Deleted video", because the server does not correct stored
/// titles.
public struct Video: Codable, Hashable, Sendable, Identifiable {
  /// The video's id at YouTube, which has eleven characters.
  public var videoId: String
  /// The channel's id at YouTube. The feed contains neither the name nor the picture of the channel.
  public var channelId: String?
  /// The time at which the video was published; nil if the server does not have this time.
  public var publishedAt: Date?
  /// The title; nil if the server does not have a title.
  public var title: String?
  /// The description; can be empty.
  public var description: String?
  /// The address of the picture as the server sends it. Use ``thumbnailURL``, which also has an address if this is nil.
  public var thumbnailUrl: String?
  /// The length of the video. Nil until the server has looked up the length, which may never happen. Zero for live videos.
  public var duration: VideoLength?
  /// The address at which to watch the video, as a Worker sends it. ``watchURL`` also has an address if this is nil.
  public var url: String?

  public var id: String { videoId }

  enum CodingKeys: String, InstantKeys {
    case videoId, channelId, publishedAt, title, description, thumbnailUrl, duration, url
  }
}

extension Video {
  /// Creates a video with only an id.
  public init(videoId: String) { self.videoId = videoId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(
      videoId: try members.requireID(.videoId), channelId: members[.channelId],
      publishedAt: members.instant(.publishedAt), title: members[.title], description: members[.description],
      thumbnailUrl: members[.thumbnailUrl], duration: members.text(.duration, as: VideoLength.init), url: members[.url])
  }

  /// Returns this video with its values replaced by the values of `newer`, a later answer. If `newer` lacks a value, the value of this
  /// video stays.
  public func updated(with newer: Video) -> Video {
    Video(
      videoId: videoId, channelId: newer.channelId ?? channelId, publishedAt: newer.publishedAt ?? publishedAt,
      title: newer.title ?? title, description: newer.description ?? description,
      thumbnailUrl: newer.thumbnailUrl ?? thumbnailUrl, duration: newer.duration ?? duration, url: newer.url ?? url)
  }

  /// Sorts the newest first; equal instants by id, because the server's order can change.
  static func isNewer(_ a: Video, _ b: Video) -> Bool {
    let (left, right) = (a.publishedAt ?? .distantPast, b.publishedAt ?? .distantPast)
    return left == right ? a.videoId < b.videoId : left > right
  }
}

extension Video {
  /// The kind of the video, such as a Short or a live video. The kind is computed from the length and the day of publication, with
  /// YouTube's limit of three minutes for Shorts.
  public var kind: VideoKind { kind(shortsLimit: VideoKind.shortsLimit) }

  /// Returns the kind of the video. The kind is computed from the length and the day of publication, because the server does not mark
  /// Shorts. A video of `shortsLimit` seconds or less is a Short.
  ///
  /// Before 15 October 2024, YouTube accepted no Shorts above a minute. A video from before this day is therefore a Short only if it is
  /// shorter than 60 seconds and no longer than `shortsLimit`. A video without a date is treated like a video from after this day.
  public func kind(shortsLimit: Double) -> VideoKind {
    guard let seconds = duration?.seconds, seconds >= 0 else { return .unknown }
    if seconds == 0 { return .live }
    let isEarly = publishedAt.map { $0 < VideoKind.longShortsBegan } ?? false
    return seconds <= shortsLimit && (!isEarly || seconds < 60) ? .short : .regular
  }

  /// Whether the video is a Short. A Short is at most three minutes long, or shorter than one minute if it was published before 15 October
  /// 2024.
  public var isShort: Bool { kind == .short }

  /// The address at YouTube for watching the video.
  public var watchURL: URL? { VideoLinks.link("https://www.youtube.com/watch?v=", videoId) }

  /// The address of the video's picture. This is the address that the server sent. If the server sent none, this is the address at which
  /// YouTube has a picture of every video.
  public var thumbnailURL: URL? {
    thumbnailUrl.flatMap(VideoLinks.web) ?? VideoLinks.link("https://i.ytimg.com/vi/", videoId, "/hqdefault.jpg")
  }
}

/// The kind of a video, computed from its length and its day of publication.
public enum VideoKind: String, Sendable, Hashable, CaseIterable {
  /// A live or announced video, whose length is zero.
  case live
  /// A Short: a video with a length above zero that does not exceed the limit for Shorts.
  case short
  /// A video that is longer than a Short.
  case regular
  /// A video whose length is unknown. It may be live, a Short or regular.
  case unknown

  /// The greatest length of a Short at YouTube, in seconds.
  public static let shortsLimit = 180.0
  /// 15 October 2024: until then Shorts were at most a minute long.
  static let longShortsBegan = Date(timeIntervalSince1970: 1_728_950_400)
}

enum VideoLinks {
  /// An address with an escaped id; nil for an empty id.
  static func link(_ start: String, _ id: String, _ end: String = "") -> URL? {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard !id.isEmpty, let id = id.addingPercentEncoding(withAllowedCharacters: allowed) else { return nil }
    return URL(string: start + id + end)
  }

  /// A text as a web address; nil for any other text.
  static func web(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
    else { return nil }
    return url
  }
}
