public import Foundation
public import MediaCore

/// The Settings tab: which server, who, signing out, and the About section.
@MainActor
public final class ShelfSettingsViewModel: ViewModel {
  public struct State: Equatable, Sendable {
    /// The address as it was found, or as it was typed while it was not.
    public var server = ""
    public var serverVersion: String?
    public var username: String?
    /// The server refused to renew the sign-in: offer to sign in again; pending work is kept.
    public var isExpired = false
    public var clientVersion = ShelfClientInfo.version
    public var sourceURL: URL?
    /// Whether the log is kept, and its tab shown.
    public var showsLogs = false
    /// Changes that are not on the server yet: ask before signing out.
    public var pendingCount = 0
    /// Changes that the server refused.
    public var refusedCount = 0
    public var isSigningOut = false
    public var error: ClientError?

    public var isSignedIn: Bool { username != nil && !isExpired }
  }

  public let publisher: StatePublisher<State>
  public let activities = Activities()

  private let shelf: ShelfService
  private let looks = Turns()

  /// - Parameter sourceURL: where the app's source is, for its About section.
  public init(shelf: ShelfService, sourceURL: URL? = nil) {
    self.shelf = shelf
    publisher = StatePublisher(
      State(server: shelf.client.address.description, sourceURL: sourceURL, showsLogs: shelf.client.log.isEnabled))
  }

  /// Reads who is signed in and what waits; asks the server for its version.
  public func load() {
    activities.start("load") { [weak self] in
      guard let self else { return }
      await self.readAccount()
      if let base = try? await self.shelf.client.locator.base() { self.publisher.state.server = base.absoluteString }
      if let status = try? await self.shelf.server.status() {
        self.publisher.state.serverVersion = status.serverVersion
      }
    }
  }

  /// Switches the log and its tab.
  public func setShowsLogs(_ shows: Bool) {
    shelf.client.log.isEnabled = shows
    publisher.state.showsLogs = shows
  }

  /// - Parameter pending: what becomes of changes that are not on the server yet; see ``State/pendingCount``.
  public func signOut(pending: PendingWork) {
    // A second call would cut the first one off before the server knows of it.
    guard !state.isSigningOut else { return }
    publisher.state.isSigningOut = true
    activities.start("signOut") { [self] in
      do throws(ClientError) {
        try await shelf.account.signOut(pending: pending)
        publisher.state.error = nil
      } catch {
        publisher.state.error = error
      }
      publisher.state.isSigningOut = false
      await readAccount()
    }
  }

  private func readAccount() async { await looks.take { [weak self] in await self?.look() } }

  private func look() async {
    switch try? await shelf.account.status() {
    case .signedIn(_, let name):
      publisher.state.username = name
      publisher.state.isExpired = false
    case .expired(_, let name):
      publisher.state.username = name
      publisher.state.isExpired = true
    case .signedOut:
      publisher.state.username = nil
      publisher.state.isExpired = false
    case nil: break
    }
    publisher.state.pendingCount = (try? await shelf.outbox.open().count) ?? 0
    publisher.state.refusedCount = (try? await shelf.outbox.refused().count) ?? 0
  }
}
