import MediaCore

/// The libraries of the Jellyfin server behind this one. Required: `libraries`.
public struct JellyfinLibraries: Codable, Hashable, Sendable {
  public var libraries: [JellyfinLibrary] = []
  public var count: Int?
  public var serviceType: String?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case libraries, count
    case serviceType = "service_type"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraries = try members.requireList(.libraries)
    count = members.number(.count)
    serviceType = members[.serviceType]
  }
}

/// A library at Jellyfin. Required: `id`.
public struct JellyfinLibrary: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name, which imports and scans require in place of the id.
  public var name = ""
  public var type: String?

  public init(id: String) { self.id = id }

  enum CodingKeys: String, CodingKey { case id, name, type }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    type = members[.type]
  }
}

/// The amount of work that importing a library would cause.
public struct LibraryScan: Codable, Hashable, Sendable {
  public var totalMovies = 0
  public var estimatedCollections = 0
  public var totalWork = 0
  public var libraryName: String?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case totalMovies = "total_movies"
    case estimatedCollections = "estimated_collections"
    case totalWork = "total_work"
    case libraryName = "library_name"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    totalMovies = members.number(.totalMovies) ?? 0
    estimatedCollections = members.number(.estimatedCollections) ?? 0
    totalWork = members.number(.totalWork) ?? 0
    libraryName = members[.libraryName]
  }
}
