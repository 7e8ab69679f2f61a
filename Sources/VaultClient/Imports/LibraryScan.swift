import MediaCore

/// How much work importing a library would be.
public struct LibraryScan: Codable, Hashable, Sendable {
  public var totalMovies: Int
  public var estimatedCollections: Int
  public var totalWork: Int
  public var libraryName: String?

  public init(totalMovies: Int = 0, estimatedCollections: Int = 0, totalWork: Int = 0, libraryName: String? = nil) {
    self.totalMovies = totalMovies
    self.estimatedCollections = estimatedCollections
    self.totalWork = totalWork
    self.libraryName = libraryName
  }

  enum CodingKeys: String, CodingKey {
    case totalMovies = "total_movies"
    case estimatedCollections = "estimated_collections"
    case totalWork = "total_work"
    case libraryName = "library_name"
  }
}

extension LibraryScan {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalMovies = members[.totalMovies] ?? 0
    estimatedCollections = members[.estimatedCollections] ?? 0
    totalWork = members[.totalWork] ?? 0
    libraryName = members[.libraryName]
  }
}
