import MediaCore

/// The result of importing a library. For an empty library the server sends only ``message``.
public struct LibraryImportResult: Codable, Hashable, Sendable {
  public var success: Bool?
  public var message = ""
  public var imported = 0
  public var updated = 0
  public var skipped = 0
  public var skippedItems: [SkippedTitle] = []
  public var sequelsImported = 0
  public var totalMovies: Int?
  public var librariesFound: Int?
  /// Errors, with the server's keys for other services removed.
  public var errors: [String] = []

  public init() {}

  enum CodingKeys: String, CodingKey {
    case success, message, imported, updated, skipped, errors
    case skippedItems = "skipped_items"
    case sequelsImported = "sequels_imported"
    case totalMovies = "total_jellyfin_movies"
    case librariesFound = "libraries_found"
  }

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

/// A title that an import skipped.
public struct SkippedTitle: Codable, Hashable, Sendable {
  public var title: String
  public var reason: String

  public init(title: String = "", reason: String = "") {
    self.title = title
    self.reason = reason
  }

  enum CodingKeys: String, CodingKey { case title, reason }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title] ?? ""
    reason = members[.reason] ?? ""
  }
}
