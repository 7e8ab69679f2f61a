import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import TallyKit

@Suite("Progress, here and on the server")
struct ProgressStoreTests {
  private let show: TMDBID = 520_100

  private func watched(_ bench: Bench, _ season: Int) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: season)
  }

  @Test("watched up to an episode is shown at once, sent, and read back")
  func upTo() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let intent = try await bench.tally.progressStore.setWatched(upTo: 6, season: 2, of: show)
    let known = try await bench.tally.progressStore.progress(of: show)
    #expect(known?.states.lastWatched(season: 2) == 6)
    #expect(known?.isPending == true)
    #expect(await bench.tally.sync.deliver(intent) == .written)
    #expect(await bench.tally.sync.result(of: intent) == .written)
    #expect(watched(bench, 2) == [1, 2, 3, 4, 5, 6])
    #expect(try await bench.tally.progressStore.progress(of: show)?.isPending == false)
    #expect(bench.count("tally.progress.set") == 1)
  }

  @Test("going back to an exact place is one call of the app")
  func position() async throws {
    let bench = try await Bench()
    let preview = try await bench.tally.progressStore.preview(watching: 2, season: 2, of: show)
    #expect(preview.isEmpty == false)
    let intent = try await bench.tally.progressStore.setPosition(watching: 2, season: 2, of: show)
    #expect(await bench.tally.sync.deliver(intent) == .written)
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == [1])
    #expect(bench.server.progress(of: bench.user, tmdbID: show.rawValue)[2]?[2] == "watching")
    #expect(bench.server.progress(of: bench.user, tmdbID: show.rawValue)[2]?[3] == "unwatched")
  }

  @Test("a season is marked without its neighbours, back and forth")
  func seasons() async throws {
    let bench = try await Bench()
    let counts = [1: 8, 2: 10, 3: 6]
    let store = bench.tally.progressStore
    _ = await bench.tally.sync.deliver(try await store.markSeason(1, watched: false, of: show, counts: counts))
    #expect(watched(bench, 1) == [])
    #expect(watched(bench, 2) == [1, 2, 3])
    _ = await bench.tally.sync.deliver(try await store.markSeason(2, watched: true, of: show, counts: counts))
    #expect(watched(bench, 1) == [])
    #expect(watched(bench, 2) == Array(1...10))
    _ = await bench.tally.sync.deliver(try await store.markSeason(2, watched: false, of: show, counts: counts))
    #expect(watched(bench, 2) == [])
  }

  @Test("one episode is marked without the others, whatever the server's habit")
  func episode() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    _ = await bench.tally.sync.deliver(try await store.markEpisode(2, season: 2, as: .unwatched, of: show))
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == [1, 3])
  }

  @Test("offline changes wait, survive a relaunch, and arrive as one")
  func offline() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    bench.faults.isDown = true
    for episode in 4...6 {
      let intent = try await bench.tally.progressStore.setWatched(upTo: episode, season: 2, of: show)
      guard case .waiting(let error) = await bench.tally.sync.deliver(intent) else {
        Issue.record("not waiting")
        return
      }
      #expect(error?.kind == .unreachable)
    }
    let again = bench.relaunched()
    #expect(try await again.progressStore.progress(of: show)?.states.lastWatched(season: 2) == 6)
    bench.faults.isDown = false
    await again.sync.flush()
    #expect(watched(bench, 2) == Array(1...6))
    #expect(bench.count("tally.progress.set") == 1)
    #expect(try await again.sync.outbox.open() == [])
  }

  @Test("an answer that a write overtook does not undo it")
  func staleAnswer() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let old = try await bench.tally.progress.progress(of: show)
    _ = await bench.tally.sync.deliver(try await bench.tally.progressStore.setWatched(upTo: 9, season: 2, of: show))
    await bench.tally.sync.settled()
    #expect(old.lastWatched(season: 2) == 3)
    #expect(try await bench.tally.progressStore.progress(of: show)?.states.lastWatched(season: 2) == 9)
  }

  @Test("what another device has moved on is not taken back by an old wish")
  func movedOn() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    bench.faults.isDown = true
    let intent = try await bench.tally.progressStore.setPosition(watching: 1, season: 2, of: show)
    bench.faults.isDown = false
    let other = TallyService(server: .fake, transport: bench.server.transport, environment: .manual(clock: bench.clock))
    try await other.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    #expect(await bench.tally.sync.deliver(intent) == .superseded(reason: ProgressDetail.movedOn))
    #expect(watched(bench, 2) == Array(1...8))
    #expect(try await bench.tally.progressStore.progress(of: show)?.states.lastWatched(season: 2) == 8)
  }

  @Test("a later step of this device is not taken for another device's")
  func ownSteps() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let first = try await bench.tally.progressStore.setWatched(upTo: 8, season: 2, of: show)
    let sending = Task { await bench.tally.sync.deliver(first) }
    let second = try await bench.tally.progressStore.setPosition(watching: 2, season: 2, of: show)
    _ = await sending.value
    #expect(await bench.tally.sync.deliver(second) == .written)
    await bench.tally.sync.settled()
    #expect(watched(bench, 2) == [1])
  }

  @Test(
    "an episode that the server has not stored is refused by name, and what is shown goes back to the server's truth")
  func notStored() async throws {
    let bench = try await Bench()
    bench.server.update { $0.addSeason(.weekly(from: "2027-01-01", episodes: 4), to: 520_200) }
    let intent = try await bench.tally.progressStore.setWatched(upTo: 2, season: 2, of: 520_200)
    guard case .refused(let error) = await bench.tally.sync.result(of: intent, delivering: true) else {
      Issue.record("not refused")
      return
    }
    #expect(error.detail == ProgressDetail.episodeNotStored)
    #expect(try await bench.tally.progressStore.progress(of: 520_200)?.isPending == false)
    #expect(try await bench.tally.sync.outbox.refused().map(\.id) == [intent.id])
  }

  @Test("cut off between the calls that mark one episode, the rest follows after a relaunch", arguments: [1, 2])
  func cutOff(calls: Int) async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let counts = [1: 8, 2: 10, 3: 6]
    // What comes twice arrives all the same.
    for _ in 0..<calls { bench.faults.fail("tally.progress.set", with: .duplicated) }
    for _ in 0..<20 { bench.faults.fail("tally.progress.set", with: .refused) }
    let intent = try await bench.tally.progressStore.markEpisode(6, season: 2, as: .watched, of: show, counts: counts)
    _ = await bench.tally.sync.deliver(intent)
    #expect(bench.count("tally.progress.set") == 2 * calls)
    #expect(watched(bench, 2) != [1, 2, 3, 6])
    let again = TallyService(server: .fake, transport: bench.server.transport, environment: bench.environment)
    await again.sync.flush()
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == [1, 2, 3, 6])
    #expect(try await again.sync.outbox.open() == [])
  }

  @Test("an episode that is not stored takes nothing before it along")
  func notStoredAlone() async throws {
    let bench = try await Bench()
    bench.server.update { $0.addSeason(.weekly(from: "2027-01-01", episodes: 20), to: 520_200) }
    _ = try await bench.tally.progress.set(.unwatched, upTo: 20, season: 1, of: 520_200)
    let before = bench.server.progress(of: bench.user, tmdbID: 520_200)
    let intent = try await bench.tally.progressStore.markEpisode(
      20, season: 2, as: .watched, of: 520_200, counts: [1: 8, 2: 20])
    guard case .refused(let error) = await bench.tally.sync.result(of: intent, delivering: true) else {
      Issue.record("not refused")
      return
    }
    #expect(error.detail == ProgressDetail.episodeNotStored)
    let after = bench.server.progress(of: bench.user, tmdbID: 520_200)
    #expect(before[1]?.values.contains("watched") != true)
    #expect(after[1]?.values.contains("watched") == false)
  }

  @Test("a lost answer is found out by reading, not by sending again")
  func lostAnswer() async throws {
    let bench = try await Bench()
    bench.faults.fail("tally.progress.set", with: .replyLost, .replyLost, .replyLost)
    let intent = try await bench.tally.progressStore.setWatched(upTo: 5, season: 2, of: show)
    _ = await bench.tally.sync.deliver(intent)
    let sent = bench.count("tally.progress.set")
    await bench.tally.sync.flush()
    #expect(bench.count("tally.progress.set") == sent)
    #expect(watched(bench, 2) == Array(1...5))
    #expect(try await bench.tally.sync.outbox.open() == [])
  }

  @Test("an episode can be marked by its id where the server can")
  func byID() async throws {
    let able = try await Bench(settings: .init(episodesHaveStatus: true))
    let entry = try #require(able.server.entry(of: able.user, tmdbID: 520_300))
    let showID = ShowID(rawValue: entry.showID)
    let episode = try #require(try await able.tally.watchlist.detail(of: showID).seasons.first?.episodes.first?.id)
    let intent = try await able.tally.progressStore.markEpisode(episode, as: .watched, of: showID)
    #expect(await able.tally.sync.deliver(intent) == .written)
    #expect(await able.tally.sync.result(of: intent) == .written)
    let usual = try await Bench()
    let refused = try await usual.tally.progressStore.markEpisode(episode, as: .watched, of: showID)
    guard case .refused = await usual.tally.sync.deliver(refused) else {
      Issue.record("not refused")
      return
    }
  }
}
