import MediaTesting

/// The initial data of a ``FakeTallyServer``: accounts, shows as TMDB has them, streaming services, watchlists.
///
/// ```swift
/// var world = TallyWorld()
/// let ada = world.addUser("ada@example.org", country: "AU")
/// world.addService(.netflix, prices: [.init(country: "AU", tier: "Standard", amount: 18.99, currency: "AUD")])
/// world.addShow(4100, "Night Ferry", seasons: [.weekly(from: "2026-11-06", episodes: 8)], providers: ["AU": [.netflix]])
/// world.track(4100, for: ada, status: "watching", provider: 8, upTo: (season: 1, episode: 2))
/// let server = FakeTallyServer(world: world)
/// ```
///
/// Ids are numbered consecutively, so the same calls give the same ids.
public struct TallyWorld: Sendable {
  /// The password of every user that was added without one.
  public static let password = "harbour-lights-9"

  var accounts: [TallyAccount] = []
  var database = TallyDatabase()
  var tmdb = TallyTMDB()
  private var counters: [String: Int] = [:]
  /// The number of days by which every air date is shifted.
  var daysLater = 0

  /// Creates an empty world.
  public init() {}

  /// A streaming service, with its number, name and logo at TMDB.
  public struct Provider: Sendable, Hashable {
    public var id: Int
    /// The name of the service, as TMDB writes it.
    public var name: String
    /// The path of the service's logo at TMDB, such as `/netflix.jpg`.
    public var logo: String?

    /// Creates a provider.
    /// - Parameter id: the provider's number at TMDB.
    public init(id: Int, name: String, logo: String? = nil) {
      self.id = id
      self.name = name
      self.logo = logo
    }

    /// Netflix, number 8 at TMDB.
    public static let netflix = Provider(id: 8, name: "Netflix", logo: "/netflix.jpg")
    /// Amazon Prime Video, number 119 at TMDB.
    public static let primeVideo = Provider(id: 119, name: "Amazon Prime Video", logo: "/prime.jpg")
    /// Disney Plus, number 337 at TMDB.
    public static let disneyPlus = Provider(id: 337, name: "Disney Plus", logo: "/disneyplus.jpg")
    /// HBO Max, number 1899 at TMDB. When the server merges providers, it sends the number 384 instead.
    public static let hboMax = Provider(id: 1899, name: "HBO Max", logo: "/hbomax.jpg")
    /// Apple TV+, number 2 at TMDB. When the server merges providers, it sends the number 350 and the name `Apple TV Plus` instead.
    public static let appleTV = Provider(id: 2, name: "Apple TV+", logo: "/appletv.jpg")
    /// Kanopía, number 2188 at TMDB. This provider has no logo.
    public static let kanopia = Provider(id: 2188, name: "Kanopía")
  }

  /// A price tier of a streaming service in one country. The amount may be unknown.
  public struct Price: Sendable, Hashable {
    /// The country of the price tier, as two capital letters.
    public var country: String
    /// The name of the price tier.
    public var tier: String?
    /// The price per month, in ``currency``; nil if the price is unknown.
    public var amount: Double?
    /// The currency of the price, as three capital letters.
    public var currency: String?
    /// Whether the tier is offered now.
    public var isActive: Bool
    var billingFrequency: String?
    var notes: String?
    var providerName: String?

    /// Creates a tier of a streaming service in one country.
    public init(country: String, tier: String?, amount: Double?, currency: String?, isActive: Bool = true) {
      self.country = country
      self.tier = tier
      self.amount = amount
      self.currency = currency
      self.isActive = isActive
    }
  }

  /// An episode of a season at TMDB.
  public struct Episode: Sendable, Hashable {
    /// The episode's number at TMDB. The numbers of a season can begin at 62 or at 0, skip numbers, or occur twice. The server stores the
    /// episodes of a season by their places in the season, from 1.
    public var number: Int
    /// The episode's name. If the name is empty, the server sends `Episode` and the number.
    public var name: String
    /// The air date as `yyyy-MM-dd`; nil if the episode has no date.
    public var airDate: String?
    /// The running time of the episode in minutes.
    public var runtime: Int?
    /// The description of the episode; empty if there is none.
    public var overview: String

