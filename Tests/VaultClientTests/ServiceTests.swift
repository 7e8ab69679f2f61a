import Testing

@testable import MediaCore
@testable import VaultClient

@Suite("Making a service")
struct ServiceTests {
  @Test("a service without arguments is the app's own at the public server, and not one that only reads")
  func withoutArguments() {
    let vault = VaultService()
    #expect(vault.client.environment.isReading == false)
    #expect(vault.client.address == .viewVault)
  }
}
