import Foundation
import MediaCore

/// The part of a feed that is shown.
///
/// ```swift
/// let feed = FeedViewModel(hub: hub)
/// feed.filter = FeedFilter(status: .all, searchText: "bench", shorts: .hide)
/// ```
public struct FeedFilter: Sendable, Hashable, Codable {
  /// The choice by watch status.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// The choices. `unwatched` also shows videos without a status.
    case all, unwatched, watched, skipped
  }

  /// The treatment of YouTube Shorts.
  public enum Shorts: String, Sendable, Hashable, Codable, CaseIterable {
    /// The choices; `only` hides all other videos.
    case include, hide, only
  }

  /// The statuses that are shown; `unwatched` at first.
  public var status: Status
  /// The channel that is shown; nil for all.
  public var channelId: String?
  /// The words to find in titles and channel names, ignoring case, accents, width and apostrophes.
  public var searchText: String
  /// The treatment of Shorts. Videos of unknown length and live videos do not count as Shorts.
  public var shorts: Shorts
  /// The longest Short, in seconds; see ``Video/kind(shortsLimit:)`` for videos published before October 2024.
  public var shortsLimit: Double

  /// Creates a filter; by default it shows unwatched videos of all channels, including Shorts.
  public init(
    status: Status = .unwatched, channelId: String? = nil, searchText: String = "", shorts: Shorts = .include,
    shortsLimit: Double = VideoKind.shortsLimit
  ) {
    (self.status, self.channelId, self.searchText, self.shorts) = (status, channelId, searchText, shorts)
    self.shortsLimit = shortsLimit
  }

  /// Also reads the form of earlier versions, without ``shortsLimit``.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      status: try members.decode(Status.self, forKey: .status),
      channelId: try members.decodeIfPresent(String.self, forKey: .channelId),
      searchText: try members.decode(String.self, forKey: .searchText),
      shorts: try members.decode(Shorts.self, forKey: .shorts),
      shortsLimit: try members.decodeIfPresent(Double.self, forKey: .shortsLimit) ?? VideoKind.shortsLimit)
  }

  /// Whether a video is shown.
  /// - Parameter channelTitle: the channel's name, or its id when it has none.
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
