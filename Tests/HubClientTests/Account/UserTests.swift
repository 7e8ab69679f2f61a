import Foundation
import HubTesting
import TestSupport
import Testing

@testable import HubClient
@testable import MediaCore

@Suite("The user's id: made, kept, escaped, and never shown")
struct UserTests {
  @Test("an id is made once and kept")
  func kept() throws {
    let environment = ClientEnvironment.manual()
    let store = HubUserStore(server: .fake, environment: environment)
    #expect(try store.stored() == nil)
    let id = try store.current()
    #expect(id.reveal().count == 36)
    #expect(try store.current() == id)
    #expect(try HubUserStore(server: .fake, environment: environment).stored() == id)
    #expect(try HubUserStore(server: ServerAddress("other.example.org"), environment: environment).stored() == nil)
    try store.forget()
    #expect(try store.current() != id)
  }

  @Test("a user has the same id at each address that is confirmed for the server, and stays the same user there")
  func otherAddress() async throws {
    let clock = ManualClock(passing: .everything)
    let environment = ClientEnvironment.manual(clock: clock)
    let (home, other) = (ServerAddress.fake, try ServerAddress("other.example.org"))
    let id = try HubUserStore(server: home, environment: environment).current()
    try AddressBook.hub(environment).write(.confirmed, of: other, at: home)
    let store = HubUserStore(server: other, environment: environment)
    #expect(try store.stored() == id)
    #expect(try store.current(legacy: { "another" }) == id)
    let transport = FakeHubServer(clock: clock).transport
    let hub = try HubService(server: other, transport: transport, environment: environment)
    #expect(hub.user == id && hub.client.home.key == home.key)
    let adopted = try HubUserID("from-cloud").orThrow()
    try store.adopt(adopted)
    #expect(try HubUserStore(server: home, environment: environment).stored() == adopted)
  }

