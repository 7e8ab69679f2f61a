import MediaCore

/// The answer to adding a show. Required: `userShow`.
public struct AddedShow: Codable, Hashable, Sendable {
  public var userShow: WatchlistEntry
  public var show: TrackedShow?
  /// In the US only, and usually empty.
  public var availability: [Availability]
  public var message: String?

  public init(
    userShow: WatchlistEntry, show: TrackedShow? = nil, availability: [Availability] = [], message: String? = nil
  ) {
    self.userShow = userShow
    self.show = show
    self.availability = availability
    self.message = message
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    userShow = try members.require(.userShow)
    show = members[.show]
    availability = members.list(.availability)
    message = members[.message]
  }
}

/// Where an added show can be seen in the US. Required: `providerId`.
public struct Availability: Codable, Hashable, Sendable, Identifiable {
  public var providerId: Int
  public var name = ""
  public var logo: String?
  public var type: String?
  public var hasMultiplePlans = false
  public var id: Int { providerId }

  public init(providerId: Int) { self.providerId = providerId }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    providerId = try members.require(.providerId)
    name = members[.name] ?? ""
    logo = members[.logo]
    type = members[.type]
    hasMultiplePlans = members[.hasMultiplePlans] ?? false
  }
}
