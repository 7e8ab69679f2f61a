public import Foundation
public import MediaTesting

/// The data with which a ``FakeShelfServer`` starts, such as libraries, items and users. No item has been played yet.
///
/// ```swift
/// var world = ShelfWorld.empty()
/// let library = world.addPodcastLibrary(name: "Podcasts")
/// let show = world.addPodcast(in: library, title: "Night Signals", episodes: [
///   .init(title: "Radio", duration: 1882, publishedDaysAgo: 1)
/// ])
/// world.addUser("ada", password: "correct horse")
/// ```
/// The ids of libraries, items and users depend only on the order of the calls that add them.
public struct ShelfWorld: Sendable {
  struct Library: Sendable {
    let json: JSONValue
    let id: String

    init?(_ json: JSONValue) {
      guard let id = json["id"]?.string else { return nil }
      self.json = json
      self.id = id
    }

    var isPodcast: Bool { json["mediaType"]?.string == "podcast" }
    var settings: JSONValue { json["settings"] ?? [:] }
  }

  var status = plainStatus
  var serverSettings = plainSettings
  var source = "docker"
  var libraries: [Library] = []
  private(set) var items: [ShelfItemRow] = []
  var authors: [JSONValue] = []
  var series: [JSONValue] = []
  var accounts: [ShelfAccount] = []
  var openIDRedirects: [String] = []
  /// The version of the server; see ``served(by:)``.
  var release = "2.36.0"
  /// The shares by their slug.
  var shares: [String: ShelfShare] = [:]
  /// The open RSS feeds by their id.
  var feeds: [String: JSONValue] = [:]
  /// The e-readers of all users.
  var readers: [JSONValue] = []
  /// The ebooks that were mailed to e-readers: `title → address`.
  var sentEbooks: [String] = []
  /// The podcasts of the public directory that the server searches.
  var directory: [JSONValue] = []
  /// The episodes that a feed has and the server does not, by the feed's address.
  var announced: [String: [JSONValue]] = [:]
  /// The server's downloads of episodes, the running one first.
  var episodeDownloads: [JSONValue] = []

  /// The moment from which the builder counts "days ago".
  let builtAt: Date
  var nextNumber = 0
  private var indexByItem: [String: Int] = [:]
  private var itemByEpisode: [String: String] = [:]
  private var authorRank: [String: Int] = [:]

  /// Returns the data of a server without libraries and users.
  /// - Parameter builtAt: the current date of the server. Parameters such as `addedDaysAgo` are days before this date.
  public static func empty(builtAt: Date = ManualClock.defaultStart) -> ShelfWorld {
    ShelfWorld(builtAt: builtAt)
  }

  /// The data of a server that is not set up yet. In its status, `isInit` is false, and no sign-in succeeds.
  public static var notSetUp: ShelfWorld {
    var world = ShelfWorld.empty()
    world.status["isInit"] = false
    world.status["ConfigPath"] = "/config"
    world.status["MetadataPath"] = "/metadata"
    return world
  }

  private init(builtAt: Date) { self.builtAt = builtAt }

  /// Creates the data of a server from JSON in the format of the conformance fixtures. The JSON has the members `libraries`, `items` (as
  /// the item route sends them with `expanded=1`), `authors`, `series`, `users`, `serverSettings`, `status` and `source`.
  /// - Throws: ``ShelfWorldError`` if an item, a library or a user lacks a member that the server needs.
  public init(json: JSONValue) throws {
    self.init(builtAt: ManualClock.defaultStart)
    status = json["status"] ?? status
    serverSettings = json["serverSettings"] ?? serverSettings
    source = json["source"]?.string ?? source
    func rows<Row>(_ list: String, _ what: String, _ make: (JSONValue) -> Row?) throws -> [Row] {
      try (json[list]?.array ?? []).map { row in
        guard let made = make(row) else { throw ShelfWorldError(what: what) }
        return made
      }
    }
    libraries = try rows("libraries", "library", Library.init)
    for author in json["authors"]?.array ?? [] { add(author: author) }
    series = json["series"]?.array ?? []
    for item in try rows("items", "item", ShelfItemRow.init(expanded:)) { put(item) }
    accounts = try rows("users", "user", ShelfAccount.init)
  }

  // MARK: Looking things up

  func library(_ id: String) -> Library? { libraries.first { $0.id == id } }

  func item(_ id: String) -> ShelfItemRow? { indexByItem[id].map { items[$0] } }

  func items(in library: String) -> [ShelfItemRow] { items.filter { $0.libraryID == library } }

  func episode(_ id: String) -> ShelfEpisode? { itemByEpisode[id].flatMap { item($0)?.episode(id) } }

