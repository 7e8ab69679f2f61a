public import Foundation
import MediaCore

/// A user as the server's own table has it. Required: `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  public var email = ""
  public var displayName: String?
  public var avatarUrl: String?
  public var isTestUser: Bool?
  public var createdAt: Date?
  /// Only in the answer to a change of the profile.
  public var countryCode: String?
  /// Only in the answer to a change of the profile.
  public var timezone: String?

  public init(id: UserID) { self.id = id }

  enum CodingKeys: String, CodingKey {
    case id, email, timezone
    case displayName = "display_name"
    case avatarUrl = "avatar_url"
    case isTestUser = "is_test_user"
    case createdAt = "created_at"
    case countryCode = "country_code"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserID(rawValue: try members.requireID(.id))
    email = members[.email] ?? ""
    displayName = members[.displayName]
    avatarUrl = members[.avatarUrl]
    isTestUser = members[.isTestUser]
    createdAt = members[.createdAt]
    countryCode = members[.countryCode]
    timezone = members[.timezone]
  }
}

/// A profile with its counts. Required: `user`.
public struct UserProfile: Codable, Hashable, Sendable {
  public var user: User
  public var stats: ShowCounts?
  public var activeSubscriptions = 0
  public var joinedDate: Date?

  public init(user: User) { self.user = user }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    user = try members.require(.user)
    stats = members[.stats]
    activeSubscriptions = members[.activeSubscriptions] ?? 0
    joinedDate = members[.joinedDate]
  }
}

/// A change of a profile; a member that is nil stays. The server takes no empty texts and no picture.
public struct ProfileUpdate: Encodable, Hashable, Sendable {
  /// Two letters; the server writes them in upper case.
  public var countryCode: String?
  public var displayName: String?
  public var timezone: String?

  public init(countryCode: String? = nil, displayName: String? = nil, timezone: String? = nil) {
    self.countryCode = countryCode
    self.displayName = displayName
    self.timezone = timezone
  }
}
