public import Foundation
public import MediaCore

/// An episode of a podcast. Items, lists of recent episodes, search results and playback sessions contain the episode in its expanded form.
/// Decoding requires `id`.
public struct Episode: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The id of the podcast's library item.
  public var libraryItemId: String?
  /// The id of the podcast.
  public var podcastId: String?
  /// The id that the episode had on a server before version 2.3.
  public var oldEpisodeId: String?
  /// The episode's place in the podcast, from 1; nil if the server does not number the episodes.
  public var index: Int?
  /// The season of the episode as text, as the feed writes it. The text can be empty.
  public var season: String?
  /// The number of the episode as text, as the feed writes it. The text can be empty.
  public var episodeNumber: String?
  /// The type of the episode: a full episode, a trailer or a bonus.
  public var episodeType: EpisodeType?
  /// The title of the episode.
  public var title: String?
  /// The subtitle of the episode.
  public var subtitle: String?
  /// The description of the episode, which can contain simple HTML.
  public var description: String?
  /// The audio file at the podcast's host, as the feed lists it.
  public var enclosure: Enclosure?
  /// The episode's id in the feed.
  public var guid: String?
  /// The date of publication as text, as the feed writes it. ``publishedAt`` is the same date as a `Date`.
  public var pubDate: String?
  /// The chapters of the episode in order; empty if there are none.
  public var chapters: [Chapter] = []
  /// The episode's audio file in the library.
  public var audioFile: AudioFile?
  /// When the episode was published, according to its feed.
  public var publishedAt: Date?
  /// When the episode was added to the library.
  public var addedAt: Date?
  /// When the episode was last changed on the server.
  public var updatedAt: Date?
  /// The audio track to play; nil except in the expanded form (see ``ShelfItem``).
  public var audioTrack: AudioTrack?
  /// The size of the audio file, in bytes; nil except in the expanded form (see ``ShelfItem``).
  public var size: Int?
  /// The duration of the episode in seconds; nil except in the expanded form (see ``ShelfItem``). Use ``duration`` instead, which also
  /// works in the other forms.
  public var expandedDuration: Double?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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
  /// The duration of the episode in seconds, from ``expandedDuration``, otherwise from the audio track, otherwise from the audio file. Nil
  /// if all three are missing.
  public var duration: Double? { expandedDuration ?? audioTrack?.duration ?? audioFile?.duration }
}

/// The type of an episode: a full episode, a trailer or a bonus.
public struct EpisodeType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An ordinary episode; on the wire `full`.
  public static let full = EpisodeType(rawValue: "full")
  /// A trailer; on the wire `trailer`.
  public static let trailer = EpisodeType(rawValue: "trailer")
  /// A bonus episode; on the wire `bonus`.
  public static let bonus = EpisodeType(rawValue: "bonus")
}

/// The audio file that a feed lists for an episode.
public struct Enclosure: Codable, Hashable, Sendable {
  /// The address of the file.
  public var url: String?
  /// The MIME type of the file.
  public var type: String?
  /// The size of the file in bytes, as text from the feed.
  public var length: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    url = members[.url]
    type = members[.type]
    length = members[.length]
  }
}
