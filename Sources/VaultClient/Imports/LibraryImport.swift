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

  public init(id: Int) {
    self.id = id
  }

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
    libraryID = members[.libraryID]
    lastImported = members[.lastImported]
    importCount = members[.importCount] ?? 0
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
