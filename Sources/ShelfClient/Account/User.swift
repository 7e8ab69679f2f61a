public import Foundation
public import MediaCore

/// An account with everything that the server stores for the account (`GET /api/me`). The value contains all bookmarks and all progress,
/// which can be thousands of records. The value contains no token. Decoding requires `id`.
public struct User: Codable, Hashable, Sendable, Identifiable {
  public var id: String
  /// The name of the account.
  public var username = ""
  /// The e-mail address of the account; nil if the account has none.
  public var email: String?
  /// The type of the account: `root`, `admin`, `user` or `guest`.
  public var type: UserType?
  /// Whether the request was made with the deprecated token, which never expires.
  public var isOldToken: Bool?
  /// The progress of every item that the account has begun.
  public var mediaProgress: [MediaProgress] = []
  /// Ids of series that the user has hidden from the shelf “continue series”.
  public var seriesHideFromContinueListening: [String] = []
  /// The account's bookmarks in all items.
  public var bookmarks: [Bookmark] = []
  /// Whether the account is active. An account that is not active cannot sign in.
  public var isActive: Bool?
  /// Whether an administrator has locked the account.
  public var isLocked: Bool?
  /// When the account was last active.
  public var lastSeen: Date?
  /// When the account was created.
  public var createdAt: Date?
  /// The rights of the account.
  public var permissions = UserPermissions()
  /// Ids of the libraries that the account may see; empty if the account may see all libraries.
  public var librariesAccessible: [String] = []
  /// The tags of the items that the account may see. If ``UserPermissions/selectedTagsNotAccessible`` is true, the tags of the items that
  /// the account may not see.
  public var itemTagsSelected: [String] = []
  /// Whether the account is linked to an identity provider.
  public var hasOpenIDLink: Bool?

  /// Creates a value from its required members. Optional members are nil, and lists are empty.
  public init(id: String) { self.id = id }

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

/// The type of an account, such as a guest.
public struct UserType: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The type of the server's first account. This account may do everything. On the wire `root`.
  public static let root = UserType(rawValue: "root")
  /// The type of an account that may manage the server; on the wire `admin`.
  public static let admin = UserType(rawValue: "admin")
  /// The type of an ordinary account; on the wire `user`.
  public static let user = UserType(rawValue: "user")
  /// The type of an account that may listen, but may neither change its password nor see its sign-ins; on the wire `guest`.
  public static let guest = UserType(rawValue: "guest")
}

/// The permissions of an account. A permission that the server does not send is false.
public struct UserPermissions: Codable, Hashable, Sendable {
  /// Whether the account may download files; streaming needs no permission.
  public var download = false
  /// Whether the account may edit items, collections and the like.
  public var update = false
  /// Whether the account may remove items for everybody.
  public var delete = false
  /// Whether the account may add files to libraries.
  public var upload = false
  /// Whether the account may add e-readers of its own.
  public var createEreader = false
  /// Whether the account may see all libraries. If false, the account may see only the libraries in ``User/librariesAccessible``.
  public var accessAllLibraries = false
  /// Whether the account may see items of all tags. If false, ``User/itemTagsSelected`` limits the tags.
  public var accessAllTags = false
  /// Whether the account may see items that are marked as explicit.
  public var accessExplicitContent = false
  /// Whether ``User/itemTagsSelected`` lists the forbidden tags instead of the allowed ones.
  public var selectedTagsNotAccessible = false

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    download = members[.download] ?? false
    update = members[.update] ?? false
    delete = members[.delete] ?? false
    upload = members[.upload] ?? false
    createEreader = members[.createEreader] ?? false
    accessAllLibraries = members[.accessAllLibraries] ?? false
    accessAllTags = members[.accessAllTags] ?? false
    accessExplicitContent = members[.accessExplicitContent] ?? false
    selectedTagsNotAccessible = members[.selectedTagsNotAccessible] ?? false
  }
}
