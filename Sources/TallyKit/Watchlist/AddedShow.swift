import MediaCore

/// The answer to adding a show. Required: `userShow`.
public struct AddedShow: Codable, Hashable, Sendable {
  /// The row as it is now.
  public var userShow: WatchlistEntry
  /// The show, where the server sends it along.
  public var show: TrackedShow?
  /// The providers in the US, not merged, and usually none.
  public var availability: [WatchProvider] = []
  /// The server's sentence about it, in English.
  public var message: String?

  /// Sets the required members; optional ones are nil, lists are empty.
  public init(userShow: WatchlistEntry) { self.userShow = userShow }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    userShow = try members.require(.userShow)
    show = members[.show]
    availability = members.list(.availability)
    message = members[.message]
  }
}
