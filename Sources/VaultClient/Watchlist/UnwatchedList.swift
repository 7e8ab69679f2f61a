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

/// The sort order of unwatched titles. A value that the server does not support counts as ``added``.
public struct UnwatchedSort: Vocabulary, CaseIterable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By the time at which the title was added. The wire value is `added`.
  public static let added = UnwatchedSort(rawValue: "added")
  /// By release date. The wire value is `release_date`.
  public static let releaseDate = UnwatchedSort(rawValue: "release_date")
  /// By whether a title is watched. All titles of this list are unwatched, so films and the episodes of a series come in the order of their
  /// ids. The wire value is `watched`.
  public static let watched = UnwatchedSort(rawValue: "watched")

  /// The known sort orders, in the order of a menu.
  public static let allCases: [UnwatchedSort] = [.added, .releaseDate, .watched]
}

extension UnwatchedList {
  /// Creates the list of the unwatched titles of a watchlist, in the server's order: films by `sort`, and series by the air date of their
  /// first episode. Titles without a date come first.
  package init(_ watchlist: Watchlist, sortedBy sort: UnwatchedSort) {
    self.init()
    movies = watchlist.allMovies.filter { !$0.watched }
    series = watchlist.series.compactMap { series in
      let open = with(series) { $0.episodes.removeAll(where: \.watched) }
      return open.episodes.isEmpty ? nil : open
    }
    self = sorted(by: sort)
  }

  /// Returns the list with its films and its series in the order in which the server returns each of them for `sort`.
  func sorted(by sort: UnwatchedSort) -> UnwatchedList {
    with(self) {
      $0.movies = Self.sorted(movies, by: sort)
      $0.series = Self.sorted(series, by: sort)
    }
  }

  /// Films in the server's order. The server sorts by `added` if it does not support `sort`.
  private static func sorted(_ movies: [Movie], by sort: UnwatchedSort) -> [Movie] {
    switch sort {
    case .releaseDate: sorted(movies) { $0.releaseDate?.rawValue ?? "" }
    case .watched: sorted(movies) { $0.id }
    default: sorted(movies) { $0.addedAt ?? .distantPast }
    }
  }

  /// Reads each key once instead of at each comparison.
  private static func sorted(_ movies: [Movie], by key: (Movie) -> some Comparable) -> [Movie] {
    movies.enumerated().map { (key: key($1), id: $1.id, place: $0) }
      .sorted { ($0.key, $0.id) < ($1.key, $1.id) }
      .map { movies[$0.place] }
  }

  /// Series in the server's order. Their episodes come by air date, but by id for `.watched`: all of them are equally unwatched. Series
  /// whose first episodes have the same date come in the order of their lowest episode id.
  private static func sorted(_ series: [Series], by sort: UnwatchedSort) -> [Series] {
    func aired(_ episode: Episode) -> String { sort == .watched ? "" : episode.airDate?.rawValue ?? "" }
    let shown = series.map { series in
      with(series) { $0.episodes.sort { (aired($0), $0.id) < (aired($1), $1.id) } }
    }
    return shown.enumerated().map { place, series in
      (date: series.episodes.first?.airDate?.rawValue ?? "", id: series.episodes.map(\.id).min() ?? 0, place: place)
    }
    .sorted { ($0.date, $0.id, $0.place) < ($1.date, $1.id, $1.place) }
    .map { shown[$0.place] }
  }
}
