import Foundation
import HubClient
import HubTesting
import LoopbackServer
import MediaCore
import OneAtATime
import TallyKit
import TallyTesting
import Testing
import VaultClient
import VaultTesting

@Suite("The other clients over sockets", .oneAtATime, .timeLimit(.minutes(60)))
struct OtherServedTests {
  private let clock = MovableClock()

  // MARK: Hub and Worker

  private func hub(_ address: String, environment: ClientEnvironment = device()) throws -> HubService {
    HubService(
      server: try ServerAddress(address), user: try #require(HubUserID(HubWorld.sampleUser)),
      transport: DefaultTransport(), environment: environment)
  }

  @Test("Hub: refresh, new videos, and what a restart of the server forgets")
  func hubFlow() async throws {
    var settings = FakeHubServer.Settings()
    settings.reconcileTimePerChannel = .milliseconds(50)
    let fake = FakeHubServer(world: .sample(at: Date()), settings: settings, clock: clock)
    try await serving(fake, clock: clock) { served in
      let hub = try hub(served.address)
      #expect(try await hub.health.check().status == .healthy)
      let outcome = await hub.library.refresher.refresh(.pull(force: true))
      #expect(outcome.reconcile == .done(0))
      #expect(try await hub.library.videos.known().videos.count == 7)
      fake.upload(
        HubWorld.Upload("justNow0001", channel: HubWorld.workshop, published: clock.now(), title: "Just now"))
      #expect(await hub.library.refresher.refresh(.pull(force: true)).reconcile == .done(1))
      #expect(try await hub.library.videos.known().videos.count == 8)
      _ = try await hub.feed.newest()
      #expect(try await hub.feed.newest().age != nil)
      await served.restart()
      #expect(try await hub.feed.newest().age == nil)
    }
  }

  @Test("Hub: channels wanted while the port is dead are registered when it is alive")
  func hubOutbox() async throws {
    let fake = FakeHubServer(world: .sample(at: Date()), clock: clock)
    let served = try await ServedFake.start(fake, clock: clock)
    let hub = try hub(served.address)
    #expect(try await hub.health.check().status == .healthy)
    await served.stop()
    try await hub.library.channels.setWanted([HubWorld.workshop, HubWorld.harbour])
    await hub.library.queue.settled()
    #expect(try await hub.library.channels.missing() == [HubWorld.workshop, HubWorld.harbour])
    let back = try await ServedFake.start(fake, port: served.http.port, clock: clock)
    await hub.library.refresher.refresh(.pull(force: true))
    #expect(fake.channels(of: HubWorld.sampleUser)?.contains(HubWorld.harbour) == true)
    await back.stop()
  }

  @Test("Worker: channels, registration and the whole sequence")
  func worker() async throws {
    try await serving(FakeWorkerServer(world: .sample(at: Date()))) { served in
      let worker = WorkerService(
        server: try ServerAddress(served.address), transport: DefaultTransport(), environment: device())
      #expect(try await worker.api.channels().count == 2)
      let added = try await worker.api.register(["UCnewNewNewNewNewNewNewNe"])
      #expect(try await worker.api.channels().count == 3, "\(added)")
      await worker.library.refresher.refresh(.pull(force: true))
      #expect(try await worker.library.videos.known().videos.count == 7)
    }
  }

  // MARK: Tally

  private func tally(_ address: String, environment: ClientEnvironment = device()) throws -> TallyService {
    TallyService(server: try ServerAddress(address), transport: DefaultTransport(), environment: environment)
  }

