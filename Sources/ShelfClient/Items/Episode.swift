public import Foundation
public import MediaCore

/// A podcast episode. Item, recent episodes, search and play answer with its expanded form. Required: `id`.
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
  public var chapters: [Chapter] = []
  public var audioFile: AudioFile?
  public var publishedAt: Date?
  public var addedAt: Date?
  public var updatedAt: Date?
  /// Only in expanded answers.
  public var audioTrack: AudioTrack?
  /// Bytes; only in expanded answers.
  public var size: Int?
  /// Seconds; only in expanded answers. ``duration`` reads the others too.
  public var expandedDuration: Double?

  public init(id: String) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, libraryItemId, podcastId, oldEpisodeId, index, season, episodeType, title, subtitle, description
    case enclosure, guid, pubDate, chapters, audioFile, publishedAt, addedAt, updatedAt, audioTrack, size
    case episodeNumber = "episode"
    case expandedDuration = "duration"
  }

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
  /// Seconds, from whichever part of the answer has them.
  public var duration: Double? { expandedDuration ?? audioTrack?.duration ?? audioFile?.duration }
}

/// The role of an episode in its podcast.
public struct EpisodeType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let full = EpisodeType(rawValue: "full")
  public static let trailer = EpisodeType(rawValue: "trailer")
  public static let bonus = EpisodeType(rawValue: "bonus")
}

/// The file that a feed names for an episode.
public struct Enclosure: Codable, Hashable, Sendable {
  public var url: String?
  /// A MIME type.
  public var type: String?
  /// Bytes, as the text that the feed has.
  public var length: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    url = members[.url]
    type = members[.type]
    length = members[.length]
  }
}
