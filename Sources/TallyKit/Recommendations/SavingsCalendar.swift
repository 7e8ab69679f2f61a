public import Foundation
import MediaCore

/// A plan month by month; made up by the server.
public struct SavingsCalendar: Codable, Hashable, Sendable {
  public var calendar: [SavingsMonth]
  public var summary: SavingsSummary?
  public var timestamp: Date?

  public init(calendar: [SavingsMonth], summary: SavingsSummary? = nil, timestamp: Date? = nil) {
    self.calendar = calendar
    self.summary = summary
    self.timestamp = timestamp
  }
}

extension SavingsCalendar {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    calendar = try members.requireList(.calendar)
    summary = members[.summary]
    timestamp = members[.timestamp]
  }
}
