import Foundation
import HubClient
import HubTesting
import MediaCore
import TestSupport
import Testing

@Suite("Errors say what was being done and hold what happened")
struct ErrorTests {
  @Test("each failure has its case, and the error underneath with the server's words", arguments: Case.all)
  func mapping(_ one: Case) async throws {
    let harness = try HubHarness()
    one.arrange(harness)
    let error = try await one.call(harness.hub).orThrow()
    #expect(error.name == one.name)
    #expect(error.clientError.kind == one.kind)
    #expect(error.clientError.status == one.status)
    #expect(error.clientError.serverMessage == one.message)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let kind: ClientError.Kind
    var status: Int?
    var message: String?
    let arrange: @Sendable (HubHarness) -> Void
    let call: @Sendable (HubService) async -> HubError?

    static let feed: @Sendable (HubService) async -> HubError? = { hub in
      await hubError { () async throws(HubError) in try await hub.feed.newest() }
    }
    static let reconcile: @Sendable (HubService) async -> HubError? = { hub in
      await hubError { () async throws(HubError) in try await hub.reconciliation.reconcile() }
    }
    static let health: @Sendable (HubService) async -> HubError? = { hub in
      await hubError { () async throws(HubError) in try await hub.health.check() }
    }
    static let register: @Sendable (HubService) async -> HubError? = { hub in
      await hubError { () async throws(HubError) in try await hub.channels.register([HubWorld.harbour]) }
    }

    static let all: [Case] = [
      Case(
        testDescription: "a sick database", name: "serverUnhealthy", kind: .server, status: 503,
        message: "Database connection failed", arrange: { $0.server.setDatabaseDown(true) }, call: health),
      Case(
        testDescription: "a failing reconcile", name: "reconciliationFailed", kind: .server, status: 500,
        message: "Failed to reconcile channels", arrange: { $0.server.settings.reconcileFails = true }, call: reconcile),
      Case(
        testDescription: "a reconcile that answers 204", name: "reconciliationFailed", kind: .undecodable, status: 204,
        arrange: { $0.server.failNext(where: "reconcile", with: .empty(204)) }, call: reconcile),
      Case(
        testDescription: "a crash without a body", name: "fetchFailed", kind: .server, status: 500,
        arrange: { $0.server.failNext(where: "feed", with: .empty(500)) }, call: feed),
      Case(
        testDescription: "a feed refused as malformed", name: "fetchFailed", kind: .invalidRequest, status: 400,
        arrange: { $0.server.failNext(where: "feed", with: .empty(400)) }, call: feed),
      Case(
        testDescription: "a proxy that asks for a password", name: "fetchFailed", kind: .wrongServer, status: 401,
        arrange: { $0.faults.fail(.hubFeedPage, with: .status(401)) }, call: feed),
      Case(
        testDescription: "an unknown user", name: "userNotFound", kind: .notFound, status: 404,
        message: "User not found", arrange: { $0.server.forgetUsers() }, call: feed),
      Case(
        testDescription: "a route that is not there", name: "invalidURL", kind: .notFound, status: 404,
        arrange: { $0.server.failNext(where: "feed", with: .empty(404)) }, call: feed),
      Case(
        testDescription: "a login page", name: "invalidResponse", kind: .wrongServer, status: 200,
        arrange: { $0.server.failNext(where: "feed", with: .loginPage) }, call: feed),
      Case(
        testDescription: "a success without content", name: "invalidResponse", kind: .undecodable, status: 200,
        arrange: { $0.server.failNext(where: "reconcile", with: .empty(200)) }, call: reconcile),
      Case(
        testDescription: "half an answer", name: "decodingError", kind: .undecodable, status: 200,
        arrange: { $0.faults.fail(.hubFeedPage, with: .truncated(40)) }, call: feed),
      Case(
        testDescription: "no server", name: "networkError", kind: .unreachable, arrange: { $0.faults.isDown = true },
        call: feed),
      Case(
        testDescription: "a registration without a server", name: "registrationFailed", kind: .unreachable,
        arrange: { $0.faults.isDown = true }, call: register),
      Case(
        testDescription: "a registration that is refused twice", name: "registrationFailed", kind: .server, status: 500,
        message: "Failed to register channels",
        arrange: { $0.server.failNext(2, where: "channels", with: .problem("Failed to register channels")) },
        call: register),
      Case(
        testDescription: "a proxy without a server behind", name: "serverUnhealthy", kind: .server, status: 502,
        arrange: { $0.server.failNext(where: "health", with: .page(502)) }, call: health),
    ]
  }

