import VaultClient

// The code in Documentation/Vault.md, word for word.

private func start() async throws {
  let vault = VaultService()
  let user = try await vault.account.signIn(username: "ada", password: "…")
  let library = try await vault.store.refreshLibrary()
  try await vault.store.setWatched(true, for: .movie(4))
  _ = (user, library)
}
