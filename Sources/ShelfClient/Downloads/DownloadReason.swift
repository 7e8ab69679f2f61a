public import Foundation
public import MediaCore

/// The reason why a download is on this device.
public enum DownloadReason: Codable, Hashable, Sendable {
  /// The user asked for the download.
  case byHand
  /// The item was played: ``DownloadRules/downloadsPlayed``.
  case played
  /// The item is in the queue of items to play next: ``DownloadRules/downloadsQueued``.
  case queued
  /// A series' rule chose the book as one of the next ones: ``DownloadRules/series``. The value is the name of the series.
  case series(String)
  /// A podcast's rule chose the episode as one of the next ones: ``DownloadRules/Podcast/next``. The value is the podcast's title.
  case nextEpisode(String)
  /// A podcast's rule chose the episode as one of the newest: ``DownloadRules/Podcast/newest``. The value is the podcast's title.
  case newEpisode(String)

  /// The reason as a sentence.
  public func text(_ texts: Texts) -> String {
    switch self {
    case .byHand: texts("shelf.downloads.byHand", english: "Downloaded by you.")
    case .played: texts("shelf.downloads.played", english: "Downloaded because you played it.")
    case .queued: texts("shelf.downloads.queued", english: "Downloaded because it is up next.")
    case .series(let name):
      texts("shelf.downloads.nextOfSeries", english: "Downloaded as one of the next books of %@.", name)
    case .nextEpisode(let title):
      texts("shelf.downloads.nextEpisode", english: "Downloaded as one of the next episodes of %@.", title)
    case .newEpisode(let title):
      texts("shelf.downloads.newEpisode", english: "Downloaded as a new episode of %@.", title)
    }
  }
}

/// The rule that a download waits for.
public enum DownloadHold: String, Codable, Hashable, Sendable {
  /// The rule ``DownloadRules/onlyOnWifi``, which holds downloads while the network may cost money.
  case wifi
  /// The rule ``DownloadRules/waitsInLowDataMode``, which holds downloads while the network is in low-data mode.
  case lowDataMode

  /// The rule as a sentence.
  public func text(_ texts: Texts) -> String {
    switch self {
    case .wifi: texts("shelf.downloads.waitsForWifi", english: "Waits for Wi-Fi.")
    case .lowDataMode: texts("shelf.downloads.waitsForData", english: "Waits for the end of low-data mode.")
    }
  }
}

/// A download that is no longer on this device, and why.
public struct RemovedDownload: Codable, Hashable, Sendable, Identifiable {
  /// The reason why a download was removed.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The user removed the download. No other rule downloads the item again; playing it or asking for it does.
    case byHand
    /// The item was finished: ``DownloadRules/removesFinished``.
    case finished
    /// The download was not opened for too long: ``DownloadRules/removesUnusedAfterDays``. No rule about series and podcasts downloads it
    /// again.
    case unused
    /// The podcast has newer episodes, or its budget is spent.
    case replaced
  }

  public var id: PlayableID
  /// The title of the book or episode.
  public var title: String
  /// The reason why the download was removed.
  public var cause: Cause
  /// When the download was removed, by the device's clock.
  public var at: Date

  /// The number of removals that are kept.
  static let limit = 100

  /// The cause of the removal as a sentence.
  public func text(_ texts: Texts) -> String {
    switch cause {
    case .byHand: texts("shelf.downloads.removed.byHand", english: "Removed by you.")
    case .finished: texts("shelf.downloads.removed.finished", english: "Removed: finished.")
    case .unused: texts("shelf.downloads.removed.unused", english: "Removed: not used for a while.")
    case .replaced: texts("shelf.downloads.removed.replaced", english: "Removed: newer episodes took its place.")
    }
  }
}

extension LocalDownload {
  /// A sentence that says why the download waits or, if it does not wait, why it is on this device.
  public func explanation(_ texts: Texts) -> String { hold?.text(texts) ?? reason.text(texts) }
}
