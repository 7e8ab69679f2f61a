import MediaCore

/// The films of a franchise that were imported, by title.
public struct SequelsImport: Codable, Hashable, Sendable {
  public var importedMovies: [String]
  public var skippedMovies: [SkippedTitle]
  public var totalImported: Int
  public var totalSkipped: Int
  public var collectionSize: Int?

  public init(
    importedMovies: [String] = [], skippedMovies: [SkippedTitle] = [], totalImported: Int = 0, totalSkipped: Int = 0,
    collectionSize: Int? = nil
  ) {
    self.importedMovies = importedMovies
    self.skippedMovies = skippedMovies
    self.totalImported = totalImported
    self.totalSkipped = totalSkipped
    self.collectionSize = collectionSize
  }

  enum CodingKeys: String, CodingKey {
    case importedMovies = "imported_movies"
    case skippedMovies = "skipped_movies"
    case totalImported = "total_imported"
    case totalSkipped = "total_skipped"
    case collectionSize = "tmdb_collection_size"
  }
}

extension SequelsImport {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    importedMovies = members.list(.importedMovies)
    skippedMovies = members.list(.skippedMovies)
    totalImported = members[.totalImported] ?? 0
    totalSkipped = members[.totalSkipped] ?? 0
    collectionSize = members[.collectionSize]
  }
}
