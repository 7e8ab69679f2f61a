public import Foundation
import MediaCore

/// A profile with its counts. Required: `user`.
public struct UserProfile: Codable, Hashable, Sendable {
  public var user: User
  public var stats: ShowCounts?
  public var activeSubscriptions: Int
  public var joinedDate: Date?

  public init(user: User, stats: ShowCounts? = nil, activeSubscriptions: Int = 0, joinedDate: Date? = nil) {
    self.user = user
    self.stats = stats
    self.activeSubscriptions = activeSubscriptions
    self.joinedDate = joinedDate
  }
}

extension UserProfile {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    user = try members.require(.user)
    stats = members[.stats]
    activeSubscriptions = members[.activeSubscriptions] ?? 0
    joinedDate = members[.joinedDate]
  }
}
