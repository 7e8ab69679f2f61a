import Foundation
import MediaCore
import MediaTesting
import TallyTesting
import TestSupport
import Testing
import VaultTesting

@testable import TallyKit
@testable import VaultClient

/// A screen with rows, open on one device, and what two devices of the account can do to its rows.
@MainActor
private struct RowsScreen {
  let events: SystemEvents
  let settled: () async -> Void
  let refreshAndWait: () async -> Void
  let rows: () -> [String]
  /// Adds a row on another device, which the server then has.
  let addElsewhere: () async throws -> Void
  /// Adds a row on this device, on a screen of its own.
  let addHere: () async throws -> Void

  init(
    _ model: some ViewModel, _ events: SystemEvents, rows: @escaping () -> [String],
    addElsewhere: @escaping () async throws -> Void, addHere: @escaping () async throws -> Void
  ) {
    model.observeForTest()
    (self.events, self.rows) = (events, rows)
    (self.addElsewhere, self.addHere) = (addElsewhere, addHere)
    settled = { await model.settled() }
    refreshAndWait = { await model.refreshAndWait() }
    model.load()
  }
}

extension ViewModel {
  fileprivate func observeForTest() { onChange = { _ in } }
}

/// A kind of screen whose rows keep their places.
private struct RowsCase: Sendable, CustomTestStringConvertible {
  let name: String
  let service: ServiceCase
  /// The age in seconds at which the screen is read again.
  let age: Int
  let make: @MainActor @Sendable (World) async throws -> RowsScreen

  var testDescription: String { name }

  static let all: [RowsCase] = [
    tally("My Shows", age: 900) { here, there in
      let model = TallyWatchlistViewModel(tally: here)
      let search = SearchViewModel(tally: here)
      let untracked = [TMDBID(110_492), TMDBID(259_909)]
      return RowsScreen(
        model, here.systemEvents, rows: { (model.state.items.value ?? []).map { $0.id.description } },
        addElsewhere: { _ = await (try await there.watchlistStore.add(untracked[0])).settled() },
        addHere: {
          search.addToWatching(untracked[1])
          await search.settled()
        })
    },
    tally("subscriptions", age: 3600) { here, there in
      let model = SubscriptionsViewModel(tally: here)
      let other = SubscriptionsViewModel(tally: here)
      return RowsScreen(
        model, here.systemEvents, rows: { (model.state.items.value ?? []).map(\.id) },
        addElsewhere: {
          let service = try await freeService(there)
          let draft = SubscriptionDraft(serviceId: service.id, monthlyCost: 3)
          _ = await (try await there.subscriptionStore.add(draft, service: service)).settled()
        },
        addHere: {
          other.load()
          await other.settled()
          let service = try await freeService(here)
          other.add(SubscriptionDraft(serviceId: service.id, monthlyCost: 4))
          await other.settled()
        })
    },
    vault("lists") { here, there in
      let model = ListsViewModel(vault: here)
      let other = ListsViewModel(vault: here)
      return RowsScreen(
        model, here.systemEvents, rows: { (model.state.lists.value ?? []).map(\.name) },
        addElsewhere: {
          _ = await (try await there.store.createList(ListDraft(name: "Elsewhere"))).submission.settled()
        },
        addHere: {
          other.create(ListDraft(name: "Here"))
          await other.settled()
        })
    },
    vault("watchlist") { here, there in
      let model = VaultWatchlistViewModel(vault: here)
      let library = VaultLibraryViewModel(vault: here)
      return RowsScreen(
        model, here.systemEvents,
        rows: { model.state.unwatched.movies.map(\.title) + model.state.unwatched.series.map(\.title) },
        addElsewhere: { _ = await (try await there.store.importTitle(.series("tmdb_801"))).settled() },
        addHere: {
          let watched = try #require(try await here.store.library()?.value.movies.first { $0.watched })
          library.setWatched(false, for: .movie(watched.id))
          await library.settled()
        })
    },
  ]

  /// The watchlist as the server has it, without what the screen makes of it.
  static let library = vault("library of the watchlist") { here, there in
    let model = VaultWatchlistViewModel(vault: here)
    return RowsScreen(
      model, here.systemEvents,
      rows: { (model.state.watchlist.value?.series ?? []).map(\.title) },
      addElsewhere: { _ = await (try await there.store.importTitle(.series("tmdb_801"))).settled() }, addHere: {})
  }

  /// A service that the user has no subscription to.
  @MainActor
  private static func freeService(_ tally: TallyService) async throws -> StreamingService {
    let form = SubscriptionsViewModel(tally: tally)
    form.load()
    await form.settled()
    let taken = Set((form.state.items.value ?? []).map(\.subscription.serviceId))
    let free = form.state.services.first { !taken.contains($0.id) }
    return try #require(free)
  }

  private static func tally(
    _ name: String, age: Int, _ screen: @escaping @MainActor @Sendable (TallyService, TallyService) throws -> RowsScreen
  ) -> RowsCase {
    RowsCase(name: "tally \(name)", service: .lastingTally, age: age) { world in
      func device(_ environment: ClientEnvironment) async throws -> TallyService {
        let tally = TallyService(server: .fake, transport: world.gate, environment: environment)
        try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
        return tally
      }
      return try screen(try await device(world.environment()), try await device(.manual(clock: world.clock)))
    }
  }

  private static func vault(
    _ name: String, _ screen: @escaping @MainActor @Sendable (VaultService, VaultService) throws -> RowsScreen
  ) -> RowsCase {
    RowsCase(name: "vault \(name)", service: .vaultWithCatalogue, age: 900) { world in
      func device(_ environment: ClientEnvironment) async throws -> VaultService {
        let vault = VaultService(server: .fake, transport: world.gate, environment: environment)
        _ = try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
        return vault
      }
      return try screen(try await device(world.environment()), try await device(.manual(clock: world.clock)))
    }
  }
}

extension ServiceCase {
  /// A Tally server whose sign-ins last for days.
  fileprivate static let lastingTally = ServiceCase(
    name: "tally",
    makeServer: {
      FakeTallyServer(settings: .init(accessTokenLifetime: .seconds(1_000_000)), clock: $0).transport
    }, launch: ServiceCase.tally.launch)
}

@MainActor
@Suite("Rows of an open screen", .timeLimit(.minutes(10)))
struct SteadyRowsTests {
  private func open(_ one: RowsCase) async throws -> (screen: RowsScreen, world: World, shown: [String]) {
    let world = World(one.service)
    let screen = try await one.make(world)
    await screen.settled()
    await screen.events.becameActive()
    await screen.settled()
    let shown = screen.rows()
    try #require(shown.count > 1)
    try await screen.addElsewhere()
    await world.clock.advance(by: .seconds(one.age + 1))
    await screen.settled()
    return (screen, world, shown)
  }

  @Test(
    "keep their places while another device adds one, which the next pull shows",
    arguments: RowsCase.all + [RowsCase.library])
  fileprivate func elsewhere(_ one: RowsCase) async throws {
    let (screen, _, shown) = try await open(one)
    #expect(screen.rows() == shown)
    await screen.refreshAndWait()
    #expect(screen.rows().count == shown.count + 1)
    #expect(Set(screen.rows()).isSuperset(of: shown))
  }

  @Test("grow at once by one that the user adds on another screen", arguments: RowsCase.all)
  fileprivate func here(_ one: RowsCase) async throws {
    let (screen, _, shown) = try await open(one)
    try await screen.addHere()
    await screen.settled()
    #expect(await eventually { screen.rows().count == shown.count + 2 })
  }
}
