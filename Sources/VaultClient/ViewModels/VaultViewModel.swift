import MediaCore

/// What the view models that change something share.
@MainActor
protocol VaultViewModel: ViewModel where State: Noticing {
  var vault: VaultService { get }
  var looks: Turns { get }
  /// Shows what this device knows, with its own changes on top.
  func look() async
}

/// A state that can say something to a person.
protocol Noticing {
  var notice: String? { get set }
}

extension VaultViewModel {
  func showKept() async { await looks.take { [weak self] in await self?.look() } }

  /// Starts a change, beside others that are under way.
  func act(_ body: @escaping @MainActor @Sendable (VaultStore) async throws(ClientError) -> Void) {
    activities.start("act", replacing: false) { [weak self] in await self?.change(body) }
  }

  /// Makes a change, shows it, sends it, and shows what came of it. Says what went wrong, and what the server has refused for
  /// good since; what it refused before was said then.
  /// - Returns: whether the change was taken.
  @discardableResult
  func change(_ body: @MainActor (VaultStore) async throws(ClientError) -> Void) async -> Bool {
    do throws(ClientError) {
      let before = Set(try await vault.outbox.refused().map(\.id))
      try await body(vault.store)
      await showKept()
      await vault.store.settled()
      await showKept()
      if let refused = try await vault.outbox.refused().last(where: { !before.contains($0.id) }) {
        publisher.state.notice = refused.vaultText(vault.client.environment.texts)
      }
      return true
    } catch {
      if !error.isCancellation { publisher.state.notice = error.vaultText(vault.client.environment.texts) }
      return false
    }
  }
}

extension LibraryViewModel: VaultViewModel {}
extension LibraryViewModel.State: Noticing {}
extension WatchlistViewModel: VaultViewModel {}
extension WatchlistViewModel.State: Noticing {}
extension ListsViewModel: VaultViewModel {}
extension ListsViewModel.State: Noticing {}
extension NotificationsViewModel: VaultViewModel {}
extension NotificationsViewModel.State: Noticing {}
