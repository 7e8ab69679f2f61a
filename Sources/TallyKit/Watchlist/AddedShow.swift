import MediaCore

/// The answer to adding a show. Required: `userShow`.
public struct AddedShow: Codable, Hashable, Sendable {
  public var userShow: WatchlistEntry
  public var show: TrackedShow?
  /// In the US only, not merged, and usually empty.
  public var availability: [WatchProvider] = []
  public var message: String?

  public init(userShow: WatchlistEntry) { self.userShow = userShow }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    userShow = try members.require(.userShow)
    show = members[.show]
    availability = members.list(.availability)
    message = members[.message]
  }
}
