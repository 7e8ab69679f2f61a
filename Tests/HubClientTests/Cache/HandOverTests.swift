import Foundation
import HubTesting
import MediaCore
import MediaTesting
import TestSupport
import Testing

@testable import HubClient

@Suite("A Hub's data in a second process that hands its changes over")
struct HandOverTests {
  private let clock = ManualClock(passing: .everything)
  private let files = MemoryFileSystem()
  private let secrets = MemorySecretStore()
  private let server: FakeHubServer
  private let network: FaultTransport
  private let address = ServerAddress.fake

  init() {
    server = FakeHubServer(world: .sample, settings: .init(), clock: clock)
    network = FaultTransport(server.transport)
  }

  private func environment(seed: UInt64) -> ClientEnvironment {
    .manual(clock: clock, seed: seed, files: files, secrets: secrets)
  }

  /// The app, whose user has one channel.
  private func app() async throws -> HubService {
    let environment = environment(seed: 1)
    try HubUserStore(server: address, environment: environment).adopt(try HubUserID(HubWorld.sampleUser).orThrow())
    let hub = try HubService(server: address, transport: network, environment: environment)
    if try await hub.library.channels.wanted() == nil {
      _ = try await hub.library.channels.setWanted([HubWorld.kitchen])
      await hub.queue.settled()
    }
    return hub
  }

  private func widget() throws -> HubService {
    try HubService(extending: address, environment: environment(seed: 2))
  }

  private var inbox: [String] { files.contents.keys.filter { $0.contains("/inbox/") } }

  @Test("marks and positions show there at once, in the app when it comes to the front, and after a relaunch")
  func marks() async throws {
    let app = try await app()
    try await app.library.statuses.set(.skipped, for: "b")
    await app.client.accounts.save()
    let widget = try widget()
    await clock.advance(by: .seconds(5))
    try await widget.library.statuses.set(.watched, for: "a")
    try await widget.library.statuses.markWatched(["b", "c"])
    try await widget.library.statuses.setPosition(90, for: "d")
    let shown = try await widget.library.statuses.records()
    #expect(shown["a"]?.status == .watched && shown["b"]?.status == .skipped && shown["c"]?.status == .watched)
    #expect(shown["d"]?.playbackPosition == 90)
    #expect(try await app.library.statuses.records().keys.sorted() == ["b"])
    #expect(inbox.count == 3)

    await app.systemEvents.becameActive()
    await app.queue.settled()
    #expect(try await app.library.statuses.records() == shown)
    #expect(try await app.library.statuses.unsynced().map(\.videoId).sorted() == ["a", "b", "c", "d"])
    #expect(try await app.queue.open().isEmpty && inbox.isEmpty)
    await app.client.accounts.save()
    let later = try HubService(
      server: address, transport: server.transport,
      environment: .manual(clock: clock, files: MemoryFileSystem(files.contents), secrets: secrets))
    #expect(try await later.library.statuses.records() == shown)
  }

  @Test("a change that the user made in the app later counts over the one that was handed over before")
  func laterInTheApp() async throws {
    let app = try await app()
    let widget = try widget()
    try await widget.library.statuses.set(.watched, for: ["a", "b"])
    await clock.advance(by: .seconds(5))
    try await app.library.statuses.set(.unwatched, for: "a")
    await app.systemEvents.becameActive()
    await app.queue.settled()
    #expect(try await app.library.statuses.status(of: "a") == .unwatched)
    #expect(try await app.library.statuses.status(of: "b") == .watched)
    #expect(try await app.queue.open().isEmpty)
  }

  @Test(
    "a mark stays when the app has set only the position since, and over a record that is dated ahead of this clock")
  func marksBesidePositions() async throws {
    let app = try await app()
    let ahead = with(WatchRecord(videoId: "b", status: .skipped, lastModified: clock.now() + 3600)) { $0.synced = true }
    try await app.library.statuses.merge([ahead])
    await app.client.accounts.save()
    let widget = try widget()
    try await widget.library.statuses.set(.watched, for: ["a", ""])
    try await widget.library.statuses.set(.watched, for: "b")
    #expect(try await widget.library.statuses.status(of: "b") == .watched)
    await clock.advance(by: .seconds(5))
    try await app.library.statuses.setPosition(30, for: "a")
    await app.systemEvents.becameActive()
    await app.queue.settled()
    let records = try await app.library.statuses.records()
    #expect(records["a"]?.status == .watched && records["a"]?.playbackPosition == 30)
    #expect(records["b"]?.status == .watched)
    #expect(try await app.queue.open().isEmpty && inbox.isEmpty)
  }

  @Test("a channel that a share extension adds is registered with the app's next refresh, and a removed one stays away")
  func channels() async throws {
    let app = try await app()
    let widget = try widget()
    try await widget.library.channels.add(HubWorld.workshop)
    try await widget.library.channels.remove(HubWorld.kitchen)
    #expect(try await widget.library.channels.wanted() == [HubWorld.workshop])
    #expect(try await app.library.channels.wanted() == [HubWorld.kitchen])
    await app.systemEvents.becameActive()
    await app.queue.settled()
    #expect(try await app.library.channels.wanted() == [HubWorld.workshop])
    _ = await app.library.refresher.refresh(.foreground)
    #expect(try await app.library.channels.missing().isEmpty)
    #expect(try await app.library.channels.registered().contains(HubWorld.workshop))
  }

