import MediaCore
import TallyTesting
import TestSupport
import Testing

@testable import TallyKit

/// A role's answer can arrive after its call was cancelled, and after the account has changed.
@MainActor
@Suite("Screens, and answers that come too late")
struct LateAnswerTests {
  /// Lets all tasks run that are ready.
  private func rest() async { for _ in 0..<500 { await Task.yield() } }

  private func service(_ bench: Bench, _ replace: (inout TallyRoles) -> Void) -> TallyService {
    TallyService(server: .fake, transport: bench.faults, environment: bench.environment, replace)
  }

  private func signInAsAnother(_ tally: TallyService) async throws {
    try await tally.account.signOut(pending: .discard)
    try await tally.account.signIn(email: TallyWorld.otherEmail, password: TallyWorld.password)
  }

  // MARK: Search

  @Test(
    "a search that was replaced, or whose text was deleted, shows nothing", arguments: [true, false], [true, false])
  func search(fails: Bool, isDeleted: Bool) async throws {
    // A clock that stands still keeps the debounced search from starting.
    let bench = try await Bench(instant: false)
    let shows = LateShows(base: bench.tally.shows)
    let search = SearchViewModel(tally: service(bench) { $0.shows = shows })
    shows.searches.hold()
    if fails { bench.server.failNext(where: "/search") }
    search.query = "lighthouse"
    search.search()
    #expect(await eventually { shows.searches.count == 1 })
    search.query = isDeleted ? "" : "tidal"
    if !isDeleted {
      search.search()
      #expect(await eventually { shows.searches.count == 2 })
    }
    shows.searches.releaseFirst()
    await rest()
    #expect((search.state.results, search.state.error) == ([], nil))
    #expect(search.state.isLoading == !isDeleted)
    shows.searches.release()
    await bench.clock.advance(by: SearchViewModel.debounce)
    await search.settled()
    #expect(search.state.results.map(\.id) == (isDeleted ? [] : [520_200]))
  }

  // MARK: The calendar

  @Test("a guide that comes after another month or country is shown changes nothing", arguments: [true, false])
  func guide(isMonth: Bool) async throws {
    let bench = try await Bench()
    let guide = LateGuide(base: bench.tally.guide)
    let calendar = CalendarViewModel(tally: service(bench) { $0.guide = guide }, source: .guide)
    guide.guides.hold()
    calendar.load()
    #expect(await eventually { guide.guides.count == 1 })
    if isMonth { calendar.changeMonth(by: 1) } else { calendar.setCountry("AU") }
    #expect(await eventually { guide.guides.count == 2 })
    guide.guides.releaseFirst()
    await rest()
    #expect(calendar.state.episodesByDate.isEmpty && calendar.state.isLoading)
    guide.guides.release()
    await calendar.settled()
    let month = isMonth ? "2026-12" : "2026-11"
    #expect(!calendar.state.episodesByDate.isEmpty)
    #expect(calendar.state.episodesByDate.keys.allSatisfy { $0.hasPrefix(month) })
  }

  @Test("a month whose numbers come after another account signed in is not shown to that one, not for a moment")
  func numbers() async throws {
    let bench = try await Bench(instant: false)
    let shows = LateShows(base: bench.tally.shows)
    let tally = service(bench) { $0.shows = shows }
    let calendar = CalendarViewModel(tally: tally, source: .guide)
    shows.analyses.hold()
    calendar.load()
    #expect(await eventually { shows.analyses.count == 1 })
    #expect(!calendar.state.episodesByDate.isEmpty)
    try await signInAsAnother(tally)
    #expect(await eventually { calendar.state.episodesByDate.isEmpty })
    var seen: Set<TMDBID> = []
    let token = calendar.observe { seen.formUnion($0.episodesByDate.values.joined().map(\.show)) }
    shows.analyses.release()
    await rest()
    #expect((seen, calendar.state.episodesByDate) == ([], [:]))
    token.cancel()
  }

  // MARK: The account

  @Test(
    "the profile of the account before is not shown to the next one, nor after it was changed",
    arguments: [true, false])
  func profile(isChanged: Bool) async throws {
    let bench = try await Bench()
    let users = LateUsers(base: bench.tally.users)
    let tally = service(bench) { $0.users = users }
    let account = TallyAccountViewModel(tally: tally)
    account.load()
    await account.settled()
    users.profiles.hold()
    if isChanged { account.updateProfile(ProfileUpdate(displayName: "New")) } else { account.loadProfile() }
    #expect(await eventually { users.profiles.count == 1 })
    try await signInAsAnother(tally)
    #expect(await eventually { account.state.name == TallyWorld.otherEmail })
    // Let the screen finish switching accounts. Otherwise it would clear the late answer, and the test would prove nothing.
    await rest()
    users.profiles.release()
    await account.settled()
    #expect((account.state.profile, account.state.error, account.state.notice) == (nil, nil, nil))
  }

