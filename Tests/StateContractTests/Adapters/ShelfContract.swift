import Foundation
import MediaCore
import MediaTesting
import ShelfTesting

@testable import ShelfClient

extension ServiceCase {
  static let shelf = ServiceCase(
    name: "shelf", makeServer: { FakeShelfServer(world: shelfWorld, clock: $0).transport },
    launch: { try Launch(shelf: $0) })

  /// The sample, with a book of a few hundred bytes that can be downloaded in every test.
  static var shelfWorld: ShelfWorld {
    var world = ShelfWorld.sample
    world.addBook(in: world.libraryIDs[0], title: "Tiny Steps", authors: ["Ada Small"], tracks: [0.05, 0.02])
    return world
  }
}

extension Launch {
  fileprivate init(shelf parts: Parts) throws {
    let shelf = ShelfService(
      server: parts.address, transport: parts.transport, environment: parts.environment, options: parts.options)
    let world = ServiceCase.shelfWorld
    func book(_ title: String) -> PlayableID { PlayableID(libraryItemId: world.itemID(titled: title) ?? "") }
    let (clock, notes, light) = (book("The Salt Clock"), book("Field Notes"), book("First Light"))
    let progress = StoreHandle(
      name: "progress",
      read: {
        try await shelf.progressStore.all().values.sorted { $0.id.description < $1.id.description }
          .map { "\($0.id) \(Int($0.position)) \($0.isFinished)" }.joined(separator: "\n")
      }, refresh: { try await shelf.progressStore.refresh() },
      refreshedAt: { try await shelf.progressStore.records.view().refreshedAt },
      observe: { shelf.progressStore.observe($0) },
      change: { try await shelf.progressStore.markFinished(clock) },
      otherChange: { try await shelf.progressStore.markFinished(notes) }, concerned: ["progress", "home"],
      marker: light.libraryItemId,
      writeOperation: .shelfProgressUpdate, refreshOperation: .shelfProgressAll)
    let queue = StoreHandle(
      name: "queue",
      read: { try await shelf.queueStore.current().visible.map(\.title).joined(separator: "\n") },
      refresh: { try await shelf.queueStore.refresh() }, refreshedAt: { try await shelf.queueStore.current().asOf },
      observe: { shelf.queueStore.observe($0) }, marker: "Radio on the Roof",
      refreshOperation: .shelfLibrariesRecentEpisodes)
    self.init(
      accounts: shelf.client.accounts, queue: shelf.queue,
      signIn: { account in
        _ =
          account == .first
          ? try await shelf.account.signIn(username: "ada", password: "correct horse")
          : try await shelf.account.signIn(username: "grace", password: "battery staple")
      },
      seed: {
        try await shelf.progress.update(light, .position(60, duration: 3000, at: parts.environment.clock.now()))
        _ = try await shelf.bookmarks.create("Seeded mark", at: 5, in: light.libraryItemId)
      },
      signOut: { try await shelf.account.signOut(pending: $0) },
      stores: [progress, queue, .bookmarks(shelf, clock, notes)]
        + StoreHandle.shelfStores(shelf, tiny: book("Tiny Steps")),
      screens: ScreenCase.shelfScreens(shelf, item: light),
      settings: { isNew in
        if isNew {
          try shelf.playbackSettings.update { settings in
            settings.setSpeed(PlaybackSpeed(1.35), of: .book)
            settings.setSkip(forward: 30, backward: 10)
            settings.whenEnded = .playQueueThenLatest
          }
          try LogSwitch(environment: parts.environment).set(true)
        }
        let playback = shelf.playbackSettings.current
        return [
          "\(playback.speed(of: .book).rawValue) \(playback.skipForward) \(playback.skipBackward)",
          playback.whenEnded.rawValue, "logs \(LogSwitch(environment: parts.environment).isOn)",
          try await shelf.device.info().deviceId ?? "",
        ].joined(separator: "\n")
      }, surfaces: SurfaceHandle.all(shelf, parts))
  }
}

extension LoadState {
  /// The moment that is shown beside a loaded value.
  var asOf: Date? { if case .loaded(_, let date) = self { date } else { nil } }
}
