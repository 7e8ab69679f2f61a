import MediaCore

/// A service with the shows on it. Required: `service`.
public struct GuideGroup: Codable, Hashable, Sendable, Identifiable {
  public var service: GuideService
  public var shows: [GuideShow]

  public init(service: GuideService, shows: [GuideShow] = []) {
    self.service = service
    self.shows = shows
  }
}

extension GuideGroup {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    service = try members.require(.service)
    shows = members.list(.shows)
  }
}
