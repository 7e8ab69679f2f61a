/// One season of a series with its episodes.
public struct SeasonGroup: Hashable, Sendable, Identifiable {
  /// 0 for specials.
  public var number: Int
  /// The episodes, ordered by number.
  public var episodes: [Episode]
  /// The season's own poster, or the series' where there is none.
  public var posterURL: String?

  public var id: Int { number }
  public var watchedCount: Int { episodes.count(where: \.watched) }
  public var state: WatchedState { WatchedState(episodes.map(\.watched)) }
  /// 0…1
  public var fraction: Double { episodes.isEmpty ? 0 : Double(watchedCount) / Double(episodes.count) }
}

extension Series {
  /// The seasons of the series, ascending; specials are season 0 and come first.
  /// - Parameter unwatchedOnly: leaves out seasons without an unwatched episode.
  public func seasons(unwatchedOnly: Bool = false) -> [SeasonGroup] {
    Dictionary(grouping: episodes, by: \.season).map { number, episodes in
      SeasonGroup(
        number: number, episodes: episodes.sorted { ($0.number, $0.id) < ($1.number, $1.id) },
        posterURL: seasonPosters[number] ?? posterURL)
    }
    .filter { !unwatchedOnly || $0.state != .all }
    .sorted { $0.number < $1.number }
  }
}

extension MovieCollection {
  /// The films that an opened collection shows.
  public func movies(unwatchedOnly: Bool) -> [Movie] { unwatchedOnly ? movies.filter { !$0.watched } : movies }
}
