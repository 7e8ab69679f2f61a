public import Foundation
import MediaCore

/// A user's profile with counts of shows and subscriptions. Decoding requires `user`.
public struct UserProfile: Codable, Hashable, Sendable {
  /// The user to whom the profile belongs.
  public var user: User
  /// The numbers of shows on the user's watchlist.
  public var stats: ShowCounts?
  /// The number of subscriptions that are paid for now.
  public var activeSubscriptions = 0
  /// When the account was created.
  public var joinedDate: Date?

  /// Creates a value from its required members. All other members have their default values.
  public init(user: User) { self.user = user }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    user = try members.require(.user)
    stats = members[.stats]
    activeSubscriptions = members[.activeSubscriptions] ?? 0
    joinedDate = members[.joinedDate]
  }
}

/// A change of a profile. A member that is nil leaves the profile's value unchanged. The server accepts neither empty texts nor a picture.
public struct ProfileUpdate: Encodable, Hashable, Sendable {
  /// The new country, as two letters; the server stores the letters in upper case. If nil, the country is not changed.
  public var countryCode: String?
  /// The new display name. If nil, the name is not changed.
  public var displayName: String?
  /// The new time zone. If nil, the time zone is not changed.
  public var timezone: String?

  /// Creates a change. A parameter that is nil leaves the profile's value unchanged.
  public init(countryCode: String? = nil, displayName: String? = nil, timezone: String? = nil) {
    self.countryCode = countryCode
    self.displayName = displayName
    self.timezone = timezone
  }
}

/// A user of the server's own sign-in system, whose tokens no other route accepts. Decoding requires `id`.
public struct ServerUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  /// The e-mail address of the user.
  public var email = ""
  /// The display name of the user.
  public var displayName: String?
  /// The web address of the user's picture.
  public var avatarUrl: String?
  /// When the server added the user to its own table of users.
  public var createdAt: Date?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: UserID) { self.id = id }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserID(rawValue: try members.requireID(.id))
    email = members[.email] ?? ""
    displayName = members[.displayName]
    avatarUrl = members[.avatarUrl]
    createdAt = members[.createdAt]
  }
}
