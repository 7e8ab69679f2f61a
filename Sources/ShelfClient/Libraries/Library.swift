public import Foundation
import MediaCore

/// A library of books or podcasts. `GET /api/libraries` sends the libraries in display order. Decoding requires `id`.
public struct Library: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name of the library.
  public var name = ""
  /// The library's folders on the server.
  public var folders: [LibraryFolder] = []
  /// The library's place in the display order, from 1.
  public var displayOrder: Int?
  /// The name of the library's icon. The server's web client defines the names.
  public var icon: String?
  /// The kind of the library's items: books or podcasts.
  public var mediaType: MediaType?
  /// The source from which the server fetches metadata, such as `google`.
  public var provider: String?
  /// The settings of the library.
  public var settings = LibrarySettings()
  /// When the library was last scanned; nil if never.
  public var lastScan: Date?
  /// The version of the server that last scanned the library.
  public var lastScanVersion: String?
  /// When the library was created.
  public var createdAt: Date?
  /// When the library was last changed on the server.
  public var lastUpdate: Date?
  /// The number of items, their sizes and durations. Nil unless the library was fetched by ``LibraryAPI/allWithStats()``.
  public var stats: LibraryReport?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
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

/// A folder on the server that belongs to a library. Decoding requires `id`.
public struct LibraryFolder: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The path of the folder on the server.
  public var fullPath: String?
  /// The id of the library that the folder belongs to.
  public var libraryId: String?
  /// When the folder was added to the library.
  public var addedAt: Date?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    fullPath = members[.fullPath]
    libraryId = members[.libraryId]
    addedAt = members[.addedAt]
  }
}
