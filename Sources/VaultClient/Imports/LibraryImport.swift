public import Foundation
import MediaCore

/// A past import of a library. Required: `id`.
public struct LibraryImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var libraryName = ""
  public var libraryID: String?
  public var lastImported: Date?
  public var importCount = 0
  public var isAutomated = false
  public var createdAt: Date?

  public init(id: Int) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id
    case libraryName = "library_name"
    case libraryID = "library_id"
    case lastImported = "last_imported"
    case importCount = "import_count"
    case isAutomated = "is_automated"
    case createdAt = "created_at"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireNumber(.id)
    libraryName = members[.libraryName] ?? ""
    libraryID = members.identifier(.libraryID)
    lastImported = members[.lastImported]
    importCount = members.number(.importCount) ?? 0
    isAutomated = members.flag(.isAutomated) ?? false
    createdAt = members[.createdAt]
  }
}

/// Whether a library is imported automatically from now on.
public struct AutomationResult: Codable, Hashable, Sendable {
  public var success = false
  public var message = ""
  public var isAutomated = false

  public init() {}

  enum CodingKeys: String, CodingKey {
    case success, message
    case isAutomated = "is_automated"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    message = members[.message] ?? ""
    isAutomated = members.flag(.isAutomated) ?? false
  }
}

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
    imported = members.number(.imported) ?? 0
    updated = members.number(.updated) ?? 0
    skipped = members.number(.skipped) ?? 0
    skippedItems = members.list(.skippedItems)
    sequelsImported = members.number(.sequelsImported) ?? 0
    totalMovies = members.number(.totalMovies)
    librariesFound = members.number(.librariesFound)
    errors = members.problems(.errors)
  }
}

/// A title that an import skipped.
public struct SkippedTitle: Codable, Hashable, Sendable {
  public var title = ""
  public var reason = ""

  public init() {}

  enum CodingKeys: String, CodingKey { case title, reason }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title] ?? ""
    reason = members[.reason] ?? ""
  }
}

/// `GET /api/import/jellyfin/progress`: on current servers always the same.
public struct ImportProgress: Codable, Hashable, Sendable {
  public var phase: String?
  public var progress: Double?
  public var current: Int?
  public var total: Int?
  public var batch: Int?
  public var batches: Int?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case phase, progress, current, total
    case batch = "batch_num"
    case batches = "total_batches"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    phase = members[.phase]
    progress = members.decimal(.progress)
    current = members.number(.current)
    total = members.number(.total)
    batch = members.number(.batch)
    batches = members.number(.batches)
  }
}
