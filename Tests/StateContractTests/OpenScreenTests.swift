import Foundation
import HubTesting
import MediaCore
import MediaTesting
import ShelfTesting
import TallyTesting
import TestSupport
import Testing
import VaultTesting

@testable import HubClient
@testable import ShelfClient
@testable import TallyKit
@testable import VaultClient

/// Counts the requests of a service.
private final class CountingTransport: Transport {
  private let base: any Transport
  private let kept = Locked<[OperationID]>([])

  init(_ base: any Transport) { self.base = base }

  var operations: [OperationID] { kept.withLock { $0 } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    kept.withLock { $0.append(request.operation) }
    return try await base.send(request)
  }
}

/// A screen that an app has open.
@MainActor
private struct OpenScreen {
  let events: SystemEvents
  let load: () -> Void
  let settled: () async -> Void
  let observe: (_ isObserved: Bool) -> Void

  init(_ model: some ViewModel, _ events: SystemEvents) {
    self.events = events
    load = { model.load() }
    settled = { await model.settled() }
    observe = { isObserved in
      if isObserved { model.onChange = { _ in } } else { model.onChange = nil }
    }
  }
}

/// A kind of screen, with the requests that it may cost in a day.
private struct OpenScreenCase: Sendable, CustomTestStringConvertible {
  let name: String
  let service: ServiceCase
  /// The age in seconds, and the requests of one read.
  let age: Int
  let requests: ClosedRange<Int>
  let make: @MainActor @Sendable (Launch.Parts) async throws -> OpenScreen

  var testDescription: String { name }
  /// The seconds that the screen stays open: a day, or nearly an hour for Tally, whose sign-in ends then.
  var span: Int { service.name == "tally" ? 3450 : 86_400 }
  var cost: ClosedRange<Int> {
    let reads = span / age
    return max(0, reads - 1) * requests.lowerBound...(reads + 1) * requests.upperBound
  }

  static let all: [OpenScreenCase] = [
    shelf("Latest", age: 300, 3...5) { shelf, _ in LatestViewModel(shelf: shelf) },
    shelf("library", age: 900, 1...1) { LibraryViewModel(shelf: $0, library: $1) },
    shelf("item", age: 900, 2...2) { shelf, _ in
      ItemViewModel(shelf: shelf, item: ServiceCase.shelfWorld.itemID(titled: "Field Notes") ?? "")
    },
    shelf("playlists", age: 900, 1...1) { PlaylistListViewModel(shelf: $0, library: $1) },
    shelf("collections", age: 900, 1...1) { CollectionListViewModel(shelf: $0, library: $1) },
    shelf("series", age: 900, 1...1) { SeriesListViewModel(shelf: $0, library: $1) },
    tally("calendar", age: 3600, 1...30) { CalendarViewModel(tally: $0) },
    tally("shows", age: 900, 2...2) { TallyWatchlistViewModel(tally: $0) },
    tally("subscriptions", age: 3600, 1...3) { SubscriptionsViewModel(tally: $0) },
    vault("library", age: 900, 1...2) { VaultLibraryViewModel(vault: $0) },
    vault("lists", age: 900, 1...1) { ListsViewModel(vault: $0) },
    OpenScreenCase(name: "hub feed", service: .hub, age: 900, requests: 0...3) { parts in
      let user = try #require(HubUserID(HubWorld.sampleUser))
      let hub = HubService(
        server: parts.address, user: user, transport: parts.transport, environment: parts.environment)
      return OpenScreen(FeedViewModel(hub: hub), hub.systemEvents)
    },
  ]

  private static func shelf<Model: ViewModel>(
    _ name: String, age: Int, _ requests: ClosedRange<Int>,
    _ model: @escaping @MainActor @Sendable (ShelfService, String) -> Model
  ) -> OpenScreenCase {
    OpenScreenCase(name: "shelf \(name)", service: .shelf, age: age, requests: requests) { parts in
      let shelf = ShelfService(server: parts.address, transport: parts.transport, environment: parts.environment)
      try await shelf.account.signIn(username: "ada", password: "correct horse")
      let library = try #require(try await shelf.libraries.all().first { $0.mediaType == .book })
      return OpenScreen(model(shelf, library.id), shelf.systemEvents)
    }
  }

  private static func tally<Model: ViewModel>(
    _ name: String, age: Int, _ requests: ClosedRange<Int>,
    _ model: @escaping @MainActor @Sendable (TallyService) -> Model
  ) -> OpenScreenCase {
    OpenScreenCase(name: "tally \(name)", service: .tally, age: age, requests: requests) { parts in
      let tally = TallyService(server: parts.address, transport: parts.transport, environment: parts.environment)
      try await tally.account.signIn(email: TallyWorld.sampleEmail, password: TallyWorld.password)
      return OpenScreen(model(tally), tally.systemEvents)
    }
  }