    /// Creates an episode.
    /// - Parameter airDate: the day of the release, such as `2026-11-23`; nil if the day is unknown.
    public init(_ number: Int, _ name: String? = nil, airDate: String?, runtime: Int? = 45, overview: String = "") {
      self.number = number
      self.name = name ?? "Episode \(number)"
      self.airDate = airDate
      self.runtime = runtime
      self.overview = overview
    }
  }

  /// A season of a show at TMDB. A season whose ``number`` is nil gets the next free number, from 1.
  public struct Season: Sendable, Hashable {
    /// The season's number. If nil, the season gets the next free number.
    public var number: Int?
    /// The episodes of the season, in order.
    public var episodes: [Episode]

    /// Creates a season with these episodes.
    public init(_ number: Int? = nil, episodes: [Episode]) {
      self.number = number
      self.episodes = episodes
    }

    /// Returns a season with one episode every `days` days, the first on `day`.
    public static func weekly(from day: String, episodes count: Int, every days: Int = 7, number: Int? = nil) -> Season
    {
      Season(number, episodes: (0..<count).map { Episode($0 + 1, airDate: TallyTime.day(day, plus: $0 * days)) })
    }

    /// Returns a season with one episode a week, the first on `day`. The episodes have the numbers `numbers`.
    public static func numbered(_ numbers: [Int], from day: String, number: Int? = nil) -> Season {
      Season(
        number,
        episodes: numbers.enumerated().map { Episode($0.element, airDate: TallyTime.day(day, plus: $0.offset * 7)) })
    }

    /// Returns a season whose episodes are all released on one day.
    public static func binge(on day: String, episodes count: Int, number: Int? = nil) -> Season {
      Season(number, episodes: (0..<count).map { Episode($0 + 1, airDate: day) })
    }

    /// Returns a season that is released in several lots. All episodes of a lot are released on the same day.
    public static func split(_ lots: [(day: String, episodes: Int)], number: Int? = nil) -> Season {
      let days = lots.flatMap { lot in Array(repeating: lot.day, count: lot.episodes) }
      return Season(number, episodes: days.enumerated().map { Episode($0.offset + 1, airDate: $0.element) })
    }

    /// Returns an announced season, whose episodes have no dates.
    public static func undated(episodes count: Int, number: Int? = nil) -> Season {
      Season(number, episodes: (0..<count).map { Episode($0 + 1, airDate: nil) })
    }
  }

  // MARK: Building

