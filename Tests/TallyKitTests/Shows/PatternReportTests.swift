import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Reports of release patterns")
struct PatternReportTests {
  private func report(_ answer: JSONValue) async throws -> (PatternReport, issues: Int) {
    let tally = TallyService(
      server: .fake, transport: ClosureTransport.json { _ in answer }, environment: .manual())
    let report = try await tally.shows.pattern(of: 310_442)
    return (report, tally.client.log.entries.filter { $0.message.contains("wrongType") }.count)
  }

  @Test("ids of episodes and shows are read as texts and as numbers", arguments: [true, false])
  func ids(_ isText: Bool) async throws {
    let id: JSONValue = isText ? "310442" : 310_442
    let episode: JSONValue = isText ? "310442-s1e1" : 6_120_441
    let (report, issues) = try await report([
      "title": "Lighthouse Winter", "tmdbId": id,
      "releasePattern": [
        "pattern": ["pattern": "weekly", "confidence": 0.9],
        "episodes": [
          ["id": episode, "seasonNumber": 1, "episodeNumber": 1, "airDate": "2022-03-10T00:00:00.000Z", "title": "A"]
        ],
      ],
    ])
    #expect(report.tmdbId == 310_442)
    #expect(report.releasePattern?.episodes?.map(\.id) == [isText ? "310442-s1e1" : "6120441"])
    #expect(issues == 0)
  }

  @Test("diagnostics repeat the number of the show as a number or as a text", arguments: [true, false])
  func diagnostics(_ isText: Bool) async throws {
    let answer: JSONValue = ["tmdbId": isText ? "310442" : 310_442, "seasonNumber": 1, "analysis": ["a": 1]]
    let tally = TallyService(
      server: .fake, transport: ClosureTransport.json { _ in answer }, environment: .manual())
    #expect(try await tally.shows.patternDiagnostics(of: 310_442, season: 1).tmdbId == "310442")
  }
}
