import Foundation
import MediaTesting

@testable import MediaCore
@testable import ShelfClient

/// A phone with an app that plays.
@MainActor
final class ShelfDevice: SimulatedDevice, @unchecked Sendable {
  /// A wish that reached the disk, and when it did.
  struct Wished {
    let at: Duration
    let wish: ProgressWish
    let intent: String
  }

  /// The app as it runs now.
  private struct App {
    let shelf: ShelfService
    let engine: SimulatedPlaybackEngine
    let player: PlayerViewModel
  }

  private var app: App?
  nonisolated(unsafe) private(set) var wishes: [SimulatedShelf.Holding: [Wished]] = [:]

  private var running: App {
    guard let app else { preconditionFailure("not started") }
    return app
  }
  var shelf: ShelfService { running.shelf }
  var engine: SimulatedPlaybackEngine { running.engine }
  var player: PlayerViewModel { running.player }

  override func launch(_ environment: ClientEnvironment, _ network: any Transport) {
    var transport = network
    switch world.sabotage {
    case .intentID: transport = AnonymousSessions(base: network, random: SeededRandom(seed: world.dice.next()))
    case .readBack: transport = BelievedWrites(base: network)
    default: break
    }
    var shelf = ShelfService(server: .fake, transport: transport, environment: environment)
    if world.sabotage == .generationGuard {
      shelf.account = UnguardedAccount(base: shelf.account, client: shelf.client)
    }
    let engine = SimulatedPlaybackEngine(clock: environment.clock)
    app = App(shelf: shelf, engine: engine, player: PlayerViewModel(shelf: shelf, engine: engine))
  }

  override func close() { player.activities.cancelAll() }

  override func leave() async {
    player.close()
    await player.activities.settled(ignoring: player.lastingActivities)
  }

  override func status() async throws(ClientError) -> AccountSession.Status { try await shelf.account.status() }
  override func observe(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    shelf.account.observeStatus(changed)
  }
  override func signIn(_ user: String, _ password: String) async throws(ClientError) {
    try await shelf.account.signIn(username: user, password: password)
  }
  override func signOut(_ pending: PendingWork) async throws(ClientError) {
    try await shelf.account.signOut(pending: pending)
  }
  override func flush() async { await shelf.progressStore.flush() }
  override func ask() async { _ = try? await shelf.account.authorize() }
  override var outbox: OutboxKeeper { shelf.outbox }
  override var session: AccountSession { shelf.client.session }

  override nonisolated func keeps(_ intent: Intent) {
    guard let wish = intent.wish.decoded(ProgressWish.self), let item = PlayableID(intent.target) else { return }
    let holding = SimulatedShelf.Holding(user: world.names[intent.account] ?? "?", item: item)
    wishes[holding, default: []].append(Wished(at: world.scheduler.now, wish: wish, intent: intent.id))
    world.log(
      "\(name) keeps \(wish.action.rawValue) \(wish.place.position) \(wish.place.isFinished) of \(holding.user) \(item.description.suffix(4))"
    )
  }
}
