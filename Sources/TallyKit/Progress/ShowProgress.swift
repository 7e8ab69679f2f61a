import MediaCore

/// The stored states of a show's episodes, by season. Episodes without a stored state are not contained.
///
/// The server sends `showProgress: []` instead of `seasons` if it has no episodes of the show. Such a response is read as empty progress.
public struct ShowProgress: Hashable, Sendable {
  /// The states by season, in the order of the episodes.
  public var seasons: [Int: [EpisodeStatus]] = [:]

  /// Creates progress from states by season.
  public init(seasons: [Int: [EpisodeStatus]] = [:]) { self.seasons = seasons }

  /// Returns the place in the season of the highest watched episode. The value is 0 if no episode is watched, and nil if the season has no
  /// stored state.
  public func lastWatched(season: Int) -> Int? { EpisodeStates(self).lastWatched(season: season) }
}

extension ShowProgress: Codable {
  private enum CodingKeys: String, CodingKey { case seasons, showProgress }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    guard members.contains(.seasons) || members.contains(.showProgress) else {
      throw DecodingError.keyNotFound(
        CodingKeys.seasons, .init(codingPath: decoder.codingPath, debugDescription: "no progress"))
    }
    let map: [String: LossyList<EpisodeStatus>] = members.map(.seasons) ?? [:]
    for (number, list) in map {
      if let number = Int(number) { seasons[number] = list.elements.sorted { $0.episodeNumber < $1.episodeNumber } }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    let named = seasons.map { (String($0.key), $0.value) }
    try members.encode(Dictionary(uniqueKeysWithValues: named), forKey: .seasons)
  }
}

/// The stored state of an episode. Decoding requires `episodeNumber`.
public struct EpisodeStatus: Codable, Hashable, Sendable {
  /// The episode's place in the season, from 1. The place can differ from TMDB's number.
  public var episodeNumber: Int
  /// The state: not watched, being watched, or watched.
  public var status: EpisodeState

  /// Creates a state of an episode, by default not watched.
  public init(episodeNumber: Int, status: EpisodeState = .unwatched) {
    self.episodeNumber = episodeNumber
    self.status = status
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    episodeNumber = try members.require(.episodeNumber)
    status = members[.status] ?? .unwatched
  }
}

/// The response to a request that sets progress.
public struct ProgressReceipt: Codable, Hashable, Sendable {
  /// The number of episodes whose state was written. Episodes that the server has not stored are not written and not counted.
  public var updatedCount = 0
  /// The number of episodes that the request named.
  public var totalRequested = 0
  /// The state that the server has written.
  public var status: EpisodeState?
  /// The server's sentence about the change, in English.
  public var message: String?

  public init() {}

  public init(from decoder: any Decoder) throws {
    let members = try decoder.lenient(CodingKeys.self)
    updatedCount = members[.updatedCount] ?? 0
    totalRequested = members[.totalRequested] ?? 0
    status = members[.status]
    message = members[.message]
  }
}
