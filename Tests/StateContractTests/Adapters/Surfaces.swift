import MediaCore

@testable import HubClient
@testable import ShelfClient
@testable import TallyKit
@testable import VaultClient

extension SurfaceHandle {
  static func all(_ shelf: ShelfService, _ parts: Launch.Parts) -> [SurfaceHandle] {
    @Sendable func text(_ entries: [QueueEntry]) -> String {
      entries.map { "\($0.title) \(Int($0.progress?.position ?? 0))" }.joined(separator: "\n")
    }
    return [
      SurfaceHandle(name: "car") {
        await CarMenu(shelf: shelf).keptTabs().flatMap(\.list.rows).map { "\($0.title) \($0.progress ?? 0)" }
          .joined(separator: "\n")
      },
      SurfaceHandle(name: "watch") { text(try await WatchLink(shelf: shelf).context().queue) },
      SurfaceHandle(name: "widget") {
        try await shelf.writeSnapshot()
        let snapshot = try ShelfSnapshot.read(of: parts.address, environment: parts.environment)
        let played = [snapshot?.lastPlayed].compactMap(\.self)
        return text(played + (snapshot?.upNext ?? []) + (snapshot?.latest ?? []))
      },
      SurfaceHandle(name: "intents") { text(try await ListeningCatalog(shelf: shelf).suggested()) },
    ]
  }

  static func all(_ tally: TallyService, _ parts: Launch.Parts) -> [SurfaceHandle] {
    [
      SurfaceHandle(name: "widget") {
        try await tally.writeSnapshot()
        let snapshot = try TallySnapshot.read(of: parts.address, environment: parts.environment)
        return (snapshot?.days ?? []).map { "\($0.day) \($0.episodes.map(\.showTitle))" }.joined(separator: "\n")
      },
      SurfaceHandle(name: "intents") {
        try await TallyIntents(tally: tally).suggested().map(\.title).joined(separator: "\n")
      },
    ]
  }

  static func all(_ vault: VaultService, _ parts: Launch.Parts) -> [SurfaceHandle] {
    [
      SurfaceHandle(name: "widget") {
        try await vault.writeSnapshot()
        let snapshot = try WatchlistSnapshot.read(of: parts.address, environment: parts.environment)
        return ((snapshot?.movies ?? []).map(\.title) + (snapshot?.series ?? []).map(\.title)).joined(separator: "\n")
      },
      SurfaceHandle(name: "intents") {
        try await VaultIntents(vault: vault).suggested().map(\.title).joined(separator: "\n")
      },
    ]
  }

  static func all(_ hub: HubService, _ parts: Launch.Parts) -> [SurfaceHandle] {
    [
      SurfaceHandle(name: "widget") {
        try await hub.writeSnapshot()
        let snapshot = try HubSnapshot.read(of: parts.address, environment: parts.environment)
        return (snapshot?.videos ?? []).compactMap(\.video.title).joined(separator: "\n")
      },
      SurfaceHandle(name: "intents") {
        try await HubIntents(hub: hub).suggested().compactMap(\.video.title).joined(separator: "\n")
      },
    ]
  }
}
