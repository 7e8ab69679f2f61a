import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("The wanted channels and telling the server")
struct ChannelStoreTests {
  @Test("registered in batches of a hundred, with progress, and a failure names the channels that went through")
  func batches() async throws {
    let harness = try HubHarness(user: "newcomer")
    let ids = (0..<250).map { "UC\($0)" }
    let steps = Locked<[Int]>([])
    let result = try await harness.hub.channels.register(ids) { progress in
      steps.withLock { $0.append(progress.registered.count) }
    }
    #expect(steps.withLock { $0 } == [100, 200, 250])
    #expect(result.registered == ids && harness.server.channels(of: "newcomer")?.count == 250)

    harness.server.clearRequests()
    // The first hundred channels arrive; the next hundred fail in all three attempts.
    harness.faults.fail(.hubChannelsRegister, with: .duplicated, .status(503), .status(503), .status(503))
    let error = await hubError { () async throws(HubError) in try await harness.hub.channels.register(ids) }
    guard case .registrationFailed(let underlying, let progress) = error else { throw Missing() }
    #expect(underlying.status == 503)
    #expect(progress.registered == Array(ids.prefix(100)) && progress.remaining == Array(ids.dropFirst(100)))
    #expect(progress.fraction == 0.4)
  }

  @Test("an empty list makes a user without channels")
  func empty() async throws {
    let harness = try HubHarness(user: "newcomer")
    #expect(try await harness.hub.channels.register([]).registered == [])
    #expect(harness.server.channels(of: "newcomer") == [])
    #expect(try await harness.hub.feed.newest() == FeedPage())
  }

  @Test("two devices that meet in the database: the one that lost tries again")
  func meeting() async throws {
    let harness = try HubHarness(user: "newcomer")
    harness.server.failNext(where: "channels", with: .problem("Failed to register channels"))
    try await harness.hub.channels.register([HubWorld.harbour])
    #expect(harness.server.requests.map(\.status) == [500, 200])
    // A 500 without a body is another failure and is not retried.
    harness.server.failNext(where: "channels", with: .empty(500))
    #expect(await ErrorTests.Case.register(harness.hub)?.clientError.status == 500)
  }

  @Test("wanting is durable before it returns, and goes out when the server is there again")
  func durable() async throws {
    let harness = try HubHarness()
    harness.faults.isDown = true
    try await harness.hub.library.channels.setWanted([HubWorld.harbour, HubWorld.workshop])
    await harness.hub.library.queue.settled()
    #expect(try await harness.hub.library.channels.missing() == [HubWorld.harbour, HubWorld.workshop])
    #expect(try await harness.hub.library.channels.pending().count == 1)
    // Restart the app offline: the waiting channels are still there.
    let again = try harness.relaunched()
    again.faults.isDown = true
    let channels = again.hub.library.channels
    #expect(try await channels.wanted() == [HubWorld.harbour, HubWorld.workshop])
    await again.hub.queue.settled()
    #expect(try await channels.pending().count == 1)
    again.faults.isDown = false
    let outcome = await again.hub.library.refresher.refresh(.pull(force: false))
    #expect(outcome.registration == nil)
    #expect(try await channels.missing().isEmpty)
    #expect(try await channels.pending().isEmpty)
    #expect(harness.server.channels(of: HubHarness.user)?.contains(HubWorld.harbour) == true)
  }

  @Test("what waits goes out at the next launch, as soon as a screen is loaded")
  @MainActor func nextLaunch() async throws {
    let harness = try HubHarness(user: "newcomer")
    harness.faults.isDown = true
    try await harness.hub.library.channels.setWanted([HubWorld.harbour])
    await harness.hub.library.queue.settled()
    #expect(harness.server.channels(of: "newcomer") == nil)
    let again = try HubHarness(server: harness.server, user: "newcomer", clock: harness.clock, files: harness.files)
    let model = FeedViewModel(hub: again.hub)
    model.load()
    await model.settled()
    await again.hub.library.queue.settled()
    #expect(harness.server.channels(of: "newcomer") == [HubWorld.harbour])
    #expect(try await again.hub.library.channels.missing().isEmpty)
    #expect(harness.server.requests.map(\.operation).first == .hubChannelsRegister)
    #expect(harness.server.count(.hubChannelsRegister) == 1)
  }

  @Test(
    "without a set that was given, adding a channel hides no other, and the server gets it, also at the next launch")
  func addedWithoutASet() async throws {
    let harness = try HubHarness()
    // This device has not loaded the user's two channels from the server.
    let channels = harness.hub.library.channels
    harness.faults.isDown = true
    try await channels.add(" \(HubWorld.harbour) ")
    await harness.hub.queue.settled()
    #expect(try await channels.missing() == [HubWorld.harbour])
    let again = try harness.relaunched()
    let library = again.hub.library
    await library.refresher.refresh(.pull(force: false))
    #expect(harness.server.channels(of: HubHarness.user) == [HubWorld.workshop, HubWorld.kitchen, HubWorld.harbour])
    await harness.wait(30)
    await library.refresher.refresh(.pull(force: true))
    #expect(Set(try await library.videos.known().videos.compactMap(\.channelId)).count == 3)
    #expect(try await library.videos.known().videos.count == 9)
    #expect(try await library.channels.wanted() == nil)
    #expect(try await (try harness.relaunched()).hub.library.videos.known().videos.count == 9)
    // The server has lost its users: the refresh registers the channel again.
    harness.server.forgetUsers()
    await library.refresher.refresh(.pull(force: true))
    #expect(harness.server.channels(of: HubHarness.user) == [HubWorld.harbour])
  }

