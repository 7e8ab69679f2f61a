public import Foundation
public import MediaCore

/// A podcast episode. Item, recent episodes, search and play answer with the expanded form. Required: `id`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The podcast's library item.
  public var libraryItemId: String?
  /// The id of the podcast.
  public var podcastId: String?
  /// The id in servers before 2.3.
  public var oldEpisodeId: String?
  /// The place in the podcast, from 1; nil if the server does not number the episodes.
  public var index: Int?
  /// The season as text; can be empty.
  public var season: String?
  /// The number of the episode as text; can be empty.
  public var episodeNumber: String?
  /// A full episode, a trailer or a bonus.
  public var episodeType: EpisodeType?
  /// The title.
  public var title: String?
  /// The line below the title.
  public var subtitle: String?
  /// The description, which can contain simple HTML.
  public var description: String?
  /// The audio file at the podcast's host.
  public var enclosure: Enclosure?
  /// The id that the feed gives the episode.
  public var guid: String?
  /// The date of publication as the feed writes it; ``publishedAt`` is the same as an instant.
  public var pubDate: String?
  /// The chapters in order; empty if there are none.
  public var chapters: [Chapter] = []
  /// The file in the library.
  public var audioFile: AudioFile?
  /// When the episode was published, by the feed.
  public var publishedAt: Date?
  /// The date of the addition to the library.
  public var addedAt: Date?
  /// The date of the last change on the server.
  public var updatedAt: Date?
  /// The audio to play; only in expanded answers.
  public var audioTrack: AudioTrack?
  /// Bytes; only in expanded answers.
  public var size: Int?
  /// Seconds; only in expanded answers. ``duration`` also reads the other members.
  public var expandedDuration: Double?

  /// A value with its required members; optional ones are nil, lists are empty.
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
    chapters = members.chapters(.chapters) ?? []
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

  /// On the wire `full`.
  public static let full = EpisodeType(rawValue: "full")
  /// On the wire `trailer`.
  public static let trailer = EpisodeType(rawValue: "trailer")
  /// On the wire `bonus`.
  public static let bonus = EpisodeType(rawValue: "bonus")
}

/// The file that a feed names for an episode.
public struct Enclosure: Codable, Hashable, Sendable {
  /// The address of the file.
  public var url: String?
  /// The MIME type of the file.
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
