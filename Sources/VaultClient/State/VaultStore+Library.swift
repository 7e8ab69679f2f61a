public import MediaCore

extension VaultStore {
  // MARK: Reading

  /// The library as this device knows it; no network. Nil when it was never loaded.
  public func library() async throws(ClientError) -> Dated<Watchlist>? { try await shown().library }

  /// Asks the server (`GET /api/watchlist`), after sending what waits.
  @discardableResult
  public func refreshLibrary() async throws(ClientError) -> Dated<Watchlist> {
    try await take {
      () async throws(ClientError) in
      try await calls.watchlist.all()
    } into: {
      $0.library = Dated($1, asOf: $2)
    }
    guard let library = try await library() else { throw ClientError(.storage, operation: "vault.store") }
    return library
  }

  /// What is new, as this device knows it.
  public func news() async throws(ClientError) -> Dated<NewTitles>? { try await shown().news }

  /// Asks the server (`GET /api/notifications/details`), after sending what waits.
  @discardableResult
  public func refreshNews() async throws(ClientError) -> Dated<NewTitles> {
    try await take {
      () async throws(ClientError) in
      try await calls.notifications.newTitles()
    } into: {
      $0.news = Dated($1, asOf: $2)
    }
    guard let news = try await news() else { throw ClientError(.storage, operation: "vault.store") }
    return news
  }

  // MARK: Marks

  /// Marks as watched or not, whatever the mark is now. Durable when it returns.
  ///
  /// The server only toggles: it is read first, toggled if it differs, and read again; a lost answer is never followed by a blind
  /// second toggle. Of a series, a season or a collection only the episodes and films that differ are touched.
  /// - Throws: `notFound` for a collection of which no film is known here.
  @discardableResult
  public func setWatched(_ watched: Bool, for target: WatchTarget) async throws(ClientError) -> [Intent] {
    let known = try await shown()
    switch target {
    case .movie(let id):
      return [try await mark(id, watched, known)]
    case .collection(let id):
      let movies = known.movies(ofCollection: id)
      guard !movies.isEmpty else { throw ClientError(.notFound, operation: "vault.mark.collection") }
      var intents: [Intent] = []
      for movie in movies { intents.append(try await mark(movie.id, watched, known)) }
      follow(intents, ofCollection: id)
      return intents
    case .series(let id):
      return [try await mark(SeriesMark(series: id, imdbID: known.series(id)?.imdbID, all: watched), watched)]
    case .season(let id, let number):
      let mark = SeriesMark(series: id, imdbID: known.series(id)?.imdbID, seasons: [number: watched])
      return [try await self.mark(mark, watched)]
    case .episode(let id, let position):
      let mark = SeriesMark(
        series: id, imdbID: known.series(id)?.imdbID, episodes: [position.description: watched])
      return [try await self.mark(mark, watched)]
    }
  }

  private func mark(_ movie: Int, _ watched: Bool, _ known: KnownVault) async throws(ClientError) -> Intent {
    try await mark(MovieMark(movie: movie, imdbID: known.movie(movie)?.imdbID, watched: watched), watched)
  }

  private func mark(_ wish: some VaultWish, _ watched: Bool) async throws(ClientError) -> Intent {
    try await record(wish, as: watched ? .watched : .unwatched)
  }

  /// What the server's toggles answered since ``setWatched(_:for:)``; nil when none did, as while it waits for the network.
  /// Single episodes and seasons have no such answer.
  func answer(to target: WatchTarget) async throws(ClientError) -> Bool? {
    switch target {
    case .movie(let id): return answer(of: "movie/\(id)")
    case .series(let id): return answer(of: "series/\(id)")
    case .collection(let id):
      let answers = try await shown().movies(ofCollection: id).compactMap { answer(of: "movie/\($0.id)") }
      return answers.isEmpty ? nil : answers.allSatisfy { $0 }
    case .season, .episode: return nil
    }
  }

  // MARK: Removing and changing

  /// Takes a title out of the vault for good, of a collection every film known here, of a series its episodes too.
  @discardableResult
  public func remove(_ title: TitleReference) async throws(ClientError) -> [Intent] {
    let known = try await shown()
    switch title {
    case .movie(let id):
      return [try await record(TitleRemoval(title: title, imdbID: known.movie(id)?.imdbID), as: .removed)]
    case .series(let id):
      return [try await record(TitleRemoval(title: title, imdbID: known.series(id)?.imdbID), as: .removed)]
    case .collection(let id):
      var intents: [Intent] = []
      for movie in known.movies(ofCollection: id) { intents += try await remove(.movie(movie.id)) }
      return intents
    }
  }

