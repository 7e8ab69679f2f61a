import MediaCore

/// The server's demo list, which only the demo guide reads.
public struct DemoList: Codable, Hashable, Sendable {
  public var items: [DemoItem]
  public var total: Int

  public init(items: [DemoItem], total: Int = 0) {
    self.items = items
    self.total = total
  }
}

extension DemoList {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    items = try members.requireList(.items)
    total = members[.total] ?? 0
  }
}
