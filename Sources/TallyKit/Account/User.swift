public import Foundation
import MediaCore

/// A user in the server's own table of users. Decoding requires `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  /// The e-mail address of the user.
  public var email = ""
  /// The display name of the user.
  public var displayName: String?
  /// The web address of the user's picture.
  public var avatarUrl: String?
  /// Whether the user was made for tests; only such users can be deleted.
  public var isTestUser: Bool?
  /// When the server added the user to its own table of users.
  public var createdAt: Date?
  /// The user's country, as two letters. Sent only in the response to a change of the profile.
  public var countryCode: String?
  /// The user's time zone. Sent only in the response to a change of the profile.
  public var timezone: String?

  /// Creates a value from its required members. All other members have their default values.
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

/// The id of an account.
public typealias UserID = TallyID<User>