  /// Takes everything out that is in the library as it is known here, title by title: unlike ``WatchlistAPI/clear()`` it does
  /// not take what was added elsewhere in the meantime.
  public func removeAll() async throws(ClientError) {
    guard let library = try await library()?.value else { return }
    for movie in library.allMovies { try await remove(.movie(movie.id)) }
    for series in library.series { try await remove(.series(series.id)) }
  }

  /// Changes some members of a film; the others stay as the server has them.
  @discardableResult
  public func update(_ movie: Int, _ change: MovieChange) async throws(ClientError) -> Intent {
    let imdbID = try await shown().movie(movie)?.imdbID
    return try await record(MovieEdit(movie: movie, imdbID: imdbID, change: change), as: .edited)
  }

  /// Changes the title or the IMDb id of a series.
  @discardableResult
  public func updateSeries(_ series: Int, title: String? = nil, imdbID: String? = nil) async throws(ClientError)
    -> Intent
  {
    let known = try await shown().series(series)?.imdbID
    return try await record(
      SeriesEdit(series: series, imdbID: known, title: title, newIMDbID: imdbID), as: .edited)
  }

  /// Puts an episode at its place in a series: a new one, or in the place of the one there, whose mark stays.
  @discardableResult
  public func save(_ episode: EpisodeFields) async throws(ClientError) -> Intent {
    let position = EpisodePosition(season: episode.season, number: episode.number)
    return try await record(
      EpisodeWish(series: episode.seriesID, position: position, fields: episode), as: .edited)
  }

  /// Takes an episode out of a series.
  @discardableResult
  public func removeEpisode(_ position: EpisodePosition, of series: Int) async throws(ClientError) -> Intent {
    try await record(EpisodeWish(series: series, position: position, fields: nil), as: .removed)
  }

  // MARK: News

  /// It was looked at: neither new nor newly imported any more. Of a collection each film that shows the badge is cleared by a
  /// change of its own.
  /// - Parameter keepingBadge: leaves the badge of the last day's imports, as for a title that was marked and not opened.
  @discardableResult
  public func markSeen(_ title: TitleReference, keepingBadge: Bool = false) async throws(ClientError) -> Intent {
    if case .collection(let id) = title, !keepingBadge {
      let known = try await shown()
      let imported = Set((known.news?.value.importedMovies ?? []).map(\.id))
      let now = client.environment.clock.now()
      for movie in known.movies(ofCollection: id)
      where imported.contains(movie.id) || NewBadge.isShown(importedAt: movie.importedAt, now: now) {
        try await record(SeenWish(title: .movie(movie.id)), as: .seen)
      }
    }
    return try await record(SeenWish(title: title, keepsBadge: keepingBadge ? true : nil), as: .seen)
  }

  /// Everything that is new as it is known here, one by one: the server's own route for it is broken.
  public func markAllSeen() async throws(ClientError) {
    guard let news = try await news()?.value else { return }
    let movies = Set((news.newMovies + news.importedMovies).map(\.id)).sorted()
    let series = Set(news.newSeries.map(\.id) + news.importedSeries.map(\.id)).sorted()
    for id in movies { try await markSeen(.movie(id)) }
    for id in series { try await markSeen(.series(id)) }
  }

  // MARK: Imports

  /// Imports a title as soon as the server can be reached, once: what is there already, in a list too, is not imported again.
  /// - Parameter lists: the personal one is where imports land anyway; for one that was made here and is not on the server yet
  ///   the import waits.
  /// - Throws: `notFound` for a provisional number that nothing stands behind.
  @discardableResult
  public func importTitle(_ title: TitleImport, into lists: [ListID] = []) async throws(ClientError) -> Intent {
    guard title.imdbID.wholeMatch(of: #/(tt\d{1,12}|tmdb_\d{1,12})/#) != nil else {
      throw ClientError(.invalidRequest, operation: "vault.import", detail: ClientError.Detail.badIdentifier)
    }
    var numbers: [Int] = []
    for list in lists.compactMap(\.number) { numbers.append(try await lastingNumber(of: list)) }
    return try await record(ImportWish(what: title, lists: numbers), as: .imported)
  }

  /// Whether a library of Jellyfin's is imported by itself from now on.
  @discardableResult
  public func setAutomated(_ isAutomated: Bool, library: Int) async throws(ClientError) -> Intent {
    try await record(AutomationWish(library: library, isAutomated: isAutomated), as: .edited)
  }
}
