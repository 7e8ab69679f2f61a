import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("The actions of voice assistants and shortcuts")
struct TallyIntentsTests {
  private func error(_ body: () async throws -> Void) async -> ClientError? {
    do {
      try await body()
      return nil
    } catch { return error as? ClientError }
  }

  @Test("it suggests the shows that the user watches first, and finds the others by their title")
  func shows() async throws {
    let bench = try await Bench()
    let intents = TallyIntents(tally: bench.tally)
    // The list was never read here: the first call reads it.
    let suggested = try await intents.suggested()
    #expect(Set(suggested.prefix(3).map(\.id)) == [520_100, 520_200, 520_400])
    #expect(Set(suggested.dropFirst(3).map(\.id)) == [520_300, 520_700])
    let sent = bench.faults.operations.count
    #expect(try await intents.matching("beacon OLD").map(\.id) == [520_500])
    #expect(try await intents.matching(" ").map(\.id) == suggested.map(\.id))
    #expect(try await intents.items(of: [520_500, 999, 520_100]).map(\.id) == [520_500, 520_100])
    #expect(bench.faults.operations.count == sent)
    await bench.tally.client.accounts.save()
    bench.faults.isDown = true
    let later = TallyIntents(tally: bench.relaunched())
    #expect(try await later.suggested().map(\.id) == suggested.map(\.id))
  }

  @Test("without a network and without a list, nothing is suggested")
  func neverRead() async throws {
    let bench = try await Bench()
    bench.faults.isDown = true
    #expect(try await TallyIntents(tally: bench.tally).suggested().isEmpty)
  }

  @Test("it marks the episode after the last watched one, counting what another device has watched meanwhile")
  func next() async throws {
    let bench = try await Bench()
    let intents = TallyIntents(tally: bench.tally)
    try await bench.tally.watchlistStore.refresh()
    let reply = try await intents.markNextWatched(520_100)
    #expect(reply.subject == EpisodePlace(season: 2, episode: 4))
    #expect(reply.sentence == "“Lighthouse Winter”, season 2, episode 4 is marked as watched.")
    await bench.tally.queue.settled()

    let other = TallyService(
      server: .fake, transport: bench.server.transport, environment: .manual(clock: bench.clock, seed: 9))
    try await bench.signIn(other)
    try await other.progressStore.setWatched(upTo: 6, season: 2, of: 520_100)
    await other.queue.settled()
    #expect(try await intents.markNextWatched(520_100).subject == EpisodePlace(season: 2, episode: 7))
  }

