import Foundation
import MediaCore
import MediaTesting
import Testing
import VaultTesting

@testable import VaultClient

/// A server at two addresses, each of which can be cut off.
private final class TwoWays: Transport {
  static let hosts = ["server.test", "away.test"]

  private struct State {
    var down: Set<String> = []
    /// The call after whose answer was made, and before it arrives, its address stops.
    var broken: OperationID?
    var hosts: [String] = []
  }

  private let base: any Transport
  private let state = Locked(State())

  init(_ base: any Transport) { self.base = base }

  func cut(_ hosts: String...) { state.withLock { $0.down = Set(hosts) } }
  func breakNext(_ operation: OperationID) { state.withLock { $0.broken = operation } }
  var isBroken: Bool { state.withLock { $0.broken == nil } }
  /// The hosts of the requests since the last call of this.
  func takeHosts() -> Set<String> {
    state.withLock { state in
      defer { state.hosts = [] }
      return Set(state.hosts)
    }
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let host = request.url.host ?? ""
    let isDown = state.withLock { $0.down.contains(host) }
    if isDown { throw TransportFailure.unreachable(.refused) }
    let response = try await base.send(request)
    let isBroken = state.withLock { state in
      state.hosts.append(host)
      guard state.broken == request.operation else { return false }
      (state.broken, state.down) = (nil, [host])
      return true
    }
    if isBroken { throw TransportFailure.unreachable(.connectionLost) }
    return response
  }
}

/// Rules for every service whose server has a second address.
@Suite("The contract of addresses")
struct AddressContractTests {
  private func options(_ hosts: String...) throws -> ClientOptions {
    var options = ClientOptions()
    options.alternatives = try hosts.map {
      AlternativeAddress(try ServerAddress("https://\($0)"), isConfirmed: true)
    }
    return options
  }

  /// A signed-in launch of an app that has asked for everything at the first address.
  private func filled(_ world: World) async throws -> (launch: Launch, ways: TwoWays) {
    let ways = TwoWays(world.gate)
    let launch = try world.launch(at: .fake, try options("away.test"), through: ways)
    try await launch.signIn(.first)
    try await launch.seed()
    for store in launch.stores { try await store.refresh() }
    await launch.accounts.save()
    return (launch, ways)
  }

  @Test("a change whose address has just stopped goes out at the other one", arguments: StoreCase.changing)
  func changing(_ one: StoreCase) async throws {
    let world = World(one.service)
    let (launch, ways) = try await filled(world)
    let account = try await launch.accounts.account()
    ways.cut("server.test")
    _ = ways.takeHosts()
    let store = try launch.store(one.store)
    let submission = try #require(try await store.change?())
    #expect(await submission.settled() == .synced)
    #expect(ways.takeHosts() == ["away.test"])
    #expect(try await launch.accounts.account() == account)
    ways.cut("away.test")
    let shown = try await store.read()
    try await store.refresh()
    #expect(try await store.read() == shown)
    #expect(ways.takeHosts() == (store.refreshOperation == nil ? [] : ["server.test"]))
  }

  @Test(
    "a change whose answer is lost with its address reaches its end at the other one, once",
    arguments: StoreCase.changing)
  func lostAnswer(_ one: StoreCase) async throws {
    let world = World(one.service)
    let (launch, ways) = try await filled(world)
    let store = try launch.store(one.store)
    guard let operation = store.writeOperation else { return }
    ways.breakNext(operation)
    let submission = try #require(try await store.change?())
    _ = await submission.settled()
    #expect(ways.isBroken)
    await launch.queue.flush()
    #expect(await submission.outcome() == .synced)
    let shown = try await store.read()
    // The same change on a device whose address works leaves the same on the server.
    let undisturbed = World(one.service)
    let other = try await filled(undisturbed).launch
    _ = await (try await other.store(one.store).change?())?.settled()
    try await other.store(one.store).refresh()
    try await store.refresh()
    #expect(try await store.read() == shown)
    #expect(try await store.read().count == (try await other.store(one.store).read()).count)
  }

  @Test(
    "a change that waits while no address answers shows at a launch with the addresses in another order, and goes out there",
    arguments: StoreCase.changing)
  func waiting(_ one: StoreCase) async throws {
    let world = World(one.service)
    let (launch, ways) = try await filled(world)
    ways.cut("server.test", "away.test")
    let submission = try #require(try await launch.store(one.store).change?())
    guard case .waiting = await submission.settled() else {
      Issue.record("sent without a network")
      return
    }
    let shown = try await launch.store(one.store).read()
    await launch.accounts.save()
    let later = try world.launch(at: try ServerAddress("https://away.test"), try options("server.test"), through: ways)
    #expect(try await later.store(one.store).read() == shown)
    #expect(try await later.queue.open().count == 1)
    ways.cut("server.test")
    await later.queue.flush()
    await later.queue.settled()
    #expect(try await later.queue.open().isEmpty)
    #expect(try await later.queue.refused().isEmpty)
    #expect(try await later.store(one.store).read() == shown)
  }

  /// Tally's sign-in cannot be renewed.
  @Test(
    "a sign-in whose time is over is renewed at the other address",
    arguments: StoreCase.changing.filter { $0.service.name != "tally" })
  func renewal(_ one: StoreCase) async throws {
    let world = World(one.service)
    let (launch, ways) = try await filled(world)
    let account = try await launch.accounts.account()
    ways.cut("server.test")
    await world.clock.advance(by: .seconds(7200))
    try await launch.store(one.store).refresh()
    #expect(try await launch.accounts.account() == account)
  }

  /// The server answers an import when it is done, which takes long: the likeliest request to lose its address.
  @Test("an import that runs while its address stops has one end, at the other one")
  func importing() async throws {
    let world = World(.vaultWithCatalogue)
    let ways = TwoWays(world.gate)
    let vault = VaultService(
      server: .fake, transport: ways, environment: world.environment(), options: try options("away.test"))
    _ = try await vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    for title in [TitleImport.movie("tt0501001"), .series("tmdb_801")] {
      ways.cut()
      ways.breakNext(title == .movie("tt0501001") ? .vaultImportsMovie : .vaultImportsSeries)
      let submission = try await vault.store.importTitle(title)
      _ = await submission.settled()
      #expect(ways.isBroken)
      await vault.queue.flush()
      #expect(await submission.outcome() == .synced)
    }
    #expect(try await vault.movies.all().count { $0.imdbID == "tt0501001" } == 1)
    #expect(try await vault.series.all().count { $0.imdbID == "tmdb_801" } == 1)
    #expect(try await vault.queue.refused().isEmpty)
  }

  @Test("an answer of the old address that arrives after the switch sets back no change", arguments: StoreCase.changing)
  func overtaken(_ one: StoreCase) async throws {
    let world = World(one.service)
    let (launch, ways) = try await filled(world)
    let store = try launch.store(one.store)
    guard let operation = store.refreshOperation else { return }
    world.gate.hold(operation)
    let refresh = Task { try await store.refresh() }
    await world.gate.arrived()
    ways.cut("server.test")
    let submission = try await store.change?()
    #expect(await submission?.settled() == .synced)
    let changed = try await store.read()
    world.gate.release()
    _ = try? await refresh.value
    #expect(try await store.read() == changed)
  }
}
