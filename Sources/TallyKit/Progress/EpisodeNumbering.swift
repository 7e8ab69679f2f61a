/// Converts between the numbers of a season's episodes at TMDB and the episodes' places in the season. TMDB's numbers can begin at 62 or at
/// 0, have gaps, or occur twice. The server stores progress by place. The places of each season begin at 1 and have no gaps.
public struct EpisodeNumbering: Codable, Hashable, Sendable {
  /// TMDB's numbers of the season's episodes, in ascending order, each once.
  public let numbers: [Int]

  /// Creates the numbering of a season from its episodes' numbers.
  /// - Parameter numbers: the numbers in any order. A number that occurs twice is used once.
  public init(_ numbers: some Sequence<Int>) {
    let possible = numbers.filter { (0..<EpisodePlace.end).contains($0) }
    // Sort only if needed: most seasons come in order, and this runs for every row of a list.
    let isAscending = zip(possible, possible.dropFirst()).allSatisfy { $0 < $1 }
    self.numbers = isAscending ? possible : Set(possible).sorted()
  }

  /// Creates the numbering of a season whose numbers begin at 1 and have no gaps, as in most seasons.
  public init(count: Int) { numbers = count > 0 ? Array(1...min(count, EpisodePlace.end - 1)) : [] }

  public init(from decoder: any Decoder) throws { self.init(try [Int](from: decoder)) }

  public func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }

  /// The number of episodes in the season.
  public var count: Int { numbers.count }

  /// Returns the place of an episode in its season, from 1; nil if the season has no episode with this number. A number above the last
  /// element of ``numbers`` gets a place after the last episode, because the episode may be newer than ``numbers``.
  public func place(of number: Int) -> Int? {
    guard let last = numbers.last else { return number >= 1 ? number : nil }
    if number > last { return Self.sum(number - last, count) }
    let index = index(of: number)
    return numbers[index] == number ? index + 1 : nil
  }

  /// Returns the number at TMDB of the episode at a place in the season. Places begin at 1; nil for a place below 1.
  public func number(at place: Int) -> Int? {
    guard place >= 1 else { return nil }
    if place <= count { return numbers[place - 1] }
    return Self.sum(place - count, numbers.last ?? 0)
  }

  /// `Int.max` for a sum beyond it: an app may ask for any number.
  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isBeyond) = one.addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }

  /// Returns the number at TMDB of the episode that follows `number` in the season; nil if `number` is the last one or higher.
  public func next(after number: Int) -> Int? {
    guard let last = numbers.last, number < last else { return nil }
    return numbers[number < numbers[0] ? 0 : index(of: number + 1)]
  }

  /// The index of the first number that is not below `number`.
  private func index(of number: Int) -> Int {
    var (low, high) = (0, numbers.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension EpisodeStates {
  /// The states by episode number instead of by place, for seasons whose numbers are known.
  func named(by numbering: [Int: EpisodeNumbering]) -> EpisodeStates {
    guard seasons.keys.contains(where: { numbering[$0] != nil }) else { return self }
    var named = EpisodeStates()
    for (season, episodes) in seasons {
      for (place, state) in episodes {
        guard let numbers = numbering[season] else {
          named[season, place] = state
          continue
        }
        if let number = numbers.number(at: place) { named[season, number] = state }
      }
    }
    return named
  }
}

extension Season {
  /// The episodes by number, each once: TMDB lists some twice.
  var listed: [Episode] { Self.listed(episodes) }

  static func listed(_ episodes: [Episode]) -> [Episode] {
    var seen: Set<Int> = []
    return episodes.filter { seen.insert($0.episodeNumber).inserted }.sorted { $0.episodeNumber < $1.episodeNumber }
  }
}
