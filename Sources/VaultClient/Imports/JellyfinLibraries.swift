import MediaCore

/// The libraries of the Jellyfin server from which the ViewVault server imports. A response without `libraries` cannot be decoded.
public struct JellyfinLibraries: Codable, Hashable, Sendable {
  /// The libraries, in Jellyfin's order.
  public var libraries: [JellyfinLibrary] = []
  /// The number of libraries.
  public var count: Int?
  /// The type of the media server. All known servers send `jellyfin`.
  public var serviceType: String?

  public init() {}

  enum CodingKeys: String, CodingKey {
    case libraries, count
    case serviceType = "service_type"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraries = try members.requireList(.libraries)
    count = members.integer(.count)
    serviceType = members[.serviceType]
  }
}

/// A library at Jellyfin. Decoding requires only `id`.
public struct JellyfinLibrary: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The library's name. Imports and scans require this name instead of the id.
  public var name = ""
  /// The type of titles in the library: `movies` or `tvshows`.
  public var type: String?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: String) { self.id = id }

  enum CodingKeys: String, CodingKey { case id, name, type }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    type = members[.type]
  }
}

/// The numbers of titles that an import of a library would process. The server counts them before the import.
public struct LibraryScan: Codable, Hashable, Sendable {
  /// The number of films in the library.
  public var totalMovies = 0
  /// The number of collections that the import would also add.
  public var estimatedCollections = 0
  /// The number of steps of the import, for a progress bar.
  public var totalWork = 0
  /// The name of the library.
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
    totalMovies = members.integer(.totalMovies) ?? 0
    estimatedCollections = members.integer(.estimatedCollections) ?? 0
    totalWork = members.integer(.totalWork) ?? 0
    libraryName = members[.libraryName]
  }
}