  func series(in library: Library) -> [JSONValue] { series.filter { $0["libraryId"]?.string == library.id } }

  func authors(in library: Library) -> [JSONValue] { authors.filter { $0["libraryId"]?.string == library.id } }

  func series(_ id: String) -> JSONValue? { series.first { $0["id"]?.string == id } }

  func author(_ id: String) -> JSONValue? { authorRank[id].map { authors[$0] } }

  /// A book's authors in the order in which they were added to the library, which the server stores apart from the item.
  func rankedAuthors(of item: ShelfItemRow) -> [ShelfItemRow.Named] {
    item.authors.sorted { (authorRank[$0.id] ?? .max) < (authorRank[$1.id] ?? .max) }
  }

  // MARK: Changing

  mutating func put(_ item: ShelfItemRow) {
    if let index = indexByItem[item.id] {
      for episode in items[index].episodes { itemByEpisode[episode.id] = nil }
      items[index] = item
    } else {
      indexByItem[item.id] = items.count
      items.append(item)
    }
    for episode in item.episodes { itemByEpisode[episode.id] = item.id }
  }

  mutating func add(author: JSONValue) {
    guard let id = author["id"]?.string else { return }
    authorRank[id] = authors.count
    authors.append(author)
  }

  /// Removes an item, as if it was deleted on the server. The users' progress in this item stays.
  public mutating func removeItem(_ id: String) {
    guard let index = indexByItem[id] else { return }
    for episode in items[index].episodes { itemByEpisode[episode.id] = nil }
    items.remove(at: index)
    indexByItem = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($0.element.id, $0.offset) })
  }

  /// Returns the ids of a podcast's episodes, oldest first.
  public func episodeIDs(of item: String) -> [String] { self.item(item)?.episodes.map(\.id) ?? [] }

  /// The ids of all libraries, in display order.
  public var libraryIDs: [String] { libraries.map(\.id) }

  /// Returns the ids of all items in a library, in the order in which the items were added.
  public func itemIDs(in library: String) -> [String] { items(in: library).map(\.id) }

  /// Returns the id of the first item with the title `title`; nil if no item has this title.
  public func itemID(titled title: String) -> String? { items.first { $0.title == title }?.id }
}

/// The error of ``ShelfWorld/init(json:)`` if a server cannot start with the data in the JSON.
public struct ShelfWorldError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The type of the incomplete entry in the JSON: `library`, `item` or `user`. The entry lacks its id or another required member.
  public let what: String
  public var description: String { "the world has a \(what) without an id or a required member" }
}

extension ShelfWorld {
  static let plainStatus: JSONValue = [
    "app": "audiobookshelf", "serverVersion": "2.36.0", "isInit": true, "language": "en-us",
    "authMethods": ["local"], "authFormData": ["authLoginCustomMessage": ""],
  ]

  static let plainSettings: JSONValue = [
    "id": "server-settings", "scannerFindCovers": false, "scannerCoverProvider": "google",
    "scannerParseSubtitle": false, "scannerPreferMatchedMetadata": false, "scannerDisableWatcher": false,
    "storeCoverWithItem": false, "storeMetadataWithItem": false, "metadataFileFormat": "json",
    "rateLimitLoginRequests": 10, "rateLimitLoginWindow": 600_000, "allowIframe": false,
    "backupPath": "/metadata/backups", "backupSchedule": false, "backupsToKeep": 2, "maxBackupSize": 1,
    "loggerDailyLogsToKeep": 7, "loggerScannerLogsToKeep": 2, "homeBookshelfView": 1, "bookshelfView": 1,
    "podcastEpisodeSchedule": "0 * * * *", "sortingIgnorePrefix": false, "sortingPrefixes": ["the", "a"],
    "chromecastEnabled": false, "dateFormat": "MM/dd/yyyy", "timeFormat": "HH:mm", "language": "en-us",
    "allowedOrigins": [], "logLevel": 2, "version": "2.36.0", "buildNumber": 1, "authLoginCustomMessage": .null,
    "authActiveAuthMethods": ["local"], "authOpenIDIssuerURL": .null, "authOpenIDAuthorizationURL": .null,
    "authOpenIDTokenURL": .null, "authOpenIDUserInfoURL": .null, "authOpenIDJwksURL": .null,
    "authOpenIDLogoutURL": .null,
    "authOpenIDTokenSigningAlgorithm": "RS256", "authOpenIDButtonText": "Login with OpenId",
    "authOpenIDAutoLaunch": false, "authOpenIDAutoRegister": false, "authOpenIDMatchExistingBy": .null,
    "timeZone": "UTC",
  ]
}
