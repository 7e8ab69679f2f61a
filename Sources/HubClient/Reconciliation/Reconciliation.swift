import MediaCore

/// What came of a look for new videos. Required: the count.
public struct Reconciliation: Codable, Hashable, Sendable {
  public var message: String?
  /// Videos that were new to the *server*. Another user's look, or a push, can have brought them before; a first look can count
  /// hundreds of old ones. A hint, not what the feed will add. 0 is the normal answer, also when YouTube's quota is used up.
  public var newVideosCount: Int

  public init(message: String? = nil, newVideosCount: Int) {
    self.message = message
    self.newVideosCount = max(0, newVideosCount)
  }
}

extension Reconciliation {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    self.init(message: members[.message], newVideosCount: try members.require(.newVideosCount))
  }
}
