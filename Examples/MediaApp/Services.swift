import Combine
import Foundation
import HubClient
import MediaCore
import ShelfClient
import SwiftUI
import TallyKit
import VaultClient

/// The services that the user is signed in to. Their addresses are kept in the app's defaults; sign-ins are in the keychain, and everything
/// else is the SDK's own.
@MainActor
final class Services: ObservableObject {
  @Published private(set) var shelf: ShelfService?
  @Published private(set) var tally: TallyService?
  @Published private(set) var hub: HubService?
  @Published private(set) var vault: VaultService?

  private let defaults: UserDefaults
  private var tokens: [String: ObservationToken] = [:]

  init(defaults: UserDefaults = .standard) { self.defaults = defaults }

  /// Goes on where the app ended. A service whose sign-in ran out is kept: its data can be shown.
  func restore() async {
    if shelf == nil, let service = saved("shelf", ShelfService.init(address:)), await isKnown(service.client) {
      use(service)
    }
    if tally == nil, let service = saved("tally", TallyService.init(address:)), await isKnown(service.client) {
      use(service)
    }
    if vault == nil, let service = saved("vault", VaultService.init(address:)), await isKnown(service.client) {
      use(service)
    }
    if hub == nil, let address = saved("hub", { $0 }) { try? use(HubService(server: address)) }
  }

  func use(_ service: ShelfService) {
    shelf = service
    remember("shelf", service.client, service.systemEvents)
  }

  func use(_ service: TallyService) {
    tally = service
    remember("tally", service.client, service.systemEvents)
  }

  func use(_ service: HubService) {
    hub = service
    remember("hub", service.client, service.systemEvents)
  }

  func use(_ service: VaultService) {
    vault = service
    remember("vault", service.client, service.systemEvents)
  }

  /// Signs out everywhere. Changes that are not on a server yet wait for the same account.
  func signOut() async {
    if let shelf { _ = try? await shelf.account.signOut(pending: .keep) }
    if let tally { _ = try? await tally.account.signOut(pending: .keep) }
    if let vault { _ = try? await vault.account.signOut(pending: .keep) }
    (shelf, tally, hub, vault) = (nil, nil, nil, nil)
    for name in tokens.keys { defaults.removeObject(forKey: "server.\(name)") }
    tokens = [:]
  }

  private func saved<Service>(_ name: String, _ make: (ServerAddress) -> Service) -> Service? {
    guard let text = defaults.string(forKey: "server.\(name)"), let address = try? ServerAddress(text) else {
      return nil
    }
    return make(address)
  }

  private func isKnown(_ client: ServiceClient) async -> Bool {
    do { return try await client.session.status() != .signedOut } catch {
      // Until the device is first unlocked, the keychain cannot be read: the user may still be signed in.
      return true
    }
  }

  /// Keeps the address, follows the app and the network, and writes the service's log into the system's.
  private func remember(_ name: String, _ client: ServiceClient, _ events: SystemEvents) {
    defaults.set(client.address.description, forKey: "server.\(name)")
    let log = client.log.forwardToSystemLog(subsystem: "com.example.MediaApp", category: name, level: .info)
    let life = events.follow()
    tokens[name] = ObservationToken {
      log.cancel()
      life.cancel()
    }
  }
}

extension ShelfService {
  fileprivate init(address: ServerAddress) { self.init(server: address) }
}

extension TallyService {
  fileprivate init(address: ServerAddress) { self.init(server: address) }
}

extension VaultService {
  fileprivate init(address: ServerAddress) { self.init(server: address) }
}
