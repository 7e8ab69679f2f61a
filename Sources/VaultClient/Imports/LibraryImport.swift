public import Foundation
import MediaCore

/// A past import of a library. Required: `id`.
public struct LibraryImport: Codable, Hashable, Sendable, Identifiable {
  public var id: Int
  public var libraryName: String
  public var libraryID: String?
  public var lastImported: Date?
  public var importCount: Int
  public var isAutomated: Bool
  public var createdAt: Date?

  public init(
    id: Int, libraryName: String = "", libraryID: String? = nil, lastImported: Date? = nil, importCount: Int = 0,
    isAutomated: Bool = false, createdAt: Date? = nil
  ) {
    self.id = id
    self.libraryName = libraryName
    self.libraryID = libraryID
    self.lastImported = lastImported
    self.importCount = importCount
    self.isAutomated = isAutomated
    self.createdAt = createdAt
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
}

extension LibraryImport {
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
