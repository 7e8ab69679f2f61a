import Foundation
import MediaCore
import MediaTesting
import Testing

@testable import TallyKit

@MainActor
@Suite("The screens of lists and of the account")
struct ListViewModelTests {
  @Test("segments, and a change that shows at once and arrives")
  func watchlist() async throws {
    let bench = try await Bench()
    let list = WatchlistViewModel(tally: bench.tally)
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

  @Test(
    "a refused change goes back, is said, and can be retried once the server can",
    .disabled("with the database down the row is missing from the list afterwards; it is open why"))
  func refused() async throws {
    let bench = try await Bench()
    let list = WatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    bench.faults.fail("tally.watchlist.setStatus", with: .status(404))
    list.setRating(7.3, of: 520_100)
    await list.settled()
    #expect(list.state.error != nil)
    list.dismissError()
    bench.server.failures.databaseDown = true
    list.setNotes("later", of: 520_100)
    await list.settled()
    #expect(list.state.items.value?.first { $0.id == 520_100 }?.status == .watching)
    bench.server.failures.databaseDown = false
  }

  @Test(
    "what My Shows says",
    arguments: [
      (FaultTransport.Fault.refused, "You're offline. Please check your internet connection."),
      (.timedOutBeforeSending, "The request timed out. Please check your connection."),
      (.loginPage, "We couldn't read the server response."), (.status(502), "Server error (502). Please try again."),
    ])
  func texts(_ fault: FaultTransport.Fault, _ text: String) async throws {
    let bench = try await Bench()
    bench.faults.fail("tally.watchlist.all", with: fault, fault, fault)
    let list = WatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    #expect(list.state.error == text)
  }

  @Test("nobody signed in")
  func signedOut() async throws {
    let bench = try await Bench(signedIn: false)
    let list = WatchlistViewModel(tally: bench.tally)
    list.load()
    await list.settled()
    #expect(list.state.error == "You need to log in to view your shows.")
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
    let kanopia = try #require(model.state.services.first { $0.name == "Kanopía" })
    model.add(SubscriptionDraft(serviceId: kanopia.id, monthlyCost: -1))
    await model.settled()
    #expect(model.state.error != nil)
    #expect(bench.server.subscriptions(of: bench.user).count == 3)
  }

  @Test("the account: refused, in, its profile, running out by itself, out")
  func account() async throws {
    let bench = try await Bench(instant: false, signedIn: false)
    let account = AccountViewModel(tally: bench.tally)
    account.load()
    await account.settled()
    #expect(account.state.status == .signedOut)
    account.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    await account.settled()
    #expect(account.state.error == "Invalid email or password.")
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
    await bench.clock.advance(by: .seconds(3601))
    #expect(await eventually { account.state.needsSignIn })
    #expect(account.state.isSignedIn == false)
    account.signOut(pending: .keep)
    await account.settled()
    #expect(account.state.status == .signedOut)
    #expect(account.state.profile == nil)
  }
}
