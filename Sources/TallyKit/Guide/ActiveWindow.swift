public import MediaCore

/// From when to when a subscription would be of use.
public struct ActiveWindow: Codable, Hashable, Sendable {
  public var start: CalendarDay?
  public var end: CalendarDay?

  public init(start: CalendarDay? = nil, end: CalendarDay? = nil) {
    self.start = start
    self.end = end
  }
}

extension ActiveWindow {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    start = members.day(.start)
    end = members.day(.end)
  }
}
