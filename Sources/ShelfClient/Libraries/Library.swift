public import Foundation
public import MediaCore

/// A library of books or podcasts (`GET /api/libraries`, in display order). Required: `id`.
public struct Library: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name = ""
  public var folders: [LibraryFolder] = []
  /// From 1.
  public var displayOrder: Int?
  /// A name from the web client's own icons.
  public var icon: String?
  public var mediaType: MediaType?
  /// Where metadata is looked up.
  public var provider: String?
  public var settings = LibrarySettings()
  /// Nil when it was never scanned.
  public var lastScan: Date?
  public var lastScanVersion: String?
  public var createdAt: Date?
  public var lastUpdate: Date?
  /// Only when asked for.
  public var stats: LibraryStats?

  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    folders = members.list(.folders)
    displayOrder = members[.displayOrder]
    icon = members[.icon]
    mediaType = members[.mediaType]
    provider = members[.provider]
    settings = members[.settings] ?? LibrarySettings()
    lastScan = members[.lastScan]
    lastScanVersion = members[.lastScanVersion]
    createdAt = members[.createdAt]
    lastUpdate = members[.lastUpdate]
    stats = members[.stats]
  }
}

/// A folder on the server that belongs to a library. Required: `id`.
public struct LibraryFolder: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var fullPath: String?
  public var libraryId: String?
  public var addedAt: Date?

  public init(id: String, fullPath: String? = nil, libraryId: String? = nil, addedAt: Date? = nil) {
    self.id = id
    self.fullPath = fullPath
    self.libraryId = libraryId
    self.addedAt = addedAt
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    fullPath = members[.fullPath]
    libraryId = members[.libraryId]
    addedAt = members[.addedAt]
  }
}

/// The size of a library, from `GET /api/libraries?include=stats`.
public struct LibraryStats: Codable, Hashable, Sendable {
  /// Bytes.
  public var totalSize: Int?
  /// Seconds.
  public var totalDuration: Double?
  public var numAudioFiles: Int?
  public var totalItems: Int?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalSize = members[.totalSize]
    totalDuration = members[.totalDuration]
    numAudioFiles = members[.numAudioFiles]
    totalItems = members[.totalItems]
  }
}

/// What a library holds, and what an item or a session is.
public struct MediaType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let book = MediaType(rawValue: "book")
  public static let podcast = MediaType(rawValue: "podcast")
}
