import MediaCore
import TestSupport
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("A pull while a text is searched for")
struct PulledSearchTests {
  @Test("repeats a search of the catalogue that failed, and not one that succeeded")
  func pulled() async throws {
    let fixture = try await Fixture.signedIn(settings: .init(simulatedUpstreams: true), clock: ManualClock())
    let model = VaultLibraryViewModel(vault: fixture.vault)
    model.load()
    await model.settled()
    fixture.network.fail(.vaultSearchAll, with: .status(500), .status(500), .status(500))
    model.query = "harbor l"
    model.submitSearch()
    await model.settled()
    #expect(model.state.search.error != nil && model.state.search.external.isEmpty)
    fixture.network.clear()
    await model.refreshAndWait()
    #expect(model.state.search.error == nil && !model.state.search.external.isEmpty)
    let searches = fixture.count(.vaultSearchAll)
    await model.refreshAndWait()
    #expect(fixture.count(.vaultSearchAll) == searches)
  }
}
