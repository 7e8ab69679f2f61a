import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Going back to where the show has been before")
struct GoingBackTests {
  private let show: TMDBID = 520_100

  private func states(_ bench: Bench) -> [String?] {
    let season = bench.server.progress(of: bench.user, tmdbID: show.rawValue)[2] ?? [:]
    return (3...6).map { season[$0] }
  }

  private let back: [String?] = ["watched", "watching", "unwatched", "unwatched"]

  @Test("the same step back counts each time it is made")
  func again() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    for round in 1...3 {
      #expect(try await store.setWatched(upTo: 6, season: 2, of: show).settled() == .synced)
      try await store.refresh(show)
      #expect(try await store.setPosition(watching: 4, season: 2, of: show).settled() == .synced, "\(round)")
      #expect(states(bench) == back, "\(round)")
    }
    #expect(try await store.conflicts() == [])
  }

  @Test("a step back that was made before counts over what another device has set and this one has read")
  func afterAnother() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    _ = try await store.setWatched(upTo: 6, season: 2, of: show).settled()
    for round in 1...2 {
      #expect(try await store.setPosition(watching: 4, season: 2, of: show).settled() == .synced, "\(round)")
      #expect(states(bench) == back, "\(round)")
      let other = try await bench.otherDevice()
      _ = try await other.progress.set(.watched, upTo: 6, season: 2, of: show)
      try await store.refresh(show)
    }
    #expect(try await store.conflicts() == [])
  }

  @Test("a step back that is made while an earlier change is being sent counts after that one")
  func behindAnother() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let store = TallyService(server: .fake, transport: hold, environment: bench.environment).progressStore
    try await store.refresh(show)
    hold.hold(.tallyProgressSet)
    let first = try await store.setWatched(upTo: 6, season: 2, of: show)
    #expect(await eventually { hold.count == 1 })
    let second = try await store.setPosition(watching: 4, season: 2, of: show)
    hold.release()
    #expect(await first.settled() == .synced)
    #expect(await second.settled() == .synced)
    #expect(states(bench) == back)
    #expect(try await store.conflicts() == [])
  }
}
