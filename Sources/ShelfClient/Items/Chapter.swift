import MediaCore

/// A chapter on the timeline of the whole item. Chapters come in order and can leave gaps. Required: `id`, `start`, `end`.
public struct Chapter: Codable, Hashable, Sendable, Identifiable {
  /// Its number, usually from 0.
  public var id: Int
  /// Seconds.
  public var start: Double
  /// Seconds; no longer part of it.
  public var end: Double
  /// Can be empty.
  public var title = ""

  /// With its required members; what is optional is nil, lists are empty.
  public init(id: Int, start: Double, end: Double) {
    self.id = id
    self.start = start
    self.end = end
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    start = try members.require(.start)
    end = try members.require(.end)
    title = members[.title] ?? ""
  }
}
