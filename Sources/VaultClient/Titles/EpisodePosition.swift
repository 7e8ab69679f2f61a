/// Where an episode stands in its series.
public struct EpisodePosition: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// 0 for specials.
  public var season: Int
  public var number: Int

  public init(season: Int, number: Int) {
    self.season = season
    self.number = number
  }

  public static func < (a: Self, b: Self) -> Bool { (a.season, a.number) < (b.season, b.number) }

  /// `1x2`
  public var description: String { "\(season)x\(number)" }

  init?(_ text: String) {
    let parts = text.split(separator: "x").map { Int($0) }
    guard parts.count == 2, let season = parts[0], let number = parts[1] else { return nil }
    self.init(season: season, number: number)
  }
}