  @Test("two processes that start at once use one id, wherever the other one comes in between", arguments: 1...10)
  func together(before number: Int) throws {
    @Sendable func store(_ files: any FileSystem) -> HubUserStore {
      HubUserStore(server: .fake, environment: .manual(files: files, secrets: FileSecretStore(files: files)))
    }
    let memory = MemoryFileSystem()
    let used = Locked<HubUserID?>(nil)
    let files = RivalFileSystem(memory, before: number) { files in
      if try store(files).stored() == nil { try store(files).adopt(try HubUserID("rival").orThrow()) }
      let id = try store(files).stored()
      used.withLock { $0 = id }
    }
    let id = try store(files).current()
    #expect(try store(memory).stored() == id)
    if let theirs = used.withLock({ $0 }) { #expect(theirs == id) }
  }

  @Test("no id is made while another process holds the folder, and one that is kept is read all the same")
  func held() throws {
    let files = HeldFileSystem(MemoryFileSystem())
    let store = HubUserStore(
      server: .fake, environment: .manual(files: files, secrets: FileSecretStore(files: files)))
    let error = #expect(throws: HubError.self) { try store.current() }
    #expect(error?.clientError.detail == "inUse")
    #expect(try store.stored() == nil)
    let id = try HubUserID("theirs").orThrow()
    try store.adopt(id)
    #expect(try store.current() == id)
  }

  @Test("an earlier app's id is taken over, and only where there is none")
  func legacy() throws {
    let store = HubUserStore(server: .fake, environment: .manual())
    #expect(try store.current(legacy: { "LEGACY-ID" }).reveal() == "LEGACY-ID")
    #expect(try store.current(legacy: { "SECOND" }).reveal() == "LEGACY-ID")
    try store.adopt(try HubUserID("from-cloud").orThrow())
    #expect(try store.current().reveal() == "from-cloud")
  }

  @Test("a flipped bit in the kept id is an error: nobody becomes another user, and the id is not replaced")
  func flipped() throws {
    let files = MemoryFileSystem()
    let store = HubUserStore(
      server: .fake, environment: .manual(files: files, secrets: FileSecretStore(files: files)))
    for text in ["0d6f2c0e-94a1-4d1b-9df3-4d4e1a2b3c4d", "a b", "seven"] {
      let id = try HubUserID(text).orThrow()
      try store.adopt(id)
      let (path, whole) = try files.contents.first { $0.key.hasPrefix("secrets/") }.orThrow()
      let others = files.contents.filter { $0.key != path }
      for bit in 0..<whole.count * 8 {
        var spoilt = [UInt8](whole)
        spoilt[bit / 8] ^= 1 << UInt8(bit % 8)
        try files.replace(path, with: Data(spoilt))
        let error = #expect(throws: HubError.self) { try store.current(legacy: { "another" }) }
        #expect(error?.clientError.detail == HubUserStore.damaged, "\(text) bit \(bit)")
        #expect(files.contents == others.merging([path: Data(spoilt)]) { $1 })
      }
      try store.adopt(id)
      #expect(try store.current() == id)
    }
  }

  @Test("a secret store that answers nothing where it should throw costs nobody the id")
  func silentStore() async throws {
    let files = MemoryFileSystem()
    let secrets = SilentSecretStore()
    let environment = ClientEnvironment.manual(files: files, secrets: secrets)
    let store = HubUserStore(server: .fake, environment: environment)
    let id = try store.current()
    secrets.isSilent = true
    let next = HubUserStore(server: .fake, environment: environment.relaunched())
    for legacy in [nil, "another"] as [String?] {
      let error = #expect(throws: HubError.self) { try next.current(legacy: { legacy }) }
      #expect(error?.clientError.detail == HubUserStore.missing)
    }
    #expect(throws: HubError.self) { try next.stored() }
    #expect(throws: HubError.self) {
      _ = try HubService(server: .fake, transport: FakeHubServer().transport, environment: environment)
    }
    #expect(secrets.writes == 1)
    secrets.isSilent = false
    #expect(try next.current() == id)
    // The store has lost the id, but the app still has it: `legacy` returns it.
    secrets.isSilent = true
    #expect(try next.current(legacy: { id.reveal() }) == id)
    // Another server has no id, and no file contains this one.
    #expect(try HubUserStore(server: ServerAddress("other.example.org"), environment: environment).stored() == nil)
    for (path, data) in files.contents {
      #expect(!path.contains(id.reveal()) && !String(decoding: data, as: UTF8.self).contains(id.reveal()))
    }
  }

  @Test("an id that is missing for good is replaced once the user forgets it, signs out, or adopts another")
  func missingForGood() async throws {
    let secrets = MemorySecretStore()
    let clock = ManualClock(passing: .everything)
    let environment = ClientEnvironment.manual(clock: clock, secrets: secrets)
    let store = HubUserStore(server: .fake, environment: environment)
    let key = "hub/\(ServerAddress.fake.key)/user"
    let first = try store.current()
    try secrets.delete(key)
    try store.forget()
    let second = try store.current()
    #expect(second != first)
    let hub = try HubService(server: .fake, transport: FakeHubServer(clock: clock).transport, environment: environment)
    try secrets.delete(key)
    try await hub.signOut()
    #expect(try store.stored() == nil)
    _ = try store.current()
    try secrets.delete(key)
    let own = try HubUserID("from-cloud").orThrow()
    try store.adopt(own)
    #expect(try store.current() == own)
  }

