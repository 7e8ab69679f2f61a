public import Foundation
import MediaCore

/// A user of the server's own sign-in, whose tokens no other route accepts. Required: `id`.
public struct ServerUser: Codable, Hashable, Sendable, Identifiable {
  public var id: UserID
  /// The e-mail address.
  public var email = ""
  /// The name that is shown.
  public var displayName: String?
  /// The address of the picture.
  public var avatarUrl: String?
  /// When the row was made.
  public var createdAt: Date?

  /// Sets the required members; optional ones are nil, lists are empty.
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
