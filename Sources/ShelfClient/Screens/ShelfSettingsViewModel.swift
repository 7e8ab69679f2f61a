public import Foundation
public import MediaCore

/// The Settings tab: the server, the account, signing out, and the About section.
@MainActor
public final class ShelfSettingsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The address as it was found, or as it was typed while it was not.
    public var server = ""
    /// Nil until the server has said it.
    public var serverVersion: String?
    /// Nil when nobody is signed in.
    public var username: String?
    /// The server refused to renew the sign-in: offer to sign in again; pending work is kept.
    public var isExpired = false
    /// The version of this package.
    public var clientVersion = ShelfClientInfo.version
    /// As the app gave it.
    public var sourceURL: URL?
    /// Whether the log is kept, and its tab shown: not before somebody wants it.
    public var showsLogs = false
    /// Changes that are not on the server yet: ask before signing out.
    public var pendingCount = 0
    /// Changes that the server refused.
    public var refusedCount = 0
    /// The sign-out is under way.
    public var isSigningOut = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// Nobody has signed out, and the sign-in has not run out.
    public var isSignedIn: Bool { username != nil && !isExpired }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// - Parameter sourceURL: where the app's source is, for its About section.
  public init(shelf: ShelfService, sourceURL: URL? = nil) {
    self.shelf = shelf
    var state = State()
    state.server = shelf.client.address.description
    state.sourceURL = sourceURL
    state.showsLogs = shelf.client.log.isEnabled
    screen = StoreScreen(state, accounts: shelf.client.accounts)
    screen.attach(self, observing: [shelf.queue.observe]) { settings in
      await settings.render()
    } fetch: { settings in
      await settings.askServer()
    }
  }

  /// Switches the log and its tab. The next launch finds it as it was left.
  public func setShowsLogs(_ shows: Bool) {
    shelf.client.log.isEnabled = shows
    screen.state.showsLogs = shows
    do throws(ClientError) { try LogSwitch(environment: shelf.client.environment).set(shows) } catch {
      screen.notice(error)
    }
  }

  /// - Parameter pending: whether to keep the changes that are not on the server yet; see ``State/pendingCount``.
  public func signOut(pending: PendingWork) {
    // A second call would cancel the first one before the server gets it.
    guard !state.isSigningOut else { return }
    screen.state.isSigningOut = true
    screen.activities.start("signOut") { [self] in
      var problem: ClientError?
      do throws(ClientError) { try await shelf.account.signOut(pending: pending) } catch { problem = error }
      await screen.show()
      screen.state.error = problem
      screen.state.isSigningOut = false
    }
  }

  /// The server's address and version are decoration: without a network the screen shows the last values.
  private func askServer() async {
    if let base = try? await shelf.client.locator.base() { screen.state.server = base.absoluteString }
    if let status = try? await shelf.server.status() { screen.state.serverVersion = status.serverVersion }
  }

  private func render() async {
    let status = try? await shelf.account.status()
    let (pending, refused) = (try? await shelf.queue.open().count, try? await shelf.queue.refused().count)
    var state = screen.state
    switch status {
    case .signedIn(_, let name): (state.username, state.isExpired) = (name, false)
    case .expired(_, let name): (state.username, state.isExpired) = (name, true)
    case .signedOut: (state.username, state.isExpired) = (nil, false)
    case nil: break
    }
    state.pendingCount = pending ?? 0
    state.refusedCount = refused ?? 0
    screen.state = state
  }
}
