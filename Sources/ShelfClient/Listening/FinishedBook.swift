public import Foundation
import MediaCore

/// A book that was finished in a year. Required: `id`.
public struct FinishedBook: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var title: String?
  /// Seconds.
  public var duration: Double?
  public var finishedAt: Date?

  public init(id: String, title: String? = nil, duration: Double? = nil, finishedAt: Date? = nil) {
    self.id = id
    self.title = title
    self.duration = duration
    self.finishedAt = finishedAt
  }
}

extension FinishedBook {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    title = members[.title]
    duration = members[.duration]
    finishedAt = members[.finishedAt]
  }

  /// The one place where this server writes an instant as a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(duration, forKey: .duration)
    try container.encodeIfPresent(finishedAt.map { WireDate.format($0) }, forKey: .finishedAt)
  }

  private enum CodingKeys: CodingKey {
    case id, title, duration, finishedAt
  }
}
