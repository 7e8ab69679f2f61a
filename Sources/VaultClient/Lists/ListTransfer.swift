/// Several titles to copy or to move from one list to another; never from or to the personal one.
public struct ListTransfer: Hashable, Sendable, Codable {
  public enum Operation: String, Sendable, Hashable, Codable { case copy, move }

  public var operation: Operation
  public var source: Int
  public var target: Int
  /// Each once: the server stores one that is named twice twice.
  public var items: [ListItem]
  /// Whether marks and notes go along.
  public var keepsMarks: Bool

  public init(_ operation: Operation, _ items: [ListItem], from source: Int, to target: Int, keepsMarks: Bool = true) {
    self.operation = operation
    self.source = source
    self.target = target
    self.items = items
    self.keepsMarks = keepsMarks
  }

  enum CodingKeys: String, CodingKey {
    case operation
    case source = "source_list_id"
    case target = "target_list_id"
    case items
    case keepsMarks = "preserve_metadata"
  }

  /// Back to where it came from; nil for a copy.
  public var undone: ListTransfer? {
    operation == .move ? ListTransfer(.move, items, from: target, to: source, keepsMarks: keepsMarks) : nil
  }
}
