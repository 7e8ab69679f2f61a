public import Foundation
public import MediaCore

/// A download of a book or an episode to this device; see ``DownloadStore``. The similarly named type ``Download`` is for an episode that
/// the server downloads from a podcast's feed.
public struct LocalDownload: Sendable, Hashable, Identifiable {
  /// The state of a download.
  public enum Phase: Sendable, Hashable {
    /// The download waits for its turn in the queue, or because of the rule in ``LocalDownload/hold``.
    case queued
    /// The files of the item are being downloaded.
    case running
    /// The download was paused by ``DownloadStore/pause(_:)``. It continues after ``DownloadStore/resume(_:)``.
    case paused
    /// The download waits until the server can be reached again, until an account signs in, or until there is room on this device. The
    /// error says which of these it is. The download then continues by itself.
    case waiting(ClientError)
    /// The download cannot succeed, for example because the server lacks a file. ``DownloadStore/resume(_:)`` tries again.
    case failed(ClientError)
    /// All files are on this device.
    case complete
  }

  public let id: PlayableID
  /// The title of the book or episode. Until the server has sent the title, this is the title that was passed to
  /// ``DownloadStore/download(_:title:)``.
  public var title: String
  /// The author of the book or podcast, or the podcast's title if its author is not known. Shown without a network.
  public var author: String
  /// The duration of the whole item, in seconds; nil if unknown.
  public var duration: Double?
  /// The chapters of the item, stored to be shown in the player without a network.
  public var chapters: [Chapter]
  /// The cover of the item. ``CoverStore`` has its picture on this device.
  public var artwork: Artwork?
  /// The URL of the cover. ``ShelfService/covers`` loads the picture.
  public var coverURL: URL?
  /// The state of the download, such as queued, running or complete.
  public var phase: Phase
  /// The number of bytes of the download that are on this device.
  public var receivedBytes: Int
  /// The total number of bytes of all files in the download; nil until the sizes of all files are known.
  public var totalBytes: Int?
  /// The time at which the download was requested.
  public var requestedAt: Date
  /// The time at which the download became complete; nil while it is not complete.
  public var completedAt: Date?
  /// The time at which the item was last opened from its files on this device; nil if these files were never opened.
  public var openedAt: Date?
  /// The reason why the item was downloaded: the user or a rule.
  public var reason = DownloadReason.byHand
  /// The rule that makes a queued or waiting download wait; nil if no rule makes it wait.
  public var hold: DownloadHold?
  /// Whether the item has audio. The value is true until the server has sent the item's data.
  public var hasAudio = true
  /// The format of the ebook in this download, which ``DownloadStore/localEbook(of:)`` returns; nil if the download has no ebook.
  public var ebookFormat: EBookFormat?

  /// The progress of the download from 0 to 1; nil while ``totalBytes`` is unknown.
  public var fraction: Double? {
    if phase == .complete { return 1 }
    return totalBytes.map { $0 > 0 ? min(1, Double(receivedBytes) / Double($0)) : 0 }
  }
}

/// The progress of one download in bytes. See ``DownloadStore/observeProgress(_:)``.
public struct DownloadProgress: Sendable, Hashable {
  public let id: PlayableID
  /// The number of bytes of the download that are on this device.
  public let receivedBytes: Int
  /// The total number of bytes of all files in the download; nil until the sizes of all files are known.
  public let totalBytes: Int?
}

/// The settings of an account for downloads on this device. A sign-out that keeps pending work also keeps these settings.
public struct DownloadSettings: Codable, Hashable, Sendable {
  /// The highest number of bytes that downloads may take on this device. If nil, there is no limit.
  ///
  /// If a download does not fit, complete downloads of finished items are removed to make room, and the download that was opened longest
  /// ago is removed first. The item that was opened last in this process stays, and so does an item whose progress is not on the server
  /// yet. No other downloads are removed. If there is still no room, the download waits with the detail ``overBudget``
  /// until a download is removed, an item is finished, or the budget grows. The bytes that a running download has yet to receive are
  /// already subtracted from the budget.
  public var budget: Int?
  /// The number of downloads that run at the same time, at least 1. Other downloads wait in the order in which they were requested or
  /// resumed. If the last attempt of a download failed, the download waits behind the others.
  public var concurrentDownloads: Int

  /// Creates the settings for downloads.
  /// - Parameters:
  ///   - budget: the highest number of bytes that downloads may take. If nil, there is no limit.
  ///   - concurrentDownloads: the number of downloads that run at the same time.
  public init(budget: Int? = nil, concurrentDownloads: Int = 3) {
    self.budget = budget
    self.concurrentDownloads = concurrentDownloads
  }

  /// The detail of the `storage` error in ``LocalDownload/Phase/waiting(_:)`` if a download waits until ``budget`` has room for its files.
  public static let overBudget = "overBudget"
}
