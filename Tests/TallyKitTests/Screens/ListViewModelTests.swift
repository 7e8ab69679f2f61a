import Foundation
import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

@MainActor
@Suite("The screens of lists and of the account")
struct ListViewModelTests {
  @Test("segments, and a change that shows at once and arrives")
  func watchlist() async throws {
    let bench = try await Bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    #expect(list.state.shown.map(\.id) == [520_400, 520_200, 520_100])
    #expect(list.state.stats?.totalShows == 6)
    list.setStatus(.completed, of: 520_200)
    await list.settled()
    #expect(list.state.shown.map(\.id) == [520_400, 520_100])
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_200)?.status == "completed")
    list.select(.completed)
    await list.settled()
    #expect(list.state.shown.map(\.id).sorted() == [520_200, 520_500])
    list.markEpisode(2, season: 2, as: .unwatched, of: 520_100)
    await list.settled()
    #expect(bench.server.watched(of: bench.user, tmdbID: 520_100, season: 2) == [1, 3])
  }

  @Test("what cannot be right is said and changes nothing")
  func invalid() async throws {
    let bench = try await Bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    let before = list.state.items.value
    list.setRating(7.3, of: 520_100)
    await list.settled()
    #expect(list.state.notice != nil)
    #expect(list.state.error == nil)
    #expect(list.state.items.value == before)
    list.dismissNotice()
    #expect(list.state.notice == nil)
  }

  @Test("a refused change goes back, is said, is listed, and can be retried or given up")
  func refused() async throws {
    let bench = try await Bench(settings: .init(watchlistHasUpdatedAt: false))
    let hold = HoldTransport(bench.faults)
    let list = TallyWatchlistViewModel(
      tally: bench.relaunched(hold))
    list.load()
    await list.settled()
    let notes = list.state.items.value?.first { $0.id == 520_100 }?.notes
    hold.holdRequest(.tallyWatchlistSetNotes)
    list.setNotes("later", of: 520_100)
    #expect(await eventually { list.state.items.value?.first { $0.id == 520_100 }?.notes == "later" })
    #expect(await eventually { hold.count == 1 })
    hold.release()
    await list.settled()
    #expect(list.state.notice == "The server refused this: Show not found or access denied")
    #expect(list.state.items.value?.first { $0.id == 520_100 }?.notes == notes)
    let refused = try #require(list.state.refused.first)
    list.retry(refused)
    await list.settled()
    #expect(list.state.refused.map(\.id) == [refused.id])
    list.discard(refused)
    await list.settled()
    #expect(list.state.refused == [])
    #expect(list.state.isPending == false)
  }

  @Test("while the database fails, which looks like an empty list, rows and changes stay, and arrive once it is back")
  func databaseDown() async throws {
    let bench = try await Bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    let shows = list.state.items.value?.map(\.id)
    bench.server.failures.databaseDown = true
    list.setNotes("later", of: 520_100)
    list.add(520_600, as: .watching, title: "Evening Ledger")
    await list.settled()
    #expect(list.state.notice != nil)
    #expect(list.state.items.value?.map(\.id) == [520_600] + (shows ?? []))
    #expect(list.state.items.value?.first { $0.id == 520_100 }?.notes == "later")
    #expect(list.state.refused == [])
    list.load()
    await list.settled()
    #expect(list.state.items.value?.count == (shows?.count ?? 0) + 1)
    bench.server.failures.databaseDown = false
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "later")
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_600)?.status == "watching")
  }

  @Test("a list that another device has emptied is shown empty, as the database answers otherwise")
  func emptied() async throws {
    for services in [true, false] {
      let bench = try await Bench()
      let list = TallyWatchlistViewModel(tally: bench.tally)
      list.load()
      await list.settled()
      for entry in bench.server.watchlist(of: bench.user) {
        try await bench.tally.watchlist.remove(ShowID(rawValue: entry.showID))
      }
      if !services { bench.faults.fail(.tallyStreamingServiceAll, with: .status(500)) }
      list.load()
      await list.settled()
      #expect(list.state.items.value == [])
      #expect(list.state.error == nil)
    }
  }

  @Test("what one account has is gone when it signs out")
  func afterSignOut() async throws {
    let bench = try await Bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    let subscriptions = SubscriptionsViewModel(tally: bench.tally)
    list.load()
    subscriptions.load()
    subscriptions.loadAdvice()
    await list.settled()
    await subscriptions.settled()
    #expect(subscriptions.state.items.value?.isEmpty == false)
    try await bench.tally.account.signOut(pending: .discard)
    #expect(await eventually { list.state.items == .idle && list.state.stats == nil })
    #expect(await eventually { subscriptions.state.items.value == nil && subscriptions.state.advice == nil })
  }

  @Test("what one account has is gone when another one signs in without a sign-out, and its own is fetched")
  func otherAccount() async throws {
    let bench = try await Bench()
    let account = TallyAccountViewModel(tally: bench.tally)
    let list = TallyWatchlistViewModel(tally: bench.tally)
    let subscriptions = SubscriptionsViewModel(tally: bench.tally)
    let search = SearchViewModel(tally: bench.tally)
    account.load()
    account.loadProfile()
    list.load()
    subscriptions.load()
    subscriptions.loadAdvice()
    search.toggleExpansion(520_100)
    await account.settled()
    await list.settled()
    await subscriptions.settled()
    await search.settled()
    #expect(account.state.profile?.user.displayName == "Mika Äijälä")
    #expect((list.state.items.value?.count, list.state.stats?.totalShows) == (6, 6))
    #expect((subscriptions.state.items.value?.count, subscriptions.state.advice == nil) == (3, false))
    #expect(search.state.lastWatched(520_100, season: 2) == 3)
    bench.server.edit { world in
      world.track(520_600, for: world.userID(TallyWorld.otherEmail) ?? "", status: "watching")
    }
    try await bench.tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
    #expect(await eventually { account.state.name == TallyWorld.otherEmail && account.state.profile == nil })
    #expect(await eventually { list.state.items.value?.map(\.id) == [520_600] && list.state.stats?.totalShows == 1 })
    #expect(await eventually { subscriptions.state.items.value == [] && subscriptions.state.advice == nil })
    #expect(await eventually { search.state.lastWatched(520_100, season: 2) == 0 })
    #expect(try await bench.tally.progressStore.progress(of: 520_100) == nil)
    #expect((list.state.error, subscriptions.state.error) == (nil, nil))
    // Even if the new account's list cannot be loaded, the old account's list must go.
    bench.faults.fail(.tallyWatchlistAll, with: .refused, .refused, .refused)
    try await bench.signIn()
    #expect(
      await eventually {
        list.state.items.value?.contains { $0.id == 520_600 } == false && list.state.stats == nil
      })
  }

  @Test("an old answer that arrives after a change was read back does not undo it")
  func overtaken() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.server.transport)
    let tally = bench.relaunched(hold)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    let (shows, subscriptions) = (tally.watchlistStore, tally.subscriptionStore)
    try await shows.refresh()
    try await subscriptions.refresh()
    let netflix = try #require(try await subscriptions.items()?.first { $0.subscription.service?.name == "Netflix" })
    hold.hold(.tallyWatchlistAll)
    hold.hold(.tallySubscriptionAll)
    let refresh = Task { try await shows.refresh() }
    let other = Task { try await subscriptions.refresh() }
    #expect(await eventually { hold.count == 2 })
    let notes = try await shows.setNotes("later", of: 520_100)
    let pause = try await subscriptions.setActive(false, netflix.subscription)
    #expect(await notes.settled() == .synced)
    #expect(await pause.settled() == .synced)
    hold.release()
    try await refresh.value
    try await other.value
    let item = try await shows.item(520_100)
    #expect((item?.notes, item?.isPending) == ("later", false))
    let paused = try await subscriptions.items()?.first { $0.id == netflix.id }
    #expect((paused?.subscription.isActive, paused?.isPending) == (false, false))
  }

  @Test("an entry whose show the server has lost is listed apart and can be removed")
  func lost() async throws {
    let bench = try await Bench()
    bench.server.edit { $0.loseShow(520_100) }
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    #expect(list.state.items.value?.count == 5)
    let lost = try #require(list.state.lost.first)
    list.remove(lost: lost.showId)
    await list.settled()
    #expect((list.state.lost, list.state.error, list.state.notice) == ([], nil, nil))
    #expect(bench.server.watchlist(of: bench.user).count == 5)
  }

  @Test("a sign-in that ran out keeps every change until the next one")
  func expired() async throws {
    let bench = try await Bench()
    let list = TallyWatchlistViewModel(tally: bench.tally)
    let subscriptions = SubscriptionsViewModel(tally: bench.tally)
    list.load()
    subscriptions.load()
    await list.settled()
    await subscriptions.settled()
    bench.server.revokeAllTokens()
    list.setNotes("draft", of: 520_100)
    let netflix = try #require(subscriptions.state.items.value?.first { $0.subscription.service?.name == "Netflix" })
    await list.settled()
    subscriptions.pause(netflix.subscription)
    await subscriptions.settled()
    #expect(list.state.notice == "You need to log in to view your shows.")
    #expect(list.state.items.value?.first { $0.id == 520_100 }?.notes == "draft")
    #expect(subscriptions.state.items.value?.first { $0.id == netflix.id }?.subscription.isActive == false)
    #expect(list.state.refused == [])
    try await bench.signIn()
    await bench.tally.queue.flush()
    #expect(bench.server.entry(of: bench.user, tmdbID: 520_100)?.notes == "draft")
    #expect(bench.server.subscriptions(of: bench.user).first { $0.providerID == 8 }?.isActive == false)
  }

  @Test(
    "what My Shows says",
    arguments: [
      (FaultTransport.Fault.refused, "You're offline. Please check your internet connection."),
      (.localNetworkDenied, "This app may not use the local network. Allow it in the settings of the device."),
      (.timedOutBeforeSending, "The request timed out. Please check your connection."),
      (.loginPage, "We couldn't read the server response."), (.status(502), "Server error (502). Please try again."),
    ])
  func texts(_ fault: FaultTransport.Fault, _ text: String) async throws {
    let bench = try await Bench()
    bench.faults.fail(.tallyWatchlistAll, with: fault, fault, fault)
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    #expect(list.state.error.map(list.text) == text)
  }

  @Test("nobody signed in")
  func signedOut() async throws {
    let bench = try await Bench(signedIn: false)
    let list = TallyWatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    #expect(list.state.error.map(list.text) == "You need to log in to view your shows.")
  }

  @Test("subscriptions: totals, renewals, pausing and taking up again")
  func subscriptions() async throws {
    let bench = try await Bench()
    bench.tally.country.set("AU")
    let model = SubscriptionsViewModel(tally: bench.tally)
    model.load()
    model.loadAdvice()
    await model.settled()
    #expect(model.state.monthlyTotal == Decimal(string: "32.98"))
    #expect(model.state.services.count == 5)
    #expect(model.state.advice?.servicesAnalyzed != nil)
    let netflix = try #require(model.state.items.value?.first { $0.subscription.service?.name == "Netflix" })
    #expect(model.renewalText(netflix.subscription) == "Renews in 18 days")
    model.pause(netflix.subscription)
    await model.settled()
    #expect(model.state.monthlyTotal == Decimal(string: "13.99"))
    model.resume(netflix.subscription)
    await model.settled()
    #expect(bench.server.subscriptions(of: bench.user).first?.isActive == true)
    #expect(model.state.services.last.map { model.draft(for: $0).monthlyCost } == Decimal(string: "18.99"))
    bench.tally.country.set("GB")
    #expect(
      await eventually {
        await model.settled()
        return model.state.services.last.map { model.draft(for: $0).monthlyCost } == Decimal(string: "10.99")
      })
    let kanopia = try #require(model.state.services.first { $0.name == "Kanopía" })
    model.add(SubscriptionDraft(serviceId: kanopia.id, monthlyCost: -1))
    await model.settled()
    #expect(model.state.notice != nil)
    #expect(bench.server.subscriptions(of: bench.user).count == 3)
  }

  @Test("the account says that changes wait while they cannot be read, so that an app asks before a sign-out")
  func unreadable() async throws {
    let files = MemoryFileSystem()
    let bench = try await Bench(files: files)
    bench.faults.isDown = true
    try await bench.tally.watchlistStore.setNotes("later", of: 520_100)
    await bench.tally.queue.settled()
    let later = bench.relaunched()
    #expect(try await later.account.status() != .signedOut)
    files.isLocked = true
    let account = TallyAccountViewModel(tally: later)
    account.load()
    await account.settled()
    #expect(account.state.pendingCount == 1)
    (files.isLocked, bench.faults.isDown) = (false, false)
    await later.queue.flush()
    account.load()
    await account.settled()
    #expect(account.state.pendingCount == 0)
  }

  @Test("the account: refused, in, its profile, running out by itself, out")
  func account() async throws {
    let bench = try await Bench(instant: false, signedIn: false)
    let account = TallyAccountViewModel(tally: bench.tally)
    account.load()
    await account.settled()
    #expect(account.state.status == .signedOut)
    account.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    await account.settled()
    #expect(account.state.notice == "Invalid email or password.")
    account.signIn(email: "nonsense", password: "short")
    await account.settled()
    #expect(account.state.wrongFields == ["email", "password"])
    account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    await account.settled()
    #expect(account.state.isSignedIn)
    #expect(account.state.name == TallyWorld.sampleEmail)
    account.loadProfile()
    await account.settled()
    #expect(account.state.profile?.user.displayName == "Mika Äijälä")
    #expect(
      await eventually {
        await bench.clock.advance(by: .seconds(3601))
        return account.state.needsSignIn
      })
    #expect(account.state.isSignedIn == false)
    account.signOut(pending: .keep)
    await account.settled()
    #expect(account.state.status == .signedOut)
    #expect(account.state.profile == nil)
  }

  @Test("reading the profile does not cut off a change of it, nor does the next change")
  func profile() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let account = TallyAccountViewModel(
      tally: bench.relaunched(hold))
    hold.holdRequest(.tallyUserUpdate)
    account.updateProfile(ProfileUpdate(displayName: "Mika"))
    #expect(await eventually { hold.count == 1 })
    account.loadProfile()
    account.updateProfile(ProfileUpdate(displayName: "Mika Ä"))
    for _ in 0..<200 { await Task.yield() }
    #expect(bench.count(.tallyUserUpdate) == 0)
    hold.release()
    await account.settled()
    #expect(bench.count(.tallyUserUpdate) == 2)
    #expect(account.state.profile?.user.displayName == "Mika Ä")
    #expect((account.state.error, account.state.notice) == (nil, nil))
  }

  @Test("another country while the subscriptions are fetched for the first time is fetched in its place")
  func countryAtFirst() async throws {
    let bench = try await Bench()
    bench.tally.country.set("US")
    let hold = HoldTransport(bench.faults)
    let tally = bench.relaunched(hold)
    let model = SubscriptionsViewModel(tally: tally)
    hold.hold(.tallySubscriptionAll)
    model.load()
    #expect(await eventually { hold.count == 1 })
    tally.country.set("AU")
    #expect(await eventually { model.state.country == "AU" })
    hold.release()
    await model.settled()
    #expect((model.state.items.value?.count, model.state.items.isLoading) == (3, false))
  }
}
