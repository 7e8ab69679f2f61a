import Foundation
import HubTesting
import MediaCore
import MediaTesting
import Testing

@testable import HubClient

extension ServiceCase {
  static let hub = ServiceCase(
    name: "hub", hasAccounts: false, makeServer: { FakeHubServer(clock: $0).transport },
    launch: { try Launch(hub: $0) })
}

extension HubError: ClientErrorHolder {}

extension Launch {
  fileprivate init(hub parts: Parts) throws {
    let user = try #require(HubUserID(HubWorld.sampleUser))
    let hub = HubService(
      server: parts.address, user: user, transport: parts.transport, environment: parts.environment,
      options: parts.options)
    let feed = StoreHandle(
      name: "feed", read: { try await hub.library.videos.known().videos.map(\.videoId).joined(separator: "\n") },
      refresh: { _ = try await hub.library.videos.fetch(everything: true) },
      refreshedAt: { try await hub.library.videos.known().lastSync }, observe: { hub.library.videos.observe($0) },
      marker: "youtube", refreshOperation: .hubFeedPage)
    let channels = StoreHandle(
      name: "channels",
      read: { (try await hub.library.channels.wanted() ?? []).joined(separator: "\n") }, refresh: {},
      observe: { hub.library.channels.observe($0) },
      change: { try await hub.library.channels.setWanted([HubWorld.kitchen, HubWorld.workshop])[0] },
      otherChange: { try await hub.library.channels.add(HubWorld.harbour)[0] }, marker: "version")
    self.init(
      accounts: hub.client.accounts, queue: hub.queue,
      seed: {
        _ = try await hub.library.channels.setWanted([HubWorld.kitchen])
        await hub.queue.settled()
      }, signOut: { try await hub.signOut($0) },
      stores: [feed, channels],
      screens: [
        ScreenCase(name: "feed", changes: false) {
          let screen = FeedViewModel(hub: hub)
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: { screen.state.videos.map(\.videoId).joined(separator: "\n") }, asOf: { screen.state.lastSync },
            error: { screen.state.error }, notice: { screen.state.notice })
        },
        ScreenCase(name: "channels", asks: false) {
          let screen = ChannelsViewModel(hub: hub)
          return ScreenHandle(
            load: { screen.load() }, refreshAndWait: { await screen.refreshAndWait() },
            settled: { await screen.settled() },
            rows: {
              screen.state.channels.map { "\($0.id) \($0.unseenCount) \($0.latest?.videoId ?? "")" }
                .joined(separator: "\n")
            }, asOf: { nil },
            error: { screen.state.error }, notice: { screen.state.notice }, act: { screen.add(HubWorld.workshop) })
        },
      ], surfaces: SurfaceHandle.all(hub, parts))
  }
}