  private static func vault<Model: ViewModel>(
    _ name: String, age: Int, _ requests: ClosedRange<Int>,
    _ model: @escaping @MainActor @Sendable (VaultService) -> Model
  ) -> OpenScreenCase {
    OpenScreenCase(name: "vault \(name)", service: .vault, age: age, requests: requests) { parts in
      let vault = VaultService(server: parts.address, transport: parts.transport, environment: parts.environment)
      _ = try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
      return OpenScreen(model(vault), vault.systemEvents)
    }
  }
}

@MainActor
@Suite("A screen that stays open", .timeLimit(.minutes(30)))
struct OpenScreenTests {
  private func open(
    _ one: OpenScreenCase
  ) async throws -> (screen: OpenScreen, world: World, transport: CountingTransport) {
    let world = World(one.service)
    let transport = CountingTransport(world.gate)
    let screen = try await one.make(
      Launch.Parts(address: World.address, transport: transport, environment: world.environment()))
    screen.observe(true)
    screen.load()
    await screen.settled()
    return (screen, world, transport)
  }

  private func pass(_ seconds: Int, by step: Int, _ screen: OpenScreen, _ world: World) async {
    for _ in 0..<(seconds / step) {
      await world.clock.advance(by: .seconds(step))
      await screen.settled()
    }
  }

  @Test("for a day costs what its age says, and no more", arguments: OpenScreenCase.all)
  fileprivate func day(_ one: OpenScreenCase) async throws {
    let (screen, world, transport) = try await open(one)
    await screen.events.becameActive()
    await screen.settled()
    let before = transport.operations.count
    await pass(one.span, by: 150, screen, world)
    let renewals = transport.operations[before...].count {
      $0.rawValue.contains("refresh") || $0.rawValue.contains("account")
    }
    let count = transport.operations.count - before - renewals
    print("figure: \(one.name) \(count) requests in \(one.span) s")
    #expect(one.cost.contains(count))
  }

  @Test("in the background, or for nobody, costs nothing", arguments: OpenScreenCase.all)
  fileprivate func nobody(_ one: OpenScreenCase) async throws {
    let (screen, world, transport) = try await open(one)
    await screen.events.becameActive()
    await screen.events.enteredBackground()
    var before = transport.operations.count
    await pass(7200, by: 600, screen, world)
    #expect(transport.operations.count == before)
    screen.observe(false)
    await screen.events.becameActive()
    await screen.settled()
    before = transport.operations.count
    await pass(7200, by: 600, screen, world)
    #expect(transport.operations.count == before)
  }

  @Test(
    "is read when the app comes to the front, if it is too old by then and only then", arguments: OpenScreenCase.all)
  fileprivate func front(_ one: OpenScreenCase) async throws {
    let (screen, world, transport) = try await open(one)
    await screen.events.becameActive()
    await screen.events.enteredBackground()
    await world.clock.advance(by: .seconds(one.age / 2))
    var before = transport.operations.count
    await screen.events.becameActive()
    await screen.settled()
    #expect(transport.operations.count == before)
    await screen.events.enteredBackground()
    await world.clock.advance(by: .seconds(one.age))
    before = transport.operations.count
    await screen.events.becameActive()
    await screen.settled()
    #expect(transport.operations.count > before)
  }

  @Test("that could not be read is read when the network returns", arguments: OpenScreenCase.all)
  fileprivate func network(_ one: OpenScreenCase) async throws {
    let (screen, world, transport) = try await open(one)
    await screen.events.becameActive()
    world.faults.isDown = true
    await pass(one.age + 60, by: 60, screen, world)
    // A network that comes back right after a read makes no other one.
    await world.clock.advance(by: .seconds(10))
    await screen.settled()
    world.faults.isDown = false
    let before = transport.operations.count
    screen.events.networkChanged(.usable)
    #expect(await eventually { transport.operations.count > before })
  }

  @Test("of ViewVault's library keeps its rows where they are while another device adds and marks")
  func vaultRows() async throws {
    let world = World(.vaultWithCatalogue)
    func device() async throws -> VaultService {
      let vault = VaultService(server: .fake, transport: world.gate, environment: .manual(clock: world.clock))
      _ = try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
      return vault
    }
    let (vault, other) = (try await device(), try await device())
    let model = VaultLibraryViewModel(vault: vault)
    model.setFilters(with(LibraryFilters.standard) { $0[.unwatched] = false })
    model.onChange = { _ in }
    model.load()
    await model.settled()
    await vault.systemEvents.becameActive()
    let shown = model.state.entries.map(\.id)
    #expect(shown.count > 3)
    _ = await (try await other.store.importTitle(.series("tmdb_801"))).settled()
    await world.clock.advance(by: .seconds(901))
    await model.settled()
    #expect(model.state.library.value?.series.contains { $0.imdbID == "tmdb_801" } == true)
    #expect(model.state.entries.map(\.id) == shown)
    await model.refreshAndWait()
    #expect(model.state.entries.count > shown.count)
  }
}
