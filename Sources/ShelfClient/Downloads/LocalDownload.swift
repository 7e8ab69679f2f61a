public import Foundation
public import MediaCore

/// A book or an episode that this device keeps or downloads: see ``DownloadStore``. (``Download`` is the server's own download of an
/// episode from its feed.)
public struct LocalDownload: Sendable, Hashable, Identifiable {
  /// The progress of a download.
  public enum Phase: Sendable, Hashable {
    /// The download waits for its turn.
    case queued
    /// Files are coming in.
    case running
    /// The download is stopped until it is resumed.
    case paused
    /// The download continues by itself when the server can be reached again, after a sign-in, or when there is room. The error says
    /// which.
    case waiting(ClientError)
    /// The download cannot succeed as it is, for instance because the server lacks a file; resuming tries again.
    case failed(ClientError)
    /// All files are on this device.
    case complete
  }

  public let id: PlayableID
  /// The title; until the server has described the item, the one that the caller gave.
  public var title: String
  /// The author, for lists without a network.
  public var author: String
  /// Seconds, of the whole item.
  public var duration: Double?
  /// The chapters, for the player without a network.
  public var chapters: [Chapter]
  /// The picture; ``CoverStore`` keeps it.
  public var artwork: Artwork?
  /// The address of the picture; ``ShelfService/covers`` has the picture itself.
  public var coverURL: URL?
  /// Waiting, running, paused, failed or complete.
  public var phase: Phase
  /// Bytes on this device.
  public var receivedBytes: Int
  /// Bytes in all; nil until the sizes of all files are known.
  public var totalBytes: Int?
  /// When the download was requested.
  public var requestedAt: Date
  /// When the last file was complete; nil before.
  public var completedAt: Date?
  /// When the item was last opened from this device.
  public var openedAt: Date?
  /// Why the item is on this device.
  public var reason = DownloadReason.byHand
  /// The rule that a download which does not run waits for; nil when no rule holds it.
  public var hold: DownloadHold?
  /// Whether there is something to listen to; true until the server has described the item.
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
  /// Bytes on this device.
  public let receivedBytes: Int
  /// Bytes in all; nil until the sizes of all files are known.
  public let totalBytes: Int?
}

/// The settings of an account's user for downloads, which survive a sign-out that keeps pending work.
public struct DownloadSettings: Codable, Hashable, Sendable {
  /// Bytes that downloads may take on this device; nil for no limit.
  ///
  /// A download that does not fit makes room by removing downloads that were listened to their end, the one that was opened
  /// longest ago first. Nothing else is ever removed for it: it waits with the detail ``overBudget`` until something is
  /// removed, finished, or the budget grows. Size that a running download will take counts as taken.
  public var budget: Int?
  /// The number of downloads at one time, at least 1. The others wait in the order in which they were requested or resumed; a
  /// download that failed waits behind those that did not.
  public var concurrentDownloads: Int

  /// - Parameter budget: bytes that downloads may take; nil for no limit.
  public init(budget: Int? = nil, concurrentDownloads: Int = 3) {
    self.budget = budget
    self.concurrentDownloads = concurrentDownloads
  }

  /// The detail of the `storage` error of a download that waits for room.
  public static let overBudget = "overBudget"
}
