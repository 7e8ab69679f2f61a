import MediaCore

/// An imported film; the same answer when it was there before. Required: `id`.
public struct MovieImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var success = false
  public var title: String
  public var imdbID: String?
  public var message = ""

  public init(id: Int, title: String = "") {
    self.id = id
    self.title = title
  }

  enum CodingKeys: String, CodingKey {
    case id, success, title, message
    case imdbID = "imdb_id"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    success = members.flag(.success) ?? false
    title = members[.title] ?? ""
    imdbID = members[.imdbID]
    message = members[.message] ?? ""
  }
}

/// The films of a franchise that were imported, by title.
public struct SequelsImport: Codable, Hashable, Sendable {
  public var importedMovies: [String] = []
  public var skippedMovies: [SkippedTitle] = []
  public var totalImported = 0
  public var totalSkipped = 0
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
    totalImported = members[.totalImported] ?? 0
    totalSkipped = members[.totalSkipped] ?? 0
    collectionSize = members[.collectionSize]
  }
}
