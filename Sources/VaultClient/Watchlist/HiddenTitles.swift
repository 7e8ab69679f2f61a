import Foundation
import MediaCore

/// Reads the user's own titles that the watchlist leaves out, because they are in lists, with the marks of the watchlist: for servers
/// whose route for unwatched titles fails. The rows of a list have marks of their own, and the list can contain titles of other
/// users. So each film and each series is read by itself, for the user's own mark and the owner.
struct HiddenTitles: Sendable {
  let lists: any ListAPI
  let movies: any MovieAPI
  let series: any SeriesAPI
  let account: Int?

  /// - Parameters:
  ///   - library: the watchlist.
  ///   - known: films whose marks were read a short time ago, and series whose owner was read before. The films are read again only if the
  ///     server's number of unwatched titles does not match their marks. The number stays the same if another device has marked one title
  ///     and unmarked another; the films are then not read again.
  func read(beside library: Watchlist, known: Watchlist = Watchlist()) async throws(ClientError) -> Watchlist {
    let all = try await lists.all()
    let waiting = all.first { $0.id == .personal }?.itemCount
    // Add instead of subtracting: `waiting` comes from the server and can be any number, so a subtraction from it could overflow.
    func isComplete(_ found: Watchlist) -> Bool { library.waitingCount + found.waitingCount == waiting }
    let owners = with(Watchlist()) { $0.series = known.series }
    let own = try await titles(of: all.filter { $0.type == .custom }, beside: library)
    var found = try await own.asOwn(of: self, known: known)
    if waiting != nil, !isComplete(found), !known.allMovies.isEmpty {
      found = try await own.asOwn(of: self, known: owners)
    }
    guard !isComplete(found) else { return found }
    // If `found` is still incomplete, titles of this user may be in lists that other users share: read those as well.
    let shared = try await titles(of: all.filter { $0.type == .shared }, beside: library.joined(with: found))
    let others = try await shared.asOwn(of: self, known: owners)
    return found.joined(with: others)
  }

  private func titles(
    of lists: [VaultList], beside library: Watchlist
  ) async throws(ClientError) -> HiddenRows {
    var rows = HiddenRows()
    for list in lists {
      // Skip a list that was deleted or is no longer shared.
      let titles = try await ifPresent(orForbidden: true) { try await self.lists.contents(of: list.id) }
      for movie in titles?.allMovies ?? [] where library.movie(movie.id) == nil { rows.movies[movie.id] = movie }
      for series in titles?.series ?? [] where library.series(series.id) == nil { rows.series[series.id] = series }
    }
    return rows
  }
}

/// Rows of lists, each title once.
struct HiddenRows: Sendable {
  var movies: [Int: Movie] = [:]
  var series: [Int: Series] = [:]

  /// The rows that are the user's own titles, with the marks of the watchlist.
  fileprivate func asOwn(of titles: HiddenTitles, known: Watchlist) async throws(ClientError) -> Watchlist {
    var own = Watchlist()
    for (id, row) in movies.sorted(by: { $0.key < $1.key }) {
      if let movie = known.movie(id), movie.imdbID == row.imdbID {
        own.movies.append(movie)
        continue
      }
      let movie = try await ifPresent { try await titles.movies.movie(id) }
      guard let movie, movie.userID == titles.account else { continue }
      own.movies.append(row.asOwn(watched: movie.watched, addedAt: movie.addedAt))
    }
    for (id, row) in series.sorted(by: { $0.key < $1.key }) {
      if row.imdbID == nil || known.series(id)?.imdbID != row.imdbID {
        let owner = try await ifPresent { try await titles.series.series(id).userID }
        guard owner == titles.account else { continue }
      }
      own.series.append(row.asOwn)
    }
    return own
  }
}

extension Movie {
  /// The film of a list's row, with the marks of the watchlist.
  func asOwn(watched: Bool, addedAt: Date?) -> Movie {
    with(self) {
      $0.watched = watched
      $0.addedAt = addedAt
      ($0.notes, $0.watchedBy, $0.type) = (nil, nil, nil)
    }
  }
}

extension Series {
  /// The series of a list's row, without the members that are the list's own.
  var asOwn: Series {
    with(self) {
      ($0.notes, $0.addedAt) = (nil, nil)
      $0.watched = !episodes.isEmpty && episodes.allSatisfy(\.watched)
    }
  }
}

extension Watchlist {
  /// Unwatched films, and series that are not wholly watched.
  var waitingCount: Int { allMovies.count { !$0.watched } + series.count { !$0.isWatched } }

  /// The titles of both; a title that is in both is taken from this one.
  func joined(with others: Watchlist) -> Watchlist {
    with(self) { all in
      all.movies += others.allMovies.filter { movie($0.id) == nil }
      all.series += others.series.filter { series($0.id) == nil }
    }
  }
}
