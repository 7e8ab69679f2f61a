public import Foundation
import MediaCore

/// One video of a feed. Required: ``videoId``. Pushed videos have no more than a title at first, found ones no length;
/// the rest comes with a later answer, or never. A title can also read "Private video" or "Deleted video": the server
/// does not correct what it has stored.
public struct Video: Codable, Hashable, Sendable, Identifiable {
  /// The id at YouTube, eleven characters.
  public var videoId: String
  /// YouTube's id; the feed has no name and no picture of the channel.
  public var channelId: String?
  /// When it was published; nil where the server does not have it.
  public var publishedAt: Date?
  /// Nil where the server does not have it.
  public var title: String?
  /// Can be empty.
  public var description: String?
  /// As the server has it; see ``thumbnailURL`` for one that is always there.
  public var thumbnailUrl: String?
  /// Nil until the server has looked it up, which may be never; zero for live ones.
  public var duration: VideoLength?
  /// The address for watching it, as the Worker has it; see ``watchURL``.
  public var url: String?

  public var id: String { videoId }

  enum CodingKeys: String, InstantKeys {
    case videoId, channelId, publishedAt, title, description, thumbnailUrl, duration, url
  }
}

extension Video {
  /// A video of which only the id is known.
  public init(videoId: String) { self.videoId = videoId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(
      videoId: try members.requireID(.videoId), channelId: members[.channelId],
      publishedAt: members.instant(.publishedAt), title: members[.title], description: members[.description],
      thumbnailUrl: members[.thumbnailUrl], duration: members.text(.duration, as: VideoLength.init), url: members[.url])
  }

  /// Merges a later answer: its values replace the values here, and those that it lacks stay.
  public func updated(with newer: Video) -> Video {
    Video(
      videoId: videoId, channelId: newer.channelId ?? channelId, publishedAt: newer.publishedAt ?? publishedAt,
      title: newer.title ?? title, description: newer.description ?? description,
      thumbnailUrl: newer.thumbnailUrl ?? thumbnailUrl, duration: newer.duration ?? duration, url: newer.url ?? url)
  }

  /// Newest first; of the same instant by id, because the server's own order can change.
  static func isNewer(_ a: Video, _ b: Video) -> Bool {
    let (left, right) = (a.publishedAt ?? .distantPast, b.publishedAt ?? .distantPast)
    return left == right ? a.videoId < b.videoId : left > right
  }
}

extension Video {
  /// By the length and the day of publication, with YouTube's own limit for Shorts: three minutes.
  public var kind: VideoKind { kind(shortsLimit: VideoKind.shortsLimit) }

  /// By the length and the day of publication: the server does not say what is a Short. A video of `shortsLimit` seconds or less
  /// counts as one. Before 15 October 2024 YouTube took no Shorts above a minute: of the videos published earlier those below 60
  /// seconds count, or below `shortsLimit` where that is less. A video without a date follows the rule of today.
  public func kind(shortsLimit: Double) -> VideoKind {
    guard let seconds = duration?.seconds, seconds >= 0 else { return .unknown }
    if seconds == 0 { return .live }
    let isEarly = publishedAt.map { $0 < VideoKind.longShortsBegan } ?? false
    return seconds <= shortsLimit && (!isEarly || seconds < 60) ? .short : .regular
  }

  /// Of up to three minutes; published before 15 October 2024, below one.
  public var isShort: Bool { kind == .short }

  /// The address for watching it.
  public var watchURL: URL? { VideoLinks.link("https://www.youtube.com/watch?v=", videoId) }

  /// The server's picture, else the one that YouTube has for every video.
  public var thumbnailURL: URL? {
    thumbnailUrl.flatMap(VideoLinks.web) ?? VideoLinks.link("https://i.ytimg.com/vi/", videoId, "/hqdefault.jpg")
  }
}

/// The kind of a video by its length.
public enum VideoKind: String, Sendable, Hashable, CaseIterable {
  /// Live, or announced: length zero.
  case live
  /// Above zero and no longer than the limit.
  case short
  /// Longer than a Short.
  case regular
  /// No length known (yet): may be any of them.
  case unknown

  /// The longest Short of YouTube, in seconds.
  public static let shortsLimit = 180.0
  /// 15 October 2024: Shorts were at most a minute long before.
  static let longShortsBegan = Date(timeIntervalSince1970: 1_728_950_400)
}

enum VideoLinks {
  /// The address with an escaped id in it; nil for an empty id.
  static func link(_ start: String, _ id: String, _ end: String = "") -> URL? {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    guard !id.isEmpty, let id = id.addingPercentEncoding(withAllowedCharacters: allowed) else { return nil }
    return URL(string: start + id + end)
  }

  /// A text as a web address; nil for anything that is none.
  static func web(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
    else { return nil }
    return url
  }
}
