import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import TallyKit

@Suite("A month's data answers as a plain reading of the guide does")
struct CalendarDataTests {
  /// A plain implementation to compare with, in which each step searches all earlier episodes.
  private struct Plain {
    var episodes: [String: [EpisodeRef]] = [:]
    var providers: [String: [ProviderBadge]] = [:]

    mutating func add(_ episode: EpisodeRef) {
      let day = episode.day.description
      guard episodes[day]?.contains(where: { $0.id == episode.id && $0.show == episode.show }) != true else { return }
      episodes[day, default: []].append(episode)
      for badge in episode.providers where providers[day]?.contains(where: { $0.id == badge.id }) != true {
        providers[day, default: []].append(badge)
      }
    }

    mutating func number(from known: Plain) {
      for (day, list) in episodes {
        for (index, episode) in list.enumerated() where !episode.hasNumbers {
          let found = known.episodes[day]?.first {
            $0.hasNumbers && $0.show == episode.show && $0.title == episode.title
          }
          guard let found else { continue }
          episodes[day]?[index].season = found.season
          episodes[day]?[index].episode = found.episode
        }
      }
    }

    mutating func number(from analyses: [TMDBID: ShowAnalysis]) {
      for (day, list) in episodes {
        for (index, episode) in list.enumerated() where !episode.hasNumbers {
          let analysis = analyses[episode.show]
          let sameDay = (analysis?.diagnostics?.episodeDetails ?? []).filter { $0.airDate == episode.day }
          let isAlone = sameDay.count == 1 && list.count { $0.show == episode.show } == 1
          guard let season = analysis?.analyzedSeason,
            let found = sameDay.first(where: { $0.title == episode.title }) ?? (isAlone ? sameDay.first : nil)
          else { continue }
          episodes[day]?[index].season = season
          episodes[day]?[index].episode = found.number
        }
      }
    }
  }

  private struct Maker {
    let random: SeededRandom
    func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    func day() -> CalendarDay? { CalendarDay(year: 2026, month: 11, day: 1 + below(4)) }
    func title() -> String { ["", "One", "Two", "Zwölf", "Zwo\u{308}lf"][below(5)] }

    func episode(_ hasNumber: Bool) -> EpisodeRef? {
      day().map { day in
        EpisodeRef(
          show: TMDBID(below(4)), showTitle: "Show", title: title(), day: day, season: hasNumber ? 1 + below(2) : nil,
          episode: hasNumber ? 1 + below(9) : nil,
          providers: (0..<below(3)).map { _ in ProviderBadge(id: .tmdb(below(4)), name: "P") })
      }
    }

    func analyses() -> [TMDBID: ShowAnalysis] {
      Dictionary(
        uniqueKeysWithValues: (0..<4).map { show in
          var analysis = ShowAnalysis(showDetails: ShowDetails(id: TMDBID(show)))
          analysis.analyzedSeason = below(3) == 0 ? nil : 3
          var diagnostics = AnalysisDiagnostics()
          diagnostics.episodeDetails = (0..<below(6)).map { number in
            var episode = AnalyzedEpisode(number: number + 1)
            episode.airDate = below(5) == 0 ? nil : day()
            episode.title = title()
            return episode
          }
          analysis.diagnostics = diagnostics
          return (TMDBID(show), analysis)
        })
    }
  }

  @Test("days, providers and numbers", arguments: 1...60)
  func equal(_ seed: Int) {
    let maker = Maker(random: SeededRandom(seed: UInt64(seed)))
    func month(_ numbered: Int) -> (CalendarData, Plain) {
      var (data, plain) = (CalendarData(), Plain())
      for _ in 0..<maker.below(40) {
        guard let episode = maker.episode(maker.below(4) < numbered) else { continue }
        data.add(episode)
        plain.add(episode)
      }
      return (data, plain)
    }
    let known = month(3)
    var (data, plain) = month(1)
    func compare() {
      #expect(data.episodesByDate == plain.episodes)
      #expect(data.dailyProviders == plain.providers)
      let unnumbered = Set(plain.episodes.values.joined().filter { !$0.hasNumbers }.map(\.show)).sorted()
      #expect(data.unnumbered == unnumbered && data.hasUnnumbered == !unnumbered.isEmpty)
    }
    compare()
    data.number(from: known.0)
    plain.number(from: known.1)
    compare()
    let analyses = maker.analyses()
    data.number(from: analyses)
    plain.number(from: analyses)
    compare()
  }
}
