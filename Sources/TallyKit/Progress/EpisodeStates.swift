import MediaCore

/// The states of a show's episodes by season and number. An episode that is not contained here is unwatched. Seasons above 9999 and
/// episodes above 9998, which no show has, are ignored.
public struct EpisodeStates: Hashable, Sendable, Codable {
  /// The states of episodes, first by season number and then by episode number. An episode that is not contained here is unwatched.
  public private(set) var seasons: [Int: [Int: EpisodeState]]

  /// Creates states; by default nothing is watched.
  public init(_ seasons: [Int: [Int: EpisodeState]] = [:]) {
    self.seasons = [:]
    for (season, episodes) in seasons where EpisodePlace(season: season, episode: 0).isPossible {
      self.seasons[season] = episodes.filter { EpisodePlace(season: season, episode: $0.key).isPossible }
    }
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try members.decode([Int: [Int: EpisodeState]].self, forKey: .seasons))
  }

  /// Creates the states from a response of the server.
  public init(_ progress: ShowProgress) {
    self.init(
      progress.seasons.mapValues { episodes in
        Dictionary(episodes.map { ($0.episodeNumber, $0.status) }, uniquingKeysWith: { $1 })
      })
  }

  /// The state of an episode; `unwatched` if the state is unknown.
  public subscript(season: Int, episode: Int) -> EpisodeState {
    get { seasons[season]?[episode] ?? .unwatched }
    set {
      guard EpisodePlace(season: season, episode: episode).isPossible else { return }
      seasons[season, default: [:]][episode] = newValue
    }
  }

  /// Returns the number of the highest watched episode of a season. The value is 0 if no episode is watched, and nil if no state of the
  /// season is stored here.
  public func lastWatched(season: Int) -> Int? {
    seasons[season].map { episodes in episodes.filter { $0.value == .watched }.keys.max() ?? 0 }
  }

  func isStored(_ place: EpisodePlace) -> Bool { seasons[place.season]?[place.episode] != nil }

  /// Every place with a known state, in story order.
  var places: [EpisodePlace] {
    seasons.flatMap { season, episodes in episodes.keys.map { EpisodePlace(season: season, episode: $0) } }.sorted()
  }

  /// The watched episodes, in story order.
  var watched: [EpisodePlace] { places.filter { self[$0.season, $0.episode] == .watched } }

  /// Whether both have the same state for every episode; a missing episode equals an unwatched one.
  func isSame(as other: EpisodeStates) -> Bool {
    Set(places).union(other.places).allSatisfy { self[$0.season, $0.episode] == other[$0.season, $0.episode] }
  }
}

/// The identity of an episode: the season's number and the episode's number.
public struct EpisodePlace: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The season's number, from 1.
  public var season: Int
  /// The episode's number at TMDB. If TMDB's numbers of the season are not known, the episode's place in the season, from 1.
  public var episode: Int

  /// Creates the identity of an episode from the numbers of season and episode.
  public init(season: Int, episode: Int) {
    self.season = season
    self.episode = episode
  }

  /// An episode number beyond the last episode of any season.
  static let end = 9999

  /// Whether a show can have this place. Seasons can be numbered by years; a higher number is an error, and must not make the states grow.
  var isPossible: Bool { (0...9999).contains(season) && (0..<EpisodePlace.end).contains(episode) }

  /// The place after this one; nil after the show's last.
  /// - Parameter counts: how many episodes the seasons have. A season without a count has no end.
  func next(_ counts: [Int: Int]) -> EpisodePlace? {
    guard let count = counts[season], episode >= count else {
      return EpisodePlace(season: season, episode: episode + 1)
    }
    return counts.keys.filter { $0 > season }.min().map { EpisodePlace(season: $0, episode: 1) }
  }

  /// The season's number and the episode's number as text, such as `S2E3`.
  public var description: String { "S\(season)E\(episode)" }

  public static func < (a: EpisodePlace, b: EpisodePlace) -> Bool { (a.season, a.episode) < (b.season, b.episode) }
}

/// The effect of a change of a show's progress on one episode.
public struct EpisodeChange: Hashable, Sendable {
  /// The episode whose state changes.
  public var place: EpisodePlace
  /// The episode's state before the change.
  public var from: EpisodeState
  /// The episode's state after the change.
  public var to: EpisodeState
}

extension EpisodePlace: Identifiable {
  /// This value itself. SwiftUI's `sheet(item:)` requires this property to accept an optional `EpisodePlace`.
  public var id: Self { self }
}
