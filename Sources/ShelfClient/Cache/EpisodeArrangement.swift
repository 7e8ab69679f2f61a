import Foundation

/// An episode's row, with its season and its number as the feed writes them.
struct ListedEpisode {
  var row: ShelfRow
  var season: SeasonName?
  var number: Double?

  init(_ row: ShelfRow, _ episode: Episode) {
    self.row = row
    season = episode.season.flatMap(SeasonName.init)
    number = episode.episodeNumber.flatMap { Double($0.trimmingCharacters(in: .whitespaces)) }
  }
}

/// The name of a season. Names that are the same number, such as `2` and `02`, are equal. Numbers come before other names.
struct SeasonName: Hashable, Comparable {
  let text: String
  private let number: Double?

  init?(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return nil }
    let number = Double(text).flatMap { $0.isFinite ? $0 : nil }
    let whole = number.flatMap { Int(exactly: $0) }
    (self.text, self.number) = (whole.map { String($0) } ?? text, number)
  }

  static func == (one: SeasonName, other: SeasonName) -> Bool { one.text == other.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static func < (one: SeasonName, other: SeasonName) -> Bool {
    switch (one.number, other.number) {
    case (let a?, let b?): (a, one.text) < (b, other.text)
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): one.text < other.text
    }
  }
}

/// Filters, searches and sorts the episodes of one podcast.
struct EpisodeArrangement {
  var settings = EpisodeListSettings()
  /// The words that a title has to contain, in any order.
  var query = ""
  /// By the row's id.
  var progress: [String: KnownProgress] = [:]
  /// The ids of the rows whose download is complete.
  var downloaded: Set<String> = []

  /// - Parameter episodes: newest first. Episodes that are equal in the chosen order keep this order.
  func rows(_ episodes: [ListedEpisode]) -> [ShelfRow] {
    let words = Self.folded(query).split(whereSeparator: \.isWhitespace)
    let shown = episodes.filter { episode in
      guard passesFilter(episode.row.id) else { return false }
      let title = words.isEmpty ? "" : Self.folded(episode.row.title)
      return words.allSatisfy { title.contains($0) }
    }
    switch settings.sort {
    case .publishedAt: return sorted(shown) { $0.row.publishedAt }
    case .title: return sorted(shown) { Self.folded($0.row.title) }
    case .season: return sorted(shown) { SeasonPlace($0) }
    case .duration: return sorted(shown) { $0.row.duration }
    }
  }

  /// Divides shown rows into seasons, in the direction of the order. Episodes without a season come last.
  func seasons(_ rows: [ShelfRow], of episodes: [ListedEpisode]) -> [EpisodeSeason] {
    let names = Dictionary(episodes.map { ($0.row.id, $0.season) }, uniquingKeysWith: { first, _ in first })
    var groups: [SeasonName?: [ShelfRow]] = [:]
    for row in rows { groups[names[row.id] ?? nil, default: []].append(row) }
    return groups.sorted { precedes($0.key, $1.key) ?? false }.map { EpisodeSeason(name: $0.key?.text, rows: $0.value) }
  }

  private func passesFilter(_ id: String) -> Bool {
    let (isFinished, position) = (progress[id]?.isFinished == true, progress[id]?.position ?? 0)
    return switch settings.filter {
    case .all: true
    case .unfinished: !isFinished
    case .inProgress: !isFinished && position > 0
    case .finished: isFinished
    case .downloaded: downloaded.contains(id)
    }
  }

  private func sorted<Key: Comparable>(_ episodes: [ListedEpisode], by key: (ListedEpisode) -> Key?) -> [ShelfRow] {
    let keyed = episodes.enumerated().map { (place: $0.offset, key: key($0.element), row: $0.element.row) }
    return keyed.sorted { precedes($0.key, $1.key) ?? ($0.place < $1.place) }.map(\.row)
  }

  /// Whether one key comes before the other in the chosen direction; nil if they are equal. A missing key always comes last.
  private func precedes<Key: Comparable>(_ one: Key?, _ other: Key?) -> Bool? {
    guard let one, let other else { return one == nil && other == nil ? nil : one != nil }
    return one == other ? nil : (one < other) != settings.descending
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}

/// The place of an episode in its podcast by season, number and date. An episode without a season has none.
private struct SeasonPlace: Comparable {
  let season: SeasonName
  let number: Double
  let date: Date

  init?(_ episode: ListedEpisode) {
    guard let season = episode.season else { return nil }
    self.season = season
    number = episode.number.flatMap { $0.isNaN ? nil : $0 } ?? .infinity
    date = episode.row.publishedAt ?? .distantFuture
  }

  static func < (one: SeasonPlace, other: SeasonPlace) -> Bool {
    (one.season, one.number, one.date) < (other.season, other.number, other.date)
  }
}
