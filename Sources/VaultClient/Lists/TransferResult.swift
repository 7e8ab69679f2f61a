import MediaCore

/// What became of a copy or a move of one title.
public struct TransferResult: Codable, Hashable, Sendable {
  public var success: Bool
  public var message: String
  /// It was there already; a move has taken it from the source all the same. Never an error.
  public var duplicate: Bool
  /// A series counts with one hidden row for each of its episodes.
  public var itemsAffected: Int

  public init(success: Bool = false, message: String = "", duplicate: Bool = false, itemsAffected: Int = 0) {
    self.success = success
    self.message = message
    self.duplicate = duplicate
    self.itemsAffected = itemsAffected
  }

  enum CodingKeys: String, CodingKey {
    case success
    case message
    case duplicate
    case itemsAffected = "items_affected"
  }
}

extension TransferResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    message = members[.message] ?? ""
    duplicate = members.flag(.duplicate) ?? false
    itemsAffected = members[.itemsAffected] ?? 0
  }
}
