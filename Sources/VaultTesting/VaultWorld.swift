public import Foundation
import MediaTesting

/// The initial state of a ``FakeVaultServer``. Users, films, series, episodes and lists are each numbered from 1, in the order in which
/// they are added.
///
/// ```swift
/// var world = VaultWorld()
/// let film = world.addMovie("Paper Lanterns", owner: "alice", runtime: 95)
/// let show = world.addSeries("North Pier", owner: "alice", episodes: [.init(1, 1, "Pilot"), .init(1, 2, "Fog")])
/// world.addList("Weekend", owner: "alice", items: [.movie(film), .series(show)])
/// let server = FakeVaultServer(world: world)
/// ```
public struct VaultWorld: Sendable {
  var tables = VaultTables()
  var configuration = Configuration()

  /// The configuration of the server: dummy values.
  struct Configuration: Sendable {
    var auth0Domain = "tenant.auth.example.test"
    var auth0WebClientID = "dummy-web-client-id"
    var auth0Audience = "https://api.viewvault.app"
    var baseURL = "https://app.viewvault.app"
    var tmdbKey = "dummy"
    var tokenSecret = "dummy-secret-key"
  }

  /// The password of every user who is added without another password.
  public static let standardPassword = "correct-horse-1"

  /// Creates an empty world without accounts.
  public init() {}

  /// The collection that a film belongs to.
  public struct Collection: Sendable, Hashable {
    public var id: Int
    /// The name at TMDB; nil if the collection has no name.
    public var name: String?

    /// Creates a collection.
    /// - Parameter id: the id of the collection at TMDB.
    public init(_ id: Int, _ name: String?) {
      self.id = id
      self.name = name
    }
  }

  /// An episode of a series, to add to the world.
  public struct Episode: Sendable, Hashable {
    /// The number of the season; 0 for specials.
    public var season: Int
    /// The episode's number in its season, from 1.
    public var number: Int
    /// The title of the episode.
    public var title: String
    /// The air date, such as `2026-11-23`; nil if there is none.
    public var airDate: String?
    /// Whether the owner of the series has watched the episode.
    public var watched: Bool
    /// The overview of an episode in the simulated catalogues.
    var overview: String?

    /// Creates an episode of a series.
    public init(_ season: Int, _ number: Int, _ title: String, airDate: String? = nil, watched: Bool = false) {
      self.season = season
      self.number = number
      self.title = title
      self.airDate = airDate
      self.watched = watched
    }
  }

  /// A row of a list, to add to the world. The mark and the note of the row belong to the list, not to the title.
  public struct Item: Sendable, Hashable {
    /// The kind of the title: `movie` or `series`. The server accepts any text.
    public var type: String
    public var id: Int
    /// The note that the list stores for the title; nil if there is no note.
    public var notes: String?
    /// Whether the list marks the title as watched. The title's own mark is independent of this mark.
    public var watched: Bool
    /// The viewers that the list stores for the title, such as `you` or `family`.
    public var watchedBy: String

    /// Creates a row of a list.
    /// - Parameter id: the id of the film or the series.
    public init(type: String, id: Int, notes: String? = nil, watched: Bool = false, watchedBy: String = "you") {
      self.type = type
      self.id = id
      self.notes = notes
      self.watched = watched
      self.watchedBy = watchedBy
    }

    /// Returns a row for a film that the list does not mark as watched.
    public static func movie(_ id: Int) -> Item { Item(type: "movie", id: id) }
    /// Returns a row for a series that the list does not mark as watched.
    public static func series(_ id: Int) -> Item { Item(type: "series", id: id) }
  }

  /// Adds a user, and returns the user's id.
  /// - Parameters:
  ///   - password: the password. If nil, the account can sign in over Auth0 only.
  ///   - email: the e-mail address. If nil, the address is `<username>@example.test`. If empty, the account has no address.
  @discardableResult
  public mutating func addUser(
    _ username: String, password: String? = VaultWorld.standardPassword, email: String? = nil,
    fullName: String? = nil, isActive: Bool = true, isAdmin: Bool = false
  ) -> Int {
    let id = tables.users.nextID
    let email = email ?? "\(username)@example.test"
    tables.users.append(
      VaultUserRow(
        id: id, username: username, email: email.isEmpty ? nil : email, fullName: fullName,
        password: password.map { .set($0) } ?? .absent, isActive: isActive, isAdmin: isAdmin,
        auth0ID: password == nil ? "auth0|\(username)" : nil, authProvider: password == nil ? "auth0" : "local",
        emailVerified: password == nil, passwordEnabled: password != nil, oauthEnabled: password == nil,
        createdAt: Self.firstDay))
    return id
  }

