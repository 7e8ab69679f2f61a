import MediaCore

extension StoreScreen {
  /// A screen over a vault, with this service's texts for errors.
  convenience init(_ state: State, _ vault: VaultService) {
    let texts = vault.client.environment.texts
    self.init(state, accounts: vault.client.accounts) { $0.vaultText(texts) }
  }

  /// Changes the vault, and shows the change and its outcome. All errors of `change` are of the type ``ClientError``.
  func act(on vault: VaultService, _ change: @escaping @Sendable (VaultStore) async throws -> [Submission]) {
    act { () async throws(ClientError) in
      do { return try await change(vault.store) } catch { throw ClientError(thrown: error) }
    }
  }

  /// Loads now and after each `interval`, of a minute to a day, until the activity `poll` is cancelled.
  func poll(every interval: Duration, _ clock: any TimeSource) {
    let interval = min(max(interval, .seconds(60)), .seconds(86_400))
    load()
    activities.start("poll") { [weak self] in
      while !Task.isCancelled {
        do { try await clock.sleep(for: interval, as: .watchdog) } catch { return }
        self?.load()
      }
    }
  }
}

extension VaultStore {
  /// The cached vault, with the open changes; nil while no account is signed in, and while it cannot be read.
  func view() async -> AccountCache<VaultSnapshot>.View? { try? await cache.view() }
}