  @Test("a channel that the user removes while its handed-over addition waits does not come back")
  func removedWhileWaiting() async throws {
    let app = try await app()
    network.isDown = true
    try await app.library.channels.add(HubWorld.workshop)
    let widget = try widget()
    try await widget.library.channels.add(HubWorld.harbour)
    await app.systemEvents.becameActive()
    await app.queue.settled()
    #expect(try await app.library.channels.wanted()?.contains(HubWorld.harbour) == true)
    try await app.library.channels.remove(HubWorld.harbour)
    #expect(try await app.library.channels.wanted() == [HubWorld.kitchen, HubWorld.workshop])
    network.isDown = false
    await app.queue.flush()
    await app.queue.settled()
    _ = await app.library.refresher.refresh(.pull(force: true))
    #expect(try await app.library.channels.wanted() == [HubWorld.kitchen, HubWorld.workshop])
    #expect(try await app.library.channels.registered().contains(HubWorld.harbour) == false)
  }

  @Test("without the app, the second process makes its changes itself, without the network")
  func unowned() async throws {
    let first: HubService? = try await app()
    await first?.client.accounts.save()
    let widget = try widget()
    try await widget.library.statuses.set(.watched, for: "a")
    let copy = MemoryFileSystem(files.contents)
    let owner = ClientEnvironment.manual(clock: clock, seed: 3, files: copy, secrets: secrets)
    let status = try await owner.whileUnowned { environment in
      let hub = try HubService(server: address, transport: OfflineTransport(), environment: environment)
      await hub.queue.flush(.foreground)
      await hub.queue.settled()
      await hub.client.accounts.save()
      return try await hub.library.statuses.status(of: "a")
    }
    #expect(status == .watched)
    #expect(!copy.contents.keys.contains { $0.contains("/inbox/") })
  }

  @Test(
    "after the app signed out, a widget that still runs is refused its changes, also while another user is stored",
    arguments: [nil, "next"] as [String?])
  func signedOutMeanwhile(_ next: String?) async throws {
    let app = try await app()
    let widget = try widget()
    let library = widget.library
    #expect(try await library.statuses.records().isEmpty)
    try await app.signOut()
    let users = HubUserStore(server: address, environment: environment(seed: 1))
    if let next { try users.adopt(try HubUserID(next).orThrow()) }
    let errors = [
      await hubError { () async throws(HubError) in try await library.statuses.set(.watched, for: "a") },
      await hubError { () async throws(HubError) in _ = try await library.channels.add(HubWorld.workshop) },
    ]
    #expect(errors.map { $0?.clientError.kind } == [.signedOut, .signedOut])
    #expect(inbox.isEmpty)
    try users.adopt(app.user)
    try await library.statuses.set(.watched, for: "a")
    #expect(inbox.count == 1)
  }

  @Test("what belongs to the app is refused, and changes no byte")
  func refused() async throws {
    let app = try await app()
    await app.client.accounts.save()
    let widget = try widget()
    let before = files.contents
    let library = widget.library
    let errors = [
      await hubError { () async throws(HubError) in try await library.videos.hide("a") },
      await hubError { () async throws(HubError) in try await library.videos.unhide("a") },
      await hubError { () async throws(HubError) in try await library.channels.setTitles([HubWorld.kitchen: "K"]) },
      await hubError { () async throws(HubError) in try await library.reconciler.setFrequency(.manual) },
      await hubError { () async throws(HubError) in
        try await library.statuses.merge([WatchRecord(videoId: "a", status: .watched, lastModified: clock.now())])
      },
    ]
    #expect(errors.map { $0?.clientError.detail } == Array(repeating: "inUse", count: 5))
    let long = await hubError { () async throws(HubError) in
      try await library.channels.add(String(repeating: "x", count: 257))
    }
    #expect(long?.clientError.kind == .invalidRequest)
    #expect(files.contents == before)
    withExtendedLifetime(app) {}
  }

  @Test("a change from a file is accepted only if this device could have made it")
  func plausible() {
    let date = Date(timeIntervalSince1970: 0)
    func mutation(_ ids: [String], _ position: Double? = nil) -> StatusMutation {
      StatusMutation(videoIds: ids, change: StatusChange(position: position), date: date)
    }
    #expect(mutation(["a"], 3).isPlausible)
    #expect(
      !mutation([""], 3).isPlausible && !mutation(["a"], -1).isPlausible && !mutation(["a"], .infinity).isPlausible)
    #expect(!mutation(Array(repeating: "a", count: 10_001)).isPlausible)
    #expect(SelectionMutation(change: .add(HubWorld.kitchen)).isPlausible)
    #expect(!SelectionMutation(change: .set([String(repeating: "x", count: 257)])).isPlausible)
  }
}
