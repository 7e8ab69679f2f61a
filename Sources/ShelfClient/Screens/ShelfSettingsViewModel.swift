public import Foundation
public import MediaCore

/// The screen of the Settings tab: the server, the account, signing out, changes that are not on the server yet, and the About section.
@MainActor
public final class ShelfSettingsViewModel: ViewModel {
  /// The screen's state.
  public struct State: ScreenState {
    /// The server's address as text. Until the client has reached the server, this is the address that the user typed. Afterwards, it is
    /// the base URL of the server.
    public var server = ""
    /// The server's version; nil until the server has responded.
    public var serverVersion: String?
    /// The name of the account; nil if no account is signed in.
    public var username: String?
    /// Whether the sign-in has expired because the server refused to renew it. Offer the user to sign in again. Changes that are not on the
    /// server yet stay stored on this device.
    public var isExpired = false
    /// The version of this package.
    public var clientVersion = ShelfClientInfo.version
    /// The URL of the app's source code, which the app passed to the initializer.
    public var sourceURL: URL?
    /// Whether the service writes a log and the app shows a tab for the log. False until the user switches the log on.
    public var showsLogs = false
    /// The number of changes that are not on the server yet. If the number is above 0, ask the user before signing out. If the stored
    /// changes cannot be read, the number is at least 1.
    public var pendingCount = 0
    /// The changes that the server refused. The user can retry or discard each of them.
    public var refused: [MutationRecord] = []
    /// The position conflicts to show to the user, oldest first. In a conflict, two devices have set different positions of the same item,
    /// and the position that was set later has replaced the other one. ``ShelfSettingsViewModel/undo(_:)`` restores the replaced position.
    public var conflicts: [ProgressConflict] = []
    /// The number of bytes that covers and authors' pictures take on this device.
    public var pictureBytes = 0
    /// Whether a sign-out is running.
    public var isSigningOut = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?

    /// The number of changes that the server refused.
    public var refusedCount: Int { refused.count }
    /// Whether an account is signed in with a sign-in that has not expired.
    public var isSignedIn: Bool { username != nil && !isExpired }
  }

  public var publisher: StatePublisher<State> { screen.publisher }

  private let shelf: ShelfService
  private let screen: StoreScreen<State>

  /// Creates the screen.
  /// - Parameter sourceURL: the URL of the app's source code, for the About section.
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

  /// Switches the service's log and its tab in the app on or off. The choice is stored for later launches.
  public func setShowsLogs(_ shows: Bool) {
    shelf.client.log.isEnabled = shows
    screen.state.showsLogs = shows
    do throws(ClientError) { try LogSwitch(environment: shelf.client.environment).set(shows) } catch {
      screen.notice(error)
    }
  }

  /// Signs the account out.
  /// - Parameter pending: whether to keep or to discard the changes that are not on the server yet; see ``State/pendingCount``.
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

  /// Removes all covers and authors' pictures from this device. They are loaded again when they are shown. An app that shows pictures with
  /// `PictureLoader` also calls `removeAll()` there, for the pictures in memory.
  public func removePictures() {
    screen.act { [covers = shelf.covers] () async throws(ClientError) in
      try await covers.removeAll()
      return []
    }
  }

  // MARK: Pending changes

  /// Sends a change to the server again after the server has refused it.
  public func retry(_ record: MutationRecord) { screen.retry(record, in: shelf.queue) }

  /// Discards a change that the server refused.
  public func discard(_ record: MutationRecord) { screen.discard(record, in: shelf.queue) }

  // MARK: Conflicts

  /// Restores the position that was replaced in the conflict, on all devices of the account.
  public func undo(_ conflict: ProgressConflict) {
    screen.act { [shelf] () async throws(ClientError) in [try await shelf.progressStore.undo(conflict)] }
  }

  /// Removes a conflict from ``State/conflicts``, after the user has seen it. The current position stays.
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
    let pictureBytes = try? await shelf.covers.usedBytes()
    var state = screen.state
    switch status {
    case .signedIn(_, let name): (state.username, state.isExpired) = (name, false)
    case .expired(_, let name): (state.username, state.isExpired) = (name, true)
    case .signedOut: (state.username, state.isExpired) = (nil, false)
    case nil: break
    }
    state.conflicts = conflicts
    state.pendingCount = unsent.count
    state.pictureBytes = pictureBytes ?? (status == .signedOut ? 0 : state.pictureBytes)
    state.refused = unsent.refused ?? state.refused
    screen.state = state
  }
}
