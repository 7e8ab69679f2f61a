import Foundation
import MediaTesting
import Runner
import VaultClient
import VaultTesting

/// The screens for signing in and for importing a library of Jellyfin's.
@MainActor
enum ConnectingFlows {
  nonisolated static let all: [Flow<VaultFixture>] = [
    Flow("server-found-on-the-network", needsFake: true) { fixture in try await search(fixture) },
    Flow("sign-in-screen") { fixture in try await password(fixture) },
    Flow("sign-in-screen-auth0", needsFake: true) { fixture in try await auth0(fixture) },
    Flow("jellyfin-screen") { fixture in try await jellyfin(fixture) },
    Flow("jellyfin-screen-imports", needsFake: true) { fixture in try await imports(fixture) },
  ]

  private static func search(_ fixture: VaultFixture) async throws -> String {
    let device = fixture.device(signedIn: false)
    let hosts = NamedHosts([ServerAddress.fake.host])
    var found: [FoundServer] = []
    let servers = ServerFinder(.vault, transport: fixture.transport, environment: device.vault.client.environment)
      .servers(foundBy: hosts)
    for await server in servers { found.append(server) }
    try expectEqual(found.map(\.name), [ServerAddress.fake.host], "the server that was found")
    let signIn = VaultSignInViewModel { _, _ in device.vault }
    let finder = ServerFinder(.vault, transport: fixture.transport, environment: device.vault.client.environment)
    signIn.lookAround(finder, foundBy: hosts)
    signIn.stopLookingAround()
    try expect(!signIn.state.isLookingAround, "no search any more")
    signIn.lookAround(finder, foundBy: hosts)
    await signIn.settled()
    signIn.choose(try require(signIn.state.found.first, "a server in the list"))
    await signIn.settled()
    try expectEqual(signIn.state.step, .chooseWay, "the step at the chosen server")
    return "a ViewVault server at \(found[0].address)"
  }

  private static func found(_ fixture: VaultFixture) async throws -> VaultSignInViewModel {
    let device = fixture.device(signedIn: false)
    let base = try await fixture.vault.client.locator.base()
    let model = VaultSignInViewModel { address, allowsPlainHTTP in
      var options = ClientOptions()
      options.allowsPlainHTTP = allowsPlainHTTP
      return VaultService(
        server: address, transport: fixture.transport, environment: device.vault.client.environment, options: options)
    }
    model.address = base.absoluteString
    model.findServer()
    await model.settled()
    if model.state.problem == .needsPlainHTTP {
      model.allowPlainHTTP()
      await model.settled()
    }
    try expectEqual(model.state.step, .chooseWay, "the step, with \(String(describing: model.state.problem))")
    return model
  }

  private static func password(_ fixture: VaultFixture) async throws -> String {
    let model = try await found(fixture)
    model.signIn(username: fixture.username, password: fixture.password + "x")
    await model.settled()
    try expectEqual(model.state.problem, .wrongCredentials, "the problem")
    let notice = try require(model.state.notice, "a notice")
    model.signIn(username: fixture.username, password: fixture.password)
    await model.settled()
    try expectEqual(model.state.step, .signedIn, "the step")
    let user = try await model.vault?.account.me()
    try expectEqual(user?.username, model.state.username, "the account of the service to go on with")
    try await model.vault?.signOut(pending: .discard)
    return "version \(model.state.serverVersion ?? "?"), a wrong password: \(notice)"
  }

  private static func auth0(_ fixture: VaultFixture) async throws -> String {
    let server = try fixture.server()
    let model = try await found(fixture)
    // After a refused connection the user may allow plain http; this server does not need it.
    model.allowPlainHTTP()
    await model.settled()
    model.startAuth0()
    await model.settled()
    model.cancel()
    try expectEqual(model.state.step, .chooseWay, "the step after closing the page")
    model.startAuth0(.provider(.github))
    await model.settled()
    let page = try require(model.state.providerPage, "a page")
    let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let redirect = try require(items.first { $0.name == "redirect_uri" }?.value, "redirect_uri")
    let state = try require(items.first { $0.name == "state" }?.value, "state")
    let code = server.authorizationCode(for: "alice", client: .mobile)
    let end = try require(URL(string: "\(redirect)?code=\(code)&state=\(state)"), "an address")
    try expect(model.isCallback(end) && !model.isCallback(page), "the end of the page to be recognised")
    model.finishAuth0(callback: end)
    await model.settled()
    try expectEqual(model.state.step, .signedIn, "the step")
    // An app with only one server needs no screen for finding it.
    let account = VaultAccountViewModel(vault: fixture.device(signedIn: false).vault)
    account.signIn(.login) { page, _ in
      let items = URLComponents(url: page, resolvingAgainstBaseURL: false)?.queryItems ?? []
      let state = items.first { $0.name == "state" }?.value ?? ""
      return URL(string: "\(redirect)?code=\(server.authorizationCode(for: "alice"))&state=\(state)")
    }
    await account.settled()
    try expect(
      account.state.isAuthenticated, "the account view model signed in, got \(account.state.notice ?? "nothing")")
    return "\(model.state.username ?? "?") over \(page.host ?? "?"), after closing the page once"
  }

  private static func jellyfin(_ fixture: VaultFixture) async throws -> String {
    let model = JellyfinImportViewModel(vault: fixture.device().vault)
    model.load()
    await model.settled()
    guard let library = model.state.libraries.value?.first else {
      return try fixture.nothing("library of Jellyfin's")
    }
    model.choose(library)
    await model.settled()
    let scan = try require(model.state.scan, "the amount of work")
    model.back()
    try expectEqual(model.state.step, .chooseLibrary, "the step after going back")
    return "“\(library.name)” has \(scan.totalMovies) films; \(model.state.lists.count) lists to choose from"
  }

  private static func imports(_ fixture: VaultFixture) async throws -> String {
    let separate = try await fixture.separate(.init())
    let list = try require(try separate.server().listID(named: "Weekend", of: "alice"), "a list")
    let model = JellyfinImportViewModel(vault: separate.vault)
    model.load()
    await model.settled()
    model.choose(try require(model.state.libraries.value?.first, "a library"))
    model.select([.personal, .list(list)])
    model.startImport()
    await model.settled()
    try expectEqual(model.state.step, .finished, "the step")
    let past = try require(model.state.lastImport, "the library in the history")
    return "\(model.state.summary() ?? ""); imported \(past.importCount) times"
  }
}