  @Test(
    "an id that an earlier version kept is guarded from its first launch on; a file that cannot be read is no absent one"
  )
  func guardedLater() throws {
    let files = MemoryFileSystem()
    let secrets = SilentSecretStore()
    let key = "hub/\(ServerAddress.fake.key)/user"
    try secrets.write(Secret("seven").withChecksum, key: key)
    let store = HubUserStore(server: .fake, environment: .manual(files: files, secrets: secrets))
    #expect(try store.current().reveal() == "seven")
    secrets.isSilent = true
    #expect(throws: HubError.self) { try store.current() }
    let locked = CheckedFileSystem.refusing(.read, with: .locked)
    let other = HubUserStore(server: .fake, environment: .manual(files: locked, secrets: MemorySecretStore()))
    #expect(throws: HubError.self) { try other.current() }
    // Even on a full disk, the id is stored.
    let full = HubUserStore(
      server: .fake, environment: .manual(files: CheckedFileSystem.full, secrets: MemorySecretStore()))
    #expect(try full.current() == full.current())
  }

  @Test(
    "a new user's first screen is an empty feed with a way to add channels, not an error", arguments: [true, false])
  @MainActor func newcomer(_ isPull: Bool) async throws {
    let harness = try HubHarness(user: "newcomer")
    let model = FeedViewModel(hub: harness.hub)
    if isPull { model.refresh() } else { model.load() }
    await model.settled()
    #expect(model.state.error == nil && model.state.notice == nil && model.state.isLoaded)
    #expect(model.state.videos.isEmpty && model.state.needsChannels && !model.state.isTruncated)
    #expect(model.state.lastOutcome?.feed.value == with(FeedUpdate()) { $0.wasEmpty = true })
    #expect(try await harness.hub.library.videos.fetch().unseen.isEmpty)
    _ = await model.backgroundRefresh()
    model.didBecomeActive()
    await model.settled()
    #expect(model.state.error == nil)
    let channels = ChannelsViewModel(hub: harness.hub)
    channels.load()
    channels.add(HubWorld.kitchen)
    await channels.settled()
    #expect(channels.state.error == nil && channels.state.channels.map(\.registration) == [.done])
    await harness.wait(30)
    model.refresh()
    await model.settled()
    #expect(!model.state.needsChannels && model.state.videos.count == 3 && model.state.error == nil)
  }

  @Test("a server that has lost a user whose videos are here says so in its own words")
  @MainActor func lostUser() async throws {
    let harness = try HubHarness()
    let model = FeedViewModel(hub: harness.hub)
    await model.refreshAndWait()
    #expect(!model.state.needsChannels)
    harness.server.forgetUsers()
    await harness.wait(121)
    await model.refreshAndWait()
    let error = try #require(model.state.error)
    #expect(model.text(error) == "The server does not know this user yet." && model.state.videos.count == 7)
    model.dismissError()
    await model.settled()
    #expect(model.state.error == nil)
    // An automatic refresh must not show the dismissed error again.
    model.didBecomeActive()
    await model.settled()
    #expect(model.state.error == nil)
  }

