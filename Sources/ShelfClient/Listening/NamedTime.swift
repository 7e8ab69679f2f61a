import MediaCore

/// How long an author or a narrator was listened to. Required: `name`.
public struct NamedTime: Codable, Hashable, Sendable {
  public var name: String
  /// Seconds.
  public var time: Double?

  public init(name: String, time: Double? = nil) {
    self.name = name
    self.time = time
  }
}

extension NamedTime {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    name = try members.requireID(.name)
    time = members[.time]
  }
}
