import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@Suite("The watchlist, here and on the server")
struct TallyWatchlistStoreTests {
  private let show: TMDBID = 520_100

  @Test("adding a show never takes a step back: completed stays completed, and the day it was added stays")
  func noDemotion() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    let before = bench.server.entry(of: bench.user, tmdbID: 520_500)
    for status in [WatchStatus.watchlist, .watching] {
      #expect(try await store.add(520_500, as: status).written().isDelivered)
    }
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_500) == before)
    #expect(bench.count(.tallyWatchlistAdd) == 0)
    _ = try await store.add(520_300, as: .watching).written()
    let raised = bench.server.entry(of: bench.user, tmdbID: 520_300)
    #expect(raised?.status == "watching")
    #expect(raised?.providerID == 8)
    #expect(bench.count(.tallyWatchlistAdd) == 0)
  }

  @Test("a removal whose end did not reach the disk does not take away what was added after it")
  func removalOvertaken() {
    var removal = EntryMutation(target: EntryMutation.target(show))
    removal.isRemoved = true
    var added = EntryMutation(target: EntryMutation.target(show))
    (added.status, added.rating) = (.watching, 8)
    #expect(removal.coalesced(with: added) == nil)
    #expect(removal.remainder(after: added) == added)

    var ending = SubscriptionMutation(.service("s"))
    ending.isRemoved = true
    var subscribed = SubscriptionMutation(.service("s"))
    subscribed.monthlyCost = 8
    #expect(ending.coalesced(with: subscribed) == nil)
    #expect(ending.remainder(after: subscribed) == subscribed)
  }

  @Test("all members of an entry change as one mutation, and the server shows them")
  func members() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    try await store.refresh()
    bench.faults.isDown = true
    // Let each change fail before the next one, because a change that is being sent takes no further ones in.
    for change in [
      try await store.setRating(9.5, of: show).written(), try await store.setNotes("again", of: show).written(),
      try await store.setCountry("gb", of: show).written(), try await store.setBufferDays(4, of: show).written(),
      try await store.setStatus(.completed, of: show).written(), try await store.setProvider(nil, of: show).written(),
    ] { #expect(!change.isDelivered) }
    let item = try #require(try await store.item(show))
    #expect((item.rating, item.notes, item.country, item.bufferDays) == (9.5, "again", "GB", 4))
    #expect((item.status, item.provider, item.isPending) == (.completed, nil, true))
    #expect(try await bench.tally.queue.open().count == 1)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect((entry?.rating, entry?.notes, entry?.country, entry?.bufferDays) == (9.5, "again", "GB", 4))
    #expect((entry?.status, entry?.providerID) == ("completed", nil))
    #expect(try await store.item(show)?.isPending == false)
  }

  @Test("a provider without a logo can be chosen, and a show that is not tracked is added as being watched")
  func provider() async throws {
    let bench = try await Bench()
    let chosen = ProviderSelection(WatchProvider.samples[1])
    let change = try await bench.tally.watchlistStore.setProvider(chosen, of: 520_600, title: "Evening Ledger")
    #expect(await change.written() == .written)
    let entry = bench.server.entry(of: bench.user, tmdbID: 520_600)
    #expect((entry?.status, entry?.providerID) == ("watching", 2188))
    let hbo = try await bench.tally.watchlistStore.setProvider(
      .init(id: 1899, name: "HBO Max", logoPath: "/h.jpg"), of: show)
    #expect(await hbo.settled() == .synced)
  }

  @Test("removing goes by the id of the show and is confirmed by the list; adding after it is a new entry")
  func removing() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    try await store.refresh()
    let before = bench.server.entry(of: bench.user, tmdbID: 520_100)
    bench.faults.isDown = true
    try await store.remove(show)
    #expect(try await store.item(show) == nil)
    try await store.add(show, as: .watchlist, title: "Lighthouse Winter")
    #expect(try await store.item(show)?.title == "Lighthouse Winter")
    #expect(try await bench.tally.queue.open().count == 2)
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let after = bench.server.entry(of: bench.user, tmdbID: 520_100)
    #expect(after?.status == "watchlist")
    #expect(after?.rating == nil)
    #expect(after?.id != before?.id)
  }

  @Test("a list that is empty because the database fails is not believed")
  func emptyList() async throws {
    let transport = FakeTransport()
    transport.answer(.tallyAccountSignIn, with: .json(try Fixtures.contract("auth.login")))
    transport.answer(.tallyWatchlistAll, with: .json(try Fixtures.contract("watchlist.list")))
    transport.answer(.tallyWatchlistAll, with: .json(["success": true, "data": ["shows": [], "totalCount": 0]]))
    transport.answer(.tallyWatchlistStats, with: .json(["success": true, "data": ["totalShows": 2]]))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    try await tally.account.signIn(email: "mika@example.org", password: "long-enough")
    try await tally.watchlistStore.refresh()
    let error = await #expect(throws: ClientError.self) { try await tally.watchlistStore.refresh() }
    #expect(error?.detail == "emptyList")
    #expect(try await tally.watchlistStore.items().count == 2)
    #expect(transport.problems == [])
  }

  @Test("an empty list is not believed when the database recovers right after it")
  func emptyListBeforeRecovery() async throws {
    let transport = FakeTransport()
    transport.answer(.tallyAccountSignIn, with: .json(try Fixtures.contract("auth.login")))
    transport.answer(.tallyWatchlistAll, with: .json(try Fixtures.contract("watchlist.list")))
    transport.answer(.tallyWatchlistAll, with: .json(["success": true, "data": ["shows": [], "totalCount": 0]]))
    transport.answer(.tallyWatchlistAll, with: .json(try Fixtures.contract("watchlist.list")))
    transport.answer(.tallyWatchlistStats, with: .json(["success": true, "data": ["totalShows": 0]]))
    transport.answer(.tallyStreamingServiceAll, with: .json(try Fixtures.contract("streaming-services")))
    let tally = TallyService(server: .fake, transport: transport, environment: .manual())
    try await tally.account.signIn(email: "mika@example.org", password: "long-enough")
    try await tally.watchlistStore.refresh()
    try await tally.watchlistStore.refresh()
    #expect(try await tally.watchlistStore.items().count == 2)
    #expect(transport.problems == [])
  }

  @Test("an empty list is not believed for an answer about services that was kept from before the database failed")
  func keptServices() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    try await store.refresh()
    #expect(try await bench.tally.services.all(country: nil).services.count == 5)
    bench.server.failures.databaseDown = true
    let error = await #expect(throws: ClientError.self) { try await store.refresh() }
    #expect(error?.detail == "emptyList")
    #expect(try await store.items().count == 6)
    // The read before the write must not believe the empty list either: the change waits.
    let change = try await store.setNotes("later", of: show)
    guard case .waiting = await change.settled() else {
      Issue.record("not waiting")
      return
    }
    #expect(try await store.items().count == 6)
    #expect(try await bench.tally.services.all(country: nil).services.count == 5)
  }

  @Test("a removal waits while the database fails, also on a device that has never read the list")
  func removalWithoutAList() async throws {
    let bench = try await Bench()
    bench.server.failures.databaseDown = true
    let removal = try await bench.tally.watchlistStore.remove(show)
    guard case .waiting = await removal.settled() else {
      Issue.record("not waiting")
      return
    }
    #expect(bench.server.entry(of: bench.user, tmdbID: show.rawValue) != nil)
    bench.server.failures.databaseDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: show.rawValue) == nil)
    #expect(try await bench.tally.queue.open().isEmpty)
  }

  @Test("a change waits while the kept list cannot be read: an empty answer is not believed without it")
  func unreadableList() async throws {
    let files = MemoryFileSystem()
    let bench = try await Bench(files: files)
    try await bench.tally.watchlistStore.refresh()
    await bench.tally.client.accounts.save()
    let before = bench.server.entry(of: bench.user, tmdbID: 520_100)
    bench.faults.isDown = true
    try await bench.tally.watchlistStore.setNotes("later", of: show)
    await bench.tally.queue.settled()
    bench.faults.isDown = false
    let isEmpty = Locked(true)
    let transport = ClosureTransport { request in
      switch request.operation {
      case .tallyWatchlistAll where isEmpty.withLock { $0 }:
        .json(["success": true, "data": ["shows": [], "totalCount": 0]])
      case .tallyWatchlistStats where isEmpty.withLock { $0 }:
        .json(["success": true, "data": ["totalShows": 0]])
      default: try await bench.faults.send(request)
      }
    }
    let disk = UnreadableAnswers(base: files)
    let environment = ClientEnvironment.manual(clock: bench.clock, files: disk, secrets: bench.environment.secrets)
    let tally = TallyService(server: .fake, transport: transport, environment: environment)
    await tally.queue.flush()
    await tally.queue.settled()
    #expect(try await tally.queue.open().count == 1)
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.status == before?.status)
    #expect(bench.count(.tallyWatchlistAdd) == 0)
    // Now the files can be read, and the server's list is no longer empty.
    disk.isLocked.withLock { $0 = false }
    isEmpty.withLock { $0 = false }
    await tally.queue.flush()
    await tally.queue.settled()
    #expect(try await tally.queue.open() == [])
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "later")
  }

  @Test("an entry whose show the server has lost is listed apart, and can be removed")
  func lost() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    bench.server.edit { $0.loseShow(520_700) }
    try await store.refresh()
    #expect(try await store.items().map(\.id) == [520_500, 520_400, 520_300, 520_200, 520_100])
    let lost = try #require(try await store.lostEntries().first)
    #expect(try await store.lostEntries().count == 1)
    let change = try await store.remove(lost: lost.showId)
    #expect(try await store.lostEntries() == [])
    #expect(await change.settled() == .synced)
    #expect(bench.server.watchlist(of: bench.user).contains { $0.id == lost.id.rawValue } == false)
    #expect(bench.server.watchlist(of: bench.user).count == 5)
    #expect(try await store.lostEntries() == [])
  }

  @Test("what the server refuses is listed, and what is shown goes back")
  func refused() async throws {
    let bench = try await Bench(settings: .init(watchlistHasUpdatedAt: false))
    let store = bench.tally.watchlistStore
    try await store.refresh()
    let change = try await store.setNotes("x", of: show)
    #expect(try await store.item(show)?.notes == "x")
    guard case .refused(let error) = await change.written() else {
      Issue.record("not refused")
      return
    }
    #expect(error.status == 404)
    #expect(try await store.item(show)?.notes == "Kep’t for Fridays ☂️")
    #expect(try await bench.tally.queue.refused().map(\.id) == [change.id])
  }

  @Test("what cannot be right is refused before it is recorded")
  func validation() async throws {
    let bench = try await Bench()
    let store = bench.tally.watchlistStore
    for rating in [-0.5, 10.5, 7.3, .nan] {
      await #expect(throws: ClientError.self) { try await store.setRating(rating, of: show) }
    }
    await #expect(throws: ClientError.self) { try await store.setBufferDays(-1, of: show) }
    await #expect(throws: ClientError.self) { try await store.setCountry("AUS", of: show) }
    await #expect(throws: ClientError.self) { try await store.setProvider(.init(id: 0, name: ""), of: show) }
    await #expect(throws: ClientError.self) { try await bench.tally.ratingStore.rate(season: "s", 11) }
    #expect(try await bench.tally.queue.all() == [])
  }

  @Test("subscriptions are made, changed, paused and removed offline, and are one a service")
  func subscriptions() async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    try await store.refresh()
    let kanopia = try #require(
      try await bench.tally.services.all(country: "AU").services.first { $0.name == "Kanopía" })
    bench.faults.isDown = true
    try await store.add(
      SubscriptionDraft(serviceId: kanopia.id, monthlyCost: Decimal(string: "4.99") ?? 0), service: kanopia)
    let netflix = try #require(try await store.items()?.first { $0.subscription.service?.name == "Netflix" })
    try await store.setActive(false, netflix.subscription)
    let disney = try #require(try await store.items()?.first { $0.subscription.service?.name == "Disney Plus" })
    try await store.remove(disney.subscription)
    let shown = try #require(try await store.items())
    #expect(shown.map(\.subscription.service?.name) == ["Kanopía", "HBO Max", "Netflix"])
    #expect(shown.map(\.isPending) == [true, false, true])
    bench.faults.isDown = false
    await bench.tally.queue.flush()
    let kept = bench.server.subscriptions(of: bench.user)
    #expect(kept.map(\.providerID) == [8, 384, 2188])
    #expect(kept.map(\.isActive) == [false, false, true])
    #expect(kept.last?.monthlyCost == 4.99)
    #expect(try await store.items()?.contains(where: \.isPending) == false)
  }

  @Test("a resumed subscription that another device has ended is refused, and brings none back")
  func resumeOfEnded() async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    try await store.refresh()
    let netflix = try #require(try await store.items()?.first { $0.subscription.service?.name == "Netflix" })
    bench.faults.isDown = true
    let resuming = try await store.setActive(true, netflix.subscription)
    bench.faults.isDown = false
    try await bench.tally.subscriptions.remove(netflix.subscription.id)
    await bench.tally.queue.flush()
    let outcome = await resuming.settled()
    guard case .refused = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(bench.server.subscriptions(of: bench.user).contains { $0.providerID == 8 } == false)
  }

  @Test("after a change of a subscription the prices are still those of the country that was asked for")
  func priceCountry() async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    func price() async throws -> Price? {
      try await store.items()?.first { $0.subscription.service?.name == "Netflix" }?.subscription.service?.defaultPrice
    }
    try await store.refresh(country: "US")
    #expect(try await price()?.currency == "USD")
    let netflix = try #require(try await store.items()?.first { $0.subscription.service?.name == "Netflix" })
    let change = try await store.setActive(false, netflix.subscription)
    #expect(await change.settled() == .synced)
    #expect((try await price()?.currency, try await price()?.amount) == ("USD", Decimal(string: "15.49")))
    #expect(bench.server.subscriptions(of: bench.user).first?.isActive == false)
  }

  @Test(
    "a cost is rounded as the server rounds it, sent once, and done",
    arguments: [("3.456", "3.46", 3.46), ("3.125", "3.13", 3.13), ("7", "7", 7), ("0.004", "0", 0)])
  func cents(_ typed: String, _ shown: String, _ kept: Double) async throws {
    let bench = try await Bench()
    let store = bench.tally.subscriptionStore
    try await store.refresh()
    let cost = try #require(Decimal(string: typed))
    let netflix = try #require(try await store.items()?.first { $0.subscription.service?.name == "Netflix" })
    let change = try await store.update(netflix.subscription, SubscriptionUpdate(monthlyCost: cost))
    #expect(
      try await store.items()?.first { $0.id == netflix.id }?.subscription.monthlyCost == Decimal(string: shown))
    #expect(await change.settled() == .synced)
    #expect(bench.server.subscriptions(of: bench.user).first { $0.providerID == 8 }?.monthlyCost == kept)
    #expect(bench.count(.tallySubscriptionUpdate) == 1)
    let kanopia = try #require(
      try await bench.tally.services.all(country: "AU").services.first { $0.name == "Kanopía" })
    let draft = try await store.add(SubscriptionDraft(serviceId: kanopia.id, monthlyCost: cost), service: kanopia)
    #expect(await draft.settled() == .synced)
    #expect(bench.server.subscriptions(of: bench.user).last?.monthlyCost == kept)
    #expect(try await bench.tally.queue.refused() == [])
  }

  @Test("a form starts with a price in the currency of the country, however the tiers come")
  func draftPrice() async throws {
    let bench = try await Bench()
    let services = try await bench.tally.services.all(country: "US").services
    let netflix = try #require(services.first { $0.name == "Netflix" })
    #expect(netflix.defaultPrice?.currency == "AUD")
    func draft(_ currency: String?) -> SubscriptionDraft { SubscriptionDraft(netflix, currency: currency) }
    #expect((draft("USD").monthlyCost, draft("USD").tier) == (try #require(Decimal(string: "15.49")), "Standard"))
    #expect(draft("GBP").monthlyCost == Decimal(string: "10.99"))
    #expect(draft("AUD").monthlyCost == Decimal(string: "18.99"))
    #expect(draft("BRL").monthlyCost == Decimal(string: "18.99"))
    #expect(draft(nil).monthlyCost == Decimal(string: "18.99"))
    func euros(_ amount: Decimal, _ tier: String, active: Bool = true) -> Price {
      var price = Price()
      (price.tier, price.amount, price.currency, price.active) = (tier, amount, "EUR", active)
      return price
    }
    var tiers = netflix
    tiers.prices = [euros(9, "Premium"), euros(4, "With ads"), euros(7, "Standard", active: false)]
    #expect(SubscriptionDraft(tiers, currency: "EUR").tier == "With ads")
    let apple = try #require(services.first { $0.name == "Apple TV Plus" })
    #expect(SubscriptionDraft(apple, currency: "USD").monthlyCost == 0)
    for country in CountryPreference.all { #expect(Money.currency(of: country) != nil) }
  }

  @Test("ratings of seasons wait for the network and show in what all gave")
  func ratings() async throws {
    let bench = try await Bench()
    let entry = try #require(bench.server.entry(of: bench.user, tmdbID: 520_100))
    let detail = try await bench.tally.watchlist.detail(of: ShowID(rawValue: entry.showID))
    let season = try #require(detail.seasons.first?.id)
    bench.faults.isDown = true
    try await bench.tally.ratingStore.rate(season: season, 3)
    let change = try await bench.tally.ratingStore.rate(season: season, 8.7)
    #expect(try await bench.tally.ratingStore.pending() == [season.rawValue: 8.7])
    bench.faults.isDown = false
    #expect(await change.settled() == .synced)
    #expect(try await bench.tally.ratings.aggregate(season: season).ratingDistribution == ["8.5": 1])
    #expect(try await bench.tally.ratingStore.pending() == [:])
  }

  @Test("a refused change that is sent again waits for its own end, not for that of the time before")
  func retried() async throws {
    let bench = try await Bench(settings: .init(watchlistHasUpdatedAt: false))
    let hold = HoldTransport(bench.faults)
    let tally = bench.relaunched(hold)
    try await tally.watchlistStore.refresh()
    let change = try await tally.watchlistStore.setNotes("later", of: 520_100)
    guard case .refused = await change.settled() else {
      Issue.record("not refused")
      return
    }
    hold.holdRequest(.tallyWatchlistSetNotes)
    try await tally.queue.retry(change.id)
    #expect(try await tally.queue.refused() == [])
    let end = Task { await change.written() }
    #expect(await eventually { hold.count == 1 })
    hold.release()
    guard case .refused(let error) = await end.value else {
      Issue.record("not refused again")
      return
    }
    #expect(error.kind == .notFound)
  }

  @Test("a change that a sign-out cuts off was not written, and is not reported as written", arguments: [true, false])
  func cutOff(keeps: Bool) async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let tally = bench.relaunched(hold)
    try await tally.watchlistStore.refresh()
    hold.holdRequest(.tallyWatchlistSetNotes)
    let change = try await tally.watchlistStore.setNotes("later", of: 520_100)
    let end = Task { await change.written() }
    #expect(await eventually { hold.count == 1 })
    try await tally.account.signOut(pending: keeps ? .keep : .discard)
    hold.release()
    guard case .waiting(let error) = await end.value else {
      Issue.record("not waiting")
      return
    }
    #expect(error?.isCancellation == true)
  }
}
