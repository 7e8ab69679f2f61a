import Foundation
import HubTesting
import MediaCore
import MediaTesting
import Testing

@testable import HubClient

extension HubError: ClientErrorHolder {}

extension AttackedService {
  static let hub = AttackedService(
    name: "hub", sources: "HubClient", prefixes: ["hub."],
    makeServer: { clock in
      var settings = FakeHubServer.Settings()
      settings.permitsPerMinute = .max
      settings.outputCache = false
      return FakeHubServer(settings: settings, clock: clock).transport
    }, launch: { try AttackedLaunch(hub: $0) })

  static let worker = AttackedService(
    name: "worker", sources: "HubClient", prefixes: ["worker."], makeServer: { _ in FakeWorkerServer().transport },
    launch: { AttackedLaunch(worker: $0) })
}

extension AttackedLaunch {
  fileprivate init(hub parts: Parts) throws {
    let user = try #require(HubUserID(HubWorld.sampleUser))
    let hub = HubService(server: .fake, user: user, transport: parts.transport, environment: parts.environment)
    let calls = [
      AttackCall("health.check") { _ in _ = try await hub.health.check() },
      AttackCall("health.details") { _ in _ = try await hub.health.details() },
      AttackCall("reconciliation.reconcile") { _ in _ = try await hub.reconciliation.reconcile() },
      AttackCall("channels.register") { _ = try await hub.channels.register([$0.text(HubWorld.kitchen)]) },
      AttackCall("feed.newest") { _ in _ = try await hub.feed.newest() },
      AttackCall("feed.page") {
        let cursor = FeedQuery.Since.date($0.date(parts.clock.now().addingTimeInterval(-86_400)))
        _ = try await hub.feed.page(FeedQuery(limit: $0.integer(20), since: cursor))
      },
      AttackCall("feed.page cursor") {
        let cursor = FeedCursor(rawValue: $0.text("2026-01-01T00:00:00Z"))
        _ = try await hub.feed.page(FeedQuery(since: .cursor(cursor)))
      },
      AttackCall("feed.pages") {
        let since = $0.date(parts.clock.now().addingTimeInterval(-86_400))
        var pager = hub.feed.pages(limit: $0.integer(20), since: since, maximumPages: $0.integer(3))
        _ = try await pager.all()
      },
    ]
    self.init(
      client: hub.client, queue: hub.queue, signOut: { try await hub.signOut($0) },
      secrets: { [HubWorld.sampleUser] }, marker: HubWorld.kitchen,
      calls: calls + Self.library(hub.library, parts.clock), settle: { await Self.settle(hub.library) },
      shown: { try await Self.shown(hub.library) })
  }

  fileprivate init(worker parts: Parts) {
    let worker = WorkerService(server: .fake, transport: parts.transport, environment: parts.environment)
    let calls = [
      AttackCall("api.check") { _ in try await worker.api.check() },
      AttackCall("api.about") { _ in _ = try await worker.api.about() },
      AttackCall("api.channels") { _ in _ = try await worker.api.channels() },
      AttackCall("api.register") { _ = try await worker.api.register([$0.text(HubWorld.kitchen)]) },
      AttackCall("api.videos") {
        let query = WorkerVideoQuery(channels: [HubWorld.kitchen], afterSeq: $0.integer(0), limit: $0.integer(50))
        _ = try await worker.api.videos(query)
      },
      AttackCall("api.allVideos") {
        _ = try await worker.api.allVideos(
          channels: [HubWorld.kitchen], afterSeq: $0.integer(0), limit: $0.integer(50), maximumPages: $0.integer(3))
      },
    ]
    self.init(
      client: worker.client, queue: worker.queue, signOut: { _ in await worker.forget() }, keepsPending: false,
      marker: HubWorld.kitchen,
      calls: calls + Self.library(worker.library, parts.clock), settle: { await Self.settle(worker.library) },
      shown: { try await Self.shown(worker.library) })
  }

  private static func library(_ library: VideoLibrary, _ clock: ManualClock) -> [AttackCall] {
    [
      AttackCall("channels.setWanted") {
        _ = try await library.channels.setWanted([$0.text(HubWorld.kitchen), HubWorld.workshop])
        await library.queue.settled()
      },
      AttackCall("channels.add, remove") {
        _ = try await library.channels.add($0.text(HubWorld.harbour))
        await library.queue.settled()
        _ = try await library.channels.remove($0.text(HubWorld.harbour))
        try await library.channels.setTitles([$0.text(HubWorld.harbour): $0.text("Harbour")])
      },
      AttackCall("channels.ensureRegistered") { _ in
        _ = try await library.channels.setWanted([HubWorld.kitchen])
        _ = try await library.channels.ensureRegistered()
      },
      AttackCall("videos.fetch") { _ in _ = try await library.videos.fetch(isFresh: true, everything: true) },
      AttackCall("videos.isSyncDue") { _ = try await library.videos.isSyncDue(lastReconcile: $0.date(clock.now())) },
      AttackCall("videos.hide") {
        let id = $0.text("video000001")
        try await library.videos.hide(id)
        try await library.videos.unhide(id)
      },
      AttackCall("reconciler") {
        try await library.reconciler.setFrequency(ReconcileFrequency(rawValue: $0.number(3600)))
        _ = try await library.reconciler.nextAllowed()
        try await library.reconciler.recordReconciliation()
        _ = await library.reconciler.canReconcile()
      },
      AttackCall("watching.setPosition") {
        try await library.statuses.setPosition($0.number(30), for: $0.text("video000001"))
        try await library.statuses.set(WatchStatus(rawValue: $0.text("watched")), for: "video000001")
      },
      AttackCall("watching.merge") {
        _ = try await library.statuses.merge([
          WatchRecord(videoId: $0.text("video000001"), status: .watched, lastModified: $0.date(clock.now()))
        ])
      },
    ]
  }

  private static func settle(_ library: VideoLibrary) async {
    await library.queue.flush()
    await library.queue.settled()
    _ = try? await library.videos.known()
    _ = try? await library.channels.wanted()
    _ = try? await library.statuses.records()
    await loadScreen(library)
  }

  private static func shown(_ library: VideoLibrary) async throws -> String {
    let (feed, channels) = (try await library.videos.known(), try await library.channels.saved())
    return (feed.videos.map { "\($0.videoId) \($0.title ?? "")" } + channels.registered.sorted()).joined(
      separator: "\n")
  }

  @MainActor
  private static func loadScreen(_ library: VideoLibrary) async {
    let screen = FeedViewModel(library: library)
    screen.load()
    await screen.settled()
    screen.refresh(force: true)
    await screen.settled()
  }
}
