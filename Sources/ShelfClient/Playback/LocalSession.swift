public import Foundation
public import MediaCore

/// A session that was played without the server, for upload (`POST /api/session/local`). Times are totals, so sending it
/// again does no harm. Required: `id`, `libraryItemId`, `timeListening`, `currentTime`, `startedAt`, `updatedAt`.
public struct LocalSession: Codable, Hashable, Sendable, Identifiable {
  /// A UUID made by the app, or the id of a server session whose end was lost.
  public var id: String
  public var userId: String?
  public var libraryId: String?
  public var libraryItemId: String
  public var bookId: String?
  /// Nil for a book.
  public var episodeId: String?
  /// Should be sent.
  public var mediaType: MediaType?
  /// The server fills it in.
  public var mediaMetadata: MediaMetadata?
  public var chapters: [Chapter]?
  /// The server fills it in, for an episode with the podcast's.
  public var displayTitle: String?
  public var displayAuthor: String?
  public var coverPath: String?
  /// Seconds; the server keeps its own.
  public var duration: Double?
  public var playMethod: PlayMethod?
  public var mediaPlayer: String?
  /// For one session; an upload of many has it beside them.
  public var deviceInfo: DeviceInfo?
  /// The day it started.
  public var date: CalendarDay?
  /// In English.
  public var dayOfWeek: String?
  /// Seconds listened in this session, all in all.
  public var timeListening: Double
  /// Seconds: where it started on the item's timeline.
  public var startTime: Double?
  /// Seconds: where it ended.
  public var currentTime: Double
  public var startedAt: Date
  /// When it was last listened to: a server that knows later listening keeps its own position.
  public var updatedAt: Date

  public init(
    id: String, userId: String? = nil, libraryId: String? = nil, libraryItemId: String, bookId: String? = nil,
    episodeId: String? = nil, mediaType: MediaType? = nil, mediaMetadata: MediaMetadata? = nil,
    chapters: [Chapter]? = nil, displayTitle: String? = nil, displayAuthor: String? = nil, coverPath: String? = nil,
    duration: Double? = nil, playMethod: PlayMethod? = .local, mediaPlayer: String? = nil,
    deviceInfo: DeviceInfo? = nil, date: CalendarDay? = nil, dayOfWeek: String? = nil, timeListening: Double,
    startTime: Double? = nil, currentTime: Double, startedAt: Date, updatedAt: Date
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
    self.date = date
    self.dayOfWeek = dayOfWeek
    self.timeListening = timeListening
    self.startTime = startTime
    self.currentTime = currentTime
    self.startedAt = startedAt
    self.updatedAt = updatedAt
  }
}

extension LocalSession {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    userId = members[.userId]
    libraryId = members[.libraryId]
    libraryItemId = try members.requireID(.libraryItemId)
    bookId = members[.bookId]
    episodeId = members[.episodeId]
    mediaType = members[.mediaType]
    mediaMetadata = MediaMetadata(members, .mediaMetadata, type: mediaType)
    chapters = members.optionalList(.chapters)
    displayTitle = members[.displayTitle]
    displayAuthor = members[.displayAuthor]
    coverPath = members[.coverPath]
    duration = members[.duration]
    playMethod = members[.playMethod]
    mediaPlayer = members[.mediaPlayer]
    deviceInfo = members[.deviceInfo]
    date = members[.date]
    dayOfWeek = members[.dayOfWeek]
    timeListening = try members.require(.timeListening)
    startTime = members[.startTime]
    currentTime = try members.require(.currentTime)
    startedAt = try members.require(.startedAt)
    updatedAt = try members.require(.updatedAt)
  }
}
