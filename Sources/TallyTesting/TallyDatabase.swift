import MediaTesting

/// The rows of a Tally server's database, in the order of their insertion.
struct TallyDatabase: Sendable {
  var users: [TallyUserRow] = []
  var services: [TallyServiceRow] = []
  private(set) var shows: [TallyShowRow] = []
  var userShows: [TallyUserShowRow] = []
  /// The rows of progress by user, then by episode.
  var progress: [String: [String: TallyProgressRow]] = [:]
  /// The ratings by season, then by user.
  var seasonRatings: [String: [String: Double]] = [:]
  var subscriptions: [TallySubscriptionRow] = []

  private var showByID: [String: Int] = [:]
  private var showByTMDB: [Int: Int] = [:]

  mutating func insert(_ show: TallyShowRow) {
    showByID[show.id] = shows.count
    showByTMDB[show.tmdbID] = shows.count
    shows.append(show)
  }

  /// Removes a show. Rows that refer to it stay, as on a real server.
  mutating func lose(tmdb id: Int) {
    if let index = showByTMDB.removeValue(forKey: id) { showByID[shows[index].id] = nil }
  }

  func show(_ id: String) -> TallyShowRow? { showByID[id.lowercased()].map { shows[$0] } }

  func show(tmdb id: Int) -> TallyShowRow? { showByTMDB[id].map { shows[$0] } }

  mutating func change(show id: String, _ change: (inout TallyShowRow) -> Void) {
    if let index = showByID[id] { change(&shows[index]) }
  }

  func user(_ id: String) -> TallyUserRow? { users.first { $0.id == id.lowercased() } }

  func service(_ id: String?) -> TallyServiceRow? {
    guard let id = id?.lowercased() else { return nil }
    return services.first { $0.id == id }
  }

  /// The shows that a user tracks, newest first.
  func entries(of user: String, status: String? = nil) -> [TallyUserShowRow] {
    userShows.enumerated().filter { $0.element.userID == user && (status == nil || $0.element.status == status) }
      .sorted { ($1.element.addedAt, $0.offset) < ($0.element.addedAt, $1.offset) }.map(\.element)
  }

  func indexOfEntry(_ id: String, of user: String) -> Int? {
    let id = id.lowercased()
    return userShows.firstIndex { $0.id == id && $0.userID == user }
  }
}

/// A row of the server's own table of users; the sign-in service does not use it.
struct TallyUserRow: Sendable {
  var id: String
  var email: String
  var password = ""
  var displayName: String?
  var countryCode: String?
  var timezone: String? = "UTC"
  var avatarURL: String?
  var isTestUser = false
  var createdAt: String

  /// The row in the form of the server's own sign-in.
  var apiJSON: JSONValue {
    ["id": .string(id), "email": .string(email), "displayName": .text(displayName), "avatarUrl": .text(avatarURL)]
  }
}

struct TallyServiceRow: Sendable {
  var id: String
  var tmdbProviderID: Int
  var name: String
  /// The logo: a path, an absolute address, or nil.
  var logoPath: String?
  var homepage: String?
  var prices: [TallyWorld.Price] = []

  /// The logo in one of TMDB's sizes. As on a real server, a path that already has a size gets a second one.
  func logo(_ size: String) -> String? { TallyTMDB.image(logoPath, size) }

  func json(_ prices: [TallyWorld.Price], default: TallyWorld.Price?) -> JSONValue {
    [
      "id": .string(id), "tmdb_provider_id": .count(tmdbProviderID), "name": .string(name),
      "logo_path": .text(logo("w45")), "homepage": .text(homepage), "prices": .array(prices.map(\.json)),
      "default_price": `default`?.json ?? .null,
    ]
  }
}

struct TallySubscriptionRow: Sendable {
  var id: String
  var userID: String
  var serviceID: String?
  var monthlyCost: Double
  var isActive: Bool?
  var tier: String?
  var startedDate: String?
  var endedDate: String?
  var createdAt: String
  var updatedAt: String

  var json: JSONValue {
    [
      "id": .string(id), "user_id": .string(userID), "service_id": .text(serviceID),
      "monthly_cost": .number(monthlyCost), "is_active": .flag(isActive), "tier": .text(tier),
      "started_date": .text(startedDate), "ended_date": .text(endedDate),
      "created_at": .string(createdAt), "updated_at": .string(updatedAt),
    ]
  }
}

struct TallyUserShowRow: Sendable {
  var id: String
  var userID: String
  var showID: String
  var status: String
  var addedAt: String
  var startedWatchingAt: String?
  var completedAt: String?
  var lastEpisodeWatchedID: String?
  var rating: Double?
  var notes: String?
  var bufferDays = 0
  var serviceID: String?
  var countryCode: String?
  var currentSeason: Int?
  var currentEpisode: Int?
  var lastProgressAt: String?
  var updatedAt: String?

  var json: JSONValue {
    [
      "id": .string(id), "user_id": .string(userID), "show_id": .string(showID), "status": .string(status),
      "added_at": .string(addedAt), "started_watching_at": .text(startedWatchingAt), "completed_at": .text(completedAt),
      "last_episode_watched_id": .text(lastEpisodeWatchedID), "show_rating": .amount(rating), "notes": .text(notes),
      "buffer_days": .count(bufferDays), "selected_service_id": .text(serviceID), "country_code": .text(countryCode),
      "current_season": .count(currentSeason), "current_episode": .count(currentEpisode),
      "last_progress_at": .text(lastProgressAt), "updated_at": .text(updatedAt),
    ]
  }
}

struct TallyProgressRow: Sendable {
  var id: String
  var userID: String
  var showID: String?
  var episodeID: String
  /// The column that routes by TMDB id use.
  var state: String
  /// The column that routes by episode id use, if the database has it.
  var status: String?
  var progress = 0
  var startedWatchingAt: String?
  var watchedAt: String?
  var rating: Double?

  var json: JSONValue {
    .members([
      "id": .string(id), "user_id": .string(userID), "episode_id": .string(episodeID), "state": .string(state),
      "show_id": .text(showID), "progress": .count(progress), "started_watching_at": .text(startedWatchingAt),
      "watched_at": .text(watchedAt), "episode_rating": .amount(rating), "status": status.map(JSONValue.string),
    ])
  }
}

/// The limits of the database's columns.
extension String {
  /// Whether the text fits into a column of `length` characters.
  func fits(_ length: Int) -> Bool { unicodeScalars.count <= length }
}

extension Double {
  /// The amount as the column for prices stores it: two places, and at most four digits before them. Nil for a larger amount.
  var asPrice: Double? {
    let price = (self * 100).rounded() / 100
    return abs(price) < 10_000 ? price : nil
  }
}
