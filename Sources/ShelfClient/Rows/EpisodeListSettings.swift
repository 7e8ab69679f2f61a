import MediaCore

/// An order of a podcast's episodes.
public enum EpisodeSort: String, Codable, Hashable, Sendable, CaseIterable {
  /// By the date of publication.
  case publishedAt
  /// By title, without regard to case and accents.
  case title
  /// By season, and by the number of the episode in its season.
  case season
  /// By duration.
  case duration
}

/// A filter of a podcast's episodes.
public enum EpisodeFilter: String, Codable, Hashable, Sendable, CaseIterable {
  /// All episodes.
  case all
  /// Episodes that the account has not finished.
  case unfinished
  /// Episodes that the account has begun and not finished.
  case inProgress
  /// Episodes that the account has finished.
  case finished
  /// Episodes with a complete download on this device.
  case downloaded
}

/// The order and the filter of one podcast's episodes.
public struct EpisodeListSettings: Codable, Hashable, Sendable {
  /// The order of the episodes. Episodes that lack the date, season or duration of the order come last, also in a reversed order.
  public var sort = EpisodeSort.publishedAt
  /// Whether the order is reversed. With ``EpisodeSort/publishedAt``, the newest episode then comes first.
  public var descending = true
  /// The episodes that the list shows.
  public var filter = EpisodeFilter.all
  /// Whether the list is divided into seasons.
  public var groupsSeasons = false

  /// Creates settings for all episodes, newest first, without seasons.
  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    sort = members[.sort] ?? .publishedAt
    descending = members[.descending] ?? true
    filter = members[.filter] ?? .all
    groupsSeasons = members[.groupsSeasons] ?? false
  }
}

/// The episodes of one season in a podcast's list.
public struct EpisodeSeason: Sendable, Hashable, Identifiable {
  /// The name of the season as the feed writes it, such as `2`; nil for the episodes without a season.
  public var name: String?
  /// The rows of the season's episodes, in the order of the list.
  public var rows: [ShelfRow]

  public var id: String { name ?? "" }
}
