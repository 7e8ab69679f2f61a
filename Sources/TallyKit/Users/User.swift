public import Foundation
import MediaCore

/// A user as the server's own table has it. Required: `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  public var email: String
  public var displayName: String?
  public var avatarUrl: String?
  public var isTestUser: Bool?
  public var createdAt: Date?
  /// Only in the answer to a change of the profile.
  public var countryCode: String?
  /// Only in the answer to a change of the profile.
  public var timezone: String?

  public init(
    id: UserID, email: String = "", displayName: String? = nil, avatarUrl: String? = nil, isTestUser: Bool? = nil,
    createdAt: Date? = nil, countryCode: String? = nil, timezone: String? = nil
  ) {
    self.id = id
    self.email = email
    self.displayName = displayName
    self.avatarUrl = avatarUrl
    self.isTestUser = isTestUser
    self.createdAt = createdAt
    self.countryCode = countryCode
    self.timezone = timezone
  }

  enum CodingKeys: String, CodingKey {
    case id, email, timezone
    case displayName = "display_name"
    case avatarUrl = "avatar_url"
    case isTestUser = "is_test_user"
    case createdAt = "created_at"
    case countryCode = "country_code"
  }
}

extension User {
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
