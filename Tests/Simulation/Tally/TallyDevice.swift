import Foundation
import MediaTesting

@testable import MediaCore
@testable import TallyKit

/// A phone with an app that follows shows.
@MainActor
final class TallyDevice: SimulatedDevice, @unchecked Sendable {
  private var service: TallyService?
  /// The wishes that reached the disk, oldest first.
  nonisolated(unsafe) private(set) var wishes: [SimulatedTally.Holding: [Intent]] = [:]

  var tally: TallyService {
    guard let service else { preconditionFailure("not started") }
    return service
  }

  /// The newest of the server's answers that a synced wish was read back from, by intent: its place in the world's record.
  nonisolated(unsafe) private(set) var readBack: [String: Int] = [:]

  override func launch(_ environment: ClientEnvironment, _ transport: any Transport) {
    service = TallyService(server: .fake, transport: transport, environment: environment)
  }

  override func leave() async { await tally.sync.settled() }

  override func status() async throws(ClientError) -> AccountSession.Status { try await tally.account.status() }
  override func observe(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    tally.account.observeStatus(changed)
  }
  override func signIn(_ user: String, _ password: String) async throws(ClientError) {
    try await tally.account.signIn(email: SimulatedTally.email(user), password: password)
  }
  override func signOut(_ pending: PendingWork) async throws(ClientError) {
    try await tally.account.signOut(pending: pending)
  }
  override func flush() async { await tally.sync.flush() }
  override func ask() async { _ = try? await tally.watchlist.stats() }
  override var outbox: OutboxKeeper { tally.sync.outbox }
  override var session: AccountSession { tally.client.session }

  override nonisolated func keeps(_ intent: Intent) {
    guard let show = ProgressSync.show(intent.target) else { return }
    let holding = SimulatedTally.Holding(user: world.names[intent.account] ?? "?", show: show)
    wishes[holding, default: []].removeAll { $0.id == intent.id }
    wishes[holding, default: []].append(intent)
    // An older one can be rewritten with what went out after it; it is no newer wish for that.
    wishes[holding, default: []].sort { $0.order < $1.order }
    let steps = intent.wish.decoded(ProgressWish.self)?.steps ?? []
    world.log(
      "\(name) keeps \(intent.kind) of \(holding.user) \(intent.target) \(intent.wish.serialized().count)"
        + steps.map { " \($0.kind) \($0.place) \($0.state.rawValue)" }.joined())
  }

  override nonisolated func syncs(_ intent: Intent) {
    guard let show = ProgressSync.show(intent.target), let world = world as? SimulatedTally else { return }
    readBack[intent.id] = world.requests.lastIndex {
      $0.device == name && $0.show == show && !$0.isWrite && $0.isHeard
    }
  }
}
