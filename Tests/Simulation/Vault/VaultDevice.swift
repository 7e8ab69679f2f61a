import Foundation
import MediaTesting

@testable import MediaCore
@testable import VaultClient

/// A phone with an app that keeps a watchlist.
@MainActor
final class VaultDevice: SimulatedDevice, @unchecked Sendable {
  private var service: VaultService?
  /// The mutations that reached the disk, oldest first, by user.
  nonisolated(unsafe) private(set) var mutations: [String: [MutationRecord]] = [:]

  var vault: VaultService {
    guard let service else { preconditionFailure("not started") }
    return service
  }

  override func launch(_ environment: ClientEnvironment, _ transport: any Transport) {
    service = VaultService(server: .fake, transport: transport, environment: environment, options: options)
  }

  override func reading(_ environment: ClientEnvironment) -> MutationQueue {
    VaultService(reading: .fake, environment: environment).queue
  }

  override func leave() async { await vault.store.settled() }

  override func status() async throws(ClientError) -> AccountSession.Status { try await vault.account.status() }
  override func observe(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    vault.account.observeStatus(changed)
  }
  override func signIn(_ user: String, _ password: String) async throws(ClientError) {
    _ = try await vault.account.signIn(username: user, password: password)
  }
  override func signOut(_ pending: PendingWork) async throws(ClientError) {
    _ = try await vault.account.signOut(pending: pending)
  }
  override func flush() async { await vault.store.flush() }
  override func ask() async { _ = try? await vault.account.me() }
  override var queue: MutationQueue { vault.queue }
  override var session: AccountSession { vault.client.session }

  override nonisolated func keeps(_ record: MutationRecord) {
    let user = world.names[record.account] ?? "?"
    mutations[user, default: []].removeAll { $0.id == record.id }
    mutations[user, default: []].append(record)
    world.log("\(name) keeps \(record.kind) of \(user) \(record.target)")
  }
}
