import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("State of accounts")
struct StateTests {
  @Test("a second server with the same account id shows nothing of the first one's")
  func secondServer() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    try await bench.tally.progressStore.refresh(520_100)
    try await bench.tally.subscriptionStore.refresh()
    await bench.tally.client.accounts.save()
    let second = TallyService(
      server: try ServerAddress("https://second.example"), transport: bench.faults, environment: bench.environment)
    try await second.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    #expect(try await second.watchlistStore.items() == [])
    #expect(try await second.watchlistStore.refreshedAt() == nil)
    #expect(try await second.progressStore.progress(of: 520_100) == nil)
    #expect(try await second.subscriptionStore.items() == nil)
    #expect(try await bench.tally.watchlistStore.items().count == 6)
  }

  @Test("files that cannot be read at the launch are not taken for an empty list", arguments: [true, false])
  func lockedFiles(databaseDown: Bool) async throws {
    let files = MemoryFileSystem()
    let bench = try await Bench(files: files)
    try await bench.tally.watchlistStore.refresh()
    await bench.tally.client.accounts.save()
    files.isLocked = true
    let again = bench.relaunched()
    let locked = await #expect(throws: ClientError.self) { try await again.watchlistStore.items() }
    #expect(locked?.kind == .storage)
    files.isLocked = false
    #expect(try await again.watchlistStore.items().count == 6)
    bench.server.failures.databaseDown = databaseDown
    _ = try? await again.watchlistStore.refresh()
    #expect(try await again.watchlistStore.items().count == 6)
    await again.client.accounts.save()
    #expect(try await bench.relaunched().watchlistStore.items().count == 6)
  }

  @Test("a sign-out leaves nothing of the account's titles on the disk", arguments: [PendingWork.keep, .discard])
  func signOut(pending: PendingWork) async throws {
    let files = MemoryFileSystem()
    let bench = try await Bench(files: files)
    try await bench.tally.watchlistStore.refresh()
    try await bench.tally.progressStore.refresh(520_100)
    try await bench.tally.subscriptionStore.refresh()
    await bench.tally.client.accounts.save()
    func names(_ text: String) -> [String] {
      files.contents.filter { String(decoding: $0.value, as: UTF8.self).contains(text) }.map(\.key)
    }
    #expect(names("Lighthouse Winter") != [])
    try await bench.tally.account.signOut(pending: pending)
    #expect(names("Lighthouse Winter") == [])
    #expect(names("Netflix") == [])
  }

  @Test("a rating of an episode concerns no observer of the watchlist, the progress or the subscriptions")
  func observers() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    try await bench.tally.progressStore.refresh(520_100)
    try await bench.tally.subscriptionStore.refresh()
    let entry = try #require(bench.server.entry(of: bench.user, tmdbID: 520_100))
    let detail = try await bench.tally.watchlist.detail(of: ShowID(rawValue: entry.showID))
    let season = try #require(detail.seasons.first?.id)
    let changes = Locked<[String]>([])
    let tokens = [
      bench.tally.watchlistStore.observe { changes.withLock { $0.append("watchlist") } },
      bench.tally.progressStore.observe { changes.withLock { $0.append("progress") } },
      bench.tally.subscriptionStore.observe { changes.withLock { $0.append("subscriptions") } },
    ]
    #expect(try await bench.tally.ratingStore.rate(season: season, 8).settled() == .synced)
    #expect(changes.withLock { $0 } == [])
    try await bench.tally.watchlistStore.setNotes("later", of: 520_100)
    #expect(changes.withLock { $0.first } == "watchlist")
    await bench.tally.queue.settled()
    #expect(Set(changes.withLock { $0 }) == ["watchlist"])
    tokens.forEach { $0.cancel() }
  }

  @Test("a server that limits its rate shows no notice for a change of any kind: it waits")
  func rateLimited() async throws {
    let bench = try await Bench()
    let (list, subscriptions) = (
      TallyWatchlistViewModel(tally: bench.tally), SubscriptionsViewModel(tally: bench.tally)
    )
    let search = SearchViewModel(tally: bench.tally)
    list.load()
    subscriptions.load()
    search.toggleExpansion(520_600)
    await list.settled()
    await subscriptions.settled()
    await search.settled()
    let chip = try #require(search.chips(of: 520_600).first)
    let netflix = try #require(subscriptions.state.items.value?.first)
    for operation in [OperationID.tallyWatchlistAll, .tallySubscriptionAll, .tallyProgressProgress] {
      for _ in 0..<60 { bench.faults.fail(operation, with: .status(429)) }
    }
    list.setNotes("later", of: 520_100)
    subscriptions.pause(netflix.subscription)
    search.selectProvider(chip.provider, for: 520_600)
    search.addToWatchlist(520_800)
    await list.settled()
    await subscriptions.settled()
    await search.settled()
    #expect((list.state.notice, subscriptions.state.notice, search.state.notice) == (nil, nil, nil))
    #expect(list.state.isPending)
  }

  @Test("subscriptions that were read days ago are shown with that date, not as fresh")
  func staleSubscriptions() async throws {
    let bench = try await Bench()
    try await bench.tally.subscriptionStore.refresh()
    let asked = bench.clock.now()
    await bench.tally.client.accounts.save()
    bench.clock.setWallClock(to: asked + 3 * 86_400)
    bench.faults.isDown = true
    let model = SubscriptionsViewModel(tally: bench.relaunched())
    model.load()
    await model.settled()
    #expect(model.state.items.value?.count == 3)
    guard case .failed = model.state.items else {
      Issue.record("not failed: \(model.state.items)")
      return
    }
    let known = try #require(try await bench.relaunched().subscriptionStore.refreshedAt())
    #expect(abs(known.timeIntervalSince(asked)) < 5)
  }

  @Test("two services over one folder lose no change of either")
  func twoServices() async throws {
    let bench = try await Bench()
    let other = TallyService(server: .fake, transport: bench.faults, environment: bench.environment)
    bench.faults.isDown = true
    try await bench.tally.watchlistStore.setNotes("one", of: 520_100)
    try await other.watchlistStore.setNotes("two", of: 520_200)
    try await bench.tally.watchlistStore.setRating(7, of: 520_300)
    try await other.watchlistStore.setRating(8, of: 520_400)
    #expect(try await bench.tally.queue.open().count == 4)
    let again = bench.relaunched()
    #expect(try await again.queue.open().count == 4)
    bench.tally.country.set("AU")
    other.preferences.set("2", forKey: "last_season_1")
    #expect(other.country.current == "AU")
    #expect(bench.relaunched().country.current == "AU")
    try await other.account.signOut(pending: .discard)
    #expect(try await bench.tally.account.status() == .signedOut)
  }

  @Test(
    "two servers share no bytes, also for the same account and show: not what is shown, nor what is merged and sent")
  func twoServers() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    try await bench.tally.progressStore.refresh(520_100)
    bench.faults.isDown = true
    try await bench.tally.progressStore.setWatched(upTo: 7, season: 2, of: 520_100)
    let first = (bench.environment.files as? MemoryFileSystem)?.contents ?? [:]
    var world = TallyWorld.sample
    world.track(520_600, for: bench.user, status: "watching")
    let other = FakeTallyServer(world: world, clock: bench.clock)
    let tally = TallyService(
      server: try ServerAddress("https://other.test"), transport: other.transport,
      environment: bench.environment.relaunched())
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    #expect(try await tally.client.accounts.account() == bench.user)
    #expect(try await tally.watchlistStore.items() == [])
    #expect(try await tally.progressStore.progress(of: 520_100) == nil)
    #expect(try await tally.queue.open() == [])
    try await tally.watchlistStore.refresh()
    #expect(try await tally.progressStore.refresh(520_100)?.states.lastWatched(season: 2) == 3)
    #expect(other.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 2, 3])
    #expect(!other.requests.contains { $0.operation == .tallyProgressSet })
    await tally.client.accounts.save()
    let both = (bench.environment.files as? MemoryFileSystem)?.contents ?? [:]
    #expect(first.allSatisfy { both[$0.key] == $0.value || !$0.key.hasPrefix("accounts/") })
    #expect(Set(both.keys).subtracting(first.keys).contains { $0.hasPrefix("accounts/") })
    #expect(try await bench.tally.watchlistStore.items().contains { $0.id == 520_600 } == false)
    #expect(try await bench.tally.progressStore.progress(of: 520_100)?.states.lastWatched(season: 2) == 7)
  }
}
