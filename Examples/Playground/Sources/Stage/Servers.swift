import HubClient
import HubTesting
import MediaCore
import MediaTesting
import Panels
import ShelfClient
import ShelfTesting
import TallyKit
import TallyTesting
import VaultClient
import VaultTesting

/// The four fake servers, one clock for everything, and the list of requests.
@MainActor
final class Servers {
  let clock = ManualClock(patience: nil)
  let log = ExchangeLog()
  let shelf: FakeShelfServer
  let tally: FakeTallyServer
  let hub: FakeHubServer
  let vault: FakeVaultServer

  init() {
    shelf = FakeShelfServer(clock: clock)
    tally = FakeTallyServer(clock: clock)
    hub = FakeHubServer(world: .sample(at: clock.now()), clock: clock)
    vault = FakeVaultServer(settings: .init(simulatedUpstreams: true), clock: clock)
  }

  /// Each server with the name that the page shows.
  var all: [(name: String, server: any FakeServer)] {
    [("Audiobookshelf", shelf), ("Tally", tally), ("MeTube Hub", hub), ("ViewVault", vault)]
  }

  // MARK: Apps of a launch

  typealias Changed = @MainActor @Sendable () -> Void

  func shelfApp(_ launch: Launch, _ environment: ClientEnvironment, _ changed: @escaping Changed) -> ShelfApp {
    let service = ShelfService(
      server: .fake, transport: network(shelf, launch), environment: environment,
      options: options(ClientOptions(), launch))
    follow(service.client, launch)
    return ShelfApp(service, changed: changed)
  }

  func tallyApp(_ launch: Launch, _ environment: ClientEnvironment, _ changed: @escaping Changed) -> TallyApp {
    let service = TallyService(
      server: .fake, transport: network(tally, launch), environment: environment,
      options: options(ClientOptions(), launch))
    follow(service.client, launch)
    return TallyApp(service, changed: changed)
  }

  func hubApp(_ launch: Launch, _ environment: ClientEnvironment, _ changed: @escaping Changed) -> HubApp {
    let service = HubService(
      server: .fake, user: .sample, transport: network(hub, launch), environment: environment,
      options: options(.hub, launch))
    follow(service.client, launch)
    return HubApp(service, changed: changed)
  }

  func vaultApp(_ launch: Launch, _ environment: ClientEnvironment, _ changed: @escaping Changed) -> VaultApp {
    let service = VaultService(
      server: .fake, transport: network(vault, launch), environment: environment,
      options: options(ClientOptions(), launch))
    follow(service.client, launch)
    return VaultApp(service, changed: changed)
  }

  private func network(_ server: some FakeServer, _ launch: Launch) -> Network {
    Network(server.transport, launch: launch, clock: clock, log: log)
  }

  private func options(_ options: ClientOptions, _ launch: Launch) -> ClientOptions {
    var options = options
    options.onEvent = { launch.note($0) }
    return options
  }

  private func follow(_ client: ServiceClient, _ launch: Launch) {
    client.log.isEnabled = true
    launch.keep(client.log.forward(.debug) { launch.note($0) })
  }
}
