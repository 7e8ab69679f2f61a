import MediaCore

/// The statistics of a library. `GET /api/libraries/{id}/stats` sends all of them, ``Library/stats`` only sizes and lengths.
public struct LibraryReport: Codable, Hashable, Sendable {
  /// The number of books or podcasts.
  public var totalItems: Int?
  /// The number of authors; nil for podcasts.
  public var totalAuthors: Int?
  /// The number of different genres.
  public var totalGenres: Int?
  /// The duration of all items together, in seconds.
  public var totalDuration: Double?
  /// The size of all items together, in bytes.
  public var totalSize: Int?
  /// The number of audio files of all items.
  public var numAudioTracks: Int?
  /// The number of audio files; only in ``Library/stats``.
  public var numAudioFiles: Int?
  /// The ten longest items, each with its duration in seconds.
  public var longestItems: [Entry] = []
  /// The ten largest items, each with its size in bytes.
  public var largestItems: [Entry] = []
  /// The authors with the most books.
  public var authorsWithCount: [Entry] = []
  /// The genres, each with its number of items.
  public var genresWithCount: [GenreCount] = []

  /// An item with its duration or size, or an author with a number of books. Required: `id`.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The title of the item; nil for an author.
    public var title: String?
    /// The name of the author; nil for an item.
    public var name: String?
    /// The duration of the item, in seconds.
    public var duration: Double?
    /// The size of the item, in bytes.
    public var size: Int?
    /// The number of the author's books.
    public var count: Int?

    /// A value with its required members; optional ones are nil, lists are empty.
    public init(id: String) { self.id = id }

    public init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      id = try members.requireID(.id)
      title = members[.title]
      name = members[.name]
      duration = members[.duration]
      size = members[.size]
      count = members[.count]
    }
  }

  /// A genre with its number of items. Required: `genre`.
  public struct GenreCount: Codable, Hashable, Sendable, Identifiable {
    /// The name of the genre.
    public var genre: String
    /// The number of items with this genre.
    public var count: Int?

    public var id: String { genre }

    /// A value with its required members; optional ones are nil, lists are empty.
    public init(genre: String) { self.genre = genre }

    public init(from decoder: any Decoder) throws {
      let members = try decoder.lenient(CodingKeys.self)
      genre = try members.requireID(.genre)
      count = members[.count]
    }
  }

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalItems = members[.totalItems]
    totalAuthors = members[.totalAuthors]
    totalGenres = members[.totalGenres]
    totalDuration = members[.totalDuration]
    totalSize = members[.totalSize]
    numAudioTracks = members[.numAudioTracks]
    numAudioFiles = members[.numAudioFiles]
    longestItems = members.list(.longestItems)
    largestItems = members.list(.largestItems)
    authorsWithCount = members.list(.authorsWithCount)
    genresWithCount = members.list(.genresWithCount)
  }
}