  @Test("a damaged id is forgotten by a sign-out, and one that an earlier build stored as it is counts")
  func damagedAndBare() async throws {
    let clock = ManualClock(passing: .everything)
    let secrets = MemorySecretStore()
    let environment = ClientEnvironment.manual(clock: clock, secrets: secrets)
    let store = HubUserStore(server: .fake, environment: environment)
    let bare = "0D6F2C0E-94A1-4D1B-9DF3-4D4E1A2B3C4D"
    try secrets.write(Secret(bare), key: "hub/\(ServerAddress.fake.key)/user")
    #expect(try store.stored()?.reveal() == bare)
    let transport = FakeHubServer(clock: clock).transport
    let hub = try HubService(server: .fake, transport: transport, environment: environment)
    try secrets.write(Secret("spoilt"), key: "hub/\(ServerAddress.fake.key)/user")
    #expect(throws: HubError.self) {
      _ = try HubService(server: .fake, transport: transport, environment: environment)
    }
    try await hub.signOut()
    #expect(try store.stored() == nil)
  }

  @Test("ids that cannot stand in a path are none", arguments: ["", ".", "..", "a/b", "a\\b", "a\nb", "a\u{0}"])
  func bad(_ text: String) { #expect(HubUserID(text) == nil) }

  @Test(
    "odd ids reach the server as they are", arguments: ["a+b", "a b", "100%", "Ünï", "UPPER", "upper", "a?b#c&d=e"])
  func odd(_ text: String) async throws {
    let harness = try HubHarness(user: text)
    try await harness.hub.channels.register([HubWorld.workshop])
    #expect(harness.server.channels(of: text) == [HubWorld.workshop])
    #expect(try await harness.hub.feed.newest().videos.count == 4)
  }

  @Test("the id appears in no log, no error, no description and no file name")
  func neverShown() async throws {
    let user = "secret-user-0d6f2c0e"
    let files = MemoryFileSystem()
    let harness = try HubHarness(user: user, files: files)
    let model = await FeedViewModel(hub: harness.hub)
    var seen: [String] = ["\(harness.hub.user)", String(reflecting: harness.hub.user), "\(harness.hub)"]
    var dumped = ""
    dump(harness.hub.user, to: &dumped)
    seen.append(dumped)
    // Collect errors of known and unknown users, of every kind of failure, and of a server that repeats the path in its message.
    _ = try? await harness.hub.library.channels.setWanted([HubWorld.workshop])
    for fault in [
      FaultTransport.Fault.refused, .status(502), .loginPage, .truncated(10), .rateLimited(1), .cut,
      .timedOutBeforeSending,
    ] {
      harness.faults.fail(.hubFeedPage, with: fault)
      let error = await ErrorTests.Case.feed(harness.hub)
      seen.append(error.map { "\($0) \($0.text(.english)) \(String(reflecting: $0))" } ?? "")
    }
    harness.server.failNext(where: "reconcile", with: .problem("No such path: /api/users/\(user)/reconcile"))
    let echoed = await ErrorTests.Case.reconcile(harness.hub)
    #expect(echoed?.clientError.serverMessage == "No such path: /api/users/•••/reconcile")
    harness.server.forgetUsers()
    seen.append("\(String(describing: await ErrorTests.Case.feed(harness.hub)))")
    await model.didBecomeActive()
    await model.settled()
    seen.append(harness.hub.client.log.copyAll())
    seen += files.contents.keys
    #expect(harness.hub.client.log.entries.count > 20)
    #expect(!seen.contains { $0.localizedCaseInsensitiveContains(user) })
  }

  @Test("two users of one device share nothing")
  func isolation() async throws {
    let files = MemoryFileSystem()
    let first = try HubHarness(files: files)
    await first.hub.library.refresher.refresh(.pull(force: false))
    let second = try HubHarness(
      server: first.server, user: HubWorld.otherUser, clock: first.clock, files: files)
    #expect(try await second.hub.library.videos.known().videos.isEmpty)
    #expect(try await second.hub.library.reconciler.lastReconcileTime() == nil)
    #expect(try await second.hub.library.channels.registered().isEmpty)
    #expect(await second.hub.library.reconciler.canReconcile())
    #expect(await !first.hub.library.reconciler.canReconcile())
  }

  @Test("signing out leaves nothing of the user, and the next one is somebody else")
  func signOut() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(clock: clock)
    let environment = ClientEnvironment.manual(clock: clock)
    let hub = try HubService(server: .fake, transport: server.transport, environment: environment)
    try await hub.library.channels.setWanted([HubWorld.workshop])
    try await hub.library.statuses.set(.watched, for: "wkshopPlane")
    await hub.library.refresher.refresh(.pull(force: true))
    #expect(try await hub.library.videos.known().videos.count == 4)
    try await hub.signOut()
    #expect(try await hub.library.videos.known() == KnownFeed())
    #expect(try await hub.library.statuses.records().isEmpty)
    #expect(try await hub.library.channels.wanted() == nil)
    #expect(try await hub.library.reconciler.lastReconcileTime() == nil)
    let next = try HubService(server: .fake, transport: server.transport, environment: environment)
    #expect(next.user != hub.user)
    #expect(try await next.library.videos.known() == KnownFeed())
  }

  @Test("an answer that comes after the sign-out changes nothing")
  func lateAnswer() async throws {
    let clock = ManualClock()
    var settings = FakeHubServer.Settings()
    settings.feedTimePerHundred = .seconds(1000)
    settings.reconcileTimePerChannel = .seconds(10)
    let harness = try HubHarness(settings, clock: clock)
    let videos = harness.hub.library.videos
    let reconciler = harness.hub.library.reconciler
    let fetch = Task { await hubError { () async throws(HubError) in try await videos.fetch() } }
    let look = Task { await hubError { () async throws(HubError) in try await reconciler.reconcile() } }
    await clock.sleepers(atLeast: 2)
    try await harness.hub.signOut()
    await clock.advance(by: .seconds(100))
    #expect(await fetch.value?.isCancellation == true)
    #expect(await look.value?.isCancellation == true)
    #expect(try await videos.known() == KnownFeed())
    #expect(try await reconciler.lastReconcileTime() == nil)
  }

  @Test("a refresh that is under way at the sign-out asks for no feed and leaves nothing")
  func signOutDuringRefresh() async throws {
    let clock = ManualClock()
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(10)
    let harness = try HubHarness(settings, clock: clock)
    let refresher = harness.hub.library.refresher
    let refresh = Task { await refresher.refresh(.pull(force: false)) }
    await clock.sleepers(atLeast: 1)
    try await harness.hub.signOut()
    await clock.advance(by: .seconds(20))
    let outcome = await refresh.value
    #expect(outcome.wasCancelled && outcome.feed == .skipped)
    #expect(harness.server.count(.hubFeedPage) == 0)
    let again = try harness.relaunched().hub.library
    #expect(try await again.videos.known() == KnownFeed())
    #expect(try await again.reconciler.lastReconcileTime() == nil)
  }

  @Test("a registration that is answered after the sign-out leaves nothing")
  func signOutDuringRegistration() async throws {
    let clock = ManualClock()
    let files = MemoryFileSystem()
    let environment = ClientEnvironment.manual(clock: clock, files: files)
    let feed = SlowFeed(clock: clock)
    let library = VideoLibrary(feed: feed, environment: environment)
    try await library.channels.setWanted(["UCone"])
    await clock.sleepers(atLeast: 1)
    await library.forget()
    await clock.advance(by: .seconds(10))
    #expect(await eventually { feed.isDone })
    for _ in 0..<100 { _ = try await library.channels.registered() }
    #expect(try await library.channels.registered().isEmpty)
    #expect(try await VideoLibrary(feed: feed, environment: environment.relaunched()).channels.registered().isEmpty)
  }

  @Test("a feed that is answered after the sign-out is not kept and not shown")
  @MainActor
  func signOutDuringFetch() async throws {
    let clock = ManualClock()
    let environment = ClientEnvironment.manual(clock: clock)
    let feed = SlowFeed(clock: clock)
    let library = VideoLibrary(feed: feed, environment: environment)
    let model = FeedViewModel(library: library)
    model.refresh()
    await clock.sleepers(atLeast: 1)
    await library.forget()
    await clock.advance(by: .seconds(10))
    #expect(await eventually { feed.isDone })
    await model.settled()
    #expect(model.state.isLoaded && model.state.videos.isEmpty && model.state.lastSync == nil)
    #expect(try await library.videos.known() == KnownFeed())
    #expect(try await VideoLibrary(feed: feed, environment: environment.relaunched()).videos.known() == KnownFeed())
  }

  @Test(
    "that a feed was fetched for a user who was forgotten counts for nobody: the next one's channels are fetched anew")
  func lateFetched() async throws {
    let clock = ManualClock()
    let library = VideoLibrary(feed: CannedFeed(), environment: .manual(clock: clock))
    let channels = library.channels
    try await channels.setWanted(["UCone"])
    try await channels.ensureRegistered()
    let begun = library.accounts.signOutCount
    let fetched = try (try await channels.saved().unfetchedRegistration).orThrow()
    await library.forget()
    try await channels.setWanted(["UCtwo"])
    try await channels.ensureRegistered()
    try await channels.noteFetched(fetched, begun: begun)
    #expect(try await channels.saved().unfetchedRegistration == 1)
    try await channels.noteFetched(1, begun: library.accounts.signOutCount)
    #expect(try await channels.saved().unfetchedRegistration == nil)
  }

  @Test(
    "an echoed id is taken out of the server's words as it was meant and as it was sent",
    arguments: ["a-b c", "100% me", "Ünï.x", "plus+plus~"])
  func echoed(_ text: String) async throws {
    let harness = try HubHarness(user: text)
    _ = await ErrorTests.Case.feed(harness.hub)
    let path = try (harness.server.requests.last?.path).orThrow()
    harness.server.failNext(where: "reconcile", with: .problem("No path \(path) for \(text)"))
    let error = try await ErrorTests.Case.reconcile(harness.hub).orThrow()
    #expect(error.clientError.serverMessage == "No path /api/users/•••/feed for •••")
  }

  @Test(
    "an id that is a word of the server's own does not take the sense out of its answers", arguments: ["user", "not"])
  func likeAWord(_ text: String) async throws {
    let harness = try HubHarness(user: text)
    #expect(await ErrorTests.Case.feed(harness.hub)?.name == "userNotFound")
  }
}