  @Test("without a set that was given, removing a channel hides that one alone, until it is added again")
  func removedWithoutASet() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    // Remove the channel before the first fetch.
    try await library.channels.remove(HubWorld.kitchen)
    let update = try await library.videos.fetch()
    #expect(update.unseen.count == 4)
    #expect(try await library.videos.known().videos.map(\.channelId) == Array(repeating: HubWorld.workshop, count: 4))
    let again = try harness.relaunched().hub.library
    #expect(try await again.videos.known().videos.count == 4)
    #expect(try await again.channels.wanted() == nil)
    try await again.channels.add(HubWorld.kitchen)
    #expect(try await again.videos.known().videos.count == 7)
    // The channel was added and removed before it was sent, so it is never sent.
    try await again.channels.remove(HubWorld.kitchen)
    #expect(try await again.channels.missing().isEmpty)
    // With a wanted set, only its channels' videos are shown.
    try await again.channels.setWanted([HubWorld.kitchen])
    #expect(try await again.videos.known().videos.map(\.channelId) == Array(repeating: HubWorld.kitchen, count: 3))
  }

  @Test("a server that answers again gets the registration at once, without a refresh")
  func connectivity() async throws {
    let harness = try HubHarness()
    let channels = harness.hub.library.channels
    harness.faults.isDown = true
    try await channels.setWanted([HubWorld.harbour])
    await harness.hub.queue.settled()
    _ = await ErrorTests.Case.feed(harness.hub)
    let isNotified = Locked(false)
    let token = channels.observe { isNotified.withLock { $0 = true } }
    harness.faults.isDown = false
    _ = try await harness.hub.health.check()
    #expect(await eventually { (try? await channels.missing().isEmpty) == true && isNotified.withLock { $0 } })
    token.cancel()
  }

  @Test("several changes while the server is away become one call")
  func combined() async throws {
    let harness = try HubHarness()
    let channels = harness.hub.library.channels
    harness.faults.isDown = true
    try await channels.setWanted(["UCone"])
    await harness.hub.queue.settled()
    for id in ["UCtwo", "UCthree", "UCfour"] { try await channels.add(id) }
    try await channels.remove("UCtwo")
    await harness.hub.queue.settled()
    harness.faults.isDown = false
    #expect(try await channels.ensureRegistered())
    #expect(harness.server.count(.hubChannelsRegister) == 1)
    #expect(try await channels.registered() == ["UCone", "UCthree", "UCfour"])
    #expect(try await channels.ensureRegistered() == false)
  }

  @Test("a part that went through is not sent again")
  func partial() async throws {
    let harness = try HubHarness()
    let channels = harness.hub.library.channels
    // Answer once now: otherwise the next answer shows that the network is back and makes the queue send the rest.
    _ = try await harness.hub.health.check()
    harness.faults.fail(.hubChannelsRegister, with: .duplicated, .status(500))
    try await channels.setWanted((0..<150).map { "UC\($0)" })
    await harness.hub.queue.settled()
    #expect(try await channels.missing().count == 50)
    harness.faults.fail(.hubChannelsRegister, with: .status(500))
    let error = await hubError { () async throws(HubError) in try await channels.ensureRegistered() }
    guard case .registrationFailed(let underlying, let progress) = error else { throw Missing() }
    #expect(underlying.status == 500 && progress.registered.isEmpty && progress.remaining.count == 50)
    #expect(try await channels.missing().count == 50)
    harness.server.clearRequests()
    #expect(try await channels.ensureRegistered())
    #expect(harness.server.count(.hubChannelsRegister) == 1)
  }

  @Test("a failed registration is reported and does not keep the feed from coming")
  func notFatal() async throws {
    let harness = try HubHarness()
    let library = harness.hub.library
    harness.server.failNext(10, where: "channels", with: .empty(500))
    try await library.channels.setWanted([HubWorld.workshop, HubWorld.harbour])
    let outcome = await library.refresher.refresh(.pull(force: false))
    #expect(outcome.registration?.name == "registrationFailed")
    #expect(outcome.reconcile == .done(0) && outcome.feed.value?.unseen.count == 4)
  }

  @Test("a full disk changes nothing and says so")
  func fullDisk() async throws {
    let harness = try HubHarness(files: CheckedFileSystem.full)
    let channels = harness.hub.library.channels
    let error = await hubError { () async throws(HubError) in try await channels.setWanted(["UCone"]) }
    #expect(error?.name == "storageFailed" && error?.clientError.detail == "full")
    #expect(try await channels.wanted() == nil)
  }

  @Test(
    "a change of which one half cannot be written is not accepted at all",
    arguments: ["/queue.journal", "/" + "cache-channels".fileName])
  func halfWritten(_ file: String) async throws {
    let files = MemoryFileSystem()
    let refusals = Locked(0)
    let picky = CheckedFileSystem(files) { access, path in
      guard access == .write, path.hasSuffix(file) else { return }
      refusals.withLock { $0 += 1 }
      throw FileSystemError.full
    }
    let harness = try HubHarness(files: picky)
    let channels = harness.hub.library.channels
    let error = await hubError { () async throws(HubError) in try await channels.setWanted([HubWorld.harbour]) }
    #expect(error?.name == "storageFailed" && refusals.withLock { $0 } > 0)
    #expect(try await channels.wanted() == nil)
    let again = try harness.relaunched(files: files)
    #expect(try await again.hub.library.channels.wanted() == nil)
    await again.hub.library.refresher.refresh(.pull(force: false))
    #expect(harness.server.count(.hubChannelsRegister) == 0)
  }

  @Test("what cannot be read now is not written over: a device that is still locked loses no channel")
  func unreadable() async throws {
    let files = MemoryFileSystem()
    let harness = try HubHarness(files: files)
    try await harness.hub.library.channels.setWanted([HubWorld.workshop])
    await harness.hub.library.queue.settled()
    let locked = CheckedFileSystem.refusing(.read, with: .locked, files)
    let library = try harness.relaunched(files: locked).hub.library
    let error = await hubError { () async throws(HubError) in try await library.channels.setWanted(["UCone"]) }
    #expect(error?.name == "storageFailed")
    locked.allowAll()
    #expect(try await library.channels.wanted() == [HubWorld.workshop])
    #expect(try await library.channels.missing().isEmpty)
  }

  @Test(
    "what is wanted while a registration fails goes out when that has ended, before the outbox tries again by itself")
  func wantedMeanwhile() async throws {
    let clock = ManualClock()
    let feed = SlowFeed(clock: clock, fails: true)
    let library = VideoLibrary(feed: feed, environment: .manual(clock: clock))
    let channels = library.channels
    try await channels.setWanted(["UCone"])
    await clock.sleepers(atLeast: 1)
    feed.hurry()
    try await channels.add("UCtwo")
    await clock.advance(by: .seconds(10))
    await library.queue.settled()
    #expect(feed.registrations == [["UCone"], ["UCone", "UCtwo"]])
    #expect(try await channels.missing().isEmpty)
  }

  /// Repeats a race many times, because a flush cannot be held in its last moment: about one round in a hundred hits it.
  @Test("what is wanted in the very moment in which a registration ends is registered, too")
  func wantedAtTheEnd() async throws {
    for round in 0..<400 {
      let moment = LastMoment()
      let files = CheckedFileSystem { access, path in
        if access == .write, path.hasSuffix(".journal") { moment.lineIsWritten() }
      }
      let library = VideoLibrary(feed: CannedFeed(), environment: .manual(files: files))
      let channels = library.channels
      moment.onEnd { _ = try? await channels.setWanted(["UCone", "UCtwo"]) }
      try await channels.setWanted(["UCone"])
      await library.queue.settled()
      await moment.isOver()
      await library.queue.settled()
      #expect(try await channels.missing().isEmpty, "\(round)")
    }
  }

  @Test("an empty wanted set is an empty feed, and an unset one is everything")
  func emptyOrUnset() async throws {
    let harness = try HubHarness()
    try await harness.hub.library.videos.fetch()
    #expect(try await harness.hub.library.videos.known().videos.count == 7)
    try await harness.hub.library.channels.setWanted([])
    #expect(try await harness.hub.library.videos.known().videos.isEmpty)
    // The server does not know the user: the refresh creates the user without channels.
    harness.server.forgetUsers()
    let outcome = await harness.hub.library.refresher.refresh(.pull(force: true))
    #expect(outcome.feed.value != nil && harness.server.channels(of: HubHarness.user) == [])
  }
}

/// Starts work at the moment when the outbox notes that its first intent is done: nothing is left to send, and the flush has not ended.
private final class LastMoment: Sendable {
  private struct State {
    /// The remaining lines of the outbox's journal: the intent, that it is being sent, and that it is done.
    var linesLeft = 3
    var body: (@Sendable () async -> Void)?
    var task: Task<Void, Never>?
  }

  private let state = Locked(State())

  func onEnd(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.body = body } }

  func lineIsWritten() {
    state.withLock { state in
      state.linesLeft -= 1
      guard state.linesLeft == 0, let body = state.body else { return }
      state.task = Task { await body() }
    }
  }

  func isOver() async { await state.withLock { $0.task }?.value }
}
