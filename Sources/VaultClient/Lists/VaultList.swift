public import Foundation
public import MediaCore

/// A list: the personal one (the watchlist), one of the user's own, or one that somebody shares. Required: `id`.
public struct VaultList: Codable, Hashable, Sendable, Identifiable {
  public var id: ListID
  public var name: String
  public var description: String?
  public var type: ListKind?
  /// `#007AFF`
  public var color: String?
  /// An emoji.
  public var icon: String?
  /// The server writes true or 1.
  public var isActive = true
  /// Of an own list only titles that belong to the user, unwatched there: can be 0 while items show.
  public var itemCount: Int?
  /// Of the personal list, the moment of asking.
  public var createdAt: Date?
  public var updatedAt: Date?
  public var owner: String?
  /// Only of lists that somebody else shares.
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

/// Whose a list is.
public struct ListKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let personal = ListKind(rawValue: "personal")
  public static let custom = ListKind(rawValue: "custom")
  public static let shared = ListKind(rawValue: "shared")
}

/// What a guest of a list may do. Current servers let a guest with ``view`` change marks and move titles out, and let one with
/// ``edit`` copy titles in, and add or remove none.
public struct SharePermission: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let view = SharePermission(rawValue: "view")
  public static let edit = SharePermission(rawValue: "edit")
}
