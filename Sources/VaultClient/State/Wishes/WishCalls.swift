import MediaCore

/// What wishes call.
struct WishCalls: Sendable {
  let movies: any MovieAPI
  let series: any SeriesAPI
  let episodes: any EpisodeAPI
  let watchlist: any WatchlistAPI
  let lists: any ListAPI
  let imports: any ImportAPI
  let notifications: any NotificationAPI
  /// Hears what becomes of wishes on their way.
  let relay: WishRelay
  /// What is being made true, as it was before this attempt.
  private(set) var intent: Intent?

  init(
    movies: any MovieAPI, series: any SeriesAPI, episodes: any EpisodeAPI, watchlist: any WatchlistAPI,
    lists: any ListAPI, imports: any ImportAPI, notifications: any NotificationAPI, relay: WishRelay
  ) {
    self.movies = movies
    self.series = series
    self.episodes = episodes
    self.watchlist = watchlist
    self.lists = lists
    self.imports = imports
    self.notifications = notifications
    self.relay = relay
  }

  func about(_ intent: Intent) -> WishCalls {
    var calls = self
    calls.intent = intent
    return calls
  }

  /// A toggle has answered.
  func answered(_ target: String, _ watched: Bool) { relay.note(target, answered: watched) }

  /// How far a wish of many steps has got.
  func progressed(_ target: String, _ progress: MarkProgress) { relay.note(target, progress) }

  // MARK: Lists that were made here

  /// The server's number of a list.
  /// - Throws: `waiting` while a list that was made here is not on the server, `notFound` with the detail `noSuchList` when it
  ///   will not be.
  func number(of list: Int) async throws(ClientError) -> Int {
    guard list < 0 else { return list }
    return try await relay.number(of: list, for: intent?.account ?? "")
  }

  /// What is in a list, which may be one that was made here; nil when it is gone.
  func contents(of list: Int) async throws(ClientError) -> ListContents? {
    let number = try await number(of: list)
    return try await ifPresent { () async throws(ClientError) in try await lists.contents(of: .list(number)) }
  }

  /// A list of the user's, which may be one that was made here; nil when it is gone.
  func list(_ list: Int) async throws(ClientError) -> VaultList? {
    let id = ListID.list(try await number(of: list))
    return try await lists.all().first { $0.id == id }
  }

  /// The server shows a list of the name that one was made with here.
  /// - Throws: `waiting` while an earlier change may still give it another name or delete it.
  func found(_ list: VaultList, madeAs provisional: Int) async throws(ClientError) {
    if let intent { try await relay.found(list, madeAs: provisional, by: intent) }
  }
}
