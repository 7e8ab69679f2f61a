public import Foundation
import MediaCore

/// An account's progress in one book or episode. Required: `id`.
public struct MediaProgress: Codable, Hashable, Sendable, Identifiable {
  /// Of the record: removing and hiding want this one, reading and changing want the library item's.
  public var id: String
  public var userId: String?
  /// Nil on damaged old rows.
  public var libraryItemId: String?
  /// Nil for a book.
  public var episodeId: String?
  /// The book's own id or the episode's: the key that is always there.
  public var mediaItemId: String?
  public var mediaItemType: MediaType?
  /// Seconds; 0 when no client sent it.
  public var duration: Double?
  /// 0…1 as stored, which can contradict the position: show ``fraction``.
  public var progress: Double?
  /// Seconds. Nil after a sync without a position.
  public var currentTime: Double?
  public var isFinished = false
  public var hideFromContinueListening = false
  /// A place in the ebook: an epubcfi or a page.
  public var ebookLocation: String?
  /// 0…1.
  public var ebookProgress: Double?
  /// When it last changed.
  public var lastUpdate: Date?
  public var startedAt: Date?
  public var finishedAt: Date?
}

extension MediaProgress {
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    userId = members[.userId]
    libraryItemId = members[.libraryItemId]
    episodeId = members[.episodeId]
    mediaItemId = members[.mediaItemId]
    mediaItemType = members[.mediaItemType]
    duration = members.seconds(.duration)
    progress = members[.progress]
    currentTime = members.seconds(.currentTime)
    isFinished = members[.isFinished] ?? false
    hideFromContinueListening = members[.hideFromContinueListening] ?? false
    ebookLocation = members[.ebookLocation]
    ebookProgress = members[.ebookProgress]
    lastUpdate = members[.lastUpdate]
    startedAt = members[.startedAt]
    finishedAt = members[.finishedAt]
  }

  /// 0…1 to show: 1 when finished, else the position over the duration, else what is stored.
  public var fraction: Double {
    if isFinished { return 1 }
    let fraction = if let duration, duration > 0, let currentTime { currentTime / duration } else { progress ?? 0 }
    return fraction.asFraction
  }

  /// The item that it belongs to; nil on damaged rows.
  public var playableID: PlayableID? { libraryItemId.map { PlayableID(libraryItemId: $0, episodeId: episodeId) } }
}