/// A secret store in memory that returns nothing while the device is locked, instead of throwing.
private final class SilentSecretStore: SecretStore {
  private struct State {
    var isSilent = false
    var writes = 0
  }

  private let secrets = MemorySecretStore()
  private let state = Locked(State())

  var isSilent: Bool {
    get { state.withLock { $0.isSilent } }
    set { state.withLock { $0.isSilent = newValue } }
  }
  var writes: Int { state.withLock { $0.writes } }

  func read(_ key: String) throws -> Secret? { isSilent ? nil : try secrets.read(key) }
  func write(_ secret: Secret, key: String) throws {
    state.withLock { $0.writes += 1 }
    try secrets.write(secret, key: key)
  }
  func delete(_ key: String) throws { try secrets.delete(key) }
}

/// A feed of one video, whose registrations and answers take ten seconds, even if the caller is cancelled.
final class SlowFeed: VideoFeed {
  private struct State {
    var isSlow = true
    var isDone = false
    var registrations: [[String]] = []
  }

  let storageName = "slow"
  private let clock: ManualClock
  private let fails: Bool
  private let state = Locked(State())

  /// - Parameter fails: whether the slow calls fail.
  init(clock: ManualClock, fails: Bool = false) {
    self.clock = clock
    self.fails = fails
  }

  /// Whether a call was answered.
  var isDone: Bool { state.withLock { $0.isDone } }
  var registrations: [[String]] { state.withLock { $0.registrations } }

  /// Makes every later call answer at once.
  func hurry() { state.withLock { $0.isSlow = false } }

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration {
    state.withLock { $0.registrations.append(channels) }
    try await answer()
    return ChannelRegistration(registered: channels)
  }
  func reconcile() async throws(HubError) -> Int? { nil }
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer {
    try await answer()
    return FeedAnswer(videos: [.sample])
  }
  func channelTitles() async throws(HubError) -> [String: String] { [:] }
  func canFindVideos() async throws(HubError) -> Bool { true }

  private func answer() async throws(HubError) {
    let isSlow = state.withLock { $0.isSlow }
    if isSlow { try? await clock.sleep(for: .seconds(10)) }
    state.withLock { $0.isDone = true }
    if isSlow, fails { throw .fetchFailed(ClientError(.unreachable, operation: "slow")) }
  }
}
