public import Foundation
public import MediaCore

/// A list: the personal list (the watchlist), one of the user's own lists, or a list that another user shares. Decoding requires only `id`.
public struct VaultList: Codable, Hashable, Sendable, Identifiable {
  public var id: ListID
  /// The name of the list.
  public var name = ""
  public var description: String?
  /// The type of the list: the personal list, one of the user's own lists, or a list that is shared with the user.
  public var type: ListKind?
  /// The colour of the list, such as `#007AFF`.
  public var color: String?
  /// The icon of the list, an emoji.
  public var icon: String?
  /// False if the list is deleted. For a list that is not deleted, the server sends true or 1.
  public var isActive = true
  /// The number of titles, as the server counts them. For the personal list, the number of unwatched films and of series that are not wholly
  /// watched, including titles in other lists. For one of the user's own lists, the number of titles that the list does not mark as watched
  /// and that belong to the user, plus each collection in the list: this number can be 0 although the list contains titles. For a list that
  /// another user shares, the number of all rows, including hidden ones. Nil if the server has not sent a number.
  public var itemCount: Int?
  /// The time at which the list was created. For the personal list, this is the time of the request.
  public var createdAt: Date?
  /// The time at which the list was last changed.
  public var updatedAt: Date?
  /// The name of the user who owns the list. For the personal list and the user's own lists, this is the name of the signed-in user. To find
  /// out whether another user shares the list, compare ``type`` with ``ListKind/shared``.
  public var owner: String?
  /// The rights of the user in a list that another user shares; nil if the list is not shared by another user.
  public var permission: SharePermission?

  /// Creates a value from its required members. All other members have their default values.
  public init(id: ListID) { self.id = id }

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
    itemCount = members.integer(.itemCount)
    createdAt = members[.createdAt]
    updatedAt = members[.updatedAt]
    owner = members[.owner]
    permission = members[.permission]
  }
}

/// The type of a list: personal, the user's own, or shared with the user.
public struct ListKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The personal list. The wire value is `personal`.
  public static let personal = ListKind(rawValue: "personal")
  /// One of the user's own lists. The wire value is `custom`.
  public static let custom = ListKind(rawValue: "custom")
  /// A list that another user shares. The wire value is `shared`.
  public static let shared = ListKind(rawValue: "shared")
}

/// The rights of a guest of a list. On current servers, a guest with ``view`` can change marks and move titles out of the list. A guest
/// with ``edit`` can also copy titles into the list. No guest can use the routes for adding and removing titles.
public struct SharePermission: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Permission to view the list. The wire value is `view`.
  public static let view = SharePermission(rawValue: "view")
  /// Permission to edit the list. The wire value is `edit`.
  public static let edit = SharePermission(rawValue: "edit")
}

/// The id of the personal list, or of a list with a number.
public enum ListID: Sendable, Hashable, CustomStringConvertible {
  /// The personal list, which is the watchlist itself. It cannot be changed or shared, and titles cannot be copied or moved to or from it.
  case personal
  /// A list with a number. The number is negative if the list is not on the server yet.
  case list(Int)

  /// The id as text, as used in a path: `personal` or digits.
  public var description: String {
    switch self {
    case .personal: "personal"
    case .list(let number): String(number)
    }
  }

  /// The number of the list; nil if this is the personal list.
  public var number: Int? { if case .list(let number) = self { number } else { nil } }

  /// Creates an id from the text in a path: `personal` or digits. Returns nil if the text is neither.
  public init?(_ text: String) {
    let number = Int(text)
    guard number != nil || text == "personal" else { return nil }
    self = number.map { .list($0) } ?? .personal
  }
}

extension ListID: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try (try? container.decode(Int.self)).map(String.init) ?? container.decode(String.self)
    guard let id = ListID(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no id of a list")
    }
    self = id
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let number { try container.encode(number) } else { try container.encode(description) }
  }
}

/// A list to create, or a change of a list. In a change, a member that is nil is not changed. In a new list, a member that is nil gets the
/// server's default value.
///
/// ```swift
/// let list = try await vault.store.createList(ListDraft(name: "Weekend", icon: "🍿")).id
/// print(list)
/// ```
public struct ListDraft: Hashable, Sendable, Codable {
  /// The new name. If nil, a change keeps the name. A new list must have a name.
  public var name: String?
  /// The new description. If nil, a change keeps the description; an empty text removes it.
  public var description: String?
  /// The new colour. If nil, a change keeps the colour, and a new list gets `#007AFF`.
  public var color: String?
  /// The new icon. If nil, a change keeps the icon, and a new list gets 📋.
  public var icon: String?

  /// Creates a draft for a new list or for a change of a list. In a change, members that are nil are not changed.
  public init(name: String? = nil, description: String? = nil, color: String? = nil, icon: String? = nil) {
    self.name = name
    self.description = description
    self.color = color
    self.icon = icon
  }

  /// The colour of a list for which no colour was chosen.
  public static let standardColor = "#007AFF"
  /// The icon of a list for which no icon was chosen.
  public static let standardIcon = "📋"

  /// The name without blanks at both ends; nil if no characters are left.
  public var trimmedName: String? {
    let trimmed = (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// The draft with the members of `newer` that are not nil.
  func merged(with newer: ListDraft) -> ListDraft {
    ListDraft(
      name: newer.name ?? name, description: newer.description ?? description, color: newer.color ?? color,
      icon: newer.icon ?? icon)
  }

  func isShown(by list: VaultList) -> Bool { with(list, apply) == list }

  func apply(to list: inout VaultList) {
    list.name = name ?? list.name
    list.description = description ?? list.description
    list.color = color ?? list.color
    list.icon = icon ?? list.icon
  }
}

extension ListID: Identifiable {
  /// The id itself. With this property, an optional `ListID` can be the `item` of a SwiftUI sheet.
  public var id: Self { self }
}
