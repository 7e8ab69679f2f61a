import Foundation
import HubClient
import HubTesting
import MediaCore
import MediaTesting
import ShelfClient
import ShelfTesting
import TallyKit
import TallyTesting
import VaultClient
import VaultTesting

/// A user of the device: an account of each service.
struct Identity: Sendable {
  let shelf: FakeAccount
  let tally: FakeAccount
  let vault: FakeAccount
  let hub: String

  static let all = [
    Identity(
      shelf: ShelfWorld.account, tally: TallyWorld.account, vault: VaultWorld.account, hub: HubWorld.sampleUser),
    Identity(
      shelf: ShelfWorld.otherAccount, tally: TallyWorld.otherAccount, vault: VaultWorld.otherAccount,
      hub: "soak-second-user"),
  ]

  func owner(_ service: String) -> Ledger.Owner {
    switch service {
    case "shelf": .init(service: service, account: shelf.username)
    case "tally": .init(service: service, account: tally.username)
    case "vault": .init(service: service, account: vault.username)
    default: .init(service: service, account: hub)
    }
  }
}

/// One launch of an app with all four services, over the default transport and real files.
@MainActor
final class Phone {
  let identity: Identity
  let shelf: ShelfService
  let tally: TallyService
  let vault: VaultService
  let hub: HubService
  let player: PlayerViewModel
  /// Screens that an app shows from its launch to its end.
  let latest: LatestViewModel
  let downloads: DownloadsViewModel
  private var tokens: [ObservationToken] = []

  /// - Parameters:
  ///   - address: of each service.
  ///   - folder: outlives the launch.
  init(_ identity: Identity, address: [String: String], folder: URL, counting count: RequestCount) throws {
    func server(_ name: String) throws -> ServerAddress { try ServerAddress(address[name] ?? "") }
    guard let user = HubUserID(identity.hub) else { throw SoakProblem("no user of the Hub") }
    let environment = ClientEnvironment.live(folder: folder)
    self.identity = identity
    shelf = ShelfService(server: try server("shelf"), transport: Meter(count), environment: environment)
    tally = TallyService(server: try server("tally"), transport: Meter(count), environment: environment)
    vault = VaultService(server: try server("vault"), transport: Meter(count), environment: environment)
    hub = HubService(server: try server("hub"), user: user, transport: Meter(count), environment: environment)
    player = PlayerViewModel(shelf: shelf, engine: SimulatedPlaybackEngine(clock: environment.clock))
    latest = LatestViewModel(shelf: shelf)
    downloads = DownloadsViewModel(shelf: shelf)
    for client in clients { client.client.log.isEnabled = true }
    tokens = [shelf.keepSnapshot(), tally.keepSnapshot(), vault.keepSnapshot(), hub.keepSnapshot()]
  }

  var clients: [(name: String, client: ServiceClient, queue: MutationQueue)] {
    [
      ("shelf", shelf.client, shelf.queue), ("tally", tally.client, tally.queue),
      ("vault", vault.client, vault.queue), ("hub", hub.client, hub.queue),
    ]
  }

  var events: [SystemEvents] { [shelf.systemEvents, tally.systemEvents, vault.systemEvents, hub.systemEvents] }

  /// Shows the first screens, as an app does after its launch.
  func start() {
    latest.load()
    downloads.load()
    player.load()
    shelf.live.start()
  }

  /// Signs in if nobody is signed in, or if the sign-in has ended.
  func signIn(_ service: String) async throws {
    switch service {
    case "shelf":
      if case .signedIn = try await shelf.account.status() { return }
      try await shelf.account.signIn(username: identity.shelf.username, password: identity.shelf.password)
      latest.load()
      player.load()
    case "tally":
      if case .signedIn = try await tally.account.status() { return }
      try await tally.account.signIn(email: identity.tally.username, password: identity.tally.password)
    case "vault":
      if case .signedIn = try await vault.account.status() { return }
      try await vault.account.signIn(username: identity.vault.username, password: identity.vault.password)
    default: return
    }
  }

  func signOut(_ service: String, _ pending: PendingWork) async throws {
    switch service {
    case "shelf": try await shelf.signOut(pending: pending)
    case "tally": try await tally.signOut(pending: pending)
    case "vault": try await vault.signOut(pending: pending)
    default: try await hub.signOut(pending)
    }
  }
}

/// The objects of a launch that must go with it.
@MainActor
struct Remains {
  private struct Part {
    let name: String
    weak var object: AnyObject?
  }

  private let parts: [Part]

  init(of phone: Phone) {
    var parts = phone.clients.flatMap { [Part(name: "the client of \($0.name)", object: $0.client)] }
    parts += phone.clients.map { Part(name: "the queue of \($0.name)", object: $0.queue) }
    parts += [
      Part(name: "the player", object: phone.player), Part(name: "the live connection", object: phone.shelf.live),
      Part(name: "the latest screen", object: phone.latest),
    ]
    self.parts = parts
  }

  /// The names of the objects that are still there.
  var left: [String] { parts.filter { $0.object != nil }.map(\.name) }
}