  @Test("without a network it counts on from the progress on this device, and the mark waits")
  func offline() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    _ = try await TallyIntents(tally: bench.tally).markNextWatched(520_100)
    await bench.tally.queue.settled()
    await bench.tally.client.accounts.save()
    bench.faults.isDown = true
    let tally = bench.relaunched()
    let intents = TallyIntents(tally: tally)
    #expect(try await intents.markNextWatched(520_100).subject == EpisodePlace(season: 2, episode: 5))
    #expect(try await intents.markNextWatched(520_100).subject == EpisodePlace(season: 2, episode: 6))
    #expect(try await tally.queue.open().count >= 1)
    // A show of which this device has no progress.
    #expect(await error { _ = try await intents.markNextWatched(520_200) }?.kind == .unreachable)
  }

  @Test("while the server cannot reach TMDB, the next episode is marked by its place, as its number is not known")
  func placeWithoutNumber() async throws {
    let bench = try await Bench(world: .irregular)
    let show = TMDBID(TallyWorld.continuedShow)
    try await bench.tally.watchlistStore.refresh()
    try await bench.tally.analysisStore.ask(show, country: bench.tally.country.current)
    bench.server.failures.tmdbDown = true
    let reply = try await TallyIntents(tally: bench.tally).markNextWatched(show)
    #expect(reply.subject == EpisodePlace(season: 2, episode: 1))
    await bench.tally.queue.settled()
    bench.server.failures.tmdbDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: 2) == [1])
    #expect(try await bench.tally.queue.refused() == [])
    // With the season's numbers, the next one is named by its number.
    let next = try await TallyIntents(tally: bench.tally).markNextWatched(show)
    #expect(next.subject == EpisodePlace(season: 2, episode: 63))
    await bench.tally.queue.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: show.rawValue, season: 2) == [1, 2])
  }

  @Test("while the server cannot reach TMDB, a show that was never analysed is counted on by the server's progress")
  func withoutAnalysis() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    bench.server.failures.tmdbDown = true
    let reply = try await TallyIntents(tally: bench.tally).markNextWatched(520_100)
    #expect(reply.subject == EpisodePlace(season: 2, episode: 4))
    await bench.tally.queue.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2, 3, 4])
  }

  @Test(
    "while the server cannot reach TMDB, the episode after a whole watched season is the next season's first one, or unknown",
    arguments: [true, false], [true, false])
  func seasonWithoutAnalysis(_ isRead: Bool, _ hasNext: Bool) async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "US")
    let later: [TallyWorld.Season] = hasNext ? [.weekly(from: "2026-10-07", episodes: 6)] : []
    world.addShow(530_003, "Spring Tide", seasons: [.binge(on: "2024-02-02", episodes: 8)] + later)
    world.track(530_003, for: user, status: "watching", upTo: (season: 1, episode: 8))
    let bench = try await Bench(world: world)
    try await bench.tally.watchlistStore.refresh()
    if isRead { _ = try await bench.tally.seasonStore.ask(1, of: 530_003, country: "US") }
    bench.server.failures.tmdbDown = true
    let intents = TallyIntents(tally: bench.tally)
    guard hasNext else {
      let error = await error { _ = try await intents.markNextWatched(530_003) }
      #expect((error?.operation, error?.status) == (.tallyShowAnalyze, 404))
      #expect(try await bench.tally.queue.all().isEmpty)
      return
    }
    #expect(try await intents.markNextWatched(530_003).subject == EpisodePlace(season: 2, episode: 1))
    await bench.tally.queue.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 530_003, season: 2) == [1])
    // The intent reads the watchlist again, so it finds the episode after the one that it has just marked.
    #expect(try await intents.markNextWatched(530_003).subject == EpisodePlace(season: 2, episode: 2))
    #expect(try await bench.tally.queue.refused() == [])
  }

  @Test(
    "a season or an episode that came after the show was last analysed is marked, and not all count as watched",
    arguments: [true, false])
  func newEpisodes(_ isNewSeason: Bool) async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "US")
    world.addShow(541, "Tide", seasons: [.binge(on: "2024-02-02", episodes: 8)])
    let bench = try await Bench(world: world)
    try await bench.tally.analysisStore.ask(541, country: "US")
    _ = try await bench.tally.seasonStore.ask(1, of: 541, country: "US")
    bench.server.edit { world in
      if isNewSeason {
        world.addSeason(.weekly(from: "2026-10-07", episodes: 6), to: 541)
      } else {
        world.addSeason(.binge(on: "2024-02-02", episodes: 10, number: 1), to: 541)
      }
      world.track(541, for: user, status: "watching", upTo: (season: 1, episode: 8))
    }
    try await bench.tally.watchlistStore.refresh()
    let next = isNewSeason ? EpisodePlace(season: 2, episode: 1) : EpisodePlace(season: 1, episode: 9)
    #expect(try await TallyIntents(tally: bench.tally).markNextWatched(541).subject == next)
    await bench.tally.queue.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 541, season: next.season).last == next.episode)
  }

  @Test("while the show cannot be analysed, an old analysis is no reason to say that all is watched")
  func oldAnalysis() async throws {
    var world = TallyWorld()
    let user = world.addUser(TallyWorld.sampleEmail, country: "US")
    world.addShow(541, "Tide", seasons: [.binge(on: "2024-02-02", episodes: 8)])
    world.track(541, for: user, status: "watching", upTo: (season: 1, episode: 8))
    let bench = try await Bench(world: world)
    try await bench.tally.analysisStore.ask(541, country: "US")
    try await bench.tally.watchlistStore.refresh()
    bench.server.failures.tmdbDown = true
    let failed = await error { _ = try await TallyIntents(tally: bench.tally).markNextWatched(541) }
    #expect(failed?.operation == .tallyShowAnalyze)
    bench.server.failures.tmdbDown = false
    let done = await error { _ = try await TallyIntents(tally: bench.tally).markNextWatched(541) }
    #expect(done?.detail == TallyDetail.allWatched)
  }

  @Test("a show that is watched to its end, and one that is not on the list, say so")
  func impossible() async throws {
    let bench = try await Bench()
    let intents = TallyIntents(tally: bench.tally)
    try await bench.tally.watchlistStore.refresh()
    let done = await error { _ = try await intents.markNextWatched(520_500) }
    #expect(done?.detail == TallyDetail.allWatched)
    #expect(done?.text(intents.texts) == "Every episode of this show is watched.")
    let foreign = await error { _ = try await intents.markNextWatched(520_600) }
    #expect(foreign?.text(intents.texts) == "This show is not on your watchlist.")
    #expect(try await bench.tally.queue.all().isEmpty)
  }
}
