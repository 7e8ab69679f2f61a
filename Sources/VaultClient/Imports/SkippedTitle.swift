import MediaCore

/// A title that an import passed over.
public struct SkippedTitle: Codable, Hashable, Sendable {
  public var title: String
  public var reason: String

  public init(title: String = "", reason: String = "") {
    self.title = title
    self.reason = reason
  }

  enum CodingKeys: String, CodingKey {
    case title
    case reason
  }
}

extension SkippedTitle {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    title = members[.title] ?? ""
    reason = members[.reason] ?? ""
  }
}
