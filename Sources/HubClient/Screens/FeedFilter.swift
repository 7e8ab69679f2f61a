import Foundation
import MediaCore

/// A filter that decides which videos of a feed are shown.
///
/// ```swift
/// let feed = FeedViewModel(hub: hub)
/// feed.filter = FeedFilter(status: .all, searchText: "bench", shorts: .hide)
/// ```
public struct FeedFilter: Sendable, Hashable, Codable {
  /// The choice of videos by their watch status.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// The choices. `all` shows all videos. Each other choice shows the videos with the status of the same name. `unwatched` also shows
    /// videos that were never marked.
    case all, unwatched, watched, skipped
  }

  /// The choice of whether YouTube Shorts are shown.
  public enum Shorts: String, Sendable, Hashable, Codable, CaseIterable {
    /// The choices. `include` shows Shorts together with all other videos, `hide` shows no Shorts, and `only` shows nothing but Shorts.
    case include, hide, only
  }

  /// The choice of videos by their watch status; `unwatched` by default.
  public var status: Status
  /// The id of the channel whose videos are shown. If nil, the videos of all channels are shown.
  public var channelId: String?
  /// The words to find in titles and channel names. The search ignores case, accents, character width and apostrophes.
  public var searchText: String
  /// The choice of whether Shorts are shown. Live videos and videos of unknown length are not treated as Shorts.
  public var shorts: Shorts
  /// The greatest length of a Short, in seconds. See ``Video/kind(shortsLimit:)`` for videos published before 15 October 2024.
  public var shortsLimit: Double

  /// Creates a filter. By default, the filter shows unwatched videos of all channels, including Shorts.
  public init(
    status: Status = .unwatched, channelId: String? = nil, searchText: String = "", shorts: Shorts = .include,
    shortsLimit: Double = VideoKind.shortsLimit
  ) {
    (self.status, self.channelId, self.searchText, self.shorts) = (status, channelId, searchText, shorts)
    self.shortsLimit = shortsLimit
  }

  /// Decodes a filter. A filter that an earlier version stored without ``shortsLimit`` can also be decoded.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      status: try members.decode(Status.self, forKey: .status),
      channelId: try members.decodeIfPresent(String.self, forKey: .channelId),
      searchText: try members.decode(String.self, forKey: .searchText),
      shorts: try members.decode(Shorts.self, forKey: .shorts),
      shortsLimit: try members.decodeIfPresent(Double.self, forKey: .shortsLimit) ?? VideoKind.shortsLimit)
  }

  /// Whether this filter shows a video.
  /// - Parameter channelTitle: the name of the channel, or its id if it has no name.
  public func shows(_ video: Video, status watchStatus: WatchStatus, channelTitle: String?) -> Bool {
    let hasStatus =
      switch status {
      case .all: true
      case .unwatched: watchStatus.isUnwatched
      case .watched: watchStatus == .watched
      case .skipped: watchStatus == .skipped
      }
    guard hasStatus, channelId == nil || video.channelId == channelId,
      shorts == .include || (video.kind(shortsLimit: shortsLimit) == .short) == (shorts == .only)
    else { return false }
    return SearchText.words(searchText).isEmpty
      || SearchText.matches(searchText, in: [video.title, channelTitle].compactMap { $0 })
  }
}
