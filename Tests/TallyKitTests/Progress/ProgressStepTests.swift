import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Progress that takes several requests, with another device between them")
struct ProgressStepTests {
  private let show: TMDBID = 520_100
  private let counts = [1: 8, 2: 10, 3: 6]

  private func watched(_ bench: Bench, _ season: Int) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: season)
  }

  /// Marks an episode. The change needs three requests: everything up to the episode watched, everything before it unwatched, the first
  /// three watched.
  private func mark(_ tally: TallyService) async throws -> Submission {
    try await tally.progressStore.markEpisode(6, season: 2, as: .watched, of: show, counts: counts)
  }

  @Test("what another device raises between the requests for one episode stays")
  func raisedBetween() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    let transport = AfterFirst(base: bench.server.transport, operation: .tallyProgressSet) { [show] in
      _ = try? await other.progress.set(.watched, upTo: 9, season: 2, of: show)
    }
    let tally = bench.relaunched(transport)
    try await bench.signIn(tally)
    guard case .waiting(let error) = try await mark(tally).sent() else {
      Issue.record("not waiting")
      return
    }
    #expect(error?.detail == ProgressDetail.movedOn)
    #expect(watched(bench, 2) == Array(1...9))
    await tally.queue.flush()
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == Array(1...9))
    #expect(try await tally.queue.open() == [])
    #expect(try await tally.queue.refused() == [])
  }

  @Test("a first request that times out is not sent again without looking: it would hide what was raised meanwhile")
  func raisedDuringTimeOut() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    let transport = AfterFirst(base: bench.server.transport, operation: .tallyProgressSet, arrives: false) { [show] in
      _ = try? await other.progress.set(.watched, upTo: 5, season: 2, of: show)
    }
    let tally = bench.relaunched(transport)
    try await bench.signIn(tally)
    _ = try await mark(tally).sent()
    await tally.queue.flush()
    #expect(watched(bench, 2) == Array(1...6))
    #expect(try await tally.queue.open() == [])
  }

  /// Runs a closure after the first request of an operation was answered, before the sender gets the answer; or instead of sending the
  /// request, which then times out.
  private struct AfterFirst: Transport {
    let base: any Transport
    let operation: OperationID
    let arrives: Bool
    let then: @Sendable () async -> Void
    let isDone = Locked(false)

    init(
      base: any Transport, operation: OperationID, arrives: Bool = true, then: @escaping @Sendable () async -> Void
    ) {
      self.base = base
      self.operation = operation
      self.arrives = arrives
      self.then = then
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let isFirst =
        request.operation == operation
        && isDone.withLock { isDone in
          defer { isDone = true }
          return !isDone
        }
      guard isFirst else { return try await base.send(request) }
      let answer = arrives ? try await base.send(request) : nil
      await then()
      guard let answer else { throw TransportFailure.timedOut }
      return answer
    }
  }

  @Test("a request that lowers is not sent again without looking")
  func lostAnswer() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    // The first request arrives (twice); the second one's answer is lost.
    bench.faults.fail(.tallyProgressSet, with: .duplicated, .replyLost)
    _ = try await mark(bench.tally).sent()
    #expect(bench.count(.tallyProgressSet) == 3)
    #expect(watched(bench, 2) == [6])
    _ = try await other.progress.set(.watched, upTo: 9, season: 2, of: show)
    await bench.tally.queue.flush()
    #expect(watched(bench, 2) == Array(1...9))
    #expect(try await bench.tally.queue.open() == [])
  }

  @Test(
    "the last request, which restores what the others overwrote, is sent again if it was lost on its way",
    arguments: [FaultTransport.Fault.timedOutBeforeSending, .replyLost])
  func lastRequestLost(fault: FaultTransport.Fault) async throws {
    let bench = try await Bench()
    bench.faults.fail(.tallyProgressSet, with: .duplicated, .duplicated, fault)
    let change = try await mark(bench.tally)
    _ = await change.sent()
    await bench.tally.queue.flush()
    #expect(watched(bench, 2) == [1, 2, 3, 6])
    #expect(try await bench.tally.queue.open() == [])
  }

  @Test("a half that was seen once is not taken for an earlier one later, also after a relaunch")
  func laterHalf() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    bench.faults.fail(.tallyProgressSet, with: .duplicated, .duplicated)
    for _ in 0..<60 { bench.faults.fail(.tallyProgressSet, with: .refused) }
    _ = try await mark(bench.tally).sent()
    #expect(watched(bench, 2) == [6])
    // This round reads the half-done change, but cannot write the rest.
    await bench.tally.queue.flush()
    #expect(watched(bench, 2) == [6])
    // Another device makes the server's state look as if only our first request had arrived.
    _ = try await other.progress.set(.watched, upTo: 5, season: 2, of: show)
    let again = bench.relaunched(bench.server.transport)
    await again.queue.flush()
    #expect(watched(bench, 2) == Array(1...6))
    #expect(try await again.queue.open() == [])
  }

  @Test("a half of what the server has answered is another device's, also when it was not read back before a relaunch")
  func answeredHalf() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    // The two reads before the writes succeed; the read after them fails.
    bench.faults.fail(.tallyProgressProgress, with: .duplicated, .duplicated)
    for _ in 0..<60 { bench.faults.fail(.tallyProgressProgress, with: .refused) }
    _ = try await mark(bench.tally).sent()
    #expect(watched(bench, 2) == [1, 2, 3, 6])
    _ = try await other.progress.set(.watched, upTo: 6, season: 2, of: show)
    let again = bench.relaunched(bench.server.transport)
    await again.queue.flush()
    #expect(watched(bench, 2) == Array(1...6))
    #expect(try await again.queue.open() == [])
  }

  @Test("a remainder that is taken twice is the same as once")
  func remainderTwice() {
    func step(_ episode: Int, _ state: EpisodeState) -> ProgressMutation {
      ProgressMutation(show: 101, steps: [.init(kind: .episode, season: 1, episode: episode, state: state)])
    }
    let newer = [step(6, .unwatched), step(3, .watched)]
    let once = newer.reduce(step(2, .watched)) { $0.remainder(after: $1) }
    #expect(once.steps.map(\.episode) == [2, 6, 3])
    #expect(newer.reduce(once) { $0.remainder(after: $1) } == once)
  }

  @Test("what cannot be our half, because the episode at its end is not stored, is another device's")
  func notOurs() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    for _ in 0..<60 { bench.faults.fail(.tallyProgressSet, with: .refused) }
    let change = try await bench.tally.progressStore.markSeason(3, watched: true, of: show, counts: counts)
    _ = await change.sent()
    #expect(watched(bench, 2) == [1, 2, 3])
    _ = try await other.progress.set(.watched, upTo: 10, season: 2, of: show)
    let again = bench.relaunched(bench.server.transport)
    await again.queue.flush()
    #expect(watched(bench, 2) == Array(1...10))
    #expect(watched(bench, 3) == Array(1...6))
    #expect(try await again.queue.open() == [])
  }

  // MARK: Another device goes back

  /// Marks an episode, cuts the device off at the given answers, lets another device un-watch the first season, and sends the change again.
  /// - Parameters:
  ///   - answers: to the first writes; later ones are refused by the network.
  ///   - reads: how many reads of the progress succeed before the network refuses them.
  ///   - isKnown: whether the device has read the show before.
  /// - Returns: the relaunched service.
  private func goBack(
    _ bench: Bench, counts: [Int: Int], answers: [FaultTransport.Fault], reads: Int, isKnown: Bool = true
  ) async throws -> TallyService {
    let other = try await bench.otherDevice()
    let store = bench.tally.progressStore
    if isKnown { try await store.refresh(show) }
    for answer in answers { bench.faults.fail(.tallyProgressSet, with: answer) }
    for _ in 0..<reads { bench.faults.fail(.tallyProgressProgress, with: .duplicated) }
    for _ in 0..<60 {
      bench.faults.fail(.tallyProgressSet, with: .refused)
      bench.faults.fail(.tallyProgressProgress, with: .refused)
    }
    _ = try await store.markEpisode(6, season: 2, as: .watched, of: show, counts: counts).written()
    await bench.tally.queue.settled()
    let back = try await other.progressStore.markSeason(1, watched: false, of: show, counts: self.counts)
    #expect(await back.settled() == .synced)
    #expect(watched(bench, 1) == [])
    let again = bench.relaunched(bench.server.transport)
    await again.queue.flush()
    #expect(try await again.queue.open() == [])
    #expect(watched(bench, 2).contains(6))
    return again
  }

  @Test(
    "a season that another device un-watches after a lost answer stays so, or is listed as a conflict, with and without known lengths",
    arguments: [[:], [1: 8, 2: 10, 3: 6]])
  func wentBackAfterLostAnswer(_ counts: [Int: Int]) async throws {
    let bench = try await Bench()
    // The last request arrives, but its answer and the read after it are lost.
    let again = try await goBack(
      bench, counts: counts, answers: [.duplicated, .duplicated, .replyLost], reads: 2)
    let conflict = try #require(try await again.progressStore.conflicts().first)
    #expect(watched(bench, 1) == Array(1...8))
    #expect((conflict.kept.isThisDevice, conflict.lost.isThisDevice) == (true, false))
    #expect(conflict.kept.states.lastWatched(season: 1) == 8)
    #expect(conflict.lost.states.lastWatched(season: 1) == 0)
    #expect(await (try await again.progressStore.undo(conflict)).settled() == .synced)
    #expect(watched(bench, 1) == [])
    #expect(watched(bench, 2) == [1, 2, 3, 6])
    // The second attempt uses the season lengths that the first one has looked up.
    #expect(bench.count(.tallyShowAnalyze) == (counts.isEmpty ? 1 : 0))
  }

  @Test(
    "a season that another device un-watches after the first request is listed as a conflict, also of a show never read",
    arguments: [true, false])
  func wentBackAfterFirstRequest(_ isKnown: Bool) async throws {
    let bench = try await Bench()
    let again = try await goBack(bench, counts: counts, answers: [.replyLost], reads: 1, isKnown: isKnown)
    let conflict = try #require(try await again.progressStore.conflicts().first)
    #expect(watched(bench, 1) == Array(1...8))
    #expect(conflict.lost.states.lastWatched(season: 1) == 0)
    #expect(await (try await again.progressStore.undo(conflict)).settled() == .synced)
    #expect(watched(bench, 1) == [])
  }

  @Test("a season that another device un-watches after every request was answered stays un-watched")
  func wentBackAfterAnswers() async throws {
    let bench = try await Bench()
    let again = try await goBack(
      bench, counts: counts, answers: [.duplicated, .duplicated, .duplicated], reads: 2)
    #expect(watched(bench, 1) == [])
    #expect(watched(bench, 2) == [1, 2, 3, 6])
    #expect(try await again.progressStore.conflicts() == [])
  }

  @Test("states that another device may have left stay noted when a later attempt is cut off as well")
  func statesStayNoted() {
    let base = EpisodeStates([1: [1: .watched, 2: .unwatched, 3: .watched, 4: .unwatched]])
    let theirs = EpisodeStates([1: [1: .unwatched, 2: .unwatched, 3: .watched, 4: .unwatched]])
    let mark = ProgressMutation(
      show: 1, steps: [.init(kind: .episode, season: 1, episode: 4, state: .watched)], counts: [1: 4])
    var sent = mark
    (sent.before, sent.theirs) = (base, theirs)
    #expect(ProgressPlan(from: base, to: sent).calls.count == 3)
    // The first call has arrived at the server.
    let now = EpisodeStates([1: [1: .watched, 2: .watched, 3: .watched, 4: .watched]])
    let date = Date(timeIntervalSince1970: 0)
    let merge = MergeInput<ProgressMutation>(
      base: .init(states: base), remote: .init(states: now), sent: sent, createdAt: date, deviceNow: date)
    guard case .write(let next) = mark.resolve(merge) else {
      Issue.record("not written")
      return
    }
    #expect((next.before, next.theirs, next.arrived) == (base, theirs, 1))
    #expect(next.overwritesAnother(merge))
  }

  @Test("an episode that another device marks over a half-done change lists no conflict of this device with itself")
  func markedOverHalf() async throws {
    let bench = try await Bench()
    let other = try await bench.otherDevice()
    let store = bench.tally.progressStore
    try await store.refresh(show)
    bench.faults.fail(.tallyProgressSet, with: .duplicated, .duplicated)
    for _ in 0..<60 { bench.faults.fail(.tallyProgressSet, with: .refused) }
    _ = try await mark(bench.tally).sent()
    await bench.tally.queue.settled()
    _ = try await other.progress.set(.watched, upTo: 7, season: 2, of: show)
    let again = bench.relaunched(bench.server.transport)
    await again.queue.flush()
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == Array(1...7))
    #expect(try await again.progressStore.conflicts() == [])
  }
}
