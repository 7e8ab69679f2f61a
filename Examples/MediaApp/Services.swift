import Combine
import Foundation
import HubClient
import MediaCore
import ShelfClient
import SwiftUI
import TallyKit
import VaultClient

/// The services that the user is signed in to, and where the user is in the app. The addresses are kept in the app's defaults; sign-ins
/// are in the keychain, and everything else is the SDK's own.
@MainActor
final class Services: ObservableObject {
  @Published var navigation = AppNavigation()
  @Published private(set) var shelf: ShelfService?
  @Published private(set) var tally: TallyService?
  @Published private(set) var hub: HubService?
  @Published private(set) var vault: VaultService?
  @Published private(set) var statuses: [AppTab: AccountSession.Status] = [:]
  /// False until the saved sign-ins were looked for. Until then, a tab without a service does not mean that nobody is signed in.
  @Published private(set) var isRestored = false

  private let defaults: UserDefaults
  private var servers: SavedServers
  private var clients: [AppTab: ServiceClient] = [:]
  private var tokens: [AppTab: ObservationToken] = [:]

  private static let key = "servers"

  init(defaults: UserDefaults = .standard) {
    self.defaults = defaults
    let saved = defaults.data(forKey: Self.key).flatMap { try? JSONDecoder().decode(SavedServers.self, from: $0) }
    servers = saved ?? SavedServers()
  }

  func access(_ tab: AppTab) -> ServiceAccess {
    .of(isRestored: isRestored, hasService: clients[tab] != nil, status: statuses[tab])
  }

  /// The text that the address field of a service begins with.
  func draft(_ tab: AppTab) -> String { navigation.offered[tab] ?? servers.draft(tab) }

  /// Continues where the app ended. A service with an expired sign-in is kept: the data of this device can be shown.
  func restore() async {
    if shelf == nil, let (address, options) = servers.restorable(.shelf) {
      let service = ShelfService(server: address, options: options)
      if await isKnown(service.client) { use(service) }
    }
    if tally == nil, let (address, options) = servers.restorable(.tally) {
      let service = TallyService(server: address, options: options)
      if await isKnown(service.client) { use(service) }
    }
    if vault == nil, let (address, options) = servers.restorable(.vault) {
      let service = VaultService(server: address, options: options)
      if await isKnown(service.client) { use(service) }
    }
    if hub == nil, let (address, options) = servers.restorable(.hub),
      let service = try? HubService(server: address, options: .hub(allowsPlainHTTP: options.allowsPlainHTTP))
    {
      use(service)
    }
    isRestored = true
  }

  /// - Parameter base: where the server was found; nil for a restored service.
  func use(_ service: ShelfService, at base: URL? = nil) {
    follow(.shelf, service.client, service.systemEvents, base)
    shelf = service
  }

  func use(_ service: TallyService, at base: URL? = nil) {
    follow(.tally, service.client, service.systemEvents, base)
    tally = service
  }

  func use(_ service: HubService, at base: URL? = nil) {
    follow(.hub, service.client, service.systemEvents, base)
    hub = service
  }

  func use(_ service: VaultService, at base: URL? = nil) {
    follow(.vault, service.client, service.systemEvents, base)
    vault = service
  }

  /// Leaves the Hub, which has no session whose end could be observed.
  func leaveHub(_ pending: PendingWork) async throws(HubError) {
    guard let hub else { return }
    try await hub.signOut(pending)
    leave(.hub)
  }

  private func isKnown(_ client: ServiceClient) async -> Bool {
    do { return try await client.session.status() != .signedOut } catch {
      // Until the device is first unlocked, the keychain cannot be read: the user may still be signed in.
      return true
    }
  }

  /// Saves the address, follows the app, the network and the session, and writes the service's log into the system's.
  private func follow(_ tab: AppTab, _ client: ServiceClient, _ events: SystemEvents, _ base: URL?) {
    if let base {
      // Reset the tab only when another server replaces the one it showed. A tab without a server may show what a link asked for before the
      // sign-in.
      if clients[tab] != nil, servers.draft(tab) != client.address.description { navigation.reset(tab) }
      save { $0.save(tab, client.address, isPlainHTTP: base.scheme == "http") }
    }
    navigation.signedIn(tab)
    clients[tab] = client
    let log = client.log.forwardToSystemLog(subsystem: "com.example.MediaApp", category: tab.rawValue, level: .info)
    let life = events.follow()
    let session = client.session.observeStatus { [weak self] _ in
      Task { [weak self] in await self?.readStatus(tab, client) }
    }
    tokens[tab] = ObservationToken {
      log.cancel()
      life.cancel()
      session.cancel()
    }
    if tab != .hub { Task { await readStatus(tab, client) } }
  }

  /// Reads the status now: two notifications may arrive in another order than they were sent.
  private func readStatus(_ tab: AppTab, _ client: ServiceClient) async {
    guard let status = try? await client.session.status(), clients[tab] === client else { return }
    navigation.sessionChanged(tab, from: statuses[tab], to: status)
    statuses[tab] = status
    if status == .signedOut { leave(tab) }
  }

  private func leave(_ tab: AppTab) {
    navigation.reset(tab)
    (clients[tab], tokens[tab], statuses[tab]) = (nil, nil, nil)
    save { $0.leave(tab) }
    switch tab {
    case .shelf: shelf = nil
    case .tally: tally = nil
    case .hub: hub = nil
    case .vault: vault = nil
    }
  }

  private func save(_ change: (inout SavedServers) -> Void) {
    change(&servers)
    if let data = try? JSONEncoder().encode(servers) { defaults.set(data, forKey: Self.key) }
  }
}

extension ClientOptions {
  /// The options of a Hub, with the user's consent to plain http.
  static func hub(allowsPlainHTTP: Bool) -> ClientOptions {
    var options = ClientOptions.hub
    options.allowsPlainHTTP = allowsPlainHTTP
    return options
  }
}
