import Foundation

/// A list to create, or its change: a member that is nil keeps its value, and gets the server's default in a new list.
public struct ListDraft: Hashable, Sendable, Codable {
  public var name: String?
  /// An empty text removes the description; nil keeps it.
  public var description: String?
  /// `#007AFF` when nil.
  public var color: String?
  /// 📋 when nil.
  public var icon: String?

  public init(name: String? = nil, description: String? = nil, color: String? = nil, icon: String? = nil) {
    self.name = name
    self.description = description
    self.color = color
    self.icon = icon
  }

  public static let standardColor = "#007AFF"
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

  func isShown(by list: VaultList) -> Bool {
    (name ?? list.name) == list.name && (description ?? list.description) == list.description
      && (color ?? list.color) == list.color && (icon ?? list.icon) == list.icon
  }

  func apply(to list: inout VaultList) {
    list.name = name ?? list.name
    list.description = description ?? list.description
    list.color = color ?? list.color
    list.icon = icon ?? list.icon
  }
}
