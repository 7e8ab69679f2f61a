import MediaCore

/// What became of a copy or a move of several titles.
public struct BulkResult: Codable, Hashable, Sendable {
  public var success: Bool
  public var message: String
  /// Of a move, the duplicates too.
  public var itemsAffected: Int
  public var duplicatesSkipped: Int
  public var errors: [String]

  public init(
    success: Bool = false, message: String = "", itemsAffected: Int = 0, duplicatesSkipped: Int = 0,
    errors: [String] = []
  ) {
    self.success = success
    self.message = message
    self.itemsAffected = itemsAffected
    self.duplicatesSkipped = duplicatesSkipped
    self.errors = errors
  }

  enum CodingKeys: String, CodingKey {
    case success
    case message
    case itemsAffected = "items_affected"
    case duplicatesSkipped = "duplicates_skipped"
    case errors
  }
}

extension BulkResult {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    message = members[.message] ?? ""
    itemsAffected = members[.itemsAffected] ?? 0
    duplicatesSkipped = members[.duplicatesSkipped] ?? 0
    errors = members.problems(.errors)
  }
}

extension LenientContainer {
  /// Texts, or objects that hold one.
  func problems(_ key: Key) -> [String] {
    let values: [JSONValue] = self[key] ?? []
    return values.compactMap { $0.string ?? $0["error"]?.string ?? $0["message"]?.string ?? $0["reason"]?.string }
      .map { $0.hidingUpstreamKeys() }
  }
}
