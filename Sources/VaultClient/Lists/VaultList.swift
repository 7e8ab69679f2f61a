public import Foundation
import MediaCore

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
  public var isActive: Bool
  /// Of an own list only titles that belong to the user, unwatched there: can be 0 while items show.
  public var itemCount: Int?
  /// Of the personal list, the moment of asking.
  public var createdAt: Date?
  public var updatedAt: Date?
  public var owner: String?
  /// Only of lists that somebody else shares.
  public var permission: SharePermission?

  public init(
    id: ListID, name: String = "", description: String? = nil, type: ListKind? = nil, color: String? = nil,
    icon: String? = nil, isActive: Bool = true, itemCount: Int? = nil, createdAt: Date? = nil, updatedAt: Date? = nil,
    owner: String? = nil, permission: SharePermission? = nil
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.type = type
    self.color = color
    self.icon = icon
    self.isActive = isActive
    self.itemCount = itemCount
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.owner = owner
    self.permission = permission
  }

  enum CodingKeys: String, CodingKey {
    case id
    case name
    case description
    case type
    case color
    case icon
    case isActive = "is_active"
    case itemCount = "item_count"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case owner
    case permission
  }
}

extension VaultList {
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
