public import Foundation
import MediaCore

/// A link to a show, or to one of its seasons or episodes: `tally://show/520100?season=2&episode=4`.
public struct ShowLink: Hashable, Sendable {
  /// The show's number at TMDB.
  public var show: TMDBID
  /// The title to show until the show is loaded; not part of the address.
  public var title: String
  /// The season's number; nil if the link leads to the whole show.
  public var season: Int?
  /// The number of the episode at TMDB; nil if the link leads to a whole season or the whole show.
  public var episode: Int?

  /// Creates a link to a show.
  /// - Parameter season: the season's number; if nil, the link leads to the whole show.
  public init(show: TMDBID, title: String = "", season: Int? = nil, episode: Int? = nil) {
    self.show = show
    self.title = title
    self.season = season
    self.episode = episode
  }

  /// Reads a link from an address. Nil if the address is not a link to a show.
  public init?(_ url: URL) {
    let parts = url.path.split(separator: "/")
    guard url.scheme?.lowercased() == "tally", url.host?.lowercased() == "show", parts.count == 1,
      let show = Int(parts[0]), show > 0
    else { return nil }
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
    self.init(show: TMDBID(show), season: number("season"), episode: number("episode"))
  }

  /// The link as an address; nil if no address can be made from the link.
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
