public import Foundation
import MediaCore

/// The way to a show, perhaps to one of its episodes: `tally://show/520100?season=2&episode=4`.
public struct ShowLink: Hashable, Sendable {
  /// The show's number at TMDB.
  public var show: TMDBID
  /// To show while the show is not loaded; not part of the address.
  public var title: String
  /// Nil for the show itself.
  public var season: Int?
  /// Nil for the season itself.
  public var episode: Int?

  /// - Parameter season: nil for the show itself.
  public init(show: TMDBID, title: String = "", season: Int? = nil, episode: Int? = nil) {
    self.show = show
    self.title = title
    self.season = season
    self.episode = episode
  }

  /// Nil for an address that leads elsewhere.
  public init?(_ url: URL) {
    let parts = url.path.split(separator: "/")
    guard url.scheme?.lowercased() == "tally", url.host?.lowercased() == "show", parts.count == 1,
      let show = Int(parts[0]), show > 0
    else { return nil }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
    self.init(show: TMDBID(show), season: number("season"), episode: number("episode"))
  }

  /// The link as an address; nil where it cannot be written as one.
  public var url: URL? {
    var parts = URLComponents()
    parts.scheme = "tally"
    parts.host = "show"
    parts.path = "/\(show)"
    let items = [("season", season), ("episode", episode)].compactMap { name, value in
      value.map { URLQueryItem(name: name, value: String($0)) }
    }
    if !items.isEmpty { parts.queryItems = items }
    return parts.url
  }
}
