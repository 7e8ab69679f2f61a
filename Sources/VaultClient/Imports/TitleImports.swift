public import MediaCore

/// The response to importing a film. The server sends the same response if the film was in the library before. Decoding requires only `id`.
public struct MovieImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// Whether the request succeeded.
  public var success = false
  /// The title of the film.
  public var title = ""
  /// The film's id at IMDb, such as `tt0111161`.
  public var imdbID: String?
  /// The server's message, in English.
  public var message = ""

  /// Creates a value from its required members. All other members have their default values.
  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, success, title, message
    case imdbID = "imdb_id"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    success = members.flag(.success) ?? false
    title = members[.title] ?? ""
    imdbID = members.identifier(.imdbID)
    message = members[.message] ?? ""
  }
}

/// The response to importing the films of a franchise.
public struct SequelsImport: Codable, Hashable, Sendable {
  /// The titles of the films that were imported.
  public var importedMovies: [String] = []
  /// The films that were not imported, with the reasons.
  public var skippedMovies: [SkippedTitle] = []
  /// The number of films that were imported.
  public var totalImported = 0
  /// The number of films that were not imported.
  public var totalSkipped = 0
  /// The number of films in the collection at TMDB.
  public var collectionSize: Int?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case importedMovies = "imported_movies"
    case skippedMovies = "skipped_movies"
    case totalImported = "total_imported"
    case totalSkipped = "total_skipped"
    case collectionSize = "tmdb_collection_size"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    importedMovies = members.list(.importedMovies)
    skippedMovies = members.list(.skippedMovies)
    totalImported = members.integer(.totalImported) ?? 0
    totalSkipped = members.integer(.totalSkipped) ?? 0
    collectionSize = members.integer(.collectionSize)
  }
}

/// The response to importing a series. The server describes only a series that was in the library before; for a new series, ``series`` is
/// nil. Find a new series in the library by its ``Series/imdbID``.
public struct SeriesImport: Codable, Hashable, Sendable {
  /// The series as it is in the library now. Nil if the series was not in the library before this import.
  public var series: Series?
  /// The number of episodes that the import added to the library.
  public var episodesImported = 0
  /// The episodes of the series. Empty if the series was not in the library before this import.
  public var episodes: [Episode] = []

  public init() {}

  enum CodingKeys: String, CodingKey {
    case series, episodes
    case episodesImported = "episodes_imported"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    let described: JSONValue? = members[.series]
    series = described == [:] ? nil : members[.series]
    episodesImported = members.integer(.episodesImported) ?? 0
    let rows: [JSONValue] = members[.episodes] ?? []
    episodes = rows.allSatisfy { $0 == [:] } ? [] : members.list(.episodes)
  }
}

/// The response to importing a series with all its seasons. Each further import of the same series creates another copy of the series.
public struct FullSeriesImport: Codable, Hashable, Sendable {
  /// Whether the request succeeded.
  public var success = false
  /// The catalogue from which the episodes come. ``ImportSource/mock`` means that the episodes come from no catalogue.
  public var source: ImportSource?
  /// The number of episodes of the series.
  public var episodeCount = 0
  /// The number of seasons of the series.
  public var seasonCount = 0

  public init() {}

  /// Whether a series of that id was found; otherwise nothing was stored.
  var isFound: Bool { source != .mock || episodeCount > 0 }

  enum CodingKeys: String, CodingKey {
    case success, source
    case episodeCount = "num_episodes"
    case seasonCount = "num_seasons"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    source = members[.source]
    episodeCount = members.integer(.episodeCount) ?? 0
    seasonCount = members.integer(.seasonCount) ?? 0
  }
}

/// The catalogue from which an imported series has its episodes. The server sends ``mock`` with counts of 0 if it found or stored nothing.
public struct ImportSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The episodes come from TMDB. The wire value is `tmdb`.
  public static let tmdb = ImportSource(rawValue: "tmdb")
  /// The episodes come from TVMaze. The wire value is `tvmaze`.
  public static let tvmaze = ImportSource(rawValue: "tvmaze")
  /// The episodes come from no catalogue. If the counts are 0, the server found or stored nothing. The wire value is `mock`.
  public static let mock = ImportSource(rawValue: "mock")
}
