import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("The watchlist while the server's database fails, which looks like an empty list")
struct DatabaseOutageTests {
  private let show: TMDBID = 520_500

  @Test("a change made on a device that has never read the list waits, and the server's entry keeps its status")
  func neverRead() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    bench.server.failures.databaseDown = true
    for change in [
      try await store.add(show, as: .watching), try await store.setNotes("later", of: 520_100),
      try await store.add(520_600),
    ] {
      guard case .waiting = await change.settled() else {
        Issue.record("not waiting")
        continue
      }
    }
    bench.server.failures.databaseDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: show.rawValue)?.status == "completed")
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "later")
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_600)?.status == "watchlist")
    #expect(try await bench.tally.queue.all().filter { $0.isOpen || $0.isRefused } == [])
  }

  @Test("the database recovers between the empty list and the add: the entry is read, not overwritten")
  func recovers() async throws {
    let bench = try await Bench()
    let tally = bench.relaunched(
      ClosureTransport { request in
        // The list is asked twice: the database works from the proof on.
        if request.operation == .tallyStreamingServiceAll { bench.server.failures.databaseDown = false }
        return try await bench.faults.send(request)
      })
    bench.server.failures.databaseDown = true
    #expect(await (try await tally.watchlistStore.add(show, as: .watching)).settled() == .synced)
    #expect(bench.server.entry(of: bench.user, tmdbID: show.rawValue)?.status == "completed")
    #expect(bench.count(.tallyWatchlistAdd) == 0)
  }

  /// Relaunches the app. The server's database fails from the first request for which `begins` returns true until the test calls `mend`.
  private func failing(
    _ bench: Bench, from begins: @escaping @Sendable (HTTPRequest) -> Bool
  ) -> (tally: TallyService, mend: () -> Void) {
    let isBroken = Locked(true)
    let tally = bench.relaunched(
      ClosureTransport { request in
        if isBroken.withLock({ $0 }), begins(request) { bench.server.failures.databaseDown = true }
        return try await bench.faults.send(request)
      })
    return (
      tally,
      {
        isBroken.withLock { $0 = false }
        bench.server.failures.databaseDown = false
      }
    )
  }

  @Test(
    "a change waits when the database fails between the list and the write, which is answered as a refusal",
    arguments: [true, false])
  func failsMeanwhile(_ isAdd: Bool) async throws {
    let bench = try await Bench()
    let (tally, mend) = failing(bench) { $0.method != .get }
    let store = tally.watchlistStore
    let change = isAdd ? try await store.add(520_600) : try await store.setStatus(.dropped, of: 520_100)
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    mend()
    await tally.queue.flush()
    #expect(await change.outcome() == .synced)
    let entry = bench.server.entry(of: bench.user, tmdbID: isAdd ? 520_600 : 520_100)
    #expect(entry?.status == (isAdd ? "watchlist" : "dropped"))
  }

  @Test("an add to an empty list waits when the database fails between the list and the add")
  func failsMeanwhileOnEmptyList() async throws {
    let bench = try await Bench(signedIn: false)
    let (tally, mend) = failing(bench) { $0.operation == .tallyWatchlistAdd }
    try await tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    // This read succeeds, which shows that the database works. The add therefore accepts the empty list, and its request is sent.
    try await tally.progressStore.refresh(520_600)
    let change = try await tally.watchlistStore.add(520_600)
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    mend()
    await tally.queue.flush()
    #expect(await change.outcome() == .synced)
  }

  @Test("a pause that was made before any list was read is sent, although the server fails for the account's country")
  func pauseWithoutCountry() async throws {
    let bench = try await Bench()
    let mine = try await bench.tally.subscriptions.all(country: "US").subscriptions
    let active = try #require(mine.first { $0.isActive == true })
    let _: JSONValue = try await bench.tally.call(.put, ["api", "users", .id(bench.user)], body: ["countryCode": "x"])
    let failure = await #expect(throws: ClientError.self) {
      _ = try await bench.tally.subscriptions.all(country: nil)
    }
    #expect(failure?.status == 500)
    let services = await #expect(throws: ClientError.self) { _ = try await bench.tally.services.all(country: nil) }
    #expect(services?.status == 500)
    let change = try await bench.tally.subscriptionStore.setActive(false, active)
    #expect(await change.settled() == .synced)
    let after = try await bench.tally.subscriptions.all(country: "US").subscriptions
    #expect(after.first { $0.id == active.id }?.isActive == false)
    // The first change is now in the cache, although the list of subscriptions has not been read yet.
    let second = try await bench.tally.subscriptionStore.setActive(true, active)
    #expect(await second.settled() == .synced)
  }

  @Test("a change of a list that was read and is empty is sent for the account's own country")
  func emptyList() async throws {
    let bench = try await Bench()
    for mine in try await bench.tally.subscriptions.all(country: "US").subscriptions {
      try await bench.tally.subscriptions.remove(mine.id)
    }
    let queries = Locked<[URL]>([])
    let tally = bench.relaunched(
      ClosureTransport { request in
        if request.operation == .tallySubscriptionAll { queries.withLock { $0.append(request.url) } }
        return try await bench.faults.send(request)
      })
    try await tally.subscriptionStore.refresh()
    #expect(try await tally.subscriptionStore.items()?.isEmpty == true)
    let service = try #require(try await tally.services.all(country: "AU").services.first)
    let change = try await tally.subscriptionStore.add(
      SubscriptionDraft(serviceId: service.id, monthlyCost: 5))
    #expect(await change.settled() == .synced)
    let asked = queries.withLock { $0 }
    #expect(asked.count >= 3 && asked.allSatisfy { $0.query()?.contains("country") != true })
  }

  @Test("a mark of an episode by its id waits, though the server answers that there is no such show")
  func episodeByID() async throws {
    let bench = try await Bench()
    try await bench.tally.watchlistStore.refresh()
    let id = try #require(try await bench.tally.watchlistStore.item(520_100)?.showID)
    let detail = try await bench.tally.progress.detail(of: id, liveStats: false)
    let episode = try #require(detail.seasons.last?.episodes.first?.id)
    bench.server.failures.databaseDown = true
    let change = try await bench.tally.progressStore.markEpisode(episode, as: .watched, of: id)
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    #expect(try await bench.tally.queue.refused() == [])
  }

  @Test("the list is not kept as read and empty on a device that has never read it")
  func refresh() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    bench.server.failures.databaseDown = true
    let error = await #expect(throws: ClientError.self) { try await store.refresh() }
    #expect(error?.status == 500)
    #expect(try await store.refreshedAt() == nil)
    bench.server.failures.databaseDown = false
    try await store.refresh()
    #expect(try await store.items().count == 6)
  }

  @Test("an empty list is checked with a request for a valid country, not for the country of the account")
  func country() async throws {
    let bench = try await Bench(signedIn: false)
    try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    bench.server.clearRequests()
    try await bench.tally.watchlistStore.refresh()
    let asked = bench.server.requests.filter { $0.operation == .tallyStreamingServiceAll }
    #expect(asked.map { $0.query["country"] } == ["US"])
    #expect(try await bench.tally.watchlistStore.refreshedAt() != nil)
  }

  @Test("a row whose episodes the server failed to count keeps the counts that were known", arguments: [true, false])
  func counts(_ isChange: Bool) async throws {
    let bench = try await Bench()
    let isFailing = Locked(false)
    let tally = bench.relaunched(
      ClosureTransport { request in
        let answer = try await bench.faults.send(request)
        guard isFailing.withLock({ $0 }), request.operation == .tallyWatchlistAll else { return answer }
        var body = try JSONValue(parsing: answer.body)
        let rows = (body["data"]?["shows"]?.array ?? []).map { row in
          var row = row
          row["progress"] = ["totalEpisodes": 0, "watchedEpisodes": 0]
          return row
        }
        body["data"]?["shows"] = .array(rows)
        return .json(body)
      })
    let store = tally.watchlistStore
    try await store.refresh()
    let before = try await store.item(520_100)?.progress
    #expect((before?.watchedEpisodes, before?.totalEpisodes) == (11, 24))
    isFailing.withLock { $0 = true }
    if isChange {
      #expect(await (try await store.setNotes("here", of: 520_100)).settled() == .synced)
      #expect(try await store.item(520_100)?.notes == "here")
    } else {
      try await store.refresh()
    }
    #expect(try await store.item(520_100)?.progress == before)
  }
}
