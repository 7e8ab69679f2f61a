public import Foundation
public import MediaCore

/// A book or an episode that this device keeps or downloads: see ``DownloadStore``. (``Download`` is the server's own download of an
/// episode from its feed.)
public struct LocalDownload: Sendable, Hashable, Identifiable {
  /// The state of a download.
  public enum Phase: Sendable, Hashable {
    /// The download waits for its turn.
    case queued
    /// The files are being downloaded.
    case running
    /// The download is stopped until it is resumed.
    case paused
    /// The download continues without the user when the server can be reached again, after a sign-in, or when there is room. The error says
    /// which of these it waits for.
    case waiting(ClientError)
    /// The download cannot succeed as it is, for instance because the server lacks a file; resuming tries again.
    case failed(ClientError)
    /// All files are on this device.
    case complete
  }

  public let id: PlayableID
  /// The title of the book or episode. Until the server has described the item, the title that the caller gave.
  public var title: String
  /// The author, for lists without a network.
  public var author: String
  /// The duration of the whole item, in seconds.
  public var duration: Double?
  /// The chapters, for the player without a network.
  public var chapters: [Chapter]
  /// The cover, which ``CoverStore`` keeps on this device.
  public var artwork: Artwork?
  /// The address of the cover; ``ShelfService/covers`` loads the cover itself.
  public var coverURL: URL?
  /// The state of the download: waiting, running, paused, failed or complete.
  public var phase: Phase
  /// The number of bytes that are on this device.
  public var receivedBytes: Int
  /// The number of bytes of all files; nil until the sizes of all files are known.
  public var totalBytes: Int?
  /// When the download was requested.
  public var requestedAt: Date
  /// When the last file was complete; nil while the download is not complete.
  public var completedAt: Date?
  /// When the item was last opened from this device.
  public var openedAt: Date?
  /// The reason why the item is on this device.
  public var reason = DownloadReason.byHand
  /// The rule that holds a queued or waiting download back; nil when no rule does.
  public var hold: DownloadHold?
  /// Whether the item has audio to listen to; true until the server has described the item.
  public var hasAudio = true
  /// The format of the ebook that is part of the download: ``DownloadStore/localEbook(of:)``. Nil without one.
  public var ebookFormat: EBookFormat?

  /// The progress from 0 to 1; nil while the size is not known.
  public var fraction: Double? {
    if phase == .complete { return 1 }
    return totalBytes.map { $0 > 0 ? min(1, Double(receivedBytes) / Double($0)) : 0 }
  }
}

/// The progress of one download.
public struct DownloadProgress: Sendable, Hashable {
  public let id: PlayableID
  /// The number of bytes that are on this device.
  public let receivedBytes: Int
  /// The number of bytes of all files; nil until the sizes of all files are known.
  public let totalBytes: Int?
}

/// The settings of an account's user for downloads, which survive a sign-out that keeps pending work.
public struct DownloadSettings: Codable, Hashable, Sendable {
  /// The number of bytes that downloads may take on this device; nil for no limit.
  ///
  /// A download that does not fit makes room by removing downloads that were listened to their end, the one that was opened longest ago
  /// first. Nothing else is ever removed to make room: the download waits with the detail ``overBudget`` until something is removed,
  /// finished, or the budget grows. Size that a running download will take counts as taken.
  public var budget: Int?
  /// The number of downloads that run at one time, at least 1. The others wait in the order in which they were requested or resumed; a
  /// download that failed waits behind those that did not.
  public var concurrentDownloads: Int

  /// Creates the settings for downloads.
  /// - Parameters:
  ///   - budget: the number of bytes that downloads may take; nil for no limit.
  ///   - concurrentDownloads: the number of downloads that run at one time.
  public init(budget: Int? = nil, concurrentDownloads: Int = 3) {
    self.budget = budget
    self.concurrentDownloads = concurrentDownloads
  }

  /// The detail of the `storage` error of a download that waits for room.
  public static let overBudget = "overBudget"
}
