public import Foundation
import MediaCore

/// An account with everything the server keeps for it (`GET /api/me`): all progress, which can be thousands of records, and
/// all bookmarks. It holds no token. Required: `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  public var username: String
  public var email: String?
  public var type: UserType?
  /// True when the request was made with the deprecated token that never expires.
  public var isOldToken: Bool?
  public var mediaProgress: [MediaProgress]
  /// Ids of series that shall not be continued.
  public var seriesHideFromContinueListening: [String]
  public var bookmarks: [Bookmark]
  public var isActive: Bool?
  public var isLocked: Bool?
  public var lastSeen: Date?
  public var createdAt: Date?
  public var permissions: UserPermissions
  /// Ids; empty when all are.
  public var librariesAccessible: [String]
  /// Tags that are allowed or forbidden, as ``UserPermissions/selectedTagsNotAccessible`` says.
  public var itemTagsSelected: [String]
  public var hasOpenIDLink: Bool?

  public init(
    id: String, username: String = "", email: String? = nil, type: UserType? = nil, isOldToken: Bool? = nil,
    mediaProgress: [MediaProgress] = [], seriesHideFromContinueListening: [String] = [], bookmarks: [Bookmark] = [],
    isActive: Bool? = nil, isLocked: Bool? = nil, lastSeen: Date? = nil, createdAt: Date? = nil,
    permissions: UserPermissions = UserPermissions(), librariesAccessible: [String] = [],
    itemTagsSelected: [String] = [], hasOpenIDLink: Bool? = nil
  ) {
    self.id = id
    self.username = username
    self.email = email
    self.type = type
    self.isOldToken = isOldToken
    self.mediaProgress = mediaProgress
    self.seriesHideFromContinueListening = seriesHideFromContinueListening
    self.bookmarks = bookmarks
    self.isActive = isActive
    self.isLocked = isLocked
    self.lastSeen = lastSeen
    self.createdAt = createdAt
    self.permissions = permissions
    self.librariesAccessible = librariesAccessible
    self.itemTagsSelected = itemTagsSelected
    self.hasOpenIDLink = hasOpenIDLink
  }
}

extension User {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    id = try members.requireID(.id)
    username = members[.username] ?? ""
    email = members[.email]
    type = members[.type]
    isOldToken = members[.isOldToken]
    mediaProgress = members.list(.mediaProgress)
    seriesHideFromContinueListening = members.list(.seriesHideFromContinueListening)
    bookmarks = members.list(.bookmarks)
    isActive = members[.isActive]
    isLocked = members[.isLocked]
    lastSeen = members[.lastSeen]
    createdAt = members[.createdAt]
    permissions = members[.permissions] ?? UserPermissions()
    librariesAccessible = members.list(.librariesAccessible)
    itemTagsSelected = members.list(.itemTagsSelected)
    hasOpenIDLink = members[.hasOpenIDLink]
  }
}
