import Foundation
import HubTesting
import MediaTesting

@testable import HubClient
@testable import MediaCore

/// A phone with an app that shows the feed of the user whose id is in the phone's keychain.
@MainActor
final class HubDevice: SimulatedDevice, @unchecked Sendable {
  /// The parts of the app in one process.
  private struct App {
    let environment: ClientEnvironment
    let network: any Transport
    let users: HubUserStore
    var hub: HubService
  }

  private var app: App?
  /// The actions of each user on this device, as the checks remember them.
  var beliefs: [String: HubBelief] = [:]
  /// The number of actions under way. Checks of one action are skipped while another one may change the same data.
  var actions = 0

  private var running: App {
    guard let app else { preconditionFailure("not started") }
    return app
  }
  var hub: HubService { running.hub }
  var users: HubUserStore { running.users }

  override func launch(_ environment: ClientEnvironment, _ network: any Transport) {
    let network = world.sabotage == .emptyAnswers ? EmptyAnswers(base: network) : network
    var environment = environment
    if world.sabotage == .lostConflicts { environment.files = ForgetfulFiles(base: environment.files) }
    // A feed that did not fit on a full disk is gone with the process that showed it.
    if world.has(.diskFull) { for user in beliefs.keys { beliefs[user]?.shown = [] } }
    let users = HubUserStore(server: .fake, environment: environment)
    let user = (try? users.stored()) ?? HubUserID(known: "nobody")
    app = App(
      environment: environment, network: network, users: users,
      hub: HubService(
        server: .fake, user: user, transport: network, environment: environment,
        options: with(.hub) {
          $0.alternatives = options.alternatives
        }))
  }

  /// The exchange of watch statuses between the devices of `user`; `pulledAsNew` spoils its dates.
  func exchange(for user: String) -> any WatchStatusExchange {
    let cloud = CloudExchange(network: running.network, device: name, user: user)
    return world.sabotage == .pulledAsNew ? PulledAsNew(base: cloud, clock: process) : cloud
  }

  /// Makes the service of the user whose id is in the keychain.
  private func follow(_ user: HubUserID) {
    guard var app, app.hub.user != user else { return }
    app.hub = HubService(
      server: .fake, user: user, transport: app.network, environment: app.environment,
      options: with(.hub) {
        $0.alternatives = options.alternatives
      })
    self.app = app
    attach(app.hub.queue)
  }

  override func reading(_ environment: ClientEnvironment) throws(ClientError) -> MutationQueue {
    do throws(HubError) { return try HubService(reading: .fake, environment: environment).queue } catch {
      throw error.clientError
    }
  }

  override func status() async throws(ClientError) -> AccountSession.Status {
    do throws(HubError) {
      guard let user = try users.stored() else { return .signedOut }
      follow(user)
      return .signedIn(account: user.reveal(), name: "")
    } catch { throw error.clientError }
  }

  override func signIn(_ user: String, _ password: String) async throws(ClientError) {
    guard let id = HubUserID(SimulatedHub.ids[user] ?? "") else { return }
    do throws(HubError) { try users.adopt(id) } catch { throw error.clientError }
    follow(id)
  }

  override func signOut(_ pending: PendingWork) async throws(ClientError) {
    let hub = hub
    if let user = world.names[hub.user.reveal()] { beliefs[user, default: HubBelief()].signsOut(pending) }
    do throws(HubError) { try await hub.signOut(pending) } catch { throw error.clientError }
  }

  override func flush() async {
    guard let user = await user() else { return }
    let hub = hub
    await hub.queue.flush()
    await hub.library.refresher.refresh(.pull(force: true))
    _ = try? await hub.library.statuses.sync(exchange(for: user), force: true)
  }

  override func ask() async { _ = try? await hub.health.check() }
  override var queue: MutationQueue { hub.queue }
  override var session: AccountSession { hub.client.session }

  override nonisolated func keeps(_ record: MutationRecord) {
    world.log("\(name) keeps \(record.kind) of \(world.names[record.account] ?? "?")")
  }
}

/// The actions of one user of a device, and the data that must therefore be there.
struct HubBelief {
  /// The selections of channels that may be stored: one, or several after a change that was cut off before its end.
  var wanted: [[String]?] = [nil]
  /// The date of the last mark of a video that a call has accepted or that was shown.
  var marks: [String: Date] = [:]
  /// Videos that the app has shown as watched or skipped at any time: the mark must not go by itself.
  var seen: Set<String> = []
  /// Videos that the app has shown since its last launch.
  var shown: Set<String> = []
  /// Ids of the conflicts that the app has listed at any time.
  var conflicts: Set<String> = []
  /// Ids of the listed conflicts that the user has restored or dismissed.
  var settled: Set<String> = []
  /// Counts what the user does, so that a check can find out that the user did something meanwhile.
  var version = 0

  mutating func signsOut(_ pending: PendingWork) {
    version += 1
    shown = []
    guard pending == .discard else { return }
    // A sign-out that fails may have erased some of it.
    (marks, seen, conflicts) = ([:], [], [])
    wanted.append(nil)
  }
}
