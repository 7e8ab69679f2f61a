public import Foundation
public import MediaCore

/// A list: the personal one (the watchlist), one of the user's own, or one that another user shares. Required: `id`.
public struct VaultList: Codable, Hashable, Sendable, Identifiable {
  public var id: ListID
  /// The name.
  public var name = ""
  public var description: String?
  /// The kind of the list: the personal list, one of the user's own, or one that is shared with the user.
  public var type: ListKind?
  /// The colour, such as `#007AFF`.
  public var color: String?
  /// The icon, an emoji.
  public var icon: String?
  /// The server's flag for a list that is not deleted; on the wire true or 1.
  public var isActive = true
  /// The number of unwatched titles of the list that belong to the user; only for the user's own lists. Can be 0 while the list shows
  /// titles.
  public var itemCount: Int?
  /// When the list was created; for the personal list, the time of the request.
  public var createdAt: Date?
  /// When the list was last changed.
  public var updatedAt: Date?
  /// The name of the owner of a shared list.
  public var owner: String?
  /// The rights of the user; only for lists that another user shares.
  public var permission: SharePermission?

  /// Sets the required members and leaves the others at their defaults.
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

/// The kind of a list: personal, the user's own, or shared with the user.
public struct ListKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the wire `personal`.
  public static let personal = ListKind(rawValue: "personal")
  /// On the wire `custom`.
  public static let custom = ListKind(rawValue: "custom")
  /// On the wire `shared`.
  public static let shared = ListKind(rawValue: "shared")
}

/// The rights of a guest of a list. Current servers let a guest with ``view`` change marks and move titles out of the list. They also let a
/// guest with ``edit`` copy titles into it. No guest can add or remove titles.
public struct SharePermission: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On the wire `view`.
  public static let view = SharePermission(rawValue: "view")
  /// On the wire `edit`.
  public static let edit = SharePermission(rawValue: "edit")
}

/// The id of a list: the personal one, or one with a number.
public enum ListID: Sendable, Hashable, CustomStringConvertible {
  /// The personal list, which is the watchlist itself. It cannot be changed or shared, and titles cannot be copied or moved to or from it.
  case personal
  /// A list by its id, which is negative for a list that is not on the server yet.
  case list(Int)

  /// The id as text, as in a path: `personal` or digits.
  public var description: String {
    switch self {
    case .personal: "personal"
    case .list(let number): String(number)
    }
  }

  /// The number of the list; nil for the personal list.
  public var number: Int? { if case .list(let number) = self { number } else { nil } }

  /// Creates an id from the text in a path: `personal` or digits; nil for any other text.
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

/// A list to create, or its change: a member that is nil keeps its value, and gets the server's default in a new list.
///
/// ```swift
/// let list = try await vault.store.createList(ListDraft(name: "Weekend", icon: "🍿")).id
/// print(list)
/// ```
public struct ListDraft: Hashable, Sendable, Codable {
  /// The new name; nil keeps the name. A new list needs a name.
  public var name: String?
  /// The new description; nil keeps it, an empty text removes it.
  public var description: String?
  /// The new colour; nil keeps it. A new list without a colour gets `#007AFF`.
  public var color: String?
  /// The new icon; nil keeps it. A new list without an icon gets 📋.
  public var icon: String?

  /// Creates a draft for a new list, or a change; members that are nil stay as they are.
  public init(name: String? = nil, description: String? = nil, color: String? = nil, icon: String? = nil) {
    self.name = name
    self.description = description
    self.color = color
    self.icon = icon
  }

  /// The colour of a list without one.
  public static let standardColor = "#007AFF"
  /// The picture of a list without one.
  public static let standardIcon = "📋"

  /// The name without surrounding blanks; nil when nothing is left.
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
  /// The id itself, so that a sheet can be shown for an optional id.
  public var id: Self { self }
}
