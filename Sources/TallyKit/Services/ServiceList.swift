import MediaCore

/// The services of a country, by name.
public struct ServiceList: Codable, Hashable, Sendable {
  public var services: [StreamingService]
  public var count: Int

  public init(services: [StreamingService], count: Int = 0) {
    self.services = services
    self.count = count
  }
}

extension ServiceList {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    services = try members.requireList(.services)
    count = members[.count] ?? 0
  }
}
