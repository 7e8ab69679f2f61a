import MediaCore

/// What became of one uploaded session. Required: `id`.
public struct LocalSessionResult: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// Whether it was stored.
  public var success: Bool
  /// Whether its position was taken too; false when the server knew later listening.
  public var progressSynced: Bool?
  /// A sentence such as `Media item not found`.
  public var error: String?

  public init(id: String, success: Bool = false, progressSynced: Bool? = nil, error: String? = nil) {
    self.id = id
    self.success = success
    self.progressSynced = progressSynced
    self.error = error
  }
}

extension LocalSessionResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    success = members[.success] ?? false
    progressSynced = members[.progressSynced]
    error = members[.error]
  }
}
