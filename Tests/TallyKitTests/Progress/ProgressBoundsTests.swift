import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Numbers of seasons and episodes that no show has")
struct ProgressBoundsTests {
  static let integers: [Int] = [.min, -1, 0, 9999, 1_000_000, 1 << 31, .max]
  private static let show: TMDBID = 520_100

  @Test("are dropped from an answer", arguments: integers)
  func answer(number: Int) {
    let isSeason = (0...9999).contains(number)
    let isEpisode = (0..<9999).contains(number)
    let progress = ShowProgress(seasons: [
      number: [EpisodeStatus(episodeNumber: 1, status: .watched)],
      3: [EpisodeStatus(episodeNumber: number, status: .watched), EpisodeStatus(episodeNumber: 2, status: .watched)],
    ])
    let states = EpisodeStates(progress)
    #expect(states.seasons.keys.sorted() == (isSeason ? [3, number].sorted() : [3]))
    #expect(states.lastWatched(season: 3) == 2)
    #expect(states.seasons[3]?[number] == (isEpisode ? .watched : nil))
  }

  @Test("are dropped from what an earlier build has stored", arguments: integers)
  func stored(number: Int) throws {
    let stored = #"{"seasons":{"1":{"1":"watched","\#(number)":"watched"},"\#(number)":{"2":"watched"}}}"#
    let states = try JSONCoder.tally.decode(EpisodeStates.self, from: Data(stored.utf8))
    #expect(states.seasons[1]?[1] == .watched)
    #expect(states.places.filter { !$0.isPossible } == [])
    var changed = states
    changed[number, number] = .watched
    #expect(changed.places.filter { !$0.isPossible } == [])
    #expect(try JSONCoder.tally.decode(EpisodeStates.self, from: JSONCoder.tally.encode(states)) == states)
  }

  @Test("are refused as arguments before anything is stored", arguments: integers)
  func arguments(number: Int) async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    let store = bench.tally.progressStore
    let isSeason = (1...9999).contains(number)
    let isEpisode = (0..<9999).contains(number)
    var accepted: [String] = []
    func attempt(_ name: String, _ body: () async throws(ClientError) -> Void) async {
      do throws(ClientError) {
        try await body()
        accepted.append(name)
      } catch { #expect(error.kind == .invalidRequest, "\(name)") }
    }
    await attempt("season") { () async throws(ClientError) in
      try await store.setWatched(upTo: 1, season: number, of: Self.show)
    }
    await attempt("episode") { () async throws(ClientError) in
      try await store.setPosition(watching: number, season: 2, of: Self.show)
    }
    await attempt("count") { () async throws(ClientError) in
      try await store.markSeason(1, watched: true, of: Self.show, counts: [1: number])
    }
    await attempt("previews") { () async throws(ClientError) in
      _ = try await store.preview(watchedUpTo: 1, season: number, of: Self.show)
      _ = try await store.preview(watching: number, season: 1, of: Self.show)
    }
    var expected: [String] = isSeason ? ["season"] : []
    if isEpisode { expected.append("episode") }
    if isEpisode, number > 0 { expected.append("count") }
    if isSeason, isEpisode { expected.append("previews") }
    #expect(accepted == expected)
  }

  @Test("in the lengths of other seasons change nothing about the calls", arguments: integers)
  func counts(number: Int) async throws {
    let bench = try await Bench()
    let change = try await bench.tally.progressStore.markEpisode(
      5, season: 2, as: .watched, of: Self.show, counts: [1: number, number: 3, 2: number])
    #expect(await change.settled() == .synced)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2, 3, 5])
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 1) == Array(1...8))
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 3) == [])
  }

  @Test(
    "in a change that an earlier build has stored refuse it, at every launch",
    arguments: [EpisodePlace(season: .max, episode: 1), EpisodePlace(season: 1, episode: .max)])
  func storedChange(place: EpisodePlace) async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    for kind in [ProgressMutation.Step.Kind.upTo, .season] {
      let step = ProgressMutation.Step(kind: kind, season: place.season, episode: place.episode, state: .watched)
      try await bench.tally.queue.submit(
        ProgressMutation(show: kind == .upTo ? 520_100 : 520_200, steps: [step], counts: [place.season: place.episode]))
    }
    let tally = bench.relaunched()
    _ = try await tally.progressStore.progress(of: Self.show)
    bench.faults.isDown = false
    await tally.queue.flush()
    await tally.queue.settled()
    #expect(try await tally.queue.refused().count == 2)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2, 3])
  }

  @Test("have no next episode", arguments: integers)
  func rows(number: Int) throws {
    let today = try #require(CalendarDay("2026-11-22"))
    let row = EpisodeRow(
      Episode(episodeNumber: number), lastWatched: .max, isSaving: false, today: today, texts: .english)
    #expect(row.isUpNext == false)
    let first = EpisodeRow(
      Episode(episodeNumber: number), lastWatched: .min, isSaving: false, today: today, texts: .english)
    #expect(first.isUpNext == false)
  }
}
