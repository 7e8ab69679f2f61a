public import MediaCore

/// The answer to importing a film; the same when the film was in the library before. Required: `id`.
public struct MovieImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// Whether the request succeeded.
  public var success = false
  /// The title.
  public var title = ""
  /// The id at IMDb, such as `tt0111161`.
  public var imdbID: String?
  /// The server's message, in English.
  public var message = ""

  /// Sets the required members and leaves the others at their defaults.
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

/// The answer to importing the films of a franchise.
public struct SequelsImport: Codable, Hashable, Sendable {
  /// The titles of the films that were imported.
  public var importedMovies: [String] = []
  /// Films that were not imported, with the reasons.
  public var skippedMovies: [SkippedTitle] = []
  /// The number of films that were imported.
  public var totalImported = 0
  /// The number of films that were not imported.
  public var totalSkipped = 0
  /// The number of films in the collection.
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

/// The answer to importing a series. ``series`` is nil for a new series, which the server does not describe; see ``Series/imdbID``.
public struct SeriesImport: Codable, Hashable, Sendable {
  /// The series as it is in the library now; nil for a new series.
  public var series: Series?
  /// The number of episodes that the import has added to the library.
  public var episodesImported = 0
  /// The episodes that the server described; empty for a new series.
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

/// The answer to importing a series with all its seasons. Another call makes a second copy.
public struct FullSeriesImport: Codable, Hashable, Sendable {
  /// Whether the request succeeded.
  public var success = false
  /// The catalogue that the series came from.
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

/// The source of an imported series' episodes. ``mock`` with zeros means that nothing was found or stored.
public struct ImportSource: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The episodes come from TMDB. On the wire `tmdb`.
  public static let tmdb = ImportSource(rawValue: "tmdb")
  /// The episodes come from TVMaze. On the wire `tvmaze`.
  public static let tvmaze = ImportSource(rawValue: "tvmaze")
  /// No real source: with counts of 0, nothing was found or stored. On the wire `mock`.
  public static let mock = ImportSource(rawValue: "mock")
}
