import Foundation
import MediaCore
import Testing

@testable import TallyKit

@Suite("Shows, as the contract's documents have them")
struct ShowModelTests {
  private func read<Value: Decodable>(_ type: Value.Type, _ name: String, _ members: String...) throws -> Value {
    var value = try Fixtures.contract(name)
    for member in members { value = try #require(value[member]) }
    return try JSONCoder.tally.decode(type, from: value.serialized())
  }

  @Test("a search keeps Unicode, and has years and posters only where there are some")
  func search() throws {
    let answer = try read(SearchAnswer.self, "search")
    #expect(answer.query == "灯台")
    #expect(answer.country == "JP")
    #expect(answer.results.map(\.id) == [310_442, 287_731, 199_004])
    #expect(answer.results[0].title == "灯台の冬 – Lighthouse Winter")
    #expect(answer.results[0].firstAirDate == CalendarDay("2022-03-10"))
    #expect(answer.results[0].posterURL?.absoluteString.hasSuffix("/w500/k2Lq0aHsv9Wc1rTnYx7dPe4uZbM.jpg") == true)
    #expect(answer.results[1].displayYear == nil)
    #expect(answer.results[1].poster == nil)
    #expect(answer.results[1].firstAirDate == nil)
    #expect(answer.results[2].displayYear == 1998)
    #expect(answer.results.map(\.popularity) == [41.873, 0.6, 3])
  }

  @Test("an analysis has its confidence inside the pattern")
  func analysis() throws {
    let analysis = try read(AnalysisAnswer.self, "analyze").analysis
    #expect(analysis.showDetails.id == 310_442)
    #expect(analysis.pattern?.kind == .weekly)
    #expect(analysis.confidence == nil)
    #expect(analysis.knownPattern?.badge == "WEEKLY 95%")
    #expect(analysis.seasonInfo.map(\.episodeCount) == [8, 4, 0])
    #expect(analysis.seasonInfo[0].knownPattern == ReleasePattern(kind: .binge, confidence: 0.9))
    #expect(analysis.seasonInfo[2].airDate == nil)
    #expect(analysis.diagnostics?.intervals == [7, 7, 8])
    #expect(analysis.diagnostics?.episodeDetails.map(\.number) == [1, 2, 3, 4])
    #expect(analysis.diagnostics?.episodeDetails[3].airDate == CalendarDay("2025-09-26"))
    #expect(analysis.watchProviders.map(\.providerId) == [8, 384, 2188])
    #expect(analysis.watchProviders[2].logoURL == nil)
    #expect(analysis.analyzedSeason == 2)
  }

  @Test("an analysis without episodes has a bare word for a pattern, which counts as none")
  func fallback() throws {
    let analysis = try read(AnalysisAnswer.self, "analyze.fallback").analysis
    #expect(analysis.pattern == ReleasePattern(kind: .unknown))
    #expect(analysis.confidence == 0.5)
    #expect(analysis.knownPattern == nil)
    #expect(analysis.analyzedSeason == nil)
    #expect(analysis.showDetails.firstAirDate == nil)
    #expect(analysis.showDetails.status == .inProduction)
    #expect(analysis.seasonInfo == [])
  }

  @Test("a season has undated episodes and such without a runtime")
  func season() throws {
    let season = try #require(try read(SeasonAnswer.self, "season-raw").raw.season)
    #expect((season.episodes.count, season.episodes.count { $0.airDate != nil }) == (5, 4))
    #expect(season.episodes.map(\.episodeNumber) == [1, 2, 3, 4, 5])
    #expect(season.episodes.map(\.runtime) == [47, nil, 44, nil, nil])
    #expect(season.episodes[4].airDate == nil)
    #expect(
      season.episodes[0].stillURL?.absoluteString == "https://image.tmdb.org/t/p/w780/9sWm3uQ0eXbT7nKcLr2pVd5aYhG.jpg")
    #expect(season.episodes[3].episodeType == "finale")
  }

  @Test("a pattern from a server in development has its diagnostics, and an optimised plan what it was made for")
  func rareMembers() throws {
    let report: JSONValue = ["title": "A", "tmdbId": 7, "diagnostics": ["analysis": [7, 7], "note": "x"]]
    let read = try JSONCoder.tally.decode(PatternReport.self, from: report.serialized())
    #expect(read.diagnostics?["note"]?.string == "x")
    #expect(try JSONValue(parsing: JSONCoder.tally.encode(read))["diagnostics"] == report["diagnostics"])
    let plan: JSONValue = [
      "optimizedPlan": [], "preferences": ["maxSimultaneous": 1, "watchDelay": "P3D", "batchEpisodes": false],
    ]
    let optimized = try JSONCoder.tally.decode(OptimizedPlan.self, from: plan.serialized())
    #expect(optimized.preferences == PlanPreferences(maxSimultaneous: 1, watchDelay: "P3D", batchEpisodes: false))
  }

  @Test("ids of providers in a guide are numbers or texts")
  func guides() throws {
    let demo = try read(Guide.self, "tv-guide.numeric", "data")
    #expect(demo.services.map(\.service.id) == [.tmdb(1899), .tmdb(4888)])
    #expect(
      demo.services[0].shows[0].upcomingEpisodes.map(\.airDate) == [
        CalendarDay("2025-09-18"), CalendarDay("2025-09-25"),
      ])
    #expect(demo.services[1].shows[0].posterURL == nil)
    #expect(demo.services[1].shows[0].bufferDays == nil)
    let account = try read(Guide.self, "tv-guide.uuid", "data")
    #expect(account.services[0].service.id == .service("5a3c9be0-7f12-4d6b-8e21-b4c7d0f9a316"))
    #expect(account.services[1].service.logoURL == nil)
    #expect(account.services[0].shows[0].bufferDays == 3)
    #expect(account.services[0].shows[0].activeWindow?.end == CalendarDay("2025-09-26"))
    #expect((account.totalShows, account.totalEpisodes) == (3, 6))
  }

  @Test("texts of numbers, and numbers, are the same provider")
  func providerIDs() throws {
    let ids = try JSONCoder.tally.decode([ProviderID].self, from: Data(#"[8, "8", "b7d0"]"#.utf8))
    #expect(ids == [.tmdb(8), .tmdb(8), .service("b7d0")])
    #expect([.service("a"), .tmdb(9), .tmdb(8)].sorted() == [ProviderID.tmdb(8), .tmdb(9), .service("a")])
  }
}
