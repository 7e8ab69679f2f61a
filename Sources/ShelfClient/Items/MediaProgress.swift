public import Foundation
import MediaCore

/// An account's progress in one book or episode. Decoding requires `id` or `libraryItemId`.
public struct MediaProgress: Codable, Hashable, Sendable, Identifiable {
  /// The id of the progress record. Requests that remove the record, or hide the item from “continue listening”, use this id. Other
  /// requests use the library item's id.
  public var id: String
  /// The id of the account that the progress belongs to.
  public var userId: String?
  /// The id of the library item; nil in some old, damaged records.
  public var libraryItemId: String?
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?
  /// The id of the episode, or of the book itself (not of its library item). Every record has this id.
  public var mediaItemId: String?
  /// The type of the item: a book, or an episode of a podcast.
  public var mediaItemType: MediaType?
  /// The duration of the item, in seconds; 0 if no client has sent a duration.
  public var duration: Double?
  /// The fraction of the item that was listened to, 0…1, as the server stores it. This number can contradict the position: show
  /// ``fraction`` instead.
  public var progress: Double?
  /// The position in the audio, in seconds; nil if the last update had no position.
  public var currentTime: Double?
  /// Whether the item is marked as finished. A finished item can have a position as well.
  public var isFinished = false
  /// Whether the user has hidden the item from “continue listening”.
  public var hideFromContinueListening = false
  /// The place in the ebook: an EPUB CFI or a page, in the form that the client which stored it uses. Empty or nil if there is none.
  public var ebookLocation: String?
  /// The fraction of the ebook that was read, 0…1.
  public var ebookProgress: Double?
  /// When the progress record last changed.
  public var lastUpdate: Date?
  /// When the account began the item.
  public var startedAt: Date?
  /// When the item was finished; nil if the item is unfinished.
  public var finishedAt: Date?
}

extension MediaProgress {
  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let (item, episode): (String?, String?) = (members[.libraryItemId], members[.episodeId])
    // If the id is missing, build it from the item's and the episode's id, as old servers did. Otherwise the place is lost.
    let made = item.map { [$0, episode].compactMap(\.self).joined(separator: "-") }
    id = try members.identifier(.id) ?? made ?? members.requireID(.id)
    userId = members[.userId]
    libraryItemId = item
    episodeId = episode
    mediaItemId = members[.mediaItemId]
    mediaItemType = members[.mediaItemType]
    duration = members.seconds(.duration)
    progress = members[.progress]
    currentTime = members.seconds(.currentTime)
    isFinished = members[.isFinished] ?? false
    hideFromContinueListening = members[.hideFromContinueListening] ?? false
    // Some clients store the page of a PDF or a comic as a number, which `identifier` reads as text. It is nil for an empty text: keep that
    // text.
    ebookLocation = members.identifier(.ebookLocation) ?? members[.ebookLocation]
    ebookProgress = members[.ebookProgress]
    lastUpdate = members[.lastUpdate]
    startedAt = members[.startedAt]
    finishedAt = members[.finishedAt]
  }

  /// The fraction of the item to show as progress, 0…1. This is 1 for a finished item, otherwise the position divided by the duration,
  /// otherwise ``progress``.
  public var fraction: Double {
    if isFinished { return 1 }
    let fraction = if let duration, duration > 0, let currentTime { currentTime / duration } else { progress ?? 0 }
    return fraction.asFraction
  }

  /// The id of the book or episode that the record is about; nil in damaged records.
  public var playableID: PlayableID? { libraryItemId.map { PlayableID(libraryItemId: $0, episodeId: episodeId) } }
}

extension MediaProgress {
  /// Whether the item is at its start, with an empty progress bar.
  var isUnplayed: Bool { !isFinished && (currentTime ?? 0) < 0.5 && (progress ?? 0) < 0.001 }
}

/// The server's progress records of an account by the text of their ``PlayableID``.
typealias ProgressCache = AccountCache<[String: MediaProgress]>
