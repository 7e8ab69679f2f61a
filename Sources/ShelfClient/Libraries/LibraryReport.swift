import MediaCore

/// The statistics of a library. `GET /api/libraries/{id}/stats` sends all of them. ``Library/stats`` contains only numbers, sizes and
/// durations.
public struct LibraryReport: Codable, Hashable, Sendable {
  /// The number of books or podcasts.
  public var totalItems: Int?
  /// The number of authors; nil in a podcast library.
  public var totalAuthors: Int?
  /// The number of different genres.
  public var totalGenres: Int?
  /// The duration of all items together, in seconds.
  public var totalDuration: Double?
  /// The size of all items together, in bytes.
  public var totalSize: Int?
  /// The number of audio tracks of all items.
  public var numAudioTracks: Int?
  /// The number of audio files of all items; nil except in ``Library/stats``.
  public var numAudioFiles: Int?
  /// The ten longest items, each with its duration in seconds.
  public var longestItems: [Entry] = []
  /// The ten largest items, each with its size in bytes.
  public var largestItems: [Entry] = []
  /// The authors with the most books, each with the number of books.
  public var authorsWithCount: [Entry] = []
  /// The genres, each with its number of items.
  public var genresWithCount: [GenreCount] = []

  /// An entry of one of the report's lists. The entry is either an item with its duration or size, or an author with a number of books.
  /// Decoding requires `id`.
  public struct Entry: Codable, Hashable, Sendable, Identifiable {
    public var id: String
    /// The title of the item; nil if the entry is an author.
    public var title: String?
    /// The name of the author; nil if the entry is an item.
    public var name: String?
    /// The duration of the item, in seconds; nil except in ``LibraryReport/longestItems``.
    public var duration: Double?
    /// The size of the item, in bytes; nil except in ``LibraryReport/largestItems``.
    public var size: Int?
    /// The number of the author's books; nil if the entry is an item.
    public var count: Int?

    /// Creates a value from its required members. Optional members are nil, and lists are empty.
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

  /// A genre with its number of items. Decoding requires `genre`.
  public struct GenreCount: Codable, Hashable, Sendable, Identifiable {
    /// The name of the genre.
    public var genre: String
    /// The number of items with this genre.
    public var count: Int?

    public var id: String { genre }

    /// Creates a value from its required members. Optional members are nil, and lists are empty.
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
