import Foundation
import MediaCore
import Testing
import VaultTesting

@testable import VaultClient

@MainActor @Suite("The sign-in screen")
struct VaultSignInTests {
  private func model(
    _ settings: FakeVaultServer.Settings = .init()
  ) -> (model: VaultSignInViewModel, fixture: Fixture) {
    let fixture = Fixture(settings: settings)
    let model = VaultSignInViewModel { address, _ in
      VaultService(server: address, transport: fixture.network, environment: fixture.vault.client.environment)
    }
    return (model, fixture)
  }

  private func found(
    _ settings: FakeVaultServer.Settings = .init()
  ) async -> (model: VaultSignInViewModel, fixture: Fixture) {
    let (model, fixture) = model(settings)
    model.address = "https://vault.test"
    model.findServer()
    #expect(model.state.step == .searching)
    await model.settled()
    return (model, fixture)
  }

  private func callback(_ page: URL?, _ outcome: String) throws -> URL {
    let items = URLComponents(url: try #require(page), resolvingAgainstBaseURL: false)?.queryItems ?? []
    let redirect = try #require(items.first { $0.name == "redirect_uri" }?.value)
    let state = try #require(items.first { $0.name == "state" }?.value)
    return try #require(URL(string: "\(redirect)?\(outcome)&state=\(state)"))
  }

  @Test("a server is found with its ways, by address and by none", arguments: [true, false])
  func ways(_ hasAuth0: Bool) async {
    let (model, _) = await found(.init(auth0Configured: hasAuth0))
    #expect(model.state.step == .chooseWay && model.state.problem == nil)
    #expect(model.state.server?.host == "vault.test" && model.state.serverVersion == "2.0.0")
    #expect(model.state.offersPassword && model.state.offersAuth0 == hasAuth0)
    #expect(model.state.providers.isEmpty != hasAuth0)
    model.address = ""
    #expect(model.state.step == .address && model.vault == nil)
    model.findServer()
    await model.settled()
    #expect(model.state.step == .chooseWay && model.state.server?.host == "app.viewvault.app")
  }

  @Test("a password signs in; a wrong one and too many attempts have a text each")
  func password() async throws {
    let (model, fixture) = await found()
    model.signIn(username: "alice", password: "wrong")
    await model.settled()
    #expect(model.state.step == .chooseWay && model.state.problem == .wrongCredentials)
    #expect(model.state.notice == "The username or the password is not right.")
    fixture.network.fail(.vaultAccountSignIn, with: .rateLimited(nil))
    model.signIn(username: "alice", password: VaultWorld.standardPassword)
    await model.settled()
    #expect(model.state.problem == .tooManyAttempts)
    await fixture.clock.advance(by: .seconds(120))
    model.signIn(username: "alice", password: VaultWorld.standardPassword)
    #expect(model.state.step == .signingIn && model.state.notice == nil)
    await model.settled()
    #expect(model.state.step == .signedIn && model.state.username == "alice" && model.state.problem == nil)
    #expect(try await model.vault?.account.me().username == "alice")
  }

  @Test("Auth0's page is shown and ends the sign-in; with two clients at the server it is shown once more")
  func auth0() async throws {
    for client in [FakeVaultServer.AuthorizationClient.mobile, .web] {
      let (model, fixture) = await found()
      model.startAuth0(.provider(.google))
      await model.settled()
      #expect(model.state.step == .provider)
      #expect(model.state.providerPage?.query?.contains("connection=google") == true)
      let page = try #require(model.state.providerPage)
      let code = fixture.server.authorizationCode(for: "alice", client: client)
      let end = try callback(model.state.providerPage, "code=\(code)")
      #expect(model.isCallback(end) && !model.isCallback(page))
      model.finishAuth0(callback: end)
      await model.settled()
      if client == .web {
        #expect(model.state.step == .provider && model.state.problem == nil)
        let fresh = fixture.server.authorizationCode(for: "alice", client: .web)
        model.finishAuth0(callback: try callback(model.state.providerPage, "code=\(fresh)"))
        await model.settled()
      }
      #expect(model.state.step == .signedIn && model.state.username == "alice")
    }
  }

  @Test("a refusal, a forged callback and a closed page lead back to the ways")
  func refused() async throws {
    let (model, _) = await found()
    model.startAuth0()
    await model.settled()
    model.finishAuth0(callback: try callback(model.state.providerPage, "error=access_denied"))
    await model.settled()
    #expect(model.state.step == .chooseWay && model.state.problem == .refusedByProvider)
    model.startAuth0(.signup)
    await model.settled()
    let good = try callback(model.state.providerPage, "code=a").absoluteString
    model.finishAuth0(callback: try #require(URL(string: good.replacingOccurrences(of: "&state=", with: "&state=x"))))
    await model.settled()
    #expect(model.state.step == .chooseWay && model.state.problem == .untrustedCallback)
    model.startAuth0()
    await model.settled()
    model.cancel()
    #expect(model.state.step == .chooseWay && model.state.providerPage == nil && model.state.problem == nil)
  }

  @Test("an app that may not use the local network says so, and finds the server once it may")
  func localNetwork() async {
    let (model, fixture) = model()
    model.address = "nas.local"
    fixture.network.fail(with: .localNetworkDenied)
    model.findServer()
    await model.settled()
    #expect(model.state.step == .address && model.state.problem == .localNetworkDenied)
    #expect(model.state.notice == "This app may not use the local network. Allow it in the settings of the device.")
    #expect(fixture.network.operations.count == 1, "plain http would not help")
    model.findServer()
    await model.settled()
    #expect(model.state.step == .chooseWay && model.state.problem == nil)
  }

  @Test("what is no address, no ViewVault, a proxy's page, and a server that cannot be reached")
  func problems() async {
    let (model, fixture) = model()
    model.address = "https://"
    model.findServer()
    await model.settled()
    guard case .address = model.state.problem else {
      Issue.record("no problem of the address: \(String(describing: model.state.problem))")
      return
    }
    model.address = "https://vault.test"
    fixture.network.fail(.vaultServerHealth, with: .loginPage)
    model.findServer()
    await model.settled()
    #expect(model.state.step == .address && model.state.problem == .proxyLogin)
    fixture.network.isDown = true
    model.findServer()
    await model.settled()
    #expect(model.state.problem == .other && model.state.error?.kind == .unreachable)
    #expect(model.state.notice == "The server cannot be reached.")
    fixture.network.isDown = false
    model.findServer()
    await model.settled()
    #expect(model.state.step == .chooseWay && model.state.notice == nil)
  }
}
