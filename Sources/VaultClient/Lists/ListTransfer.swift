import MediaCore

/// Several titles to copy or to move from one list to another. Neither list can be the personal list.
public struct ListTransfer: Hashable, Sendable, Codable {
  /// Whether a transfer copies or moves.
  public enum Operation: String, Sendable, Hashable, Codable {
    /// A copy leaves the titles in the source list. A move removes the titles from the source list.
    case copy, move
  }

  /// Whether the titles are copied or moved.
  public var operation: Operation
  /// The id of the list from which the titles come.
  public var source: Int
  /// The id of the list to which the titles go.
  public var target: Int
  /// The titles to transfer. Name each title only once, because the server stores a title twice if it is named twice.
  public var items: [ListItem]
  /// Whether marks and notes are transferred together with the titles.
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

  /// The transfer that moves the titles back to the source; nil if this transfer is a copy.
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
  /// Whether the target list held the title already. The request succeeds even then, and a move has still removed the title from the
  /// source.
  public var duplicate = false
  /// The number of rows that changed. A series has several rows, because the list stores a hidden row for each of its episodes.
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
  /// The number of rows that changed. For a move, this includes the rows that the target list had already.
  public var itemsAffected = 0
  /// The number of rows that the target list had already. A series has several rows.
  public var duplicatesSkipped = 0
  /// The server's error messages, in English.
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
