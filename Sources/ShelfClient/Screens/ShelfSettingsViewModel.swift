public import Foundation
public import MediaCore

/// The Settings tab: the server, the account, signing out, and the About section.
@MainActor
public final class ShelfSettingsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The server's address: the one that was found or, until a server was found, the one that was typed.
    public var server = ""
    /// The server's version; nil until the server has answered.
    public var serverVersion: String?
    /// The name of the account; nil when no account is signed in.
    public var username: String?
    /// Whether the server refused to renew the sign-in: offer to sign in again; pending work is kept.
    public var isExpired = false
    /// The version of this package.
    public var clientVersion = ShelfClientInfo.version
    /// The address of the app's source, as the app gave it.
    public var sourceURL: URL?
    /// Whether the log is kept and its tab shown; off until the user switches it on.
    public var showsLogs = false
    /// The number of changes that are not on the server yet: ask before signing out. At least 1 while the stored changes cannot be read.
    public var pendingCount = 0
    /// Changes that the server refused, to retry or discard.
    public var refused: [MutationRecord] = []
    /// Conflicts in which a place lost against a later one of this or another device, oldest first; see
    /// ``ShelfSettingsViewModel/undo(_:)``.
    public var conflicts: [ProgressConflict] = []
    /// Whether the sign-out is under way.
    public var isSigningOut = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The number of changes that the server refused.
    public var refusedCount: Int { refused.count }
    /// Whether an account is signed in and its sign-in has not expired.
    public var isSignedIn: Bool { username != nil && !isExpired }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen.
  /// - Parameter sourceURL: the address of the app's source, for its About section.
  public init(shelf: ShelfService, sourceURL: URL? = nil) {
    self.shelf = shelf
    var state = State()
    state.server = shelf.client.address.description
    state.sourceURL = sourceURL
    state.showsLogs = shelf.client.log.isEnabled
    screen = StoreScreen(state, accounts: shelf.client.accounts)
    screen.attach(self, observing: [shelf.queue.observe, shelf.progressStore.observeConflicts]) { settings in
      await settings.render()
    } fetch: { settings in
      await settings.askServer()
    }
  }

  /// Switches the log and its tab on or off, also for later launches.
  public func setShowsLogs(_ shows: Bool) {
    shelf.client.log.isEnabled = shows
    screen.state.showsLogs = shows
    do throws(ClientError) { try LogSwitch(environment: shelf.client.environment).set(shows) } catch {
      screen.notice(error)
    }
  }

  /// Signs out.
  /// - Parameter pending: whether to keep the changes that are not on the server yet; see ``State/pendingCount``.
  public func signOut(pending: PendingWork) {
    // Ignore a second call: it would cancel the first before the server receives it.
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

  // MARK: Pending changes

  /// Sends a refused change again.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: shelf.queue) }

  /// Discards a refused change.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: shelf.queue) }

  // MARK: Conflicts

  /// Restores the place that lost in a conflict, on all devices.
  public func undo(_ conflict: ProgressConflict) {
    screen.act { [shelf] () async throws(ClientError) in [try await shelf.progressStore.undo(conflict)] }
  }

  /// Removes a conflict that the user has seen from the list; the place that counts stays.
  public func dismiss(_ conflict: ProgressConflict) {
    screen.act { [shelf] () async throws(ClientError) in
      try await shelf.progressStore.dismiss(conflict)
      return []
    }
  }

  /// The conflicts of the signed-in account, or those on the screen while the files cannot be read.
  private func conflicts() async -> [ProgressConflict] {
    do throws(ClientError) { return try await shelf.progressStore.conflicts() } catch {
      return error.kind == .signedOut ? [] : state.conflicts
    }
  }

  /// Reads the server's address and version; if that fails, the screen shows the last values.
  private func askServer() async {
    if let base = try? await shelf.client.locator.base() { screen.state.server = base.absoluteString }
    if let status = try? await shelf.server.status() { screen.state.serverVersion = status.serverVersion }
  }

  private func render() async {
    let status = try? await shelf.account.status()
    let unsent = await shelf.queue.unsent(shown: state.pendingCount)
    let conflicts = await conflicts()
    var state = screen.state
    switch status {
    case .signedIn(_, let name): (state.username, state.isExpired) = (name, false)
    case .expired(_, let name): (state.username, state.isExpired) = (name, true)
    case .signedOut: (state.username, state.isExpired) = (nil, false)
    case nil: break
    }
    state.conflicts = conflicts
    state.pendingCount = unsent.count
    state.refused = unsent.refused ?? state.refused
    screen.state = state
  }
}
