public import Foundation
public import MediaCore

/// A playback session, in which one account listens to one book or episode on one device. A session that was just opened has
/// ``audioTracks`` and ``libraryItem``. In a session from the listening history, both members are nil. Required: `id`.
public struct PlaybackSession: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The id of the account that listens.
  public var userId: String?
  /// The id of the library that the item belongs to.
  public var libraryId: String?
  /// The id of the library item; nil in some sessions that older servers stored.
  public var libraryItemId: String?
  /// The id of the book itself, not of its library item; nil if the item is an episode.
  public var bookId: String?
  /// The id of the episode; nil if the item is a book.
  public var episodeId: String?
  /// The kind of the item: a book, or an episode of a podcast.
  public var mediaType: MediaType?
  /// The metadata of the book, or of the episode's podcast.
  public var mediaMetadata: MediaMetadata?
  /// The chapters of the item; empty if the session comes from the listening history.
  public var chapters: [Chapter] = []
  /// The title of the book or the episode.
  public var displayTitle: String?
  /// The author of the book or the podcast; empty if the author is not known.
  public var displayAuthor: String?
  /// The file path of the cover on the server. Clients cannot load this path; use it only to check whether there is a cover.
  public var coverPath: String?
  /// The duration of the whole book or episode, in seconds.
  public var duration: Double?
  /// The source of the audio: the server's original files, files that the server transcodes, or downloads on this device.
  public var playMethod: PlayMethod?
  /// The name of the player that the server's history shows.
  public var mediaPlayer: String?
  /// The device that opened the session.
  public var deviceInfo: DeviceInfo?
  /// The version of the server that opened the session.
  public var serverVersion: String?
  /// The day on which the session started, in the server's time zone.
  public var date: CalendarDay?
  /// The English name of the weekday on which the session started.
  public var dayOfWeek: String?
  /// The seconds listened so far in this session.
  public var timeListening: Double?
  /// The position where the session started, in seconds on the item's timeline.
  public var startTime: Double?
  /// The position to continue from, in seconds. The position is 0 if the item was finished before. It is nil if the last sync had no
  /// position.
  public var currentTime: Double?
  /// The time at which the session was opened.
  public var startedAt: Date?
  /// The time at which the server last added listened seconds to the session.
  public var updatedAt: Date?
  /// The audio tracks to play; nil if the session comes from the listening history.
  public var audioTracks: [AudioTrack]?
  /// The library item with all its details; nil if the session comes from the listening history.
  public var libraryItem: ShelfItem?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

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
    chapters = members.chapters(.chapters) ?? []
    displayTitle = members[.displayTitle]
    displayAuthor = members[.displayAuthor]
    coverPath = members[.coverPath]
    duration = members.seconds(.duration)
    playMethod = members[.playMethod]
    mediaPlayer = members[.mediaPlayer]
    deviceInfo = members[.deviceInfo]
    serverVersion = members[.serverVersion]
    date = members[.date]
    dayOfWeek = members[.dayOfWeek]
    timeListening = members.seconds(.timeListening)
    startTime = members.seconds(.startTime)
    currentTime = members.seconds(.currentTime)
    startedAt = members[.startedAt]
    updatedAt = members[.updatedAt]
    audioTracks = members.optionalList(.audioTracks)
    libraryItem = members[.libraryItem]
  }
}

extension PlaybackSession {
  /// The id of the session's book or episode; nil if ``libraryItemId`` is nil.
  public var playableID: PlayableID? {
    libraryItemId.map { PlayableID(libraryItemId: $0, episodeId: episodeId) }
  }
}

/// The source of a session's audio. If the server sends a number that has no constant here, ``rawValue`` is that number.
public struct PlayMethod: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The server's original files.
  public static let directPlay = PlayMethod(rawValue: 0)
  /// A source that no known version of the server uses. Its raw value is 1.
  public static let directStream = PlayMethod(rawValue: 1)
  /// An HLS stream, which the server transcodes during playback.
  public static let transcode = PlayMethod(rawValue: 2)
  /// Files on the device, played without the server.
  public static let local = PlayMethod(rawValue: 3)
}

/// The request body that reports listening in a session, or closes the session. The body always contains both the position and the seconds,
/// because a body without a position deletes the position that the server has stored. Required: `currentTime`, `timeListened`.
public struct SessionSync: Codable, Hashable, Sendable {
  /// The position, in seconds on the item's timeline.
  public var currentTime: Double
  /// The seconds listened since the last sync that the server received. The server adds them to the session's total.
  public var timeListened: Double
  /// The duration of the whole item, in seconds. Keep this member nil: any other value overwrites the server's own duration.
  public var duration: Double?

  /// Creates a report of listening.
  /// - Parameter timeListened: the seconds listened since the last sync. The server adds them to the session's total at every call.
  public init(currentTime: Double, timeListened: Double, duration: Double? = nil) {
    self.currentTime = currentTime
    self.timeListened = timeListened
    self.duration = duration
  }
}

extension SessionSync: TimedBody {
  var hasPlausibleTimes: Bool { [currentTime, timeListened, duration ?? 0].allSatisfy(\.isMediaTime) }
}
