import MediaCore

/// Several titles to copy or to move from one list to another. Neither list can be the personal list.
public struct ListTransfer: Hashable, Sendable, Codable {
  /// The kind of transfer.
  public enum Operation: String, Sendable, Hashable, Codable {
    /// A copy leaves the titles in their list, a move removes them from it.
    case copy, move
  }

  /// Whether the titles are copied or moved.
  public var operation: Operation
  /// The id of the list that the titles come from.
  public var source: Int
  /// The id of the list that the titles go to.
  public var target: Int
  /// The titles, each once: a title that is named twice is stored twice.
  public var items: [ListItem]
  /// Whether marks and notes are transferred as well.
  public var keepsMarks = true

  /// Creates a copy or a move.
  /// - Parameter items: the titles, in the order in which they are sent.
  public init(_ operation: Operation, _ items: [ListItem], from source: Int, to target: Int) {
    self.operation = operation
    self.source = source
    self.target = target
    self.items = items
  }

  enum CodingKeys: String, CodingKey {
    case operation, items
    case source = "source_list_id"
    case target = "target_list_id"
    case keepsMarks = "preserve_metadata"
  }

  /// The transfer back to the source; nil for a copy.
  public var undone: ListTransfer? {
    operation == .move ? with(self) { ($0.source, $0.target) = (target, source) } : nil
  }
}

/// The result of a copy or a move of one title.
public struct TransferResult: Codable, Hashable, Sendable {
  /// Whether the request succeeded.
  public var success = false
  /// The server's message, in English.
  public var message = ""
  /// Whether the target held the title already, which is never an error. A move has still removed the title from the source.
  public var duplicate = false
  /// The number of changed rows. A series counts as several: one hidden row for each of its episodes.
  public var itemsAffected = 0

  public init() {}

  enum CodingKeys: String, CodingKey {
    case success, message, duplicate
    case itemsAffected = "items_affected"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    message = members[.message] ?? ""
    duplicate = members.flag(.duplicate) ?? false
    itemsAffected = members.integer(.itemsAffected) ?? 0
  }
}

/// The result of a copy or a move of several titles.
public struct BulkResult: Codable, Hashable, Sendable {
  /// Whether the request succeeded.
  public var success = false
  /// The server's message, in English.
  public var message = ""
  /// The number of changed rows; for a move also the duplicates.
  public var itemsAffected = 0
  /// The number of rows that the target had before; a series counts as several.
  public var duplicatesSkipped = 0
  /// The server's reasons, in English.
  public var errors: [String] = []

  public init() {}

  enum CodingKeys: String, CodingKey {
    case success, message, errors
    case itemsAffected = "items_affected"
    case duplicatesSkipped = "duplicates_skipped"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    success = members.flag(.success) ?? false
    message = members[.message] ?? ""
    itemsAffected = members.integer(.itemsAffected) ?? 0
    duplicatesSkipped = members.integer(.duplicatesSkipped) ?? 0
    errors = members.problems(.errors)
  }
}

extension LenientContainer {
  /// The problems of a member: texts, or objects that hold one.
  func problems(_ key: Key) -> [String] {
    let values: [JSONValue] = self[key] ?? []
    return values.compactMap { $0.string ?? $0["error"]?.string ?? $0["message"]?.string ?? $0["reason"]?.string }
      .map { $0.hidingUpstreamKeys() }
  }
}
