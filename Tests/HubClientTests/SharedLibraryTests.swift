import Foundation
import HubClient
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

@Suite("One library under several services and screens")
struct SharedLibraryTests {
  private static func service(
    _ server: FakeHubServer, _ environment: ClientEnvironment, _ replaceRoles: (inout HubRoles) -> Void = { _ in }
  ) throws -> HubService {
    HubService(
      server: .fake, user: try HubUserID(HubHarness.user).orThrow(), transport: server.transport,
      environment: environment, replaceRoles)
  }

  @Test("a replaced role is what the library and the screen use; the live one is never called")
  @MainActor func replacedRoles() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(clock: clock)
    let calls = Locked<[String]>([])
    let hub = try Self.service(server, .manual(clock: clock)) { roles in
      let note: @Sendable (String) -> Void = { name in calls.withLock { $0.append(name) } }
      roles.feed = DoubleFeed(note: note)
      roles.channels = DoubleChannels(note: note)
      roles.reconciliation = DoubleReconciliation(note: note)
      roles.health = DoubleHealth(note: note)
    }
    try await hub.library.channels.setWanted(["UCone"])
    let model = FeedViewModel(hub: hub)
    model.refresh()
    await model.settled()
    #expect(model.state.videos.map(\.videoId) == ["double"] && model.state.error == nil)
    #expect(calls.withLock { $0 } == ["register", "reconcile", "page", "check"])
    #expect(server.requests.isEmpty)
  }

  @Test("services that are made twice share their data, and a sign-out of one empties both")
  @MainActor func shared() async throws {
    let clock = ManualClock(passing: .everything)
    let server = FakeHubServer(clock: clock)
    let environment = ClientEnvironment.manual(clock: clock)
    let (one, two) = (try Self.service(server, environment), try Self.service(server, environment))
    let model = FeedViewModel(hub: two)
    model.load()
    await model.settled()
    try await one.library.channels.setWanted([HubWorld.workshop])
    try await one.library.statuses.set(.watched, for: "wkshopPlane")
    #expect(try await two.library.channels.wanted() == [HubWorld.workshop])
    #expect(try await two.library.statuses.status(of: "wkshopPlane") == .watched)
    #expect(await eventually { model.state.videos.count == 3 })
    try await two.library.statuses.set(.skipped, for: "wkshopBench")
    #expect(try await one.library.statuses.records().count == 2)
    #expect(try await one.library.reconciler.reconcileIfAllowed() == nil)
    try await one.signOut()
    #expect(await eventually { model.state.videos.isEmpty && model.state.records.isEmpty })
    #expect(try await two.library.channels.wanted() == nil)
  }

  @Test("a sign-out that keeps pending work erases what the server said, and nothing that only this device has")
  func signOutAndKeep() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    let library = harness.hub.library
    try await library.channels.setWanted([HubWorld.workshop])
    try await library.statuses.set(.watched, for: "wkshopPlane")
    try await library.reconciler.setFrequency(.hour)
    await library.refresher.refresh(.pull(force: true))
    try await harness.hub.signOut(.keep)
    let titles = files.contents.values.contains { $0.range(of: Data("Sharpening a plane iron".utf8)) != nil }
    #expect(!titles)
    let again = try harness.relaunched().hub.library
    #expect(try await again.videos.known() == KnownFeed())
    #expect(try await again.channels.wanted() == [HubWorld.workshop])
    #expect(try await again.statuses.status(of: "wkshopPlane") == .watched)
    #expect(try await again.reconciler.frequency() == .hour)
    // Signing out without keeping pending work leaves no file of the user.
    try await again.videos.fetch()
    try await harness.relaunched().hub.signOut()
    #expect(files.contents.keys.filter { $0.hasPrefix("accounts/") }.isEmpty)
  }

  @Test("a pull while a refresh by itself is under way is done, too, and shows its failure")
  @MainActor func pullDuringForeground() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(5)
    let harness = try HubHarness(settings, clock: ManualClock())
    let model = FeedViewModel(hub: harness.hub)
    model.didBecomeActive()
    await harness.clock.sleepers(atLeast: 1)
    model.refresh()
    #expect(model.state.isRefreshing && model.state.isReconciling)
    harness.faults.fail(.hubFeedPage, with: .status(400))
    await harness.clock.advance(by: .seconds(10))
    await model.settled()
    #expect(harness.server.reconcileRuns == 1 && !model.state.isRefreshing && !model.state.isReconciling)
    #expect(model.state.error?.status == 400)
    #expect(model.state.notice == "Refresh failed: The videos could not be fetched.")
  }

  /// A feed in its first refresh by itself, which fetches for a minute and does not reconcile.
  @MainActor private func refreshing() async throws -> (HubHarness, FeedViewModel) {
    var settings = FakeHubServer.Settings()
    settings.feedTimePerHundred = .seconds(1000)
    let harness = try HubHarness(settings, clock: ManualClock())
    try await harness.hub.library.reconciler.setFrequency(.manual)
    let model = FeedViewModel(hub: harness.hub)
    model.didBecomeActive()
    await harness.clock.sleepers(atLeast: 1)
    return (harness, model)
  }

  @Test(
    "a pull during a refresh by itself that does not reconcile reconciles after it, however the pull was made",
    arguments: [false, true])
  @MainActor func pullReconciles(_ isAwaited: Bool) async throws {
    let (harness, model) = try await refreshing()
    let pull: Task<Void, Never>? = isAwaited ? Task { await model.refreshAndWait() } : nil
    if !isAwaited { model.refresh() }
    await harness.clock.advance(by: .seconds(80))
    await harness.clock.sleepers(atLeast: 1)
    await harness.clock.advance(by: .seconds(80))
    await pull?.value
    await model.settled()
    #expect(harness.server.reconcileRuns == 1 && harness.server.count(.hubFeedPage) == 2)
    #expect(model.state.videos.count == 7 && model.state.error == nil && !model.state.isRefreshing)
  }

  @Test("the new videos of a refresh that a pull has joined are still reported after the pull's own refresh")
  @MainActor func carriedNotice() async throws {
    let (harness, model) = try await refreshing()
    await harness.clock.advance(by: .seconds(80))
    await model.settled()
    for number in 1...2 { harness.server.upload(harness.upload("sharedVid0\(number)", channel: HubWorld.kitchen)) }
    #expect(harness.server.reconcile(for: HubWorld.otherUser) == 2)
    let runs = harness.server.reconcileRuns
    await harness.clock.advance(by: .seconds(7200))
    model.didBecomeActive()
    await harness.clock.sleepers(atLeast: 1)
    model.refresh()
    await harness.clock.advance(by: .seconds(100))
    await harness.clock.sleepers(atLeast: 1)
    await harness.clock.advance(by: .seconds(100))
    await model.settled()
    #expect(harness.server.reconcileRuns == runs + 1)
    #expect(model.state.newVideosFound == 2 && model.state.notice == "Found 2 new videos!")
  }

  @Test(
    "pulls during a refresh by itself, soon after a run that was given up, reconcile only if one of them is by force",
    arguments: [[false], [true], [true, false], [false, true]])
  @MainActor func pullByForce(_ pulls: [Bool]) async throws {
    let harness = try HubHarness(clock: ManualClock())
    let library = harness.hub.library
    harness.faults.fail(.hubReconcileRun, with: .replyLost)
    await library.refresher.refresh(.foreground)
    // After a registration, a fetch is due.
    try await library.channels.setWanted([HubWorld.workshop])
    try await library.channels.ensureRegistered()
    let (runs, pages) = (harness.server.reconcileRuns, harness.server.count(.hubFeedPage))
    harness.server.settings.feedTimePerHundred = .seconds(1000)
    let model = FeedViewModel(hub: harness.hub)
    model.didBecomeActive()
    await harness.clock.sleepers(atLeast: 1)
    for isForced in pulls { model.refresh(force: isForced) }
    await harness.clock.advance(by: .seconds(80))
    await harness.clock.advance(by: .seconds(80))
    await model.settled()
    let isForced = pulls.contains(true)
    #expect(harness.server.reconcileRuns == runs + (isForced ? 1 : 0))
    #expect(harness.server.count(.hubFeedPage) == pages + (isForced ? 2 : 1))
    #expect(!model.state.isRefreshing && !model.state.isReconciling)
  }

  @Test("files that cannot be read yet are an error on the screen, not an empty feed, and are read later")
  @MainActor func lockedFiles() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    await harness.hub.library.refresher.refresh(.pull(force: false))
    let locked = CheckedFileSystem.refusing(.read, with: .locked, files)
    let again = try harness.relaunched(files: locked)
    let model = FeedViewModel(hub: again.hub)
    model.load()
    await model.settled()
    #expect(!model.state.isLoaded && model.state.error?.kind == .storage && model.state.error?.detail == "locked")
    locked.allowAll()
    model.load()
    await model.settled()
    #expect(model.state.isLoaded && model.state.videos.count == 7 && model.state.error == nil)
  }

  @Test("a position costs one line on disk, however many videos are known", arguments: [0, 1000, 10_000])
  func cheapPosition(_ known: Int) async throws {
    let files = MemoryFileSystem()
    let writes = Locked<[String]>([])
    let counting = CheckedFileSystem(files) { access, path in
      if access == .write { writes.withLock { $0.append(path) } }
    }
    let harness = try HubHarness(files: counting)
    let statuses = harness.hub.library.statuses
    try await statuses.set(.watched, for: (0..<known).map { "video\($0)" })
    try await statuses.setPosition(30, for: "film")
    await harness.hub.library.accounts.save()
    func size() -> Int { files.contents.values.reduce(0) { $0 + $1.count } }
    let before = size()
    writes.withLock { $0 = [] }
    try await statuses.setPosition(60, for: "film")
    await harness.hub.library.accounts.save()
    #expect(writes.withLock { $0.count } == 1 && writes.withLock { $0.first?.hasSuffix(StatusFiles.changes) } == true)
    #expect(size() - before < 300)
  }

  @Test("the lines of watch statuses are folded into the whole, and nothing is lost by that")
  func folded() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    let statuses = harness.hub.library.statuses
    try await statuses.set(.skipped, for: "other")
    for second in 1...600 { try await statuses.setPosition(Double(second), for: "film") }
    let stored = files.contents.filter { StatusFiles.has($0.key) }
    #expect(stored.count == 3 && stored.values.reduce(0) { $0 + $1.count } < 100_000)
    let again = try harness.relaunched().hub.library.statuses
    #expect(try await again.record("film")?.playbackPosition == 600)
    #expect(try await again.status(of: "other") == .skipped)
  }
}

private struct DoubleFeed: FeedAPI {
  let note: @Sendable (String) -> Void

  func page(_ query: FeedQuery) async throws(HubError) -> FeedPage {
    note("page")
    return FeedPage(videos: [Video("double")])
  }
}

private struct DoubleChannels: ChannelAPI {
  let note: @Sendable (String) -> Void

  func register(
    _ channels: [String], progress: @escaping @Sendable (RegistrationProgress) -> Void
  ) async throws(HubError) -> ChannelRegistration {
    note("register")
    return ChannelRegistration(registered: channels)
  }
}

private struct DoubleReconciliation: ReconcileAPI {
  let note: @Sendable (String) -> Void

  func reconcile() async throws(HubError) -> Reconciliation {
    note("reconcile")
    return Reconciliation(newVideosCount: 0)
  }
}

private struct DoubleHealth: HealthAPI {
  let note: @Sendable (String) -> Void

  func check() async throws(HubError) -> HubHealth {
    note("check")
    return HubHealth()
  }

  func details() async throws(HubError) -> HubHealth { HubHealth() }
}
