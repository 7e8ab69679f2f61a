import MediaCore

/// The series that one entry of a list stands for when series are collapsed. Required: `id`.
public struct CollapsedSeries: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var name: String
  /// For sorting.
  public var nameIgnorePrefix: String?
  /// The place of the item that stands for it; not always a number.
  public var sequence: String?
  public var numBooks: Int?
  /// Of all its books.
  public var libraryItemIds: [String]

  public init(
    id: String, name: String = "", nameIgnorePrefix: String? = nil, sequence: String? = nil, numBooks: Int? = nil,
    libraryItemIds: [String] = []
  ) {
    self.id = id
    self.name = name
    self.nameIgnorePrefix = nameIgnorePrefix
    self.sequence = sequence
    self.numBooks = numBooks
    self.libraryItemIds = libraryItemIds
  }
}

extension CollapsedSeries {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    name = members[.name] ?? ""
    nameIgnorePrefix = members[.nameIgnorePrefix]
    sequence = members[.sequence]
    numBooks = members[.numBooks]
    libraryItemIds = members.list(.libraryItemIds)
  }
}
