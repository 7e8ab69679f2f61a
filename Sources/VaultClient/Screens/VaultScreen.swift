import MediaCore

extension StoreScreen {
  /// A screen over a vault, with this service's texts for errors.
  convenience init(_ state: State, _ vault: VaultService) {
    let texts = vault.client.environment.texts
    self.init(state, accounts: vault.client.accounts) { $0.vaultText(texts) }
  }
}

extension VaultStore {
  /// The cached vault, with the open changes; nil while no account is signed in, and while it cannot be read.
  func view() async -> AccountCache<VaultSnapshot>.View? { try? await cache.view() }
}
