import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("A device's own writes to an entry are no change of another device")
struct OwnWritesTests {
  private let show: TMDBID = 520_100

  /// A device that sends its requests over `transport`, and another device of the same account. Both devices have read the watchlist.
  private func devices(
    _ transport: (Bench) -> any Transport
  ) async throws -> (Bench, here: TallyService, there: TallyWatchlistStore) {
    let bench = try await Bench()
    let here = bench.relaunched(transport(bench))
    let there = try await bench.otherDevice()
    try await here.watchlistStore.refresh()
    try await there.watchlistStore.refresh()
    return (bench, here, there.watchlistStore)
  }

  /// A transport that loses the network connection just before it sends the first request of an operation.
  private func cut(_ operation: OperationID, _ bench: Bench) -> ClosureTransport {
    let isFirst = Locked(true)
    return ClosureTransport { request in
      if request.operation == operation,
        isFirst.withLock({ value in
          defer { value = false }
          return value
        })
      {
        bench.faults.isDown = true
      }
      return try await bench.faults.send(request)
    }
  }

  @Test(
    "a rating made while the rest of an earlier change is sent reaches the server, also with notes",
    arguments: [false, true])
  func whileSending(withNotes: Bool) async throws {
    var hold: HoldTransport?
    let (bench, here, there) = try await devices { bench in
      let transport = HoldTransport(bench.faults)
      hold = transport
      return transport
    }
    let holding = try #require(hold)
    let store = here.watchlistStore
    bench.faults.isDown = true
    _ = await (try await store.setNotes("a", of: show)).written()
    _ = await (try await store.setRating(7, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = false
    holding.holdRequest(.tallyWatchlistSetRating)
    let flush = Task { await here.queue.flush() }
    #expect(await eventually { holding.count == 1 })
    try await store.setRating(9, of: show)
    if withNotes { try await store.setNotes("c", of: show) }
    await bench.clock.advance(by: .seconds(1))
    holding.release()
    await flush.value
    await here.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.rating, entry?.notes) == (9, withNotes ? "c" : "b"))
    let conflicts = try await store.conflicts()
    #expect(conflicts.allSatisfy { $0.kept.rating == nil && $0.lost.rating == nil })
    #expect(conflicts.map(\.lost.notes) == (withNotes ? ["a", "b"] : ["a"]))
  }

  @Test("a rating made after an earlier change arrived in part reaches the server, whoever changes the notes")
  func afterFailure() async throws {
    let (bench, here, there) = try await devices { cut(.tallyWatchlistSetNotes, $0) }
    let store = here.watchlistStore
    bench.faults.isDown = true
    _ = await (try await store.setNotes("a", of: show)).written()
    _ = await (try await store.setRating(7, of: show)).written()
    bench.faults.isDown = false
    await here.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.rating == 7)
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await store.setRating(9, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    bench.faults.isDown = false
    await here.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.rating, entry?.notes) == (9, "b"))
    let conflicts = try await store.conflicts()
    #expect(conflicts.map(\.lost.notes) == ["a"] && conflicts.map(\.lost.rating) == [nil])
  }

  @Test("notes that failed after the rating of the same change arrived win over an earlier change of another device")
  func retried() async throws {
    let (bench, here, there) = try await devices { cut(.tallyWatchlistSetNotes, $0) }
    let store = here.watchlistStore
    _ = await (try await there.setNotes("b", of: show)).settled()
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = true
    _ = await (try await store.setNotes("a", of: show)).written()
    _ = await (try await store.setRating(7, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = false
    await here.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.rating == 7)
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = false
    await here.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.rating, entry?.notes) == (7, "a"))
    let conflict = try #require(try await store.conflicts().first)
    #expect((conflict.kept.notes, conflict.lost.notes, conflict.lost.rating) == ("a", "b", nil))
  }

  @Test("a later rating of another device wins, also if it is the one from before an earlier change of this device")
  func ratedBack() async throws {
    let (bench, here, there) = try await devices { $0.faults }
    let store = here.watchlistStore
    _ = await (try await there.setRating(5, of: show)).settled()
    try await store.refresh()
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = true
    _ = await (try await store.setNotes("a", of: show)).written()
    _ = await (try await store.setRating(7, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setNotes("b", of: show)).settled()
    bench.faults.isDown = false
    await here.queue.flush()
    try await store.refresh()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.rating == 7)
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = true
    _ = await (try await store.setRating(9, of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    _ = await (try await there.setRating(5, of: show)).settled()
    bench.faults.isDown = false
    await here.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.rating == 5)
    #expect(try await store.conflicts().map(\.lost.rating) == [nil, 9])
  }

  @Test("a status set while an earlier change is refused in part reaches the server")
  func whileRefused() async throws {
    var hold: HoldTransport?
    let (bench, here, _) = try await devices { bench in
      let refusing = ClosureTransport { request in
        guard request.operation == .tallyWatchlistSetProvider else { return try await bench.faults.send(request) }
        return .json(["success": false, "error": "Streaming service not found"], status: 404)
      }
      let transport = HoldTransport(refusing)
      hold = transport
      return transport
    }
    let holding = try #require(hold)
    let store = here.watchlistStore
    bench.faults.isDown = true
    let first = try await store.setStatus(.dropped, of: show)
    _ = await (try await store.setProvider(ProviderSelection(id: 337, name: "Disney Plus"), of: show)).written()
    await bench.clock.advance(by: .seconds(60))
    bench.faults.isDown = false
    holding.holdRequest(.tallyWatchlistSetStatus)
    let flush = Task { await here.queue.flush() }
    #expect(await eventually { holding.count == 1 })
    try await store.setStatus(.completed, of: show)
    await bench.clock.advance(by: .seconds(1))
    holding.release()
    await flush.value
    await here.queue.flush()
    guard case .refused = await first.settled() else {
      Issue.record("not refused")
      return
    }
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.status == "completed")
    #expect(try await store.conflicts() == [])
  }
}
