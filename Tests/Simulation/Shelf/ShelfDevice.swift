import Foundation
import MediaTesting

@testable import MediaCore
@testable import ShelfClient

/// A phone with an app that plays.
@MainActor
final class ShelfDevice: SimulatedDevice, @unchecked Sendable {
  /// A mutation that reached the disk, and when it did.
  struct Recorded {
    let at: Duration
    let mutation: ProgressMutation
    let id: String
  }

  /// The app as it runs now.
  private struct App {
    let shelf: ShelfService
    let engine: SimulatedPlaybackEngine
    let player: PlayerViewModel
  }

  private var app: App?
  nonisolated(unsafe) private(set) var mutations: [SimulatedShelf.Holding: [Recorded]] = [:]

  /// The mutation of an item that was made last. It is not always the one that reached the disk last, because a full disk delays listening.
  func newest(of holding: SimulatedShelf.Holding) -> Recorded? {
    let all = mutations[holding] ?? []
    guard let last = all.last, world.has(.diskFull), last.mutation.action == .listened,
      let choice = all.last(where: { $0.mutation.action != .listened }), choice.mutation.at > last.mutation.at,
      choice.mutation.isServerTime == last.mutation.isServerTime
    else { return all.last }
    return choice
  }

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
    let client = Locked<ServiceClient?>(nil)
    let shelf = ShelfService(server: .fake, transport: transport, environment: environment, options: options) {
      if world.sabotage == .generationGuard { $0.account = UnguardedAccount(base: $0.account, client: client) }
    }
    client.withLock { $0 = shelf.client }
    let engine = SimulatedPlaybackEngine(clock: environment.clock)
    app = App(shelf: shelf, engine: engine, player: PlayerViewModel(shelf: shelf, engine: engine))
    if isLive { shelf.live.start() }
  }

  /// Whether the app asks for the server's events.
  var isLive: Bool { world.has(.socketCut) }

  override func reading(_ environment: ClientEnvironment) -> MutationQueue {
    ShelfService(reading: .fake, environment: environment).queue
  }

  override func close() {
    player.tasks.cancelAll()
    shelf.live.stop()
  }

  override func leave() async {
    player.close()
    await player.settled()
  }

  /// The time of the last sign-out, which erased the data that was read from the server.
  private(set) var lastSignOut: Duration?

  override func status() async throws(ClientError) -> AccountSession.Status { try await shelf.account.status() }
  override func observe(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    shelf.account.observeStatus(changed)
  }
  override func signIn(_ user: String, _ password: String) async throws(ClientError) {
    try await shelf.account.signIn(username: user, password: password)
  }
  override func signOut(_ pending: PendingWork) async throws(ClientError) {
    lastSignOut = world.scheduler.now
    try await shelf.account.signOut(pending: pending)
  }
  override func flush() async { await shelf.progressStore.flush() }
  override func ask() async { _ = try? await shelf.account.authorize() }
  override var queue: MutationQueue { shelf.queue }
  override var session: AccountSession { shelf.client.session }

  override nonisolated func keeps(_ record: MutationRecord) {
    guard let mutation = record.mutation(ProgressMutation.self) else { return }
    let holding = SimulatedShelf.Holding(user: world.names[record.account] ?? "?", item: mutation.item)
    mutations[holding, default: []].append(Recorded(at: world.scheduler.now, mutation: mutation, id: record.id))
    world.log(
      "\(name) keeps \(mutation.action.rawValue) \(mutation.place.position) \(mutation.place.isFinished) of \(holding.user) \(mutation.target.suffix(4))"
    )
  }
}
