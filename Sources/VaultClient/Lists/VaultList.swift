public import Foundation
public import MediaCore

/// A list: the personal one (the watchlist), one of the user's own, or one that another user shares. Required: `id`.
public struct VaultList: Codable, Hashable, Sendable, Identifiable {
  public var id: ListID
  public var name: String
  public var description: String?
  public var type: ListKind?
  /// `#007AFF`
  public var color: String?
  /// An emoji.
  public var icon: String?
  /// The server's flag for a list that is not deleted; the server writes true or 1.
  public var isActive = true
  /// The number of unwatched titles that belong to the user; only for the user's own lists. Can be 0 while items show.
  public var itemCount: Int?
  /// The time of creation; for the personal list the time of the request.
  public var createdAt: Date?
  public var updatedAt: Date?
  public var owner: String?
  /// The rights of the user; only for lists that another user shares.
  public var permission: SharePermission?

  public init(id: ListID, name: String = "") {
    self.id = id
    self.name = name
  }

  enum CodingKeys: String, CodingKey {
    case id, name, description, type, color, icon, owner, permission
    case isActive = "is_active"
    case itemCount = "item_count"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.require(.id)
    name = members[.name] ?? ""
    description = members[.description]
    type = members[.type]
    color = members[.color]
    icon = members[.icon]
    isActive = members.flag(.isActive) ?? true
    itemCount = members[.itemCount]
    createdAt = members[.createdAt]
    updatedAt = members[.updatedAt]
    owner = members[.owner]
    permission = members[.permission]
  }
}

/// The kind of a list: personal, the user's own, or shared with the user.
public struct ListKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let personal = ListKind(rawValue: "personal")
  public static let custom = ListKind(rawValue: "custom")
  public static let shared = ListKind(rawValue: "shared")
}

/// The rights of a guest of a list. Current servers let a guest with ``view`` change marks and move titles out, and let
/// one with ``edit`` copy titles in, and add or remove none.
public struct SharePermission: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let view = SharePermission(rawValue: "view")
  public static let edit = SharePermission(rawValue: "edit")
}
