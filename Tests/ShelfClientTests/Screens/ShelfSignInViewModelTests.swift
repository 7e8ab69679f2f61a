import Foundation
import MediaTesting
import ShelfTesting
import Testing

@testable import MediaCore
@testable import ShelfClient

@MainActor
@Suite("The sign-in screen")
struct ShelfSignInViewModelTests {
  private func model(_ rig: ShelfRig, _ transport: (any Transport)? = nil, options: ClientOptions = ClientOptions())
    -> ShelfSignInViewModel
  {
    ShelfSignInViewModel { address, allowsPlainHTTP in
      var options = options
      options.allowsPlainHTTP = allowsPlainHTTP
      return ShelfService(
        server: address, transport: transport ?? rig.network, environment: rig.environment, options: options)
    }
  }

  @Test("finds the server, shows its ways, says what is wrong with a password, and signs in")
  func password() async throws {
    let rig = try await ShelfRig(as: nil)
    let signIn = model(rig)
    signIn.address = "books.example.org"
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.step == .chooseWay)
    #expect(signIn.state.offersPassword && !signIn.state.offersOpenID)
    #expect(signIn.state.server?.absoluteString == "https://books.example.org")
    #expect(signIn.state.serverVersion == "2.36.0")
    signIn.signIn(username: "ada", password: "wrong")
    await signIn.settled()
    #expect(signIn.state.problem == .wrongCredentials)
    #expect(signIn.state.step == .chooseWay)
    signIn.signIn(username: "ada", password: "correct horse")
    await signIn.settled()
    #expect(signIn.state.step == .signedIn)
    #expect(signIn.state.username == "ada")
    #expect(signIn.state.problem == nil)
    #expect(try await signIn.shelf?.libraries.all().count == 2)
  }

  @Test("signs in with an API key, also a copied one with a line break, and says when it is not valid")
  func apiKey() async throws {
    let rig = try await ShelfRig(as: nil)
    let key = try #require(rig.server.makeAPIKey(for: "ada"))
    let signIn = model(rig)
    signIn.signIn(apiKey: key)
    #expect(signIn.state.step == .address, "no server is found yet")
    signIn.address = "books.example.org"
    signIn.findServer()
    await signIn.settled()
    signIn.signIn(apiKey: "no-such-key")
    await signIn.settled()
    #expect(signIn.state.problem == .wrongCredentials)
    #expect(signIn.state.error?.text(.english) == "This API key is not valid. It may have expired.")
    #expect(signIn.state.step == .chooseWay)
    signIn.signIn(apiKey: " two words ")
    await signIn.settled()
    #expect(signIn.state.error?.kind == .invalidRequest)
    signIn.signIn(apiKey: "\n \(key)\n")
    await signIn.settled()
    #expect(signIn.state.step == .signedIn)
    #expect(signIn.state.username == "ada")
    #expect(try await signIn.shelf?.libraries.all().count == 2)
  }

  @Test("signs in with a token that the user has, and keeps nothing of one that the server refuses")
  func token() async throws {
    let rig = try await ShelfRig(as: nil)
    let other = try await rig.device(as: "ada")
    let good = try #require(try await other.client.session.heldCredentials()?.access).reveal()
    let signIn = model(rig)
    signIn.address = "books.example.org"
    signIn.findServer()
    await signIn.settled()
    signIn.signIn(token: HeldToken(good + "x"))
    await signIn.settled()
    #expect(signIn.state.problem == .wrongCredentials && signIn.state.step == .chooseWay)
    #expect(try await signIn.shelf?.account.status() == .signedOut)
    signIn.signIn(token: HeldToken(good))
    await signIn.settled()
    #expect(signIn.state.step == .signedIn && signIn.state.username == "ada" && signIn.state.problem == nil)
    #expect(try await signIn.shelf?.libraries.all().count == 2)
  }

  @Test("a refused token erases nothing of an account whose sign-in was there before")
  func refusedTokenOfKnownAccount() async throws {
    let rig = try await ShelfRig()
    let book = PlayableID(libraryItemId: try rig.item("The Salt Clock"))
    try await rig.shelf.downloads.download(book)
    await rig.shelf.downloads.settled()
    let token = try #require(try await rig.shelf.client.session.heldCredentials()?.access).reveal()
    let signIn = model(rig)
    signIn.address = "books.example.org"
    let shelf = rig.shelf
    let again = ShelfSignInViewModel { _, _ in shelf }
    again.address = "books.example.org"
    again.findServer()
    await again.settled()
    again.signIn(token: HeldToken(token + "x"))
    await again.settled()
    #expect(again.state.problem == .wrongCredentials)
    guard case .expired(_, "ada") = try await shelf.account.status() else {
      Issue.record("the account is gone")
      return
    }
    #expect(try await shelf.downloads.all().map(\.phase) == [.complete])
  }

  @Test("shows the servers of the local network, and searches at the one that the user chooses")
  func localServers() async throws {
    let rig = try await ShelfRig(as: nil)
    let signIn = model(rig)
    let network = HostTransport(["books.example.org": rig.network])
    let hosts = NamedHosts(["books.example.org", "printer.local"])
    signIn.lookAround(ServerFinder(.shelf, transport: network, environment: rig.environment), foundBy: hosts)
    #expect(signIn.state.isLookingAround)
    signIn.address = "typed meanwhile"
    await signIn.settled()
    #expect(signIn.state.found.map(\.name) == ["books.example.org"] && !signIn.state.isLookingAround)
    #expect(signIn.state.address == "typed meanwhile")
    signIn.choose(try #require(signIn.state.found.first))
    await signIn.settled()
    #expect(signIn.state.step == .chooseWay && signIn.state.server?.host == "books.example.org")
    #expect(signIn.state.found.count == 1)
  }

  @Test("a sign-in page of a proxy is not a wrong server")
  func proxies() async throws {
    let rig = try await ShelfRig(as: nil)
    let front = Interceptor(rig.network)
    let signIn = model(rig, front)
    signIn.address = "books.example.org"
    var elsewhere = HTTPResponse(status: 302)
    elsewhere.fields["Location"] = "https://login.example.org/"
    let json = HTTPResponse(
      status: 200, fields: ["Content-Type": "application/json"], body: Data(#"{"app":"other"}"#.utf8))
    let page = HTTPResponse(status: 200, fields: ["Content-Type": "text/html"], body: Data("<html>Sign in</html>".utf8))
    let missing = HTTPResponse(status: 404, fields: ["Content-Type": "text/html"], body: Data("<html></html>".utf8))
    let cases: [(HTTPResponse, ShelfSignInViewModel.Problem)] = [
      (page, .proxyLogin), (elsewhere, .proxyLogin), (HTTPResponse(status: 401), .proxyLogin), (json, .wrongServer),
      (missing, .wrongServer),
    ]
    for (answer, problem) in cases {
      front.answer = answer
      signIn.findServer()
      await signIn.settled()
      #expect(signIn.state.problem == problem, "\(answer)")
      #expect(signIn.state.step == .address)
    }
  }

  @Test("an address that is none, and a server that is not set up, are named")
  func problems() async throws {
    let rig = try await ShelfRig(world: .notSetUp, as: nil)
    let signIn = model(rig)
    signIn.address = "ftp://books.example.org"
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.problem == .address(.unsupportedScheme))
    signIn.address = "books.example.org"
    #expect(signIn.state.problem == nil)
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.problem == .notSetUp)
    #expect(signIn.state.notice == "The server is not set up yet. Open its address in a browser to set it up.")
  }

  @Test("an app that may not use the local network says so, and finds the server once it may")
  func localNetwork() async throws {
    let rig = try await ShelfRig(as: nil)
    let signIn = model(rig)
    signIn.address = "nas.local"
    rig.network.fail(with: .localNetworkDenied)
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.problem == .localNetworkDenied)
    #expect(signIn.state.step == .address)
    #expect(rig.network.operations.count == 1, "plain http would not help")
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.problem == nil)
    #expect(signIn.state.step == .chooseWay)
  }

  @Test("headers of a proxy are sent with the search for a typed address")
  func proxyHeaders() async throws {
    let rig = try await ShelfRig(as: nil)
    var options = ClientOptions()
    try options.setHeader("X-Access", "letmein")
    let signIn = model(rig, GuardedTransport(base: rig.network), options: options)
    signIn.address = "books.example.org"
    signIn.findServer()
    await signIn.settled()
    signIn.signIn(username: "ada", password: "correct horse")
    await signIn.settled()
    #expect(signIn.state.step == .signedIn)
    let without = model(rig, GuardedTransport(base: rig.network))
    without.address = "books.example.org"
    without.findServer()
    await without.settled()
    #expect(without.state.problem == .proxyLogin)
  }

  @Test("a provider signs in with PKCE, and another flow's callback or a refusal does not")
  func openID() async throws {
    var world = ShelfWorld.sample
    world.enableOpenID()
    let rig = try await ShelfRig(world: world, as: nil)
    let redirect = try #require(URL(string: "audiobookshelf://oauth"))
    let signIn = model(rig)
    signIn.address = "books.example.org"
    signIn.findServer()
    await signIn.settled()
    #expect(signIn.state.offersOpenID)
    #expect(signIn.state.openIDButton == "Login with OpenId")
    signIn.startOpenID(redirect: redirect)
    await signIn.settled()
    #expect(signIn.state.step == .provider)
    let page = try #require(signIn.state.providerPage)
    #expect(LiveOpenIDAPI.query(of: page)["state"]?.isEmpty == false)
    let code = try #require(rig.server.openIDCode(for: "ada"))
    signIn.finishOpenID(callback: try #require(URL(string: "audiobookshelf://oauth?code=\(code)&state=other")))
    await signIn.settled()
    #expect(signIn.state.step == .chooseWay)
    #expect(signIn.state.error?.detail == "openIDCallback")
    for code in ["invented", code] {
      signIn.startOpenID(redirect: redirect)
      await signIn.settled()
      let page = try #require(signIn.state.providerPage)
      let state = try #require(LiveOpenIDAPI.query(of: page)["state"])
      signIn.finishOpenID(callback: try #require(URL(string: "audiobookshelf://oauth?code=\(code)&state=\(state)")))
      await signIn.settled()
      if code == "invented" { #expect(signIn.state.problem == .refusedByProvider) }
    }
    #expect(signIn.state.step == .signedIn)
    #expect(try await signIn.shelf?.account.me().username == "ada")
    signIn.address = "other.example.org"
    #expect(signIn.state.step == .address)
  }
}

/// A proxy that answers with its sign-in page unless its header is there.
private struct GuardedTransport: Transport {
  let base: any Transport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.fields["X-Access"] == "letmein" else {
      return HTTPResponse(status: 200, fields: ["Content-Type": "text/html"], body: Data("<html>Sign in</html>".utf8))
    }
    return try await base.send(request)
  }
}
