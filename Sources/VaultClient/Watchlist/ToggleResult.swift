import MediaCore

/// The result of a toggle. Required: `watched`.
public struct ToggleResult: Codable, Hashable, Sendable {
  public var message: String
  /// The mark after the toggle.
  public var watched: Bool

  public init(message: String = "", watched: Bool) {
    self.message = message
    self.watched = watched
  }

  enum CodingKeys: String, CodingKey { case message, watched }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    message = members[.message] ?? ""
    watched = try members.requireFlag(.watched)
  }
}

extension LenientContainer {
  fileprivate func requireFlag(_ key: Key) throws -> Bool {
    if let flag = flag(key) { return flag }
    return try require(key)
  }
}