  @Test(
    "on first contact, while the server is looked for, a status means what it means later",
    arguments: [
      (FakeHubServer.Failure.empty(404), 404, ["invalidURL", "invalidURL", "invalidURL"]),
      (.page(404), 404, ["invalidURL", "invalidURL", "invalidURL"]),
      (.empty(500), 500, ["serverUnhealthy", "reconciliationFailed", "fetchFailed"]),
      (.page(502), 502, ["serverUnhealthy", "reconciliationFailed", "fetchFailed"]),
      (.page(503), 503, ["serverUnhealthy", "reconciliationFailed", "fetchFailed"]),
      (.empty(403), 403, ["serverUnhealthy", "reconciliationFailed", "fetchFailed"]),
      (.page(511), 511, ["invalidResponse", "invalidResponse", "invalidResponse"]),
      (.page(302), 302, ["invalidResponse", "invalidResponse", "invalidResponse"]),
      (.loginPage, 200, ["invalidResponse", "invalidResponse", "invalidResponse"]),
    ])
  func firstContact(_ answer: FakeHubServer.Failure, _ status: Int, _ names: [String]) async throws {
    let harness = try HubHarness(address: ServerAddress("https://nas.example.org"))
    for (call, name) in zip([Case.health, Case.reconcile, Case.feed], names) {
      harness.server.failNext(where: "health", with: answer)
      let error = try await call(harness.hub).orThrow()
      #expect(error.name == name && error.clientError.status == status)
      #expect(error.clientError.kind == .wrongServer && error.isRetryable == (name != "invalidURL"))
    }
    harness.server.failNext(where: "health", with: answer)
    #expect(await Case.register(harness.hub)?.name == "registrationFailed")
    // Only health checks were sent, to find the server. The next call finds it.
    #expect(Set(harness.server.requests.map(\.operation)) == [.hubHealthCheck])
    #expect(await Case.feed(harness.hub) == nil)
  }

  @Test("every case has its text, the description holds what happened, and what can be repeated says so")
  func texts() {
    let error = ClientError(.server, operation: .hubFeedPage, status: 500)
    let all: [HubError] = [
      .serverUnhealthy(error), .registrationFailed(error, progress: RegistrationProgress()),
      .reconciliationFailed(error), .fetchFailed(error), .invalidResponse(error), .networkError(error),
      .decodingError(error), .userNotFound(error), .invalidURL(error), .cancelled(error), .storageFailed(error),
      .syncFailed(error),
    ]
    #expect(Set(all.map { $0.text(.english) }).count == all.count)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { $0.clientError == error })
    #expect(all.allSatisfy { $0.description.contains("hub.feed.page: server, status 500") })
    #expect(all.map(\.isRetryable) == [true, true, true, true, true, true, true, false, false, false, true, true])
    #expect(HubError.fetchFailed(error).localizedDescription == "The videos could not be fetched.")
    let french = Texts { $0 == "hub.error.fetchFailed" ? "Impossible de charger les vidéos." : nil }
    #expect(HubError.fetchFailed(error).text(french) == "Impossible de charger les vidéos.")
    let limited = ClientError(.rateLimited, operation: "x", status: 429)
    #expect(HubError.fetchFailed(limited).text(.english) == "The server asks to wait before trying again.")
    let denied = ClientError(.unreachable, operation: "x", detail: TransportFailure.Reach.localNetworkDenied.rawValue)
    #expect(HubError.networkError(denied).text(.english) == denied.text(.english))
    #expect(denied.text(.english) != HubError.networkError(error).text(.english))
  }