  @Test("Tally: sign-in, search, progress; a token that ran out asks to sign in again and loses nothing")
  func tallyFlow() async throws {
    let fake = FakeTallyServer(world: .sample(at: Date()), clock: clock, random: SystemRandom())
    try await serving(fake, clock: clock) { served in
      let tally = try tally(served.address)
      try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
      #expect(try await tally.shows.search("lighthouse", country: "AU").results.first?.title == "Lighthouse Winter")
      let user = try #require(fake.userID(TallyWorld.sampleEmail))
      let show: TMDBID = 520_100
      try await tally.progressStore.refresh(show)
      _ = try await tally.progressStore.setWatched(upTo: 5, season: 2, of: show).written()
      #expect(fake.watched(of: user, tmdbID: 520_100, season: 2) == [1, 2, 3, 4, 5])
      clock.move(by: 2 * 3600)
      _ = try await tally.progressStore.setWatched(upTo: 6, season: 2, of: show).written()
      guard case .expired = try await tally.account.status() else {
        Issue.record("still signed in")
        return
      }
      try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
      await tally.queue.flush()
      #expect(fake.watched(of: user, tmdbID: 520_100, season: 2) == [1, 2, 3, 4, 5, 6])
    }
  }

  @Test("Tally: a change made while the port is dead goes out after a relaunch when it is alive")
  func tallyOutbox() async throws {
    let fake = FakeTallyServer(world: .sample(at: Date()), clock: clock, random: SystemRandom())
    let served = try await ServedFake.start(fake, clock: clock)
    let environment = device()
    let tally = try tally(served.address, environment: environment)
    try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
    try await tally.watchlistStore.refresh()
    await served.stop()
    try await tally.watchlistStore.setStatus(.completed, of: 520_400)
    await tally.queue.flush()
    let back = try await ServedFake.start(fake, port: served.http.port, clock: clock)
    let again = try self.tally(served.address, environment: environment)
    await again.queue.flush()
    let user = try #require(fake.userID(TallyWorld.sampleEmail))
    #expect(fake.entry(of: user, tmdbID: 520_400)?.status == "completed")
    #expect(try await again.queue.open().isEmpty)
    await back.stop()
  }

  // MARK: Vault

  private func vault(_ address: String, environment: ClientEnvironment = device()) throws -> VaultService {
    VaultService(server: try ServerAddress(address), transport: DefaultTransport(), environment: environment)
  }

  @Test("Vault: sign-in, a mark that is set and not toggled twice, a redirect for a missing slash, a closed account")
  func vaultFlow() async throws {
    let fake = FakeVaultServer(clock: clock, random: SystemRandom())
    try await serving(fake, clock: clock) { served in
      let vault = try vault(served.address)
      let user = try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
      #expect(user.username == "alice")
      try await vault.store.refreshLibrary()
      try await vault.store.setWatched(true, for: .movie(1))
      await vault.store.settled()
      #expect(fake.isWatched(movie: 1, of: "alice") == true)
      var request = try served.http.request("GET", "/api/movies")
      request.fields["Authorization"] = "Bearer \(fake.token(for: "alice"))"
      let answer = try await DefaultTransport().send(request)
      #expect(answer.status == 200)
      #expect(answer.url?.absoluteString == served.address + "/api/movies/")
      fake.setActive(false, for: "alice")
      #expect(await kind { _ = try await vault.account.me() } != nil)
    }
  }

  @Test("Vault: a mark made while the port is dead goes out when it is alive")
  func vaultOutbox() async throws {
    let fake = FakeVaultServer(clock: clock, random: SystemRandom())
    let served = try await ServedFake.start(fake, clock: clock)
    let environment = device()
    let vault = try vault(served.address, environment: environment)
    try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    try await vault.store.refreshLibrary()
    await served.stop()
    try await vault.store.setWatched(true, for: .movie(3))
    await vault.store.settled()
    #expect(fake.isWatched(movie: 3, of: "alice") == false)
    let back = try await ServedFake.start(fake, port: served.http.port, clock: clock)
    // A second service in this process shares the first one's queue.
    let again = try self.vault(served.address, environment: environment)
    await again.store.flush()
    #expect(fake.isWatched(movie: 3, of: "alice") == true)
    await back.stop()
  }
}
