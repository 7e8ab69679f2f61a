import Foundation

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
  /// Matched against titles and names of channels, without regard to case.
  public var searchText: String
  /// A video of unknown length and a live one are no Shorts.
  public var shorts: Shorts

  /// Unwatched videos of all channels, Shorts included.
  public init(
    status: Status = .unwatched, channelId: String? = nil, searchText: String = "", shorts: Shorts = .include
  ) {
    (self.status, self.channelId, self.searchText, self.shorts) = (status, channelId, searchText, shorts)
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
      shorts == .include || video.isShort == (shorts == .only)
    else { return false }
    let text = searchText.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return true }
    return [video.title, channelTitle].contains { $0?.range(of: text, options: .caseInsensitive) != nil }
  }
}
