public import Foundation
import MediaCore

/// A user of the server's own sign-in, whose tokens no other route takes. Required: `id`.
public struct ServerUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  public var email = ""
  public var displayName: String?
  public var avatarUrl: String?
  public var createdAt: Date?

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
