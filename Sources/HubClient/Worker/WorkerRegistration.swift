import MediaCore

/// What the Worker says of a registration.
public struct WorkerRegistration: Codable, Hashable, Sendable {
  /// After the server's own cleaning-up.
  public var requested: Int?
  public var inserted: Int?
  public var alreadyPresent: Int?
  /// Of the whole server.
  public var totalChannels: Int?

  public init(requested: Int? = nil, inserted: Int? = nil, alreadyPresent: Int? = nil, totalChannels: Int? = nil) {
    self.requested = requested
    self.inserted = inserted
    self.alreadyPresent = alreadyPresent
    self.totalChannels = totalChannels
  }

  enum CodingKeys: String, CodingKey { case requested, inserted, alreadyPresent, totalChannels }
}

extension WorkerRegistration {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    requested = members[.requested]
    inserted = members[.inserted]
    alreadyPresent = members[.alreadyPresent]
    totalChannels = members[.totalChannels]
  }
}