  @Test("of two changes of the profile the second is not made for the account that signed in during the first")
  func changes() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let tally = TallyService(server: .fake, transport: hold, environment: bench.environment)
    let account = TallyAccountViewModel(tally: tally)
    account.load()
    await account.settled()
    hold.hold(.tallyUserUpdate)
    account.updateProfile(ProfileUpdate(timezone: "UTC"))
    account.updateProfile(ProfileUpdate(displayName: "New"))
    #expect(await eventually { hold.count == 1 })
    try await signInAsAnother(tally)
    let name = try await tally.users.profile().user.displayName
    hold.release()
    await account.settled()
    #expect(try await tally.users.profile().user.displayName == name)
    #expect(account.state.notice == nil)
  }

  @Test("a change of the profile that ends after another account signed in is not named a failure to that one")
  func change() async throws {
    let bench = try await Bench()
    let hold = HoldTransport(bench.faults)
    let tally = TallyService(server: .fake, transport: hold, environment: bench.environment)
    let account = TallyAccountViewModel(tally: tally)
    account.load()
    await account.settled()
    hold.hold(.tallyUserUpdate)
    account.updateProfile(ProfileUpdate(displayName: "New"))
    #expect(await eventually { hold.count == 1 })
    try await signInAsAnother(tally)
    #expect(await eventually { account.state.name == TallyWorld.otherEmail })
    hold.release()
    await account.settled()
    #expect((account.state.profile, account.state.error, account.state.notice) == (nil, nil, nil))
  }

  @Test("a sign-in that another one replaced shows no failure, and does not end the newer one's")
  func signIn() async throws {
    let bench = try await Bench(signedIn: false)
    let late = LateAccount(base: bench.tally.account)
    let account = TallyAccountViewModel(tally: service(bench) { $0.account = late })
    account.load()
    await account.settled()
    late.signIns.hold()
    account.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    #expect(await eventually { late.signIns.count == 1 })
    account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    #expect(await eventually { late.signIns.count == 2 })
    late.signIns.releaseFirst()
    await rest()
    #expect((account.state.notice, account.state.isWorking) == (nil, true))
    late.signIns.release()
    await account.settled()
    #expect((account.state.notice, account.state.isWorking, account.state.isSignedIn) == (nil, false, true))
  }

  @Test(
    "a password that is refused after its sign-in was given up, or for an address before, shows no failure",
    arguments: [true, false])
  func refusal(isCancelled: Bool) async throws {
    let bench = try await Bench(signedIn: false)
    let late = LateAccount(base: bench.tally.account)
    let tally = service(bench) { $0.account = late }
    let screen = TallySignInViewModel { _, _ in tally }
    screen.address = "https://tally.example"
    screen.findServer()
    await screen.settled()
    late.signIns.hold()
    screen.signIn(email: TallyWorld.sampleEmail, password: "wrong-password")
    #expect(await eventually { late.signIns.count == 1 })
    if isCancelled { screen.cancel() } else { screen.address = "https://other.example" }
    late.signIns.release()
    await rest()
    #expect((screen.state.step, screen.state.problem) == (isCancelled ? .chooseWay : .address, nil))
    #expect((screen.state.error, screen.state.notice) == (nil, nil))
  }

  // MARK: My shows

  @Test("a show that is marked while its seasons are asked for is not marked for the account that signed in meanwhile")
  func mark() async throws {
    let bench = try await Bench()
    let shows = LateShows(base: bench.tally.shows)
    let tally = service(bench) { $0.shows = shows }
    let model = TallyWatchlistViewModel(tally: tally)
    model.load()
    await model.settled()
    shows.analyses.hold()
    model.markShow(520_200, watched: true)
    #expect(await eventually { shows.analyses.count == 1 })
    try await signInAsAnother(tally)
    await rest()
    shows.analyses.release()
    await model.settled()
    #expect(try await tally.queue.all() == [])
    #expect(model.state.notice == nil)
  }

  // MARK: Subscriptions

  @Test("advice for the account before is not shown to the next one")
  func advice() async throws {
    let bench = try await Bench()
    let late = LateAdvice(base: bench.tally.recommendations)
    let tally = service(bench) { $0.recommendations = late }
    let model = SubscriptionsViewModel(tally: tally)
    model.load()
    model.loadAdvice()
    await model.settled()
    #expect(model.state.advice != nil)
    late.cancellations.hold()
    model.loadAdvice()
    #expect(await eventually { late.cancellations.count == 1 })
    try await signInAsAnother(tally)
    #expect(await eventually { model.state.advice == nil })
    late.cancellations.release()
    await rest()
    #expect(model.state.advice == nil)
  }
}
