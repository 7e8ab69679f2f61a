import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Marks that wait while TMDB numbers a season anew")
struct RenumberedSeasonTests {
  private let gaps = TMDBID(TallyWorld.gapsShow)
  private let continued = TMDBID(TallyWorld.continuedShow)

  /// How this device gets the new numbering.
  enum Path: CaseIterable {
    /// The season is opened before the mark is sent.
    case opened
    /// The mark is sent days later, with nothing opened in between.
    case outdated
  }

  /// A sign-in outlasts the days that a mark waits.
  private func bench() async throws -> Bench {
    try await Bench(world: .irregular, settings: .init(accessTokenLifetime: .seconds(30 * 86_400)))
  }

  /// Marks an episode without a network, has TMDB number its season anew, and sends the mark.
  private func marked(
    _ kind: ProgressMutation.Step.Kind, _ episode: Int, season: Int = 1, of show: TMDBID, then numbers: [Int],
    _ path: Path, seasonIsDown: Bool = false
  ) async throws -> (Bench, Submission) {
    let bench = try await bench()
    _ = try await bench.tally.seasonStore.ask(season, of: show, country: "AU")
    bench.faults.isDown = true
    let store = bench.tally.progressStore
    let change =
      kind == .upTo
      ? try await store.setWatched(upTo: episode, season: season, of: show)
      : try await store.markEpisode(episode, season: season, as: .watched, of: show)
    _ = await change.written()
    bench.server.edit { $0.addSeason(.numbered(numbers, from: "2026-10-05", number: season), to: show.rawValue) }
    switch path {
    case .opened:
      bench.faults.isDown = false
      // Reconnecting sends the change again: let that write fail too.
      bench.faults.fail(.tallyProgressSet, with: .refused, .refused, .refused)
      _ = try await bench.tally.seasonStore.ask(season, of: show, country: "AU")
    case .outdated:
      await bench.clock.advance(by: .seconds(2 * 86_400))
      if seasonIsDown { bench.server.edit { $0.overload(show.rawValue) } }
      bench.faults.isDown = false
    }
    await bench.clock.advance(by: .seconds(3600))
    await bench.tally.queue.flush()
    return (bench, change)
  }

  private func stored(_ bench: Bench, _ show: TMDBID, _ season: Int = 1) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: season)
  }

  @Test("E5 is sent at its new place after E3 has come before it", arguments: Path.allCases)
  func moved(_ path: Path) async throws {
    let (bench, change) = try await marked(.episode, 5, of: gaps, then: [1, 2, 3, 4, 5, 7], path)
    #expect(await change.settled() == .synced)
    #expect(stored(bench, gaps) == [5])
    #expect(try await bench.tally.progressStore.progress(of: gaps)?.states.seasons[1]?[5] == .watched)
  }

  @Test("everything up to E5 includes the E3 that has come before it", arguments: Path.allCases)
  func upTo(_ path: Path) async throws {
    let (bench, change) = try await marked(.upTo, 5, of: gaps, then: [1, 2, 3, 4, 5, 7], path)
    #expect(await change.settled() == .synced)
    #expect(stored(bench, gaps) == [1, 2, 3, 4, 5])
  }

  @Test("S2E70 stays the ninth when 62…77 become 1…16", arguments: Path.allCases)
  func renumbered(_ path: Path) async throws {
    let (bench, change) = try await marked(.episode, 70, season: 2, of: continued, then: Array(1...16), path)
    #expect(await change.settled() == .synced)
    #expect(stored(bench, continued, 2) == [9])
  }

  @Test("the mark of an episode that TMDB has removed is refused, and marks no other episode", arguments: Path.allCases)
  func removed(_ path: Path) async throws {
    let (bench, change) = try await marked(.episode, 4, of: gaps, then: [1, 2, 5, 7, 8], path)
    guard case .refused = await change.settled() else {
      Issue.record("not refused")
      return
    }
    #expect(try await bench.tally.queue.refused().map(\.refusalReason) == [ClientError.Kind.invalidRequest.rawValue])
    #expect(stored(bench, gaps) == [])
  }

  @Test("a mark with an outdated numbering is sent although the server cannot describe the season")
  func down() async throws {
    let (bench, change) = try await marked(
      .episode, 5, of: gaps, then: [1, 2, 4, 5, 7, 8], .outdated, seasonIsDown: true)
    #expect(await change.settled() == .synced)
    #expect(stored(bench, gaps) == [4])
  }

  @Test("a mark sent at once asks for no season")
  func price() async throws {
    let bench = try await bench()
    _ = try await bench.tally.seasonStore.ask(1, of: gaps, country: "AU")
    await bench.clock.advance(by: .seconds(2 * 86_400))
    let seasons = bench.count(.tallyShowSeason)
    #expect(
      await (try bench.tally.progressStore.markEpisode(5, season: 1, as: .watched, of: gaps)).settled() == .synced)
    #expect(bench.count(.tallyShowSeason) == seasons)
  }

  @Test("a later mark replaces an earlier one of the same number, looked up in another numbering")
  func replaced() throws {
    let old = EpisodeNumbering([1, 2, 4, 5])
    let new = EpisodeNumbering([1, 2, 3, 4, 5])
    func step(_ number: Int, _ numbers: EpisodeNumbering, _ kind: ProgressMutation.Step.Kind) throws
      -> ProgressMutation.Step
    {
      .init(
        kind: kind, season: 1, episode: try #require(numbers.place(of: number)), state: .watched,
        listed: .init(number: number, count: numbers.count))
    }
    #expect(try step(5, new, .episode).covers(step(5, old, .episode)))
    #expect(try !step(4, new, .episode).covers(step(5, old, .episode)))
    #expect(try step(4, old, .upTo).covers(step(4, new, .upTo)))
    #expect(try !step(4, new, .upTo).covers(step(5, old, .upTo)))
  }

  @Test("a step stored by an earlier version keeps its place")
  func earlier() throws {
    let text = #"{"show":540200,"steps":[{"kind":"episode","season":1,"episode":4,"state":"watched"}],"counts":{}}"#
    let mutation = try JSONDecoder().decode(ProgressMutation.self, from: Data(text.utf8))
    #expect(mutation.placed(by: [1: EpisodeNumbering([1, 2, 3, 4, 5, 7])]) == mutation)
  }
}
