import MediaCore

/// The libraries of the Jellyfin server behind this one. Required: `libraries`.
public struct JellyfinLibraries: Codable, Hashable, Sendable {
  public var libraries: [JellyfinLibrary]
  public var count: Int?
  public var serviceType: String?

  public init(libraries: [JellyfinLibrary] = [], count: Int? = nil, serviceType: String? = nil) {
    self.libraries = libraries
    self.count = count
    self.serviceType = serviceType
  }

  enum CodingKeys: String, CodingKey {
    case libraries
    case count
    case serviceType = "service_type"
  }
}

extension JellyfinLibraries {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    libraries = try members.requireList(.libraries)
    count = members[.count]
    serviceType = members[.serviceType]
  }
}
