public import Foundation
public import MediaCore

/// The reason why a download is on this device.
public enum DownloadReason: Codable, Hashable, Sendable {
  /// The user asked for the download.
  case byHand
  /// The item was played while ``DownloadRules/downloadsPlayed`` was on.
  case played
  /// The item was in the queue of items to play next while ``DownloadRules/downloadsQueued`` was on.
  case queued
  /// A rule in ``DownloadRules/series`` chose the book as one of the next books of a series. The value is the name of the series.
  case series(String)
  /// A rule in ``DownloadRules/podcasts`` chose the episode as one of the next episodes; see ``DownloadRules/Podcast/next``. The value is
  /// the podcast's title.
  case nextEpisode(String)
  /// A rule in ``DownloadRules/podcasts`` chose the episode as one of the newest episodes; see ``DownloadRules/Podcast/newest``. The value
  /// is the podcast's title.
  case newEpisode(String)
  /// A rule in ``DownloadRules/playlists`` chose the item as one of the first unfinished items of a playlist. The value is the playlist's
  /// name.
  case playlist(String)

  /// Returns the reason as a sentence for the user.
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
    case .playlist(let name):
      texts("shelf.downloads.ofPlaylist", english: "Downloaded as one of the next items of the playlist %@.", name)
    }
  }
}

/// A rule of ``DownloadRules`` that makes a download wait.
public enum DownloadHold: String, Codable, Hashable, Sendable {
  /// The download waits because of ``DownloadRules/onlyOnWifi``, while the network may cost money.
  case wifi
  /// The download waits because of ``DownloadRules/waitsInLowDataMode``, while the network is in low-data mode.
  case lowDataMode

  /// Returns a sentence for the user that says what the download waits for.
  public func text(_ texts: Texts) -> String {
    switch self {
    case .wifi: texts("shelf.downloads.waitsForWifi", english: "Waits for Wi-Fi.")
    case .lowDataMode: texts("shelf.downloads.waitsForData", english: "Waits for the end of low-data mode.")
    }
  }
}

/// A download that was removed from this device, with the cause of the removal.
public struct RemovedDownload: Codable, Hashable, Sendable, Identifiable {
  /// The reason why a download was removed.
  public enum Cause: String, Codable, Hashable, Sendable {
    /// The user removed the download. No rule downloads the item again, except ``DownloadRules/downloadsPlayed`` if the user plays the item
    /// later. The user can also request the download again.
    case byHand
    /// The item was finished while ``DownloadRules/removesFinished`` was on.
    case finished
    /// The item was not used for ``DownloadRules/removesUnusedAfterDays`` days. No rule downloads the item again until the user plays or
    /// reads the item.
    case unused
    /// The podcast has newer episodes, or the other episodes that its rule has chosen leave no room in ``DownloadRules/Podcast/bytes``.
    case replaced
  }

  public var id: PlayableID
  /// The title of the book or episode.
  public var title: String
  /// The cause of the removal: the user or a rule.
  public var cause: Cause
  /// The time at which the download was removed, by the device's clock.
  public var at: Date

  /// The number of removals that are listed.
  static let limit = 100
  /// The number of older removals that are kept because no rule may undo them.
  static let blockingLimit = 2_000

  /// Whether no rule downloads the item again until the user plays or reads it.
  var isBlocking: Bool { [.byHand, .unused].contains(cause) }

  /// Returns the cause of the removal as a sentence for the user.
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
  /// Returns a sentence for the user. If the download waits because of a rule, the sentence says what the download waits for. Otherwise it
  /// says why the item was downloaded.
  public func explanation(_ texts: Texts) -> String { hold?.text(texts) ?? reason.text(texts) }
}
