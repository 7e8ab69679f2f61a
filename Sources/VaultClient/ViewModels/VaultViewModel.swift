import MediaCore

/// What the view models that change something share.
@MainActor
protocol VaultViewModel: ViewModel where State: Noticing {
  var vault: VaultService { get }
  var screen: VaultScreen { get }
  /// Something of the account was asked for.
  var isShowing: Bool { get }
  /// Shows what this device knows, with its own changes on top.
  func look() async
  /// Empties what came from an account.
  func forget()
}

/// A state that can say something to a person.
protocol Noticing {
  var notice: String? { get set }
}

extension VaultViewModel {
  func showKept() async { await screen.turns.take { [weak self] in await self?.lookInTurn() } }

  private func lookInTurn() async {
    await screen.account.follow {
      screen.waiting = []
      forget()
    }
    await look()
    await tellRefusals()
  }

  /// Has what is sent later, and who signs in or out, shown too.
  func listen() {
    screen.listen(to: vault.store) { [weak self] in
      guard let self, self.isShowing else { return }
      self.activities.start("store") { [weak self] in await self?.showKept() }
    }
  }

  private func tellRefusals() async {
    guard !screen.waiting.isEmpty, let all = try? await vault.outbox.all() else { return }
    let mine = all.filter { screen.waiting.contains($0.id) }
    screen.waiting = Set(mine.filter(\.isOpen).map(\.id))
    if let refused = mine.last(where: \.isRefused) {
      publisher.state.notice = refused.vaultText(vault.client.environment.texts)
    }
  }

  /// Starts a change, beside others that are under way.
  func act(_ body: @escaping @MainActor @Sendable (VaultStore) async throws(ClientError) -> Void) {
    // What was asked for happens even when the screen goes at once.
    activities.start("act", replacing: false) { [self] in await change(body) }
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
      screen.waiting.formUnion(try await vault.outbox.open().map(\.id))
      return true
    } catch {
      if !error.isCancellation { publisher.state.notice = error.vaultText(vault.client.environment.texts) }
      return false
    }
  }
}

extension VaultLibraryViewModel: VaultViewModel {}
extension VaultLibraryViewModel.State: Noticing {}
extension VaultWatchlistViewModel: VaultViewModel {}
extension VaultWatchlistViewModel.State: Noticing {}
extension ListsViewModel: VaultViewModel {}
extension ListsViewModel.State: Noticing {}
extension NotificationsViewModel: VaultViewModel {}
extension NotificationsViewModel.State: Noticing {}
