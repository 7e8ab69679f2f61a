public import Foundation
import MediaCore

/// A library that was imported from Jellyfin, with the number of its imports and the time of the last import. Decoding requires only `id`.
public struct LibraryImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  /// The name of the library.
  public var libraryName = ""
  /// The library's id at Jellyfin.
  public var libraryID: String?
  /// The time of the last import.
  public var lastImported: Date?
  /// The number of imports so far.
  public var importCount = 0
  /// Whether the server repeats the import of this library automatically.
  public var isAutomated = false
  /// The time at which this record was created.
  public var createdAt: Date?

  /// Creates a value from its required members. All other members have their default values.
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
    importCount = members.integer(.importCount) ?? 0
    isAutomated = members.flag(.isAutomated) ?? false
    createdAt = members[.createdAt]
  }
}

/// The server's response to a request that toggles whether the server repeats an import automatically.
public struct AutomationResult: Codable, Hashable, Sendable {
  /// Whether the request succeeded.
  public var success = false
  /// The server's message, in English.
  public var message = ""
  /// Whether the server now repeats the import automatically.
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
  /// Whether the request succeeded.
  public var success: Bool?
  /// The server's message, in English.
  public var message = ""
  /// The number of titles that the import added to the vault.
  public var imported = 0
  /// The number of imported titles that were in the vault before.
  public var updated = 0
  /// The number of titles that were not imported; see ``skippedItems``.
  public var skipped = 0
  /// The titles that were not imported, with the reasons.
  public var skippedItems: [SkippedTitle] = []
  /// The number of films that were imported because another film of their collection was imported.
  public var sequelsImported = 0
  /// The number of films in the library.
  public var totalMovies: Int?
  /// The number of libraries at Jellyfin.
  public var librariesFound: Int?
  /// The server's error messages. The SDK removes keys that the server uses for other services from these messages.
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
    imported = members.integer(.imported) ?? 0
    updated = members.integer(.updated) ?? 0
    skipped = members.integer(.skipped) ?? 0
    skippedItems = members.list(.skippedItems)
    sequelsImported = members.integer(.sequelsImported) ?? 0
    totalMovies = members.integer(.totalMovies)
    librariesFound = members.integer(.librariesFound)
    errors = members.problems(.errors)
  }
}

/// A title that an import skipped.
public struct SkippedTitle: Codable, Hashable, Sendable {
  /// The name of the title.
  public var title = ""
  /// The server's reason, in English.
  public var reason = ""

  public init() {}

  enum CodingKeys: String, CodingKey { case title, reason }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title] ?? ""
    reason = members[.reason] ?? ""
  }
}

/// The progress of an import (`GET /api/import/jellyfin/progress`). Current servers always send the same values.
public struct ImportProgress: Codable, Hashable, Sendable {
  /// The name of the import's current phase, as the server sends it.
  public var phase: String?
  /// The progress in percent, 0 to 100.
  public var progress: Double?
  /// The number of the current step.
  public var current: Int?
  /// The total number of steps.
  public var total: Int?
  /// The number of the current batch, from 1.
  public var batch: Int?
  /// The total number of batches.
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
    current = members.integer(.current)
    total = members.integer(.total)
    batch = members.integer(.batch)
    batches = members.integer(.batches)
  }
}
