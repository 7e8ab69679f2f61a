public import Foundation
import MediaCore

/// A podcast episode. Expanded answers (item, recent episodes, search, play) add ``audioTrack``, ``size`` and
/// ``expandedDuration``. Required: `id`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The podcast's library item.
  public var libraryItemId: String?
  public var podcastId: String?
  public var oldEpisodeId: String?
  public var index: Int?
  /// A text; can be empty.
  public var season: String?
  /// A text; can be empty.
  public var episodeNumber: String?
  public var episodeType: EpisodeType?
  public var title: String?
  public var subtitle: String?
  /// Can hold simple HTML.
  public var description: String?
  public var enclosure: Enclosure?
  public var guid: String?
  /// As the feed wrote it; ``publishedAt`` is the same as an instant.
  public var pubDate: String?
  public var chapters: [Chapter]
  public var audioFile: AudioFile?
  public var publishedAt: Date?
  public var addedAt: Date?
  public var updatedAt: Date?
  /// Only in expanded answers.
  public var audioTrack: AudioTrack?
  /// Bytes; only in expanded answers.
  public var size: Int?
  /// Seconds; only in expanded answers. ``duration`` knows the others too.
  public var expandedDuration: Double?

  public init(
    id: String, libraryItemId: String? = nil, podcastId: String? = nil, oldEpisodeId: String? = nil,
    index: Int? = nil, season: String? = nil, episodeNumber: String? = nil, episodeType: EpisodeType? = nil,
    title: String? = nil, subtitle: String? = nil, description: String? = nil, enclosure: Enclosure? = nil,
    guid: String? = nil, pubDate: String? = nil, chapters: [Chapter] = [], audioFile: AudioFile? = nil,
    publishedAt: Date? = nil, addedAt: Date? = nil, updatedAt: Date? = nil, audioTrack: AudioTrack? = nil,
    size: Int? = nil, duration: Double? = nil
  ) {
    self.id = id
    self.libraryItemId = libraryItemId
    self.podcastId = podcastId
    self.oldEpisodeId = oldEpisodeId
    self.index = index
    self.season = season
    self.episodeNumber = episodeNumber
    self.episodeType = episodeType
    self.title = title
    self.subtitle = subtitle
    self.description = description
    self.enclosure = enclosure
    self.guid = guid
    self.pubDate = pubDate
    self.chapters = chapters
    self.audioFile = audioFile
    self.publishedAt = publishedAt
    self.addedAt = addedAt
    self.updatedAt = updatedAt
    self.audioTrack = audioTrack
    self.size = size
    self.expandedDuration = duration
  }

  enum CodingKeys: String, CodingKey {
    case id, libraryItemId, podcastId, oldEpisodeId, index, season, episodeType, title, subtitle, description
    case enclosure, guid, pubDate, chapters, audioFile, publishedAt, addedAt, updatedAt, audioTrack, size
    case episodeNumber = "episode"
    case expandedDuration = "duration"
  }
}

extension Episode {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    libraryItemId = members[.libraryItemId]
    podcastId = members[.podcastId]
    oldEpisodeId = members[.oldEpisodeId]
    index = members[.index]
    season = members[.season]
    episodeNumber = members[.episodeNumber]
    episodeType = members[.episodeType]
    title = members[.title]
    subtitle = members[.subtitle]
    description = members[.description]
    enclosure = members[.enclosure]
    guid = members[.guid]
    pubDate = members[.pubDate]
    chapters = members.list(.chapters)
    audioFile = members[.audioFile]
    publishedAt = members[.publishedAt]
    addedAt = members[.addedAt]
    updatedAt = members[.updatedAt]
    audioTrack = members[.audioTrack]
    size = members[.size]
    expandedDuration = members[.expandedDuration]
  }
}

extension Episode {
  /// Seconds, from whichever part of the answer tells them.
  public var duration: Double? { expandedDuration ?? audioTrack?.duration ?? audioFile?.duration }
}
