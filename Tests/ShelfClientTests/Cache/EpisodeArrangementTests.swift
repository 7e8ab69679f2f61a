import Foundation
import MediaCore
import Testing

@testable import ShelfClient

@Suite("Filtering and sorting a podcast's episodes")
struct EpisodeArrangementTests {
  /// Newest first, as the server's order is read.
  private let episodes: [ListedEpisode] = [
    listed("e", "Éclair", day: 5, season: "2", number: "2", duration: 900),
    listed("d", "Data", day: 4, season: "02", number: "1", duration: 300),
    listed("c", "cables", day: 3, season: "10", number: "1", duration: nil),
    listed("b", "Bonus", day: 2, season: nil, number: nil, duration: 100),
    listed("a", "Antennas", day: nil, season: "Pilot", number: "x", duration: 500),
  ]

  private static func listed(
    _ id: String, _ title: String, day: Double?, season: String?, number: String?, duration: Double?
  ) -> ListedEpisode {
    var episode = Episode(id: id)
    (episode.season, episode.episodeNumber) = (season, number)
    var row = ShelfRow(id: id, kind: .episode, title: title)
    row.publishedAt = day.map { Date(timeIntervalSince1970: $0 * 86_400) }
    row.duration = duration
    return ListedEpisode(row, episode)
  }

  private func order(
    _ sort: EpisodeSort, descending: Bool = false, filter: EpisodeFilter = .all, query: String = "",
    progress: [String: KnownProgress] = [:], downloaded: Set<String> = []
  ) -> String {
    arrangement(sort, descending: descending, filter: filter, query: query, progress, downloaded).rows(episodes)
      .map(\.id).joined()
  }

  private func arrangement(
    _ sort: EpisodeSort, descending: Bool = false, filter: EpisodeFilter = .all, query: String = "",
    _ progress: [String: KnownProgress] = [:], _ downloaded: Set<String> = []
  ) -> EpisodeArrangement {
    var settings = EpisodeListSettings()
    (settings.sort, settings.descending, settings.filter) = (sort, descending, filter)
    return EpisodeArrangement(settings: settings, query: query, progress: progress, downloaded: downloaded)
  }

  private func progress(_ id: String, position: Double = 0, isFinished: Bool = false) throws -> KnownProgress {
    var progress = KnownProgress(id: try #require(PlayableID(id)), position: position)
    progress.isFinished = isFinished
    return progress
  }

  @Test("an episode without a date, season or duration comes last in both directions")
  func missingValues() {
    #expect(order(.publishedAt, descending: true) == "edcba")
    #expect(order(.publishedAt) == "bcdea")
    #expect(order(.duration) == "bdaec")
    #expect(order(.duration, descending: true) == "eadbc")
    #expect(order(.season) == "decab")
    #expect(order(.season, descending: true) == "acedb")
  }

  @Test("titles sort without regard to case and accents")
  func titles() {
    #expect(order(.title) == "abcde")
    #expect(order(.title, descending: true) == "edcba")
  }

  @Test("equal episodes keep the order newest first")
  func equalEpisodes() {
    let same = ["z", "y", "x"].map { Self.listed($0, "Same", day: 1, season: nil, number: nil, duration: 60) }
    for sort in EpisodeSort.allCases {
      for descending in [false, true] {
        #expect(arrangement(sort, descending: descending).rows(same).map(\.id) == ["z", "y", "x"])
      }
    }
  }

  @Test("each filter shows its episodes")
  func filters() throws {
    let known = [
      "a": try progress("a", position: 500, isFinished: true), "b": try progress("b", position: 20),
      "c": try progress("c"),
    ]
    func shown(_ filter: EpisodeFilter) -> String {
      order(.title, filter: filter, progress: known, downloaded: ["c", "e"])
    }
    #expect(shown(.all) == "abcde")
    #expect(shown(.unfinished) == "bcde")
    #expect(shown(.inProgress) == "b")
    #expect(shown(.finished) == "a")
    #expect(shown(.downloaded) == "ce")
  }

  @Test("a search needs every word in the title, without regard to case, accents and order")
  func search() {
    #expect(order(.title, query: "ECLAIR") == "e")
    #expect(order(.title, query: "  a  n ") == "a")
    #expect(order(.title, query: "ta da") == "d")
    #expect(order(.title, query: "data bonus").isEmpty)
    #expect(order(.title, query: " ") == "abcde")
  }

  @Test("seasons that are the same number are one season, and episodes without a season come last")
  func seasons() {
    let up = arrangement(.publishedAt)
    let seasons = up.seasons(up.rows(episodes), of: episodes)
    #expect(seasons.map(\.name) == ["2", "10", "Pilot", nil])
    #expect(seasons.map { $0.rows.map(\.id).joined() } == ["de", "c", "a", "b"])
    let down = arrangement(.publishedAt, descending: true)
    #expect(down.seasons(down.rows(episodes), of: episodes).map(\.name) == ["Pilot", "10", "2", nil])
    let shown = arrangement(.title, query: "cables")
    #expect(shown.seasons(shown.rows(episodes), of: episodes).map(\.name) == ["10"])
  }

  @Test("settings of a later version with an unknown order are read with the default order")
  func unknownOrder() throws {
    let text = #"{"sort":"loudness","descending":false,"filter":"finished"}"#
    let settings = try JSONDecoder().decode(EpisodeListSettings.self, from: Data(text.utf8))
    #expect(settings.sort == .publishedAt)
    #expect(!settings.descending)
    #expect(settings.filter == .finished)
    #expect(!settings.groupsSeasons)
  }
}
