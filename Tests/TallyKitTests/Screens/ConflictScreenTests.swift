import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("Conflicts on the account screen of Tally")
struct ConflictScreenTests {
  private let show: TMDBID = 520_100

  /// An account screen that lists a conflict over an entry and one over progress, in this order.
  private func listed() async throws -> (Bench, TallyAccountViewModel) {
    let bench = try await Bench()
    let model = TallyAccountViewModel(tally: bench.tally)
    await model.loadAndWait()
    #expect(model.state.conflicts == [])
    let tally = bench.tally
    try await tally.watchlistStore.refresh()
    try await tally.progressStore.refresh(show)
    let other = try await bench.otherDevice()
    try await other.watchlistStore.refresh()
    _ = await (try await other.watchlistStore.setNotes("from there", of: show)).settled()
    _ = await (try await tally.watchlistStore.setNotes("from here", of: show)).settled()
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = true
    _ = try await tally.progressStore.setPosition(watching: 1, season: 2, of: show).written()
    await bench.clock.advance(by: .seconds(60))
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    bench.faults.isDown = false
    await tally.queue.flush()
    await model.settled()
    return (bench, model)
  }

  @Test("lists the conflicts of all stores, oldest first, each with its sentence")
  func lists() async throws {
    let (bench, model) = try await listed()
    #expect(
      model.state.conflicts == [
        .entry(try #require(try await bench.tally.watchlistStore.conflicts().first)),
        .progress(try #require(try await bench.tally.progressStore.conflicts().first)),
      ])
    #expect(
      model.state.conflicts.map { $0.text() } == [
        "Kept: “from here”, from this device. Replaced: “from there”, from another device.",
        "Kept: watched up to S2 E8, from another device. Replaced: watched up to S1 E8, from this device.",
      ])
    #expect(model.state.conflicts.map(\.show) == [show, show])
  }

  @Test("undo brings the losing side back, dismiss leaves it, and both take the conflict off the screen")
  func ends() async throws {
    let (bench, model) = try await listed()
    let conflicts = model.state.conflicts
    model.undo(try #require(conflicts.first))
    await model.settled()
    #expect(model.state.conflicts == Array(conflicts.dropFirst()))
    #expect(bench.server.entry(of: bench.user, tmdbID: show.rawValue)?.notes == "from there")
    model.dismiss(try #require(conflicts.last))
    await model.settled()
    #expect(model.state.conflicts == [])
    #expect(bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: 2) == Array(1...8))
  }

  @Test("another account is shown none of them")
  func account() async throws {
    let (_, model) = try await listed()
    model.signOut(pending: .keep)
    await model.settled()
    #expect(model.state.conflicts == [])
    model.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    await model.settled()
    #expect(model.state.isSignedIn && model.state.conflicts == [])
    model.signOut(pending: .keep)
    await model.settled()
    model.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    await model.settled()
    #expect(model.state.conflicts.count == 2)
  }
}
