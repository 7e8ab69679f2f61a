import HubClient
import HubTesting
import MediaCore
import MediaTesting
import ShelfClient
import ShelfTesting
import TallyKit
import TallyTesting
import Testing

@Suite("Waits that nobody ends")
struct StandstillTests {
  @Test("a retry on a clock that nobody moves fails after the patience, and is named")
  func retry() async throws {
    let clock = ManualClock(patience: .milliseconds(200))
    let server = FakeShelfServer(clock: clock)
    let faults = FaultTransport(server.transport, clock: clock)
    let shelf = ShelfService(server: .fake, transport: faults, environment: .manual(clock: clock))
    try await shelf.account.signIn(username: "ada", password: "correct horse")
    faults.fail(.shelfLibrariesAll, with: .replyLost)
    let error = await #expect(throws: ClientError.self) { try await shelf.libraries.all() }
    #expect(error?.kind == .cancelled)
    #expect(clock.problems.count == 1)
    #expect(clock.problems.first?.contains("a call's wait of") == true)
    #expect(clock.problems.first?.contains("advance(by: .seconds(") == true)
  }

  @Test("settled() ends too, and says which screen waits and how to move time")
  @MainActor func debounce() async throws {
    let clock = ManualClock(passing: .waits, patience: .milliseconds(200))
    let test = TestTally(clock: clock)
    let search = SearchViewModel(tally: test.tally)
    search.query = "harbour"
    await search.settled()
    let problem = try #require(test.problems.first)
    #expect(problem.contains("SearchViewModel.State in settled()") || problem.contains("State in settled()"))
    #expect(problem.contains("advance(by: .seconds(0.4))"))
    #expect(test.server.count(.tallyShowSearch) == 0)
  }

  @Test("a cancelled caller leaves settled() at once")
  @MainActor func cancelled() async {
    let test = TestTally(clock: ManualClock(patience: nil))
    let search = SearchViewModel(tally: test.tally)
    search.query = "harbour"
    let waiting = Task { await search.settled() }
    waiting.cancel()
    await waiting.value
    #expect(test.clock.sleeperCount <= 1)
  }

  @Test("an answer that never comes ends at the call's deadline when time is moved")
  func noAnswer() async throws {
    let test = try await TestShelf.signedIn()
    test.faults.fail(.shelfLibrariesAll, with: .noAnswer)
    async let call = test.shelf.libraries.all()
    await test.clock.advance(by: .seconds(61))
    let result: Result<[Library], any Error>
    do { result = .success(try await call) } catch { result = .failure(error) }
    #expect(throws: ClientError.self) { try result.get() }
    #expect(test.problems == [])
  }
}

@Suite("A service, its fake and their clock in one")
struct TestBedTests {
  @Test("waits of retries pass by themselves, a debounce does not")
  @MainActor func waits() async throws {
    let test = try await TestTally.signedIn()
    test.faults.fail(.tallyWatchlistAll, with: .status(502))
    let before = test.clock.uptime()
    _ = try await test.tally.watchlist.all(status: nil)
    #expect(test.server.count(.tallyWatchlistAll) == 1)
    #expect(test.clock.uptime() > before)
    let search = SearchViewModel(tally: test.tally)
    search.query = "harbour"
    await test.clock.advance(by: .milliseconds(399))
    #expect(test.server.count(.tallyShowSearch) == 0)
    await test.clock.advance(by: .milliseconds(1))
    await search.settled()
    #expect(test.server.count(.tallyShowSearch) == 1)
    #expect(test.problems == [])
  }

  @Test("a fault that never struck is a problem, by its name")
  func unused() async throws {
    let test = try await TestShelf.signedIn()
    test.faults.fail(.shelfPlaybackSync, with: .replyLost)
    _ = try await test.shelf.libraries.all()
    #expect(test.problems == ["unused: replyLost for shelf.playback.sync"])
  }

  @Test("a relaunch has the files and not the memory")
  func relaunch() async throws {
    let test = try await TestShelf.signedIn(as: ShelfWorld.otherAccount)
    let next = test.relaunched()
    #expect(try await next.shelf.account.me().username == "grace")
    #expect(next.server === test.server && next.clock === test.clock)
  }

  @Test("three faults let a read fail, and a read after cleared faults succeeds")
  func clearedFaults() async throws {
    let test = try await TestShelf.signedIn()
    test.faults.fail(.shelfLibrariesAll, with: .status(503), .status(503), .status(503))
    let error = await #expect(throws: ClientError.self) { try await test.shelf.libraries.all() }
    #expect(error?.status == 503 && test.problems == [])
    test.faults.fail(.shelfLibrariesAll, with: .status(503), .status(503), .status(503))
    test.faults.clear()
    #expect(try await test.shelf.libraries.all().isEmpty == false)
    #expect(test.server.count(.shelfLibrariesAll) == 1 && test.problems == [])
  }

  @Test("a service over an environment of its own is a new user of the same fake Hub, without channels")
  @MainActor func newHubUser() async throws {
    let test = TestHub()
    let hub = try HubService(server: .fake, transport: test.faults, environment: .test(clock: test.clock, seed: 2))
    #expect(hub.user != test.hub.user)
    let feed = FeedViewModel(hub: hub)
    await feed.loadAndWait()
    #expect(feed.state.needsChannels && feed.state.error == nil)
  }

  @Test("a second process reads the data of a TestHub's user until that user signs out")
  func hubReader() async throws {
    let test = TestHub()
    try await test.hub.library.statuses.set(.watched, for: "wkshopPlane")
    let widget = try HubService(reading: .fake, environment: test.environment)
    #expect(widget.user == test.hub.user)
    #expect(try await widget.library.statuses.status(of: "wkshopPlane") == .watched)
    try await test.hub.signOut()
    #expect(throws: HubError.self) { try HubService(reading: .fake, environment: test.environment) }
    #expect(test.problems == [])
  }
}
