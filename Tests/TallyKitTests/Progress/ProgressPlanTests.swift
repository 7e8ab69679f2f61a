import MediaCore
import TallyTesting
import Testing

@testable import TallyKit

@Suite("Calls that bring a show from one state to another")
struct ProgressPlanTests {
  /// The lengths of the two seasons.
  private static let lengths = [3, 4]

  /// The server's effect of a call.
  private func paint(_ call: ProgressPlan.Call, on states: EpisodeStates) -> EpisodeStates {
    var states = states
    for (index, length) in Self.lengths.enumerated() {
      for episode in 1...length where EpisodePlace(season: index + 1, episode: episode) <= call.place {
        states[index + 1, episode] = call.state
      }
    }
    return states
  }

  private func random(_ random: SeededRandom) -> EpisodeStates {
    var states = EpisodeStates()
    let all: [EpisodeState?] = [.watched, .watched, .watching, .unwatched, nil]
    for (index, length) in Self.lengths.enumerated() {
      for episode in 1...length {
        if let state = all[Int(random.next() % 5)] { states[index + 1, episode] = state }
      }
    }
    return states
  }

  private func step(_ random: SeededRandom) -> ProgressMutation.Step {
    let kinds: [ProgressMutation.Step.Kind] = [.upTo, .position, .season, .episode]
    let season = Int(random.next() % 2)
    let kind = kinds[Int(random.next() % 4)]
    let length = Self.lengths[season]
    let episode = kind == .season ? length : Int(random.next() % UInt64(length)) + 1
    let free: [EpisodeState] = [.watched, .unwatched]
    let state: EpisodeState =
      kind == .upTo ? .watched : kind == .position ? .watching : free[Int(random.next() % 2)]
    return .init(kind: kind, season: season + 1, episode: episode, state: state)
  }

  @Test("whatever is there and whatever is asked for, the server ends with it")
  func reachesEveryGoal() {
    let numbers = SeededRandom(seed: 7)
    for round in 0..<4000 {
      let now = random(numbers)
      let step = step(numbers)
      let counts = round % 2 == 0 ? [1: 3, 2: 4] : [:]
      let mutation = ProgressMutation(show: 1, steps: [step], counts: counts)
      let after = ProgressPlan(from: now, to: mutation).calls.reduce(now) { paint($1, on: $0) }
      let goal = mutation.applied(to: now)
      for (index, length) in Self.lengths.enumerated() {
        for number in 1...length {
          let place = EpisodePlace(season: index + 1, episode: number)
          // A step up to an episode may also mark earlier seasons: skip their unstored episodes.
          let mayBeTaken = step.kind == .upTo || step.kind == .position ? place.season < step.season : false
          if mayBeTaken, !goal.isStored(place) { continue }
          if after.state(place) != goal.state(place) {
            Issue.record("\(round): \(step): \(place) is \(after.state(place))")
            return
          }
        }
      }
      #expect(mutation.isReflected(in: after))
      #expect(mutation.changes(of: goal).isEmpty)
    }
  }

  @Test(
    "wherever the calls of a mutation are cut off, what was there before is known, and the rest leads to the same end")
  func interrupted() {
    let numbers = SeededRandom(seed: 11)
    var cuts = 0
    for _ in 0..<2000 {
      let base = random(numbers)
      let step = step(numbers)
      var mutation = ProgressMutation(show: 1, steps: [step], counts: [1: 3, 2: 4], before: base)
      let calls = ProgressPlan(from: base, to: mutation).calls
      let end = calls.reduce(base) { paint($1, on: $0) }
      for cut in 0...calls.count {
        let half = calls.prefix(cut).reduce(base) { paint($1, on: $0) }
        let before = ProgressPlan.undone(mutation, in: half)
        guard before.isSame(as: base) else {
          Issue.record("\(step) cut at \(cut) of \(calls): \(before), was \(base)")
          return
        }
        mutation.before = before
        let after = ProgressPlan(from: half, to: mutation).calls.reduce(half) { paint($1, on: $0) }
        guard after.isSame(as: end) else {
          Issue.record("\(step) cut at \(cut) of \(calls): ends at \(after), not \(end)")
          return
        }
        cuts += cut > 0 && cut < calls.count ? 1 : 0
      }
    }
    #expect(cuts > 1000)
  }

