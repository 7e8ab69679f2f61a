import Foundation
import MediaTesting

@testable import MediaCore
@testable import TallyKit

/// A phone with an app that follows shows.
@MainActor
final class TallyDevice: SimulatedDevice, @unchecked Sendable {
  private var service: TallyService?
  /// The mutations that reached the disk, oldest first.
  nonisolated(unsafe) private(set) var mutations: [SimulatedTally.Holding: [MutationRecord]] = [:]

  var tally: TallyService {
    guard let service else { preconditionFailure("not started") }
    return service
  }

  /// The newest of the server's answers that a synced mutation was read back from, by its id: its place in the world's record.
  nonisolated(unsafe) private(set) var readBack: [String: Int] = [:]

  override func launch(_ environment: ClientEnvironment, _ transport: any Transport) {
    service = TallyService(server: .fake, transport: transport, environment: environment, options: options)
  }

  override func reading(_ environment: ClientEnvironment) -> MutationQueue {
    TallyService(reading: .fake, environment: environment).queue
  }

  override func leave() async { await tally.queue.settled() }

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
  override func flush() async { await tally.queue.flush() }
  override func ask() async { _ = try? await tally.watchlist.stats() }
  override var queue: MutationQueue { tally.queue }
  override var session: AccountSession { tally.client.session }

  override nonisolated func keeps(_ record: MutationRecord) {
    guard let show = record.show else { return }
    let holding = SimulatedTally.Holding(user: world.names[record.account] ?? "?", show: show)
    mutations[holding, default: []].removeAll { $0.id == record.id }
    mutations[holding, default: []].append(record)
    // Sort: an older mutation that is rewritten to disk must not count as the newest.
    mutations[holding, default: []].sort { $0.order < $1.order }
    let steps = record.mutation(ProgressMutation.self)?.steps ?? []
    world.log(
      "\(name) keeps \(record.kind) of \(holding.user) \(record.target)"
        + steps.map { " \($0.kind) \($0.place) \($0.state.rawValue)" }.joined())
  }

  override nonisolated func syncs(_ record: MutationRecord) {
    guard let show = record.show, let world = world as? SimulatedTally else { return }
    readBack[record.id] = world.requests.lastIndex {
      $0.device == name && $0.show == show && !$0.isWrite && $0.isAnswered
    }
  }
}

extension MutationRecord {
  /// The show of a change of the watchlist or of progress.
  var show: TMDBID? {
    if let progress = mutation(ProgressMutation.self) { return progress.show }
    return mutation(EntryMutation.self).flatMap { Int($0.target) }.map { TMDBID($0) }
  }
}
