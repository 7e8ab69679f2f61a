import Foundation
public import MediaCore

/// The unwatched titles: films, and series with only their unwatched episodes. A response that lacks one of the two arrays cannot be
/// decoded.
public struct UnwatchedList: Codable, Hashable, Sendable {
  /// The films that are not watched.
  public var movies: [Movie] = []
  /// The series that have unwatched episodes, with only these episodes.
  public var series: [Series] = []

  public init() {}

  enum CodingKeys: String, CodingKey { case movies, series }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    movies = try members.requireList(.movies)
    series = try members.requireList(.series)
  }
}

/// The sort order of unwatched titles. The server ignores a value that it does not support.
public struct UnwatchedSort: Vocabulary, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By the time at which the title was added. The wire value is `added`.
  public static let added = UnwatchedSort(rawValue: "added")
  /// By release date. The wire value is `release_date`.
  public static let releaseDate = UnwatchedSort(rawValue: "release_date")
  /// By whether a title is watched. All titles of this list are unwatched, so the films come in the order of their ids. The wire value is
  /// `watched`.
  public static let watched = UnwatchedSort(rawValue: "watched")

  /// The known sort orders, in the order of a menu.
  public static let allCases: [UnwatchedSort] = [.added, .releaseDate, .watched]
}

extension UnwatchedList {
  /// Creates the list of the unwatched titles of a watchlist, in the server's order: films by `sort`, series and their episodes by air
  /// date; those without a date come first.
  package init(_ watchlist: Watchlist, sortedBy sort: UnwatchedSort) {
    self.init()
    movies = Self.sorted(watchlist.allMovies.filter { !$0.watched }, by: sort)
    func aired(_ episode: Episode?) -> String { episode?.airDate?.rawValue ?? "" }
    series = watchlist.series.map { series in
      with(series) { series in
        series.episodes = series.episodes.filter { !$0.watched }.sorted { (aired($0), $0.id) < (aired($1), $1.id) }
      }
    }
    .filter { !$0.episodes.isEmpty }
    .sorted { (aired($0.episodes.first), $0.id) < (aired($1.episodes.first), $1.id) }
  }

  /// Films in the server's order.
  static func sorted(_ movies: [Movie], by sort: UnwatchedSort) -> [Movie] {
    switch sort {
    case .added: sorted(movies) { $0.addedAt ?? .distantPast }
    case .releaseDate: sorted(movies) { $0.releaseDate?.rawValue ?? "" }
    default: sorted(movies) { $0.id }
    }
  }

  /// Reads each key once instead of at each comparison.
  private static func sorted(_ movies: [Movie], by key: (Movie) -> some Comparable) -> [Movie] {
    movies.enumerated().map { (key: key($1), id: $1.id, place: $0) }
      .sorted { ($0.key, $0.id) < ($1.key, $1.id) }
      .map { movies[$0.place] }
  }
}
