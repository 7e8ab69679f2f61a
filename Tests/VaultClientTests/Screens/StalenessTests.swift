import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("Why the shown library may be out of date")
struct StalenessTests {
  @Test("after the sign-in has expired, the library says that the user is not signed in, until the next sign-in")
  func expired() async throws {
    let fixture = try await Fixture.signedIn()
    try await fixture.vault.store.refreshLibrary()
    await fixture.vault.client.accounts.save()
    fixture.server.revokeAllTokens()
    let later = fixture.relaunched()
    let model = VaultLibraryViewModel(vault: later.vault)
    model.load()
    await model.settled()
    #expect(model.state.library.value?.movie(1) != nil)
    #expect(model.state.error?.kind == .signedOut)
    #expect(model.state.staleness == .signedOut)
    #expect(model.state.staleness?.text() == "You are not signed in. This is what the server last said.")
    #expect(
      model.state.staleness?.text(Texts(.vaultGerman))
        == "Du bist nicht angemeldet. Das hat der Server zuletzt gemeldet.")
    try await later.vault.account.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(await eventually { model.state.staleness == nil && model.state.library.value?.movie(1) != nil })
  }
}
