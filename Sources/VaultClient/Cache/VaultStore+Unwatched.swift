import Foundation
public import MediaCore

extension VaultStore {
  /// Returns the cached unwatched titles, including titles in lists. Returns nil if the library was never loaded. Makes no request.
  public func unwatched(sortedBy sort: UnwatchedSort = .added) async throws(ClientError) -> UnwatchedList? {
    try await snapshot().ownTitles.map { UnwatchedList($0, sortedBy: sort) }
  }

  /// Reads the unwatched titles (`GET /api/watchlist/unwatched/`), including titles that the watchlist hides because they are in lists. If
  /// this route is broken on the server (``BrokenRoute/unwatched``), reads the lists instead, and then each film and each new series that
  /// only lists have, with one request each.
  @discardableResult
  public func refreshUnwatched(sortedBy sort: UnwatchedSort = .added) async throws(ClientError) -> UnwatchedList {
    try await refreshUnwatched(sortedBy: sort, trusting: 0)
  }

  /// Reads the unwatched titles as ``refreshUnwatched(sortedBy:)`` does.
  /// - Parameter age: the age in seconds up to which the marks of hidden titles are not read again, if the route is broken.
  @discardableResult
  func refreshUnwatched(
    sortedBy sort: UnwatchedSort = .added, trusting age: TimeInterval
  ) async throws(ClientError) -> UnwatchedList {
    if try await library() == nil { try await refreshLibrary() }
    let before = try await cache.view()
    let now = environment.clock.now()
    // If the date of the hidden titles is in the future, the device's clock was set back: read these titles again.
    let known = before.server.hidden.flatMap { (0..<age).contains(now.timeIntervalSince($0.asOf)) ? $0 : nil }
    let view = try await cache.refresh { () async throws(ClientError) in
      do throws(ClientError) {
        return HiddenAnswer.unwatched(try await roles.watchlist.unwatchedByServer(sortedBy: .watched))
      } catch {
        guard error.brokenRoute == .unwatched else { throw error }
        let titles = HiddenTitles(
          lists: roles.lists, movies: roles.movies, series: roles.series, account: Int(before.account))
        let library = before.server.library?.value ?? Watchlist()
        // Pass all series that were read before, however long ago. Only their owner is reused: the marks of a series come with its row in
        // the list.
        let trusted = with(known?.value ?? Watchlist()) { $0.series = before.server.hidden?.value.series ?? [] }
        // Keep the date of `known`, because this read does not refresh its marks.
        return .read(try await titles.read(beside: library, known: trusted), asOf: known?.asOf ?? now)
      }
    } merge: { snapshot, answer in
      snapshot.takeHidden(answer, asOf: environment.clock.now())
    }
    return UnwatchedList(view.value.ownTitles ?? Watchlist(), sortedBy: sort)
  }
}

extension VaultStore {
  /// Reads the mark of a film that the watchlist hides (`GET /api/movies/{id}`), if ``refreshUnwatched(sortedBy:)`` has not shown it: that
  /// answer does not have films which were watched before they came into a list.
  func refreshHidden(movie id: Int) async throws(ClientError) {
    let view = try await cache.view()
    guard view.server.hidden?.value.movie(id) == nil, let row = view.server.hiddenRow(ofMovie: id) else { return }
    let account = Int(view.account)
    _ = try await cache.refresh { () async throws(ClientError) in
      try await ifPresent { try await roles.movies.movie(id) }
    } merge: { snapshot, movie in
      guard let movie, movie.userID == account, movie.imdbID == row.imdbID,
        snapshot.library?.value.movie(id) == nil, snapshot.hidden?.value.movie(id) == nil
      else { return }
      snapshot.hidden?.value.movies.append(row.asOwn(watched: movie.watched, addedAt: movie.addedAt))
    }
  }
}

/// The answer to the question which titles the watchlist hides.
enum HiddenAnswer: Sendable {
  /// All unwatched titles; of series only the unwatched episodes.
  case unwatched(UnwatchedList)
  /// Every title that the watchlist hides, watched or not, with its own marks.
  case read(Watchlist, asOf: Date)
}

extension VaultSnapshot {
  /// The library with the titles that it hides; nil without a library.
  var ownTitles: Watchlist? { library.map { $0.value.joined(with: hidden?.value ?? Watchlist()) } }

  /// The film's row in a cached list; nil if the library has the film.
  fileprivate func hiddenRow(ofMovie id: Int) -> Movie? {
    guard library?.value.movie(id) == nil else { return nil }
    return contents.values.lazy.compactMap { $0.value.movie(id) }.first
  }

  fileprivate mutating func takeHidden(_ answer: HiddenAnswer, asOf now: Date) {
    guard let library = library?.value else { return }
    switch answer {
    case .read(let titles, let asOf): hidden = Dated(titles, asOf: asOf)
    case .unwatched(let list):
      var titles = Watchlist()
      for movie in list.movies where library.movie(movie.id) == nil {
        let row = hidden?.value.movie(movie.id) ?? contents.values.lazy.compactMap { $0.value.movie(movie.id) }.first
        titles.movies.append((row ?? movie).asOwn(watched: false, addedAt: movie.addedAt))
      }
      for series in list.series where library.series(series.id) == nil {
        let row = contents.values.lazy.compactMap { $0.value.series(series.id) }.first
        titles.series.append(row?.marked(as: series).asOwn ?? series)
      }
      // If a hidden film is no longer among the unwatched titles, it was watched in the meantime. Keep it with a watched mark, otherwise it
      // would return to the library without the mark.
      for movie in hidden?.value.movies ?? [] where library.movie(movie.id) == nil && titles.movie(movie.id) == nil {
        if contents.values.contains(where: { $0.value.movie(movie.id) != nil }) {
          titles.movies.append(with(movie) { $0.watched = true })
        }
      }
      hidden = Dated(titles, asOf: now)
    }
  }
}

extension Series {
  /// The series with its newer marks: `unwatched` has the episodes that are unwatched now.
  fileprivate func marked(as unwatched: Series) -> Series {
    let open = Set(unwatched.episodes.map(\.id))
    return with(self) { series in
      for index in series.episodes.indices {
        series.episodes[index].watched = !open.contains(series.episodes[index].id)
      }
    }
  }
}
