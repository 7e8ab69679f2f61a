public import Foundation
public import MediaCore

/// A stretch of listening to one book or episode: open (from play, with ``audioTracks`` and ``libraryItem``) or stored (from
/// the history, without them). Required: `id`.
public struct PlaybackSession: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var userId: String?
  public var libraryId: String?
  /// Nil on some old rows.
  public var libraryItemId: String?
  /// The book's own id; nil for an episode.
  public var bookId: String?
  /// Nil for a book.
  public var episodeId: String?
  public var mediaType: MediaType?
  /// Of the book, or of the episode's podcast.
  public var mediaMetadata: MediaMetadata?
  /// Empty in the history.
  public var chapters: [Chapter]
  /// The title of the book or the episode.
  public var displayTitle: String?
  /// Can be empty.
  public var displayAuthor: String?
  /// A path on the server: good for telling whether there is a cover.
  public var coverPath: String?
  /// Seconds, of the whole book or episode.
  public var duration: Double?
  public var playMethod: PlayMethod?
  public var mediaPlayer: String?
  public var deviceInfo: DeviceInfo?
  public var serverVersion: String?
  /// The day it started, in the server's time zone.
  public var date: CalendarDay?
  /// In English.
  public var dayOfWeek: String?
  /// Seconds listened so far, all in all.
  public var timeListening: Double?
  /// Seconds: where it started on the item's timeline.
  public var startTime: Double?
  /// Seconds: where to go on. 0 for what was finished before. Nil after a sync without a position.
  public var currentTime: Double?
  public var startedAt: Date?
  /// When listening was last counted.
  public var updatedAt: Date?
  /// Nil in the history.
  public var audioTracks: [AudioTrack]?
  /// Expanded; nil in the history.
  public var libraryItem: LibraryItem?

  public init(
    id: String, userId: String? = nil, libraryId: String? = nil, libraryItemId: String? = nil, bookId: String? = nil,
    episodeId: String? = nil, mediaType: MediaType? = nil, mediaMetadata: MediaMetadata? = nil,
    chapters: [Chapter] = [], displayTitle: String? = nil, displayAuthor: String? = nil, coverPath: String? = nil,
    duration: Double? = nil, playMethod: PlayMethod? = nil, mediaPlayer: String? = nil,
    deviceInfo: DeviceInfo? = nil, serverVersion: String? = nil, date: CalendarDay? = nil, dayOfWeek: String? = nil,
    timeListening: Double? = nil, startTime: Double? = nil, currentTime: Double? = nil, startedAt: Date? = nil,
    updatedAt: Date? = nil, audioTracks: [AudioTrack]? = nil, libraryItem: LibraryItem? = nil
  ) {
    self.id = id
    self.userId = userId
    self.libraryId = libraryId
    self.libraryItemId = libraryItemId
    self.bookId = bookId
    self.episodeId = episodeId
    self.mediaType = mediaType
    self.mediaMetadata = mediaMetadata
    self.chapters = chapters
    self.displayTitle = displayTitle
    self.displayAuthor = displayAuthor
    self.coverPath = coverPath
    self.duration = duration
    self.playMethod = playMethod
    self.mediaPlayer = mediaPlayer
    self.deviceInfo = deviceInfo
    self.serverVersion = serverVersion
    self.date = date
    self.dayOfWeek = dayOfWeek
    self.timeListening = timeListening
    self.startTime = startTime
    self.currentTime = currentTime
    self.startedAt = startedAt
    self.updatedAt = updatedAt
    self.audioTracks = audioTracks
    self.libraryItem = libraryItem
  }
}

extension PlaybackSession {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    userId = members[.userId]
    libraryId = members[.libraryId]
    libraryItemId = members[.libraryItemId]
    bookId = members[.bookId]
    episodeId = members[.episodeId]
    mediaType = members[.mediaType]
    mediaMetadata = MediaMetadata(members, .mediaMetadata, type: mediaType)
    chapters = members.list(.chapters)
    displayTitle = members[.displayTitle]
    displayAuthor = members[.displayAuthor]
    coverPath = members[.coverPath]
    duration = members[.duration]
    playMethod = members[.playMethod]
    mediaPlayer = members[.mediaPlayer]
    deviceInfo = members[.deviceInfo]
    serverVersion = members[.serverVersion]
    date = members[.date]
    dayOfWeek = members[.dayOfWeek]
    timeListening = members[.timeListening]
    startTime = members[.startTime]
    currentTime = members[.currentTime]
    startedAt = members[.startedAt]
    updatedAt = members[.updatedAt]
    audioTracks = members.optionalList(.audioTracks)
    libraryItem = members[.libraryItem]
  }
}

extension PlaybackSession {
  /// What it plays; nil when the row does not say.
  public var playableID: PlayableID? {
    libraryItemId.map { PlayableID(libraryItemId: $0, episodeId: episodeId) }
  }
}
