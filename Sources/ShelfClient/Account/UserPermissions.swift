import MediaCore

/// What an account may do. A permission that the server does not name is not given.
public struct UserPermissions: Codable, Hashable, Sendable {
  /// Downloading files; streaming needs no permission.
  public var download: Bool
  /// Editing items, collections and the like.
  public var update: Bool
  /// Removing items for everybody.
  public var delete: Bool
  public var upload: Bool
  /// Adding own e-readers.
  public var createEreader: Bool
  /// False: only ``User/librariesAccessible``.
  public var accessAllLibraries: Bool
  /// False: see ``User/itemTagsSelected``.
  public var accessAllTags: Bool
  public var accessExplicitContent: Bool
  /// Whether ``User/itemTagsSelected`` are the forbidden tags rather than the allowed ones.
  public var selectedTagsNotAccessible: Bool

  public init(
    download: Bool = false, update: Bool = false, delete: Bool = false, upload: Bool = false,
    createEreader: Bool = false, accessAllLibraries: Bool = false, accessAllTags: Bool = false,
    accessExplicitContent: Bool = false, selectedTagsNotAccessible: Bool = false
  ) {
    self.download = download
    self.update = update
    self.delete = delete
    self.upload = upload
    self.createEreader = createEreader
    self.accessAllLibraries = accessAllLibraries
    self.accessAllTags = accessAllTags
    self.accessExplicitContent = accessExplicitContent
    self.selectedTagsNotAccessible = selectedTagsNotAccessible
  }
}

extension UserPermissions {
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
