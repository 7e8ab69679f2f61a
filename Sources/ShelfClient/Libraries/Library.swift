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
  /// Sizes and lengths only, and only when asked for.
  public var stats: LibraryReport?

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

  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    fullPath = members[.fullPath]
    libraryId = members[.libraryId]
    addedAt = members[.addedAt]
  }
}

/// The kind of media of a library, an item, a session or a progress record.
public struct MediaType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let book = MediaType(rawValue: "book")
  public static let podcast = MediaType(rawValue: "podcast")
  /// Only of a progress record.
  public static let podcastEpisode = MediaType(rawValue: "podcastEpisode")
}
