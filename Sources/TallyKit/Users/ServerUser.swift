public import Foundation
import MediaCore

/// The user of a ``ServerAccount``. Required: `id`.
public struct ServerUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  public var email: String
  public var displayName: String?
  public var avatarUrl: String?
  public var createdAt: Date?

  public init(
    id: UserID, email: String = "", displayName: String? = nil, avatarUrl: String? = nil, createdAt: Date? = nil
  ) {
    self.id = id
    self.email = email
    self.displayName = displayName
    self.avatarUrl = avatarUrl
    self.createdAt = createdAt
  }
}

extension ServerUser {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = UserID(rawValue: try members.requireID(.id))
    email = members[.email] ?? ""
    displayName = members[.displayName]
    avatarUrl = members[.avatarUrl]
    createdAt = members[.createdAt]
  }
}
