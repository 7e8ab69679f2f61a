import MediaCore
import Testing

@testable import TallyKit

@Suite("Numbers that no call of progress is made for")
struct ProgressPathTests {
  private func calls(
    _ now: [Int: [Int: EpisodeState]], _ step: ProgressMutation.Step, counts: [Int: Int] = [:]
  ) -> [ProgressPlan.Call] {
    ProgressPlan(from: EpisodeStates(now), to: ProgressMutation(show: 1, steps: [step], counts: counts)).calls
  }

  private func episode(_ episode: Int, _ season: Int, _ state: EpisodeState) -> ProgressMutation.Step {
    .init(kind: .episode, season: season, episode: episode, state: state)
  }

  private func call(_ state: EpisodeState, _ season: Int, _ episode: Int) -> ProgressPlan.Call {
    .init(state: state, place: EpisodePlace(season: season, episode: episode))
  }

  @Test("specials are passed over, also when nothing else is known")
  func specials() {
    let only = ProgressMutation.Step(kind: .season, season: 1, episode: 0, state: .unwatched)
    #expect(calls([0: [1: .watched]], only) == [])
    #expect(calls([0: [1: .watched], 1: [1: .unwatched]], episode(1, 1, .watched)) == [call(.watched, 1, 1)])
  }

  @Test("lengths of seasons below the first and beyond the last are left out", arguments: [Int.min, -3, 0, 9, .max])
  func lengths(season: Int) {
    #expect(
      calls([1: [1: .unwatched]], episode(1, 1, .watched), counts: [season: 5, 1: 1]) == [call(.watched, 1, 1)])
  }

  @Test("an episode 0 is no place to go back to")
  func episodeZero() {
    #expect(calls([1: [0: .watched, 1: .watched]], episode(1, 1, .unwatched)) == [call(.unwatched, 1, 1)])
  }

  @Test("a season that is too long ends where the longest one can", arguments: [9998, 9999, 1_000_000, Int.max])
  func longSeason(count: Int) {
    let made = calls([2: [1: .unwatched]], episode(1, 2, .watched), counts: [1: count, 2: 1])
    #expect(made == [call(.watched, 2, 1), call(.unwatched, 1, 9998)])
  }
}
