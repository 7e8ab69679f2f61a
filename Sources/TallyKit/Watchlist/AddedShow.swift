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
}

extension AddedShow {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    userShow = try members.require(.userShow)
    show = members[.show]
    availability = members.list(.availability)
    message = members[.message]
  }
}
