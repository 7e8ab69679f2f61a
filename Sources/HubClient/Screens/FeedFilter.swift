import Foundation
import MediaCore

/// The part of a feed that is shown.
public struct FeedFilter: Sendable, Hashable, Codable {
  /// The choice by watch status.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// `unwatched` shows videos without a status too.
    case all, unwatched, watched, skipped
  }

  /// The treatment of YouTube Shorts.
  public enum Shorts: String, Sendable, Hashable, Codable, CaseIterable {
    /// `only` leaves everything else out.
    case include, hide, only
  }

  /// The statuses that are shown; `unwatched` at first.
  public var status: Status
  /// Nil for all.
  public var channelId: String?
  /// Its words are looked for in titles and names of channels, without regard to case, accents, width and apostrophes.
  public var searchText: String
  /// A video of unknown length and a live one are no Shorts.
  public var shorts: Shorts
  /// The longest Short, in seconds; see ``Video/kind(shortsLimit:)`` for videos published before October 2024.
  public var shortsLimit: Double

  /// Unwatched videos of all channels, Shorts included.
  public init(
    status: Status = .unwatched, channelId: String? = nil, searchText: String = "", shorts: Shorts = .include,
    shortsLimit: Double = VideoKind.shortsLimit
  ) {
    (self.status, self.channelId, self.searchText, self.shorts) = (status, channelId, searchText, shorts)
    self.shortsLimit = shortsLimit
  }

  /// Reads also what an earlier version has written, without ``shortsLimit``.
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
  /// - Parameter channelTitle: the channel's name, or its id where there is none.
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
