import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Reads before progress is written")
struct ProgressReadTests {
  private let show: TMDBID = 520_100

  private func watched(_ bench: Bench) -> [Int] { bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) }

  @Test("raising is written without a read before it, and read back; how a season is numbered is asked for once")
  func raising() async throws {
    let bench = try await Bench()
    bench.server.clearRequests()
    let change = try await bench.tally.progressStore.setWatched(upTo: 6, season: 2, of: show)
    #expect(await change.settled() == .synced)
    #expect(bench.server.requests.map(\.operation) == [.tallyShowSeason, .tallyProgressSet, .tallyProgressProgress])
    bench.server.clearRequests()
    let second = try await bench.tally.progressStore.setWatched(upTo: 7, season: 2, of: show)
    #expect(await second.settled() == .synced)
    #expect(bench.server.requests.map(\.operation) == [.tallyProgressSet, .tallyProgressProgress])
  }

  @Test("an answer to raising that is lost is looked for by reading, and nothing is written again")
  func lostAnswer() async throws {
    let bench = try await Bench()
    bench.faults.fail(.tallyProgressSet, with: .replyLost, .replyLost, .replyLost)
    let change = try await bench.tally.progressStore.setWatched(upTo: 6, season: 2, of: show)
    _ = await change.sent()
    let writes = bench.count(.tallyProgressSet)
    await bench.tally.queue.flush()
    #expect(await change.settled() == .synced)
    #expect(bench.count(.tallyProgressSet) == writes)
    #expect(watched(bench) == Array(1...6))
  }

  @Test("a change that may have arrived reads the server again, however lately it was read")
  func sentOnce() async throws {
    let bench = try await Bench(instant: false)
    _ = try await bench.tally.seasonStore.ask(2, of: show, country: "US")
    try await bench.tally.progressStore.refresh(show)
    bench.faults.fail(.tallyProgressSet, with: .timedOutBeforeSending)
    let change = try await bench.tally.progressStore.setPosition(watching: 1, season: 2, of: show)
    _ = await change.sent()
    let other = try await bench.otherDevice()
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    await bench.tally.queue.flush()
    #expect(watched(bench) == Array(1...8))
    #expect(await change.outcome() == .superseded(reason: ProgressDetail.movedOn))
  }

  @Test("going back right after a look does not undo progress of another device that came in between")
  func overtaken() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let other = try await bench.otherDevice()
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    let change = try await bench.tally.progressStore.setPosition(watching: 2, season: 2, of: show)
    _ = await change.settled()
    await bench.tally.queue.flush()
    // The change un-watches only episodes that were watched, as far as this device had read, when the user made it.
    #expect(Set(watched(bench)).isSuperset(of: [1, 4, 5, 6, 7, 8]))
    #expect(try await bench.tally.queue.open().isEmpty)
  }
}
