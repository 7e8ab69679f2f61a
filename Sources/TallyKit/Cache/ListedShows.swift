import MediaCore

/// The part of the watchlist on which the calendar's months depend: the listed shows, and what the server's guide and the seasons are asked
/// for. Members that only other screens show, such as ratings, notes and watched episodes, are left out.
struct ListedShows: Sendable, Equatable {
  private struct Show: Sendable, Equatable {
    let status: WatchStatus
    let provider: SelectedProvider?
    let country: String?
    let title: String
    let poster: String?
    /// The number of seasons, and the season that had dates when the show was added.
    let seasons: Int?
    let analyzedSeason: Int?
  }

  private let shows: [TMDBID: Show]
  /// The targets of the changes of listed shows that wait to be sent. The server's guide shows them only after that: without `waiting`, the
  /// calendar would not read its months again then.
  private let waiting: Set<String>

  init(_ items: [TrackedItem], waiting: Set<String>) {
    self.waiting = waiting
    shows = Dictionary(
      items.map { item in
        let show = Show(
          status: item.status, provider: item.provider, country: item.country, title: item.title,
          poster: item.show?.posterPath, seasons: item.show?.totalSeasons,
          analyzedSeason: item.show?.releasePattern?.analyzedSeason)
        return (item.id, show)
      }, uniquingKeysWith: { first, _ in first })
  }
}
