public import Foundation
import MediaCore

/// One video of a feed. Required: ``videoId``. Pushed videos have no more than a title at first, found ones no length; the
/// rest comes with a later answer, or never. A title can also read "Private video" or "Deleted video": the server does not
/// correct what it has stored.
public struct Video: Codable, Hashable, Sendable, Identifiable {
  public var videoId: String
  /// YouTube's id; the feed has no name and no picture of the channel.
  public var channelId: String?
  public var publishedAt: Date?
  public var title: String?
  /// Can be empty.
  public var description: String?
  /// As the server has it; see ``thumbnailURL`` for one that is always there.
  public var thumbnailUrl: String?
  public var duration: VideoLength?
  /// Where to watch it, as the Worker has it; see ``watchURL``.
  public var url: String?

  public var id: String { videoId }

  enum CodingKeys: String, CodingKey {
    case videoId, channelId, publishedAt, title, description, thumbnailUrl, duration, url
  }
}

extension Video {
  public init(videoId: String) { self.videoId = videoId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let publishedAt: WireInstant? = members[.publishedAt]
    self.init(
      videoId: try members.requireID(.videoId), channelId: members[.channelId], publishedAt: publishedAt?.date,
      title: members[.title], description: members[.description], thumbnailUrl: members[.thumbnailUrl],
      duration: members[.duration], url: members[.url])
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(videoId, forKey: .videoId)
    try members.encodeIfPresent(channelId, forKey: .channelId)
    try members.encodeIfPresent(WireInstant(publishedAt), forKey: .publishedAt)
    try members.encodeIfPresent(title, forKey: .title)
    try members.encodeIfPresent(description, forKey: .description)
    try members.encodeIfPresent(thumbnailUrl, forKey: .thumbnailUrl)
    try members.encodeIfPresent(duration, forKey: .duration)
    try members.encodeIfPresent(url, forKey: .url)
  }

  /// Merges a later answer: its values replace the values here, and what it lacks stays.
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
  public var kind: VideoKind {
    guard let seconds = duration?.seconds, seconds >= 0 else { return .unknown }
    if seconds == 0 { return .live }
    return seconds < 60 ? .short : .regular
  }

  public var isShort: Bool { kind == .short }

  /// Where people watch it.
  public var watchURL: URL? { VideoLinks.watch(videoId) }

  /// The server's picture, else the one that YouTube has for every video.
  public var thumbnailURL: URL? {
    thumbnailUrl.flatMap(VideoLinks.web) ?? VideoLinks.thumbnail(videoId)
  }
}

/// The kind of a video by its length.
public enum VideoKind: String, Sendable, Hashable, CaseIterable {
  /// Live, or announced: length zero.
  case live
  /// Above zero and below a minute.
  case short
  case regular
  /// No length known (yet): may be any of them.
  case unknown
}

/// Addresses that follow from a video's id.
package enum VideoLinks {
  /// `https://www.youtube.com/watch?v=<id>`
  package static func watch(_ videoId: String) -> URL? {
    escaped(videoId).flatMap { URL(string: "https://www.youtube.com/watch?v=\($0)") }
  }

  /// `https://i.ytimg.com/vi/<id>/hqdefault.jpg`
  package static func thumbnail(_ videoId: String) -> URL? {
    escaped(videoId).flatMap { URL(string: "https://i.ytimg.com/vi/\($0)/hqdefault.jpg") }
  }

  /// A text as a web address; nil for anything that is none.
  static func web(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
    else { return nil }
    return url
  }

  private static func escaped(_ id: String) -> String? {
    let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    return id.isEmpty ? nil : id.addingPercentEncoding(withAllowedCharacters: allowed)
  }
}
