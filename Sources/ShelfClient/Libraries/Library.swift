public import Foundation
import MediaCore

/// A library of books or podcasts (`GET /api/libraries`, in display order). Required: `id`.
public struct Library: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String
  public var folders: [LibraryFolder]
  /// From 1.
  public var displayOrder: Int?
  /// A name from the web client's own icons.
  public var icon: String?
  public var mediaType: MediaType?
  /// Where metadata is looked up.
  public var provider: String?
  public var settings: LibrarySettings
  /// Nil when it was never scanned.
  public var lastScan: Date?
  public var lastScanVersion: String?
  public var createdAt: Date?
  public var lastUpdate: Date?
  /// Only when asked for.
  public var stats: LibraryStats?

  public init(
    id: String, name: String = "", folders: [LibraryFolder] = [], displayOrder: Int? = nil, icon: String? = nil,
    mediaType: MediaType? = nil, provider: String? = nil, settings: LibrarySettings = LibrarySettings(),
    lastScan: Date? = nil, lastScanVersion: String? = nil, createdAt: Date? = nil, lastUpdate: Date? = nil,
    stats: LibraryStats? = nil
  ) {
    self.id = id
    self.name = name
    self.folders = folders
    self.displayOrder = displayOrder
    self.icon = icon
    self.mediaType = mediaType
    self.provider = provider
    self.settings = settings
    self.lastScan = lastScan
    self.lastScanVersion = lastScanVersion
    self.createdAt = createdAt
    self.lastUpdate = lastUpdate
    self.stats = stats
  }
}

extension Library {
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
