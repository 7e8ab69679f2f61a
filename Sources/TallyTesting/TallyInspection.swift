import MediaTesting

// MARK: What a test may do and see past the API

extension FakeTallyServer {
  /// The components of the server that fail at present. Set a member to make a component fail, or to repair it.
  public var failures: Failures {
    get { state.withLock { $0.failures } }
    set { state.withLock { $0.failures = newValue } }
  }

  /// Makes the next `count` requests fail whose path contains `path`. With status 500, the response has the body of the server's own
  /// errors. With any other status, the response has the page of a gateway as its body.
  public func failNext(_ count: Int = 1, status: Int = 500, where path: String = "") {
    state.withLock { $0.planned.plan(count, where: path, status) }
  }

  /// The number of calls of the month's streaming quota that are used. The fake server's routes use none of these calls, so set this number
  /// in a test. When the next month begins, in UTC, the number is 0 again.
  public var quotaUsed: Int {
    get { state.withLock { $0.quotaUsed } }
    set { state.withLock { $0.quotaUsed = newValue } }
  }

  /// Changes the data of the server while the server runs, for example to add a new season at TMDB.
  public func edit(_ change: @Sendable (inout TallyWorld) -> Void) { state.withLock { change(&$0.world) } }

  /// Returns a valid token for the account with this e-mail address or id, as if the account had just signed in; nil if the account is
  /// unknown.
  public func token(for account: String) -> String? {
    state.withLock { state in
      state.world.accounts.first { $0.id == account || $0.email == account.lowercased() }.map { state.issueToken($0) }
    }
  }

  /// Makes all tokens invalid that the server has issued so far.
  public func revokeAllTokens() { state.withLock { $0.tokens = [:] } }

  /// Returns the id of the account with this e-mail address; nil if the account is unknown.
  public func userID(_ email: String) -> String? { state.withLock { $0.world.userID(email) } }

  // MARK: The rows of a user

  /// A show on a user's watchlist.
  public struct Entry: Sendable, Hashable {
    /// The server's id of the entry. Requests that change the entry use this id.
    public let id: String
    /// The server's id of the show. The request that removes the entry uses this id.
    public let showID: String
    /// The show's number at TMDB.
    public let tmdbID: Int
    /// The show's title.
    public let title: String
    /// The status of the show, as the server sends it, such as `watching`.
    public let status: String
    /// The user's rating of the show, 0 to 10; nil if the show is not rated.
    public let rating: Double?
    /// The user's notes about the show; nil if there are none.
    public let notes: String?
    /// The number of days that a subscription shall last beyond the show's last episode, as the user set it.
    public let bufferDays: Int
    /// The country of the entry; nil if the account's country applies.
    public let country: String?
    /// The chosen provider's number at TMDB.
    public let providerID: Int?
    /// The name of the provider that the user chose for the show; nil if the user chose none.
    public let providerName: String?
    /// When the show was added to the watchlist, as the server writes it: a text in UTC, without a time zone.
    public let addedAt: String
  }

  /// Returns the shows on a user's watchlist, newest first.
  public func watchlist(of user: String) -> [Entry] {
    state.withLock { state in
      state.database.entries(of: user).map { row in
        let show = state.database.show(row.showID)
        let service = state.database.service(row.serviceID)
        return Entry(
          id: row.id, showID: row.showID, tmdbID: show?.tmdbID ?? 0, title: show?.title ?? "", status: row.status,
          rating: row.rating, notes: row.notes, bufferDays: row.bufferDays, country: row.countryCode,
          providerID: service?.tmdbProviderID, providerName: service?.name, addedAt: row.addedAt)
      }
    }
  }

  /// Returns the entry of one show on a user's watchlist; nil if the show is not on the watchlist.
  public func entry(of user: String, tmdbID: Int) -> Entry? { watchlist(of: user).first { $0.tmdbID == tmdbID } }

  /// Returns the stored states of a show's episodes, by season and number: `watched`, `watching` or `unwatched`.
  public func progress(of user: String, tmdbID: Int) -> [Int: [Int: String]] {
    state.withLock { state in
      let rows = state.database.progress[user] ?? [:]
      var seasons: [Int: [Int: String]] = [:]
      for (season, episode) in state.database.show(tmdb: tmdbID)?.episodes ?? [] {
        if let row = rows[episode.id] { seasons[season.number, default: [:]][episode.number] = row.state }
      }
      return seasons
    }
  }

  /// Returns the numbers of the watched episodes of one season, in ascending order.
  public func watched(of user: String, tmdbID: Int, season: Int) -> [Int] {
    (progress(of: user, tmdbID: tmdbID)[season] ?? [:]).filter { $0.value == "watched" }.keys.sorted()
  }

  /// A user's subscription, as the database stores it.
  public struct Subscription: Sendable, Hashable {
    public let id: String
    /// The server's id of the streaming service.
    public let serviceID: String?
    /// The number at TMDB of the streaming service.
    public let providerID: Int?
    /// The cost of the subscription per month, in the currency of the tier.
    public let monthlyCost: Double
    /// Whether the user pays for the subscription now.
    public let isActive: Bool?
    /// The name of the service's price tier.
    public let tier: String?
    /// First day of the subscription, such as `2026-11-23`.
    public let startedDate: String?
    /// Last day of the subscription; nil while it continues.
    public let endedDate: String?
  }

  /// Returns a user's subscriptions in the order in which they were made.
  public func subscriptions(of user: String) -> [Subscription] {
    state.withLock { state in
      state.database.subscriptions.filter { $0.userID == user }.map { row in
        Subscription(
          id: row.id, serviceID: row.serviceID, providerID: state.database.service(row.serviceID)?.tmdbProviderID,
          monthlyCost: row.monthlyCost, isActive: row.isActive, tier: row.tier, startedDate: row.startedDate,
          endedDate: row.endedDate)
      }
    }
  }
}