  @Test("what another device has raised between the calls stays, and what our calls have lowered comes back")
  func interruptedAndMovedOn() {
    let base = EpisodeStates([1: [1: .watched, 2: .unwatched, 3: .unwatched], 2: [1: .unwatched, 2: .unwatched]])
    let mutation = ProgressMutation(
      show: 1, steps: [.init(kind: .episode, season: 1, episode: 3, state: .watched)], counts: [1: 3, 2: 2],
      before: base)
    #expect(ProgressPlan(from: base, to: mutation).calls.map(\.state) == [.watched, .unwatched, .watched])
    // The first two calls have arrived, and another device has watched S2E1.
    let now = EpisodeStates([1: [1: .unwatched, 2: .unwatched, 3: .watched], 2: [1: .watched, 2: .unwatched]])
    let before = ProgressPlan.undone(mutation, in: now)
    #expect(before[1, 1] == .watched)
    #expect(before[2, 1] == .watched)
    let lowering = ProgressMutation(
      show: 1, steps: [.init(kind: .position, season: 1, episode: 1, state: .watching)], counts: [1: 3, 2: 2],
      before: EpisodeStates([1: [1: .watched, 2: .watched, 3: .watched]]))
    let moved = EpisodeStates([1: [1: .watched, 2: .watched, 3: .unwatched]])
    #expect(ProgressPlan.undone(lowering, in: moved) == moved)
  }

  @Test("of which half the server was read to show is counted, and no earlier half is taken for ours afterwards")
  func knownHalves() {
    let mutation = ProgressMutation(
      show: 1,
      steps: [
        .init(kind: .upTo, season: 1, episode: 2, state: .watched),
        .init(kind: .episode, season: 2, episode: 4, state: .watched),
      ], counts: [1: 3, 2: 4], before: EpisodeStates())
    #expect(ProgressPlan(from: EpisodeStates(), to: mutation).calls.map(\.state) == [.watched, .unwatched, .watched])
    func states(_ first: EpisodeState, _ rest: EpisodeState) -> EpisodeStates {
      EpisodeStates([
        1: [1: first, 2: first, 3: rest], 2: [1: rest, 2: rest, 3: rest, 4: .watched],
      ])
    }
    let halves = [states(.watched, .watched), states(.unwatched, .unwatched), states(.watched, .unwatched)]
    for (index, half) in halves.enumerated() {
      #expect(ProgressPlan.arrived(mutation, in: half) == index + 1)
      #expect(ProgressPlan.undone(mutation, in: half).isSame(as: EpisodeStates()))
    }
    var later = mutation
    later.arrived = 2
    #expect(ProgressPlan.arrived(later, in: halves[0]) == nil)
    #expect(ProgressPlan.undone(later, in: halves[0]) == halves[0])
    #expect(ProgressPlan.undone(later, in: halves[1]).isSame(as: EpisodeStates()))
    // Nothing arrived: otherwise the last episode of the first call would be stored.
    let theirs = EpisodeStates([1: [1: .watched, 2: .watched, 3: .watched], 2: [1: .watched, 2: .watched]])
    #expect(ProgressPlan.arrived(mutation, in: theirs) == nil)
    #expect(ProgressPlan.undone(mutation, in: theirs) == theirs)
  }

  @Test("going on is one call")
  func forward() {
    let now = EpisodeStates([1: [1: .watched, 2: .watched]])
    let mutation = ProgressMutation(show: 1, steps: [.init(kind: .upTo, season: 1, episode: 3, state: .watched)])
    let plan = ProgressPlan(from: now, to: mutation)
    #expect(plan.calls == [.init(state: .watched, place: .init(season: 1, episode: 3))])
  }

  @Test("going back in a season is unwatched at the far end, then watched before, as the server needs it")
  func backward() {
    let now = EpisodeStates([1: [1: .watched, 2: .watched, 3: .watched, 4: .watched, 5: .watched]])
    let mutation = ProgressMutation(show: 1, steps: [.init(kind: .position, season: 1, episode: 3, state: .watching)])
    #expect(
      ProgressPlan(from: now, to: mutation).calls == [
        .init(state: .unwatched, place: .init(season: 1, episode: 5)),
        .init(state: .watching, place: .init(season: 1, episode: 3)),
        .init(state: .watched, place: .init(season: 1, episode: 2)),
      ])
  }

  @Test("what is true already needs no call")
  func nothing() {
    let now = EpisodeStates([1: [1: .watched, 2: .watched]])
    let mutation = ProgressMutation(show: 1, steps: [.init(kind: .upTo, season: 1, episode: 1, state: .watched)])
    #expect(ProgressPlan(from: now, to: mutation).calls == [])
  }

  @Test("steps that follow each other become one mutation, without those that no longer count")
  func combining() {
    func upTo(_ episode: Int) -> ProgressMutation {
      ProgressMutation(show: 1, steps: [.init(kind: .upTo, season: 1, episode: episode, state: .watched)])
    }
    #expect(upTo(2).coalesced(with: upTo(5))?.steps.map(\.episode) == [5])
    #expect(upTo(5).coalesced(with: upTo(2))?.steps.map(\.episode) == [5, 2])
    let back = ProgressMutation(show: 1, steps: [.init(kind: .position, season: 1, episode: 2, state: .watching)])
    #expect(upTo(5).coalesced(with: back)?.steps == back.steps)
  }
}