  /// Adds a film to the library of its owner, and returns the film's id.
  /// - Parameters:
  ///   - owner: the name of the user who owns the film. A user who does not exist is added.
  ///   - addedAt: the time at which the film was added to the library. If nil, a time in February 2026 is used, which is one hour later for
  ///     each further film.
  ///   - importedHoursAgo: the hours between the import of the film and the start of the server. If below 24, the film is newly imported.
  ///     If nil, the film has no import time.
  @discardableResult
  public mutating func addMovie(
    _ title: String, owner: String = "alice", imdbID: String? = nil, releaseDate: String? = nil, runtime: Int? = nil,
    watched: Bool = false, collection: Collection? = nil, posterURL: String? = nil, isNew: Bool = false,
    quality: String? = nil, overview: String? = nil, addedAt: Date? = nil, importedHoursAgo: Double? = nil
  ) -> Int {
    let id = tables.movies.nextID
    tables.movies.append(
      VaultTitleRow(
        id: id, userID: userID(owner), title: title, imdbID: imdbID ?? "tt\(9_000_000 + id)",
        releaseDate: releaseDate, runtime: runtime, watched: watched, collectionID: collection?.id,
        collectionName: collection?.name, posterURL: posterURL, isNew: isNew, quality: quality, overview: overview,
        addedAt: addedAt.map { VaultStamp($0) } ?? Self.firstDay.adding(hours: Double(id)),
        importedHoursAgo: importedHoursAgo))
    return id
  }

  /// Adds a series with its episodes to the library of its owner, and returns the id of the series.
  @discardableResult
  public mutating func addSeries(
    _ title: String, owner: String = "alice", imdbID: String? = nil, posterURL: String? = nil, isNew: Bool = false,
    averageEpisodeRuntime: Int? = nil, addedAt: Date? = nil, importedHoursAgo: Double? = nil,
    episodes: [Episode] = []
  ) -> Int {
    let id = tables.series.nextID
    tables.series.append(
      VaultTitleRow(
        id: id, userID: userID(owner), title: title, imdbID: imdbID ?? "tt\(9_100_000 + id)",
        runtime: averageEpisodeRuntime, posterURL: posterURL, isNew: isNew,
        addedAt: addedAt.map { VaultStamp($0) } ?? Self.firstDay.adding(hours: 240 + Double(id)),
        importedHoursAgo: importedHoursAgo))
    for episode in episodes { addEpisode(episode, to: id) }
    return id
  }

  /// Adds an episode to a series, and returns the episode's id.
  @discardableResult
  public mutating func addEpisode(_ episode: Episode, to seriesID: Int) -> Int {
    tables.addEpisode(episode, to: seriesID)
  }

  /// Adds a list with its rows, and returns the list's id.
  @discardableResult
  public mutating func addList(
    _ name: String, owner: String = "alice", description: String? = nil, color: String = "#007AFF",
    icon: String = "📋", items: [Item] = []
  ) -> Int {
    let id = tables.lists.nextID
    let made = Self.firstDay.adding(hours: 480 + Double(id))
    tables.lists.append(
      VaultListRow(
        id: id, userID: userID(owner), name: name, description: description, color: color, icon: icon,
        createdAt: made, updatedAt: made))
    for item in items {
      tables.items.append(
        VaultItemRow(
          id: tables.items.nextID, listID: id, type: item.type, itemID: item.id, notes: item.notes,
          watched: item.watched, watchedBy: item.watchedBy, addedAt: made))
    }
    return id
  }

  /// Shares a list with the user `guest`.
  public mutating func share(list: Int, with guest: String, canEdit: Bool = false) {
    tables.shares.append(
      VaultShareRow(
        id: tables.shares.nextID, listID: list, userID: userID(guest), permission: canEdit ? "edit" : "view"))
  }

  /// Adds a record to the history of library imports, and returns the record's id. The record shows that a library was imported
  /// `importCount` times.
  @discardableResult
  public mutating func addLibraryImport(
    _ library: String, owner: String = "alice", importCount: Int = 1, isAutomated: Bool = false
  ) -> Int {
    let id = tables.libraries.nextID
    tables.libraries.append(
      VaultLibraryRow(
        id: id, userID: userID(owner), libraryName: library, libraryID: "lib-\(id)", lastImported: Self.firstDay,
        importCount: importCount, isAutomated: isAutomated, createdAt: Self.firstDay))
    return id
  }

  private mutating func userID(_ name: String) -> Int { tables.user(named: name)?.id ?? addUser(name) }

  /// 2026-02-01 10:00 UTC and 123,456 microseconds.
  private static let firstDay = VaultStamp(micros: 1_769_940_000_123_456)

  /// `S01E02`
  static func code(_ season: Int, _ episode: Int) -> String {
    "S\(season < 10 ? "0" : "")\(season)E\(episode < 10 ? "0" : "")\(episode)"
  }
}