  @Test("what the system shows of a call's error, and of a refresh's, is in the language of the service's texts")
  func localized() async throws {
    let clock = ManualClock(passing: .everything)
    let faults = FaultTransport(FakeHubServer(clock: clock).transport)
    let user = try HubUserID(HubHarness.user).orThrow()
    let german = [
      "Die Videos konnten nicht geholt werden.", "Der Server ist nicht erreichbar.",
      "Das Gerät konnte seine Daten nicht speichern oder lesen.",
    ]
    let english = [
      "The videos could not be fetched.", "The server cannot be reached.",
      "The device could not save or read its data.",
    ]
    for (texts, expected) in [(Texts(.coreGerman, .hubGerman), german), (.english, english)] {
      func hub(_ files: any FileSystem) -> HubService {
        let environment = with(ClientEnvironment.manual(clock: clock, files: files)) { $0.texts = texts }
        return HubService(server: .fake, user: user, transport: faults, environment: environment)
      }
      let usual = hub(MemoryFileSystem())
      faults.isDown = false
      faults.fail(.hubFeedPage, with: .status(400))
      #expect(try await (Case.feed(usual).orThrow() as any Error).localizedDescription == expected[0])
      faults.isDown = true
      #expect(try await (Case.feed(usual).orThrow() as any Error).localizedDescription == expected[1])
      let offline = await usual.library.refresher.refresh(.pull(force: true))
      #expect(try (offline.feed.error.orThrow() as any Error).localizedDescription == expected[1])
      let broken = hub(CheckedFileSystem.refusing(.read, with: .full))
      let outcome = await broken.library.refresher.refresh(.pull(force: true))
      #expect(try (outcome.feed.error.orThrow() as any Error).localizedDescription == expected[2])
    }
  }

  @Test("a proxy's time to come back is kept")
  func retryAfter() async throws {
    let harness = try HubHarness()
    harness.faults.fail(.hubFeedPage, with: .rateLimited(200))
    let error = try await Case.feed(harness.hub).orThrow()
    #expect(try error.clientError.retryAt.orThrow().timeIntervalSince(harness.clock.now()) == 200)
    await harness.wait(199)
    #expect(await Case.reconcile(harness.hub)?.clientError.kind == .rateLimited)
    #expect(harness.server.requests.isEmpty)
    await harness.wait(1)
    #expect(await Case.feed(harness.hub) == nil)
  }

  @Test("a Hub behind a proxy's folder is found with or without a slash at the end", arguments: ["", "/"])
  func folder(_ end: String) async throws {
    var settings = FakeHubServer.Settings()
    settings.subPath = "/media/hub"
    let server = FakeHubServer(settings: settings)
    let hub = HubService(
      server: try ServerAddress("https://nas.example.org/media/hub\(end)"),
      user: try HubUserID(HubHarness.user).orThrow(), transport: server.transport, environment: .manual())
    #expect(try await hub.health.check().status == .healthy)
    #expect(try await hub.feed.newest().videos.count == 7)
    #expect(server.requests.last?.path == "/media/hub/api/users/\(HubHarness.user)/feed")
  }

  @Test("a cancelled call is cancelled, whatever it was")
  func cancelled() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .seconds(20)
    let harness = try HubHarness(settings, clock: ManualClock())
    let task = Task { await Case.reconcile(harness.hub) }
    await harness.clock.sleepers(atLeast: 1)
    task.cancel()
    let error = try await task.value.orThrow()
    #expect(error.isCancellation)
    #expect(error.name == "cancelled")
    #expect(harness.server.reconcileRuns == 1)
  }

  @Test("an unknown user of an app's own feed is registered again, also without a server's words")
  func unknownUser() async throws {
    let feed = ForgetfulFeed()
    let library = VideoLibrary(feed: feed, environment: .manual(clock: ManualClock(passing: .everything)))
    try await library.channels.setWanted(["UCone"])
    await library.queue.settled()
    feed.forget()
    let outcome = await library.refresher.refresh(.pull(force: false))
    #expect(outcome.feed.value != nil && feed.registrations == 2)
    // No channel is left to register, so the error is the feed's own.
    feed.forget()
    try await library.channels.setWanted([])
    let error = await hubError { () async throws(HubError) in try await library.videos.fetch() }
    #expect(error?.name == "userNotFound")
  }
}

/// A feed that does not know a user before a registration.
private final class ForgetfulFeed: VideoFeed {
  private let state = Locked((isKnown: false, registrations: 0))
  let storageName = "forgetful"

  var registrations: Int { state.withLock { $0.registrations } }
  func forget() { state.withLock { $0.isKnown = false } }

  func register(_ channels: [String]) async throws(HubError) -> ChannelRegistration {
    state.withLock { $0 = (true, $0.registrations + 1) }
    return .init(registered: channels)
  }
  func reconcile() async throws(HubError) -> Int? { nil }
  func videos(_ request: FeedRequest) async throws(HubError) -> FeedAnswer {
    guard state.withLock({ $0.isKnown }) else { throw .userNotFound(ClientError(.notFound, operation: "own.videos")) }
    return FeedAnswer(videos: [.sample])
  }
  func channelTitles() async throws(HubError) -> [String: String] { [:] }
  func canFindVideos() async throws(HubError) -> Bool { true }
}
