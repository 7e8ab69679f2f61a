public import Foundation
public import MediaCore

/// A download of a book or an episode to this device: see ``DownloadStore``. (``Download`` is another type: an episode that the server
/// itself fetches from its feed.)
public struct LocalDownload: Sendable, Hashable, Identifiable {
  /// The state of a download.
  public enum Phase: Sendable, Hashable {
    /// The download waits for its turn, or for a rule: see ``LocalDownload/hold``.
    case queued
    /// The files of the item are being downloaded.
    case running
    /// The download was paused by ``DownloadStore/pause(_:)``. It continues after ``DownloadStore/resume(_:)``.
    case paused
    /// The download waits until the server can be reached again, an account signs in, or there is room on this device, and then continues
    /// by itself. The error says which of these it waits for.
    case waiting(ClientError)
    /// The download cannot succeed, for instance because the server lacks a file. ``DownloadStore/resume(_:)`` tries again.
    case failed(ClientError)
    /// All files are on this device.
    case complete
  }

  public let id: PlayableID
  /// The title of the book or episode. Until the server has sent the title, the title that was passed to
  /// ``DownloadStore/download(_:title:)``.
  public var title: String
  /// The author, to show without a network.
  public var author: String
  /// The duration of the whole item, in seconds; nil if unknown.
  public var duration: Double?
  /// The chapters, to show in the player without a network.
  public var chapters: [Chapter]
  /// The cover, which ``CoverStore`` keeps on this device.
  public var artwork: Artwork?
  /// The address of the cover; ``ShelfService/covers`` loads the cover itself.
  public var coverURL: URL?
  /// The state of the download, such as waiting, running or complete.
  public var phase: Phase
  /// The number of bytes that are on this device.
  public var receivedBytes: Int
  /// The number of bytes of all files; nil until the sizes of all files are known.
  public var totalBytes: Int?
  /// When the download was requested.
  public var requestedAt: Date
  /// When the download became complete; nil while it is not complete.
  public var completedAt: Date?
  /// When the item was last opened from this device.
  public var openedAt: Date?
  /// The reason why the item is on this device.
  public var reason = DownloadReason.byHand
  /// The rule that makes a queued or waiting download wait; nil if no rule does.
  public var hold: DownloadHold?
  /// Whether the item has audio to listen to. Always true until the server has sent the item's data.
  public var hasAudio = true
  /// The format of the ebook in this download, which ``DownloadStore/localEbook(of:)`` returns; nil if the download has no ebook.
  public var ebookFormat: EBookFormat?

  /// The progress from 0 to 1; nil while ``totalBytes`` is unknown.
  public var fraction: Double? {
    if phase == .complete { return 1 }
    return totalBytes.map { $0 > 0 ? min(1, Double(receivedBytes) / Double($0)) : 0 }
  }
}

/// The number of bytes of one download that have arrived.
public struct DownloadProgress: Sendable, Hashable {
  public let id: PlayableID
  /// The number of bytes that are on this device.
  public let receivedBytes: Int
  /// The number of bytes of all files; nil until the sizes of all files are known.
  public let totalBytes: Int?
}

/// The settings of an account for downloads on this device. A sign-out that keeps pending work also keeps these settings.
public struct DownloadSettings: Codable, Hashable, Sendable {
  /// The number of bytes that downloads may take on this device; nil for no limit.
  ///
  /// If a download does not fit, complete downloads whose items are finished are removed, the one that was opened longest ago first.
  /// Nothing else is removed to make room. If there is still no room, the download waits with the detail ``overBudget`` until a download is
  /// removed or finished, or the budget grows. A running download already uses the budget for the bytes that it has yet to receive.
  public var budget: Int?
  /// The number of downloads that run at one time, at least 1. The others wait in the order in which they were requested or resumed, but a
  /// download whose last attempt failed waits behind the others.
  public var concurrentDownloads: Int

  /// Creates the settings for downloads.
  /// - Parameters:
  ///   - budget: the number of bytes that downloads may take; nil for no limit.
  ///   - concurrentDownloads: the number of downloads that run at one time.
  public init(budget: Int? = nil, concurrentDownloads: Int = 3) {
    self.budget = budget
    self.concurrentDownloads = concurrentDownloads
  }

  /// The detail of the `storage` error of a download that waits until ``budget`` has room for its files.
  public static let overBudget = "overBudget"
}
