import MediaTesting

/// An account with its permissions, as a world defines it.
struct ShelfAccount: Sendable {
  let id: String
  let name: String
  let password: String
  let type: String
  let isActive: Bool
  let createdAt: Double
  let permissions: JSONValue
  let libraries: [String]
  let tags: [String]

  /// The account of a call without a sign-in.
  static let nobody = ShelfAccount(
    id: "", name: "", password: "", type: "guest", isActive: false, createdAt: 0, permissions: [:], libraries: [],
    tags: [])

  var isAdmin: Bool { type == "root" || type == "admin" }
  var isGuest: Bool { type == "guest" }

  func may(_ permission: String) -> Bool { permissions[permission]?.bool ?? false }

  func canSee(library: String) -> Bool { may("accessAllLibraries") || libraries.contains(library) }

  func canSee(_ item: ShelfItemRow) -> Bool {
    guard canSee(library: item.libraryID), !item.isExplicit || may("accessExplicitContent") else { return false }
    if may("accessAllTags") { return true }
    let hasSelectedTag = item.tags.contains { tags.contains($0) }
    return may("selectedTagsNotAccessible") ? !hasSelectedTag : hasSelectedTag
  }
}

extension ShelfAccount {
  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let name = json["username"]?.string else { return nil }
    self.init(
      id: id, name: name, password: json["password"]?.string ?? "", type: json["type"]?.string ?? "user",
      isActive: json["isActive"]?.bool ?? true, createdAt: json["createdAt"]?.double ?? 0,
      permissions: json["permissions"] ?? [:], libraries: json["librariesAccessible"]?.texts ?? [],
      tags: json["itemTagsSelected"]?.texts ?? [])
  }
}

/// A user's row, with all data of that user.
struct ShelfUser: Sendable {
  let profile: ShelfAccount
  /// The old kind of token, which never expires.
  var token: String
  var password: String
  var isActive: Bool
  var lastSeen: Int64?
  var bookmarks: [JSONValue] = []
  var hiddenSeries: [String] = []
  /// Ids of the sessions in this user's history.
  var history: Set<String> = []
  /// The records by the id of the book or the episode.
  private var records: [String: ShelfProgress] = [:]
  /// The keys of `records`, in the order in which the records were created.
  private var order: [String] = []
  private var mediaByItem: [String: [String]] = [:]

  init(_ account: ShelfAccount, token: String) {
    profile = account
    password = account.password
    isActive = account.isActive
    self.token = token
  }

  var allProgress: [ShelfProgress] { order.compactMap { records[$0] } }

  func progress(media id: String) -> ShelfProgress? { records[id] }

  /// The record for a library item and an episode; without an episode, any record of that item.
  func progress(of item: String, episode: String?) -> ShelfProgress? {
    if let episode { return records[episode].flatMap { $0.libraryItemID == item ? $0 : nil } }
    return mediaByItem[item]?.first.flatMap { records[$0] }
  }

  func progress(id: String) -> ShelfProgress? { records.values.first { $0.id == id } }

  mutating func store(_ record: ShelfProgress) {
    if records[record.mediaID] == nil {
      order.append(record.mediaID)
      if let item = record.libraryItemID { mediaByItem[item, default: []].append(record.mediaID) }
    }
    records[record.mediaID] = record
  }

  mutating func removeProgress(media id: String) {
    guard let record = records.removeValue(forKey: id) else { return }
    order.removeAll { $0 == id }
    if let item = record.libraryItemID { mediaByItem[item]?.removeAll { $0 == id } }
  }

  /// Reads progress from the database again, where a place that was undefined in memory is null.
  mutating func reloadProgress() {
    for (id, record) in records where record.currentTime == nil { records[id]?.currentTime = .null }
  }
}
