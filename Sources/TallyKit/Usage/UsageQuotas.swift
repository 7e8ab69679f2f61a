import MediaCore

/// The limits of the sources.
public struct UsageQuotas: Codable, Hashable, Sendable {
  public var tmdb: UsageLimit?
  public var streamingAvailability: UsageLimit?

  public init(tmdb: UsageLimit? = nil, streamingAvailability: UsageLimit? = nil) {
    self.tmdb = tmdb
    self.streamingAvailability = streamingAvailability
  }
}

extension UsageQuotas {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    tmdb = members[.tmdb]
    streamingAvailability = members[.streamingAvailability]
  }
}
