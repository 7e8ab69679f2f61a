import MediaCore

/// The answer to rating an entry of the watchlist. Required: `id`.
public struct ShowRating: Codable, Hashable, Sendable, Identifiable {
  public var id: UserShowID
  public var showRating: Double?

  public init(id: UserShowID, showRating: Double? = nil) {
    self.id = id
    self.showRating = showRating
  }

  enum CodingKeys: String, CodingKey {
    case id
    case showRating = "show_rating"
  }
}

extension ShowRating {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserShowID(rawValue: try members.requireID(.id))
    showRating = members[.showRating]
  }
}
