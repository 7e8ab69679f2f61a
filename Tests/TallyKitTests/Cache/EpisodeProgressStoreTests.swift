import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("Progress, here and on the server")
struct EpisodeProgressStoreTests {
  private let show: TMDBID = 520_100

  private func watched(_ bench: Bench, _ season: Int) -> [Int] {
    bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: season)
  }

  @Test("watched up to an episode is shown at once, sent, and read back")
  func upTo() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let change = try await bench.tally.progressStore.setWatched(upTo: 6, season: 2, of: show)
    let known = try await bench.tally.progressStore.progress(of: show)
    #expect(known?.states.lastWatched(season: 2) == 6)
    #expect(known?.isPending == true)
    #expect(await change.written() == .written)
    #expect(await change.settled() == .synced)
    #expect(watched(bench, 2) == [1, 2, 3, 4, 5, 6])
    #expect(try await bench.tally.progressStore.progress(of: show)?.isPending == false)
    #expect(bench.count(.tallyProgressSet) == 1)
    #expect(await change.outcome() == .synced)
  }

  @Test("going back to an exact place is one call of the app")
  func position() async throws {
    let bench = try await Bench()
    let preview = try await bench.tally.progressStore.preview(watching: 2, season: 2, of: show)
    #expect(preview.isEmpty == false)
    let change = try await bench.tally.progressStore.setPosition(watching: 2, season: 2, of: show)
    #expect(await change.written() == .written)
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
    _ = try await store.markSeason(1, watched: false, of: show, counts: counts).written()
    #expect(watched(bench, 1) == [])
    #expect(watched(bench, 2) == [1, 2, 3])
    _ = try await store.markSeason(2, watched: true, of: show, counts: counts).written()
    #expect(watched(bench, 1) == [])
    #expect(watched(bench, 2) == Array(1...10))
    _ = try await store.markSeason(2, watched: false, of: show, counts: counts).written()
    #expect(watched(bench, 2) == [])
  }

  @Test("one episode is marked without the others, whatever the server's habit")
  func episode() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    _ = try await store.markEpisode(2, season: 2, as: .unwatched, of: show).written()
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == [1, 3])
  }

  @Test("offline changes wait, survive a relaunch, and arrive as one")
  func offline() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    bench.faults.isDown = true
    for episode in 4...6 {
      let change = try await bench.tally.progressStore.setWatched(upTo: episode, season: 2, of: show)
      guard case .waiting(let error) = await change.written() else {
        Issue.record("not waiting")
        return
      }
      #expect(error?.kind == .unreachable)
    }
    let again = bench.relaunched()
    #expect(try await again.progressStore.progress(of: show)?.states.lastWatched(season: 2) == 6)
    bench.faults.isDown = false
    await again.queue.flush()
    #expect(watched(bench, 2) == Array(1...6))
    #expect(bench.count(.tallyProgressSet) == 1)
    #expect(try await again.queue.open() == [])
  }

  @Test("an answer that a write overtook does not undo it")
  func staleAnswer() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    // Hold the answer of a refresh that began before the write until the write is done.
    hold.hold(.tallyProgressProgress)
    let refresh = Task { try await tally.progressStore.refresh(show) }
    #expect(await eventually { hold.count == 1 })
    let change = try await tally.progressStore.setWatched(upTo: 9, season: 2, of: show)
    #expect(await change.settled() == .synced)
    hold.release()
    #expect(try await refresh.value?.states.lastWatched(season: 2) == 9)
    #expect(try await tally.progressStore.progress(of: show)?.states.lastWatched(season: 2) == 9)
  }

  @Test("an add that the server cannot take now does not hold the progress back")
  func addFails() async throws {
    let bench = try await Bench()
    // Cut the earlier launch's network: it would find the add on disk and send it.
    bench.faults.isDown = true
    let transport = NoAdds(base: bench.server.transport)
    let tally = bench.relaunched(transport)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    try await tally.watchlistStore.add(520_600, as: .watching, title: "Evening Ledger")
    let change = try await tally.progressStore.setWatched(upTo: 3, season: 1, of: 520_600)
    #expect(await change.settled() == .synced)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_600, season: 1) == [1, 2, 3])
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_600) == nil)
    #expect(try await tally.queue.open().map(\.kind) == [EntryMutation.kind])
    transport.isOver.withLock { $0 = true }
    await tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_600)?.status == "watching")
    #expect(try await tally.queue.open() == [])
  }

  /// A server whose database refuses every add until `isOver`.
  private struct NoAdds: Transport {
    let base: any Transport
    let isOver = Locked(false)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      guard request.operation == .tallyWatchlistAdd, !isOver.withLock({ $0 }) else {
        return try await base.send(request)
      }
      let refusal: JSONValue = ["success": false, "error": "Failed to add show to watchlist: 57P01"]
      return HTTPResponse(status: 500, fields: ["Content-Type": "application/json"], body: refusal.serialized())
    }
  }

  @Test("where the server has stored fewer episodes than there are, it takes what it can, and that is shown")
  func fewerStored() async throws {
    let bench = try await Bench()
    let store = bench.tally.progressStore
    try await store.refresh(520_200)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_200, season: 1) == [1, 2, 3, 4])
    let change = try await store.setWatched(upTo: 12, season: 1, of: 520_200)
    guard case .refused(let error) = await change.written() else {
      Issue.record("not refused")
      return
    }
    #expect(error.detail == ProgressDetail.episodeNotStored)
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_200, season: 1) == Array(1...9))
    let known = try await store.progress(of: 520_200)
    #expect((known?.states.lastWatched(season: 1), known?.isPending) == (9, false))
  }

  @Test("a season is not refused for episodes of another one that the server has not stored")
  func otherSeasonShorter() async throws {
    let bench = try await Bench()
    let counts = [1: 12, 2: 10, 3: 6]
    let change = try await bench.tally.progressStore.markSeason(2, watched: true, of: show, counts: counts)
    #expect(await change.settled() == .synced)
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == Array(1...10))
  }

  @Test("seasons that are numbered by years are marked exactly, with and without what is known of their lengths")
  func years() async throws {
    for counts in [[2023: 4, 2024: 5], [:]] {
      var world = TallyWorld.sample
      world.addShow(
        530_001, "The Year in Ships",
        seasons: [
          .weekly(from: "2023-01-05", episodes: 4, number: 2023),
          .weekly(from: "2024-01-04", episodes: 5, number: 2024),
        ])
      let bench = try await Bench(world: world)
      let store = bench.tally.progressStore
      func watched(_ season: Int) -> [Int] {
        bench.server.watched(of: bench.user, tmdbID: 530_001, season: season)
      }
      try await store.refresh(530_001)
      let first = try await store.markEpisode(2, season: 2023, as: .watched, of: 530_001, counts: counts)
      #expect(await first.settled() == .synced)
      #expect((watched(2023), watched(2024)) == ([2], []))
      let start = try await store.setPosition(watching: 1, season: 2023, of: 530_001, counts: counts)
      #expect(await start.settled() == .synced)
      #expect(bench.server.progress(of: bench.user, tmdbID: 530_001)[2023]?[1] == "watching")
      #expect((watched(2023), watched(2024)) == ([], []))
      let upTo = try await store.setWatched(upTo: 4, season: 2023, of: 530_001, counts: counts)
      #expect(await upTo.settled() == .synced)
      let season = try await store.markSeason(2024, watched: true, of: 530_001, counts: [2024: 5])
      #expect(await season.settled() == .synced)
      #expect((watched(2023), watched(2024)) == ([1, 2, 3, 4], [1, 2, 3, 4, 5]))
      #expect(try await bench.tally.queue.refused() == [])
    }
  }

  @Test("what another device has moved on is not taken back by an old change")
  func movedOn() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    bench.faults.isDown = true
    let change = try await bench.tally.progressStore.setPosition(watching: 1, season: 2, of: show)
    await bench.tally.queue.settled()
    bench.faults.isDown = false
    let other = try await bench.otherDevice()
    _ = try await other.progress.set(.watched, upTo: 8, season: 2, of: show)
    #expect(await change.written() == .superseded(reason: ProgressDetail.movedOn))
    #expect(watched(bench, 2) == Array(1...8))
    #expect(try await bench.tally.progressStore.progress(of: show)?.states.lastWatched(season: 2) == 8)
  }

  @Test("a later step of this device is not taken for another device's")
  func ownSteps() async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let first = try await bench.tally.progressStore.setWatched(upTo: 8, season: 2, of: show)
    let sending = Task { await first.written() }
    let second = try await bench.tally.progressStore.setPosition(watching: 2, season: 2, of: show)
    _ = await sending.value
    #expect(await second.written() == .written)
    await bench.tally.queue.settled()
    #expect(watched(bench, 2) == [1])
  }

  @Test(
    "an episode that the server has not stored is refused by name, and what is shown goes back to the server's truth")
  func notStored() async throws {
    let bench = try await Bench()
    bench.server.edit { $0.addSeason(.weekly(from: "2027-01-01", episodes: 4), to: 520_200) }
    let change = try await bench.tally.progressStore.setWatched(upTo: 2, season: 2, of: 520_200)
    guard case .refused(let error) = await change.settled() else {
      Issue.record("not refused")
      return
    }
    #expect(error.detail == ProgressDetail.episodeNotStored)
    #expect(try await bench.tally.progressStore.progress(of: 520_200)?.isPending == false)
    #expect(try await bench.tally.queue.refused().map(\.id) == [change.id])
  }

  @Test("cut off between the calls that mark one episode, the rest follows after a relaunch", arguments: [1, 2])
  func cutOff(calls: Int) async throws {
    let bench = try await Bench()
    try await bench.tally.progressStore.refresh(show)
    let counts = [1: 8, 2: 10, 3: 6]
    // The first requests arrive (twice each); all later ones are refused.
    for _ in 0..<calls { bench.faults.fail(.tallyProgressSet, with: .duplicated) }
    for _ in 0..<20 { bench.faults.fail(.tallyProgressSet, with: .refused) }
    let change = try await bench.tally.progressStore.markEpisode(6, season: 2, as: .watched, of: show, counts: counts)
    _ = await change.written()
    #expect(bench.count(.tallyProgressSet) == 2 * calls)
    #expect(watched(bench, 2) != [1, 2, 3, 6])
    await bench.tally.queue.settled()
    let again = bench.relaunched(bench.server.transport)
    await again.queue.flush()
    #expect(watched(bench, 1) == Array(1...8))
    #expect(watched(bench, 2) == [1, 2, 3, 6])
    #expect(try await again.queue.open() == [])
  }

  @Test("an episode that is not stored takes nothing before it along")
  func notStoredAlone() async throws {
    let bench = try await Bench()
    bench.server.edit { $0.addSeason(.weekly(from: "2027-01-01", episodes: 20), to: 520_200) }
    _ = try await bench.tally.progress.set(.unwatched, upTo: 20, season: 1, of: 520_200)
    let before = bench.server.progress(of: bench.user, tmdbID: 520_200)
    let change = try await bench.tally.progressStore.markEpisode(
      20, season: 2, as: .watched, of: 520_200, counts: [1: 8, 2: 20])
    guard case .refused(let error) = await change.settled() else {
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
    bench.faults.fail(.tallyProgressSet, with: .replyLost, .replyLost, .replyLost)
    let change = try await bench.tally.progressStore.setWatched(upTo: 5, season: 2, of: show)
    _ = await change.written()
    let sent = bench.count(.tallyProgressSet)
    await bench.tally.queue.flush()
    #expect(bench.count(.tallyProgressSet) == sent)
    #expect(watched(bench, 2) == Array(1...5))
    #expect(try await bench.tally.queue.open() == [])
  }

  @Test("an episode can be marked by its id where the server can")
  func byID() async throws {
    let able = try await Bench(settings: .init(episodesHaveStatus: true))
    let entry = try #require(able.server.entry(of: able.user, tmdbID: 520_300))
    let showID = ShowID(rawValue: entry.showID)
    let episode = try #require(try await able.tally.watchlist.detail(of: showID).seasons.first?.episodes.first?.id)
    let change = try await able.tally.progressStore.markEpisode(episode, as: .watched, of: showID)
    #expect(await change.written() == .written)
    #expect(await change.settled() == .synced)
    let usual = try await Bench()
    let refused = try await usual.tally.progressStore.markEpisode(episode, as: .watched, of: showID)
    guard case .refused = await refused.written() else {
      Issue.record("not refused")
      return
    }
  }

  @Test("the store asks and writes through the role that the service was built with, and never through the server's")
  func replacedRole() async throws {
    let bench = try await Bench()
    let double = ProgressDouble(live: bench.tally.progress)
    let tally = TallyService(
      server: .fake, transport: bench.faults, environment: bench.environment.relaunched()
    ) { $0.progress = double }
    bench.server.clearRequests()
    #expect(try await tally.progressStore.refresh(show)?.states.lastWatched(season: 1) == 2)
    let change = try await tally.progressStore.setWatched(upTo: 4, season: 1, of: show)
    #expect(await change.settled() == .synced)
    #expect(try await tally.progressStore.progress(of: show)?.states.lastWatched(season: 1) == 4)
    #expect(double.written.withLock { $0 } == ["watched up to S1E4"])
    #expect(bench.server.requests.filter { $0.operation.rawValue.hasPrefix("tally.progress") } == [])
  }

  /// A role that answers two watched episodes instead of the server's.
  private struct ProgressDouble: ProgressAPI {
    let live: any ProgressAPI
    let states = Locked(ShowProgress(seasons: [1: (1...2).map { EpisodeStatus(episodeNumber: $0, status: .watched) }]))
    let written = Locked<[String]>([])

    func progress(of show: TMDBID) async throws(ClientError) -> ShowProgress { states.withLock { $0 } }

    func set(_ state: EpisodeState, upTo episode: Int, season: Int, of show: TMDBID) async throws(ClientError)
      -> ProgressReceipt
    {
      written.withLock { $0.append("\(state) up to S\(season)E\(episode)") }
      states.withLock {
        $0.seasons[season] = (1...episode).map { EpisodeStatus(episodeNumber: $0, status: state) }
      }
      var receipt = ProgressReceipt()
      (receipt.updatedCount, receipt.totalRequested) = (episode, episode)
      return receipt
    }

    func detail(of show: ShowID, liveStats: Bool) async throws(ClientError) -> TrackedShowDetail {
      try await live.detail(of: show, liveStats: liveStats)
    }
    func markWatching(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark {
      try await live.markWatching(episode)
    }
    func markWatched(_ episode: EpisodeID) async throws(ClientError) -> EpisodeMark {
      try await live.markWatched(episode)
    }
    func update(_ episodes: [EpisodeID], watched: Bool) async throws(ClientError) -> BulkReceipt {
      try await live.update(episodes, watched: watched)
    }
    func rate(_ episode: EpisodeID, _ rating: Double) async throws(ClientError) -> RatingReceipt {
      try await live.rate(episode, rating)
    }
    func stats() async throws(ClientError) -> ViewingStats { try await live.stats() }
    func liveStats(of episode: EpisodeID) async throws(ClientError) -> LiveStats {
      try await live.liveStats(of: episode)
    }
    func markSeasonWatched(_ season: SeasonID) async throws(ClientError) { try await live.markSeasonWatched(season) }
    func watchingNow() async throws(ClientError) -> [JSONValue] { try await live.watchingNow() }
  }
}