  mutating func nextID(_ kind: String) -> String {
    counters[kind, default: 0] += 1
    let digits = String(counters[kind, default: 0], radix: 16)
    return "\(kind)-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// Adds an account that can sign in.
  /// - Parameter hasRow: whether the server's own tables contain the account. Pass false for an account that has just registered: adding
  ///   shows and writing progress then fail.
  /// - Returns: the user's id.
  @discardableResult
  public mutating func addUser(
    _ email: String, password: String = TallyWorld.password, name: String? = nil, country: String? = nil,
    hasRow: Bool = true
  ) -> String {
    let id = nextID("0a000001")
    let email = email.lowercased()
    accounts.append(TallyAccount(id: id, email: email, password: password))
    if hasRow {
      database.users.append(
        TallyUserRow(
          id: id, email: email, password: password, displayName: name, countryCode: country,
          createdAt: "2026-01-02T08:00:00"))
    }
    return id
  }

  /// Returns the id of the account with this e-mail address; nil if there is no such account.
  public func userID(_ email: String) -> String? { accounts.first { $0.email == email.lowercased() }?.id }

  /// Adds a streaming service to the server's own list of services.
  /// - Returns: the service's id.
  @discardableResult
  public mutating func addService(_ provider: Provider, prices: [Price] = []) -> String {
    let id = nextID("0b000001")
    let prices = prices.map { price in with(price) { $0.providerName = provider.name } }
    database.services.append(
      TallyServiceRow(
        id: id, tmdbProviderID: provider.id, name: provider.name, logoPath: provider.logo, prices: prices))
    return id
  }

  /// Adds a show to TMDB. The server stores the show in its own tables when a user adds it or reads its progress.
  /// - Parameter status: the status in TMDB's words: `Returning Series`, `Ended`, `Canceled`, `In Production`, `Planned`, `Pilot`.
  public mutating func addShow(
    _ tmdbID: Int, _ name: String, overview: String = "", status: String = "Returning Series",
    popularity: Double = 10, poster: String? = nil, seasons: [Season] = [], providers: [String: [Provider]] = [:]
  ) {
    var show = TallyTMDBShow(
      id: tmdbID, name: name, overview: overview, status: status, posterPath: poster ?? "/\(tmdbID).jpg",
      popularity: popularity)
    show.providers = providers.mapValues { list in
      list.enumerated().map { place, provider in
        [
          "provider_id": .count(provider.id), "provider_name": .string(provider.name),
          "logo_path": .text(provider.logo), "display_priority": .count(place),
        ]
      }
    }
    tmdb.shows.append(show)
    for season in seasons { addSeason(season, to: tmdbID) }
  }

  /// Adds a season to a show at TMDB, after the server may have stored its copy of the show's episodes. If the show has a season with the
  /// same number, the new season replaces it, as when an announced season gets its dates.
  public mutating func addSeason(_ season: Season, to tmdbID: Int) {
    guard let index = tmdb.shows.firstIndex(where: { $0.id == tmdbID }) else { return }
    let number = season.number ?? (tmdb.shows[index].seasons.map(\.number).max() ?? 0) + 1
    let base = tmdbID * 1000 + number * 100
    let episodes = season.episodes.map { episode in
      let airDate = episode.airDate.map { daysLater == 0 ? $0 : TallyTime.day($0, plus: daysLater) }
      return TallyTMDBEpisode(
        id: base + episode.number, number: episode.number, name: episode.name, airDate: airDate,
        document: [
          "id": .count(base + episode.number), "episode_number": .count(episode.number), "name": .string(episode.name),
          "air_date": .text(airDate), "overview": .string(episode.overview), "runtime": .count(episode.runtime),
          "still_path": .null,
          "vote_average": 0, "vote_count": 0, "episode_type": "standard", "production_code": "",
        ])
    }
    let name = number == 0 ? "Specials" : "Season \(number)"
    let first = episodes.compactMap(\.airDate).min()
    tmdb.shows[index].seasons.removeAll { $0.number == number }
    tmdb.shows[index].seasons.append(
      TallyTMDBSeason(
        number: number, airDate: first,
        document: ["id": .count(base), "_id": .string("season-\(base)"), "name": .string(name)], episodes: episodes))
    let dates = tmdb.shows[index].regularSeasons.flatMap(\.episodes).compactMap(\.airDate)
    tmdb.shows[index].firstAirDate = dates.min().map(JSONValue.string)
    tmdb.shows[index].lastAirDate = dates.max().map(JSONValue.string)
  }

  /// Removes a show from the server's own tables. The show's entries on watchlists stay.
  public mutating func loseShow(_ tmdbID: Int) { database.lose(tmdb: tmdbID) }

  /// Sets the name and overview of a show in a language, which is `en-GB`, `en-AU` or `en-CA`.
  public mutating func translate(_ tmdbID: Int, into language: String, name: String, overview: String = "") {
    guard let index = tmdb.shows.firstIndex(where: { $0.id == tmdbID }) else { return }
    tmdb.shows[index].translations[language] = (name, overview)
  }

  /// Puts a show on a user's watchlist.
  /// - Parameters:
  ///   - provider: the number at TMDB of the provider that the user chose. The provider's service must have been added before with
  ///     ``addService(_:prices:)``.
  ///   - upTo: the last watched episode, by its number at TMDB. All earlier episodes are also watched.
  ///   - addedAt: the time at which the show was added, without a time zone. By default the time is later than in earlier calls.
  /// - Returns: the id of the entry; nil if the server's tables lack the user, or if TMDB has no such show.
  @discardableResult
  public mutating func track(
    _ tmdbID: Int, for user: String, status: String = "watchlist", provider: Int? = nil, rating: Double? = nil,
    notes: String? = nil, upTo: (season: Int, episode: Int)? = nil, addedAt: String? = nil
  ) -> String? {
    guard database.user(user) != nil, let show = storeShow(tmdbID) else { return nil }
    let id = nextID("0c000001")
    let moment = addedAt ?? "2026-10-01T08:00:00.\(100 + counters["0c000001", default: 0])"
    database.userShows.append(
      TallyUserShowRow(
        id: id, userID: user, showID: show.id, status: status, addedAt: moment,
        startedWatchingAt: status == "watchlist" ? nil : moment, completedAt: status == "completed" ? moment : nil,
        rating: rating, notes: notes, serviceID: database.services.first { $0.tmdbProviderID == provider }?.id,
        updatedAt: moment))
    guard let upTo else { return id }
    let last = stub(upTo.episode, season: upTo.season, of: tmdbID)
    for (season, episode) in show.episodes where (season.number, episode.number) <= (upTo.season, last) {
      watch(episode, of: show, for: user, at: moment)
    }
    return id
  }

  /// Marks single episodes of a tracked show as watched. Earlier episodes are not marked.
  /// - Parameter episodes: the numbers of the episodes at TMDB.
  public mutating func watch(_ episodes: [Int], season: Int, of tmdbID: Int, for user: String) {
    let stubs = Set(episodes.map { stub($0, season: season, of: tmdbID) })
    guard let show = database.show(tmdb: tmdbID) else { return }
    for (known, episode) in show.episodes where known.number == season && stubs.contains(episode.number) {
      watch(episode, of: show, for: user, at: "2026-10-02T08:00:00")
    }
  }

  private mutating func watch(_ episode: TallyEpisodeRow, of show: TallyShowRow, for user: String, at moment: String) {
    database.progress[user, default: [:]][episode.id] = TallyProgressRow(
      id: nextID("0f000001"), userID: user, showID: show.id, episodeID: episode.id, state: "watched", progress: 100,
      watchedAt: moment)
  }

  /// The number of the server's stub for an episode's number at TMDB. A number that TMDB does not list is taken as a stub's.
  private func stub(_ number: Int, season: Int, of tmdbID: Int) -> Int {
    let numbers = tmdb.shows.first { $0.id == tmdbID }?.seasons.first { $0.number == season }?.numbers ?? []
    return numbers.firstIndex(of: number).map { $0 + 1 } ?? number
  }

  /// The show in the server's tables, with a stub for every season and episode that TMDB has now.
  private mutating func storeShow(_ tmdbID: Int) -> TallyShowRow? {
    if let known = database.show(tmdb: tmdbID) { return known }
    guard let show = tmdb.show(tmdbID) else { return nil }
    let kinds = ["show": "0d000001", "season": "0e000001", "episode": "0e000002"]
    let row = TallyShowRow(show, at: "2026-10-01T08:00:00") { nextID(kinds[$0] ?? $0) }
    database.insert(row)
    return row
  }

  /// Subscribes a user to the service with the number `provider` at TMDB.
  @discardableResult
  public mutating func subscribe(
    _ user: String, to provider: Int, cost: Double, tier: String? = nil, isActive: Bool = true,
    started: String = "2026-03-15", ended: String? = nil
  ) -> String? {
    guard let service = database.services.first(where: { $0.tmdbProviderID == provider }) else { return nil }
    let id = nextID("0a500001")
    let moment = "2026-03-15T00:00:00.\(100 + counters["0a500001", default: 0])"
    database.subscriptions.append(
      TallySubscriptionRow(
        id: id, userID: user, serviceID: service.id, monthlyCost: cost, isActive: isActive, tier: tier,
        startedDate: started, endedDate: ended, createdAt: moment, updatedAt: moment))
    return id
  }
}
