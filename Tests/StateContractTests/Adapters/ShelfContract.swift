import Foundation
import MediaCore
import MediaTesting
import ShelfTesting

@testable import ShelfClient

extension ServiceCase {
  static let shelf = ServiceCase(
    name: "shelf", makeServer: { FakeShelfServer(clock: $0).transport }, launch: { try Launch(shelf: $0) })
}

extension Launch {
  fileprivate init(shelf parts: Parts) throws {
    let shelf = ShelfService(server: parts.address, transport: parts.transport, environment: parts.environment)
    let world = ShelfWorld.sample
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
      otherChange: { try await shelf.progressStore.markFinished(notes) }, marker: light.libraryItemId,
      writeOperation: "shelf.progress.update", refreshOperation: "shelf.progress.all")
    let queue = StoreHandle(
      name: "queue",
      read: { try await shelf.queueStore.current().visible.map(\.title).joined(separator: "\n") },
      refresh: { try await shelf.queueStore.refresh() }, refreshedAt: { try await shelf.queueStore.current().asOf },
      observe: { shelf.queueStore.observe($0) }, marker: "Radio on the Roof",
      refreshOperation: "shelf.libraries.recentEpisodes")
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
      },
      signOut: { try await shelf.account.signOut(pending: $0) }, stores: [progress, queue],
      screens: [
        ScreenCase(name: "latest", changes: true) {
          let latest = LatestViewModel(shelf: shelf)
          return ScreenHandle(
            load: { latest.load() }, refreshAndWait: { await latest.refreshAndWait() },
            settled: { await latest.settled() },
            rows: { (latest.state.entries.value ?? []).map(\.title).joined(separator: "\n") },
            asOf: { latest.state.entries.asOf }, error: { latest.state.error }, notice: { latest.state.notice },
            act: { if let first = latest.state.entries.value?.first { latest.markFinished(first.id) } })
        }
      ])
  }
}

extension LoadState {
  /// The moment that is shown beside a loaded value.
  var asOf: Date? { if case .loaded(_, let date) = self { date } else { nil } }
}
