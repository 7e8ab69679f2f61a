import MediaCore

/// What became of importing a library. Of an empty one only ``message`` is told.
public struct LibraryImportResult: Codable, Hashable, Sendable {
  public var success: Bool?
  public var message: String
  public var imported: Int
  public var updated: Int
  public var skipped: Int
  public var skippedItems: [SkippedTitle]
  public var sequelsImported: Int
  public var totalMovies: Int?
  public var librariesFound: Int?
  /// With the server's keys for other services taken out.
  public var errors: [String]

  public init(
    success: Bool? = nil, message: String = "", imported: Int = 0, updated: Int = 0, skipped: Int = 0,
    skippedItems: [SkippedTitle] = [], sequelsImported: Int = 0, totalMovies: Int? = nil, librariesFound: Int? = nil,
    errors: [String] = []
  ) {
    self.success = success
    self.message = message
    self.imported = imported
    self.updated = updated
    self.skipped = skipped
    self.skippedItems = skippedItems
    self.sequelsImported = sequelsImported
    self.totalMovies = totalMovies
    self.librariesFound = librariesFound
    self.errors = errors
  }

  enum CodingKeys: String, CodingKey {
    case success
    case message
    case imported
    case updated
    case skipped
    case skippedItems = "skipped_items"
    case sequelsImported = "sequels_imported"
    case totalMovies = "total_jellyfin_movies"
    case librariesFound = "libraries_found"
    case errors
  }
}

extension LibraryImportResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success)
    message = members[.message] ?? ""
    imported = members[.imported] ?? 0
    updated = members[.updated] ?? 0
    skipped = members[.skipped] ?? 0
    skippedItems = members.list(.skippedItems)
    sequelsImported = members[.sequelsImported] ?? 0
    totalMovies = members[.totalMovies]
    librariesFound = members[.librariesFound]
    errors = members.problems(.errors)
  }
}
