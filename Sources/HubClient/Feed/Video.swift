public import Foundation
import MediaCore

/// One video of a feed. Required: ``videoId``. A video that YouTube pushed to the server has only a title at first, and a video that the
/// server found has no length; the missing members come with a later answer, or never. A title can also read "Private video" or "Deleted
/// video": the server does not correct stored titles.
public struct Video: Codable, Hashable, Sendable, Identifiable {
  /// The video's id at YouTube, eleven characters.
  public var videoId: String
  /// The channel's id at YouTube; the feed has no name and no picture of the channel.
  public var channelId: String?
  /// When the video was published; nil when the server does not have the date.
  public var publishedAt: Date?
  /// The title; nil when the server does not have it.
  public var title: String?
  /// The description; can be empty.
  public var description: String?
  /// The picture's address as the server sends it; ``thumbnailURL`` is always present.
  public var thumbnailUrl: String?
  /// The length; nil until the server has looked it up, which may be never; zero for live videos.
  public var duration: VideoLength?
  /// The address for watching the video, as the Worker sends it; see ``watchURL``.
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

  /// Returns the video with the values of a later answer; values that the later answer lacks stay.
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
  /// The kind of the video by length and day of publication, with YouTube's own limit for Shorts: three minutes.
  public var kind: VideoKind { kind(shortsLimit: VideoKind.shortsLimit) }

  /// The kind of the video by length and day of publication, since the server does not mark Shorts. A video of `shortsLimit` seconds or
  /// less counts as a Short. Before 15 October 2024 YouTube accepted no Shorts above a minute: an earlier video only counts as a Short
  /// below 60 seconds, or up to `shortsLimit` if that is less. A video without a date follows the present rule.
  public func kind(shortsLimit: Double) -> VideoKind {
    guard let seconds = duration?.seconds, seconds >= 0 else { return .unknown }
    if seconds == 0 { return .live }
    let isEarly = publishedAt.map { $0 < VideoKind.longShortsBegan } ?? false
    return seconds <= shortsLimit && (!isEarly || seconds < 60) ? .short : .regular
  }

  /// Whether the video is a Short: up to three minutes long; if published before 15 October 2024, below one minute.
  public var isShort: Bool { kind == .short }

  /// The address for watching the video.
  public var watchURL: URL? { VideoLinks.link("https://www.youtube.com/watch?v=", videoId) }

  /// The address of the video's picture: the server's, or the one that YouTube has for every video.
  public var thumbnailURL: URL? {
    thumbnailUrl.flatMap(VideoLinks.web) ?? VideoLinks.link("https://i.ytimg.com/vi/", videoId, "/hqdefault.jpg")
  }
}

/// The kind of a video by its length.
public enum VideoKind: String, Sendable, Hashable, CaseIterable {
  /// A live or announced video: its length is zero.
  case live
  /// A video longer than zero and no longer than the limit.
  case short
  /// A video longer than a Short.
  case regular
  /// A video without a known length, which may be live, a Short or regular.
  case unknown

  /// The longest Short of YouTube, in seconds.
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
