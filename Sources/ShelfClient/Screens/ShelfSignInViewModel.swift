public import Foundation
public import MediaCore

/// The sign-in screen. The user types the server's address, and the screen finds the server and the ways to sign in that the server offers.
/// Then the user signs in with a password or through an identity provider.
///
/// ```swift
/// let signIn = ShelfSignInViewModel { address, allowsPlainHTTP in
///   var options = ClientOptions()
///   options.allowsPlainHTTP = allowsPlainHTTP
///   return ShelfService(server: address, options: options)
/// }
/// signIn.address = "nas.local:13378"
/// signIn.findServer()                                 // then state.step is .chooseWay, with state.offersPassword
/// await signIn.settled()                              // only this example waits: an app makes the next call in its button
/// signIn.signIn(username: "ada", password: "…")       // then state.step is .signedIn, and signIn.shelf is the service
/// ```
@MainActor
public final class ShelfSignInViewModel: ViewModel {
  /// The step of the sign-in that the screen shows.
  public enum Step: Sendable, Hashable {
    /// The steps of a sign-in with a password, in this order: the user types an address, the client searches for the server, the user
    /// chooses a way to sign in, and the sign-in is running.
    case address, searching, chooseWay, signingIn
    /// The app has to show the identity provider's page, ``State/providerPage``, in a browser.
    case provider
    /// The account is signed in. Use its service, ``ShelfSignInViewModel/shelf``.
    case signedIn
  }

  /// The reason why a step failed. Each case needs a different action of the user.
  public enum Problem: Sendable, Hashable {
    /// The typed text is not a valid server address.
    case address(ServerAddress.Problem)
    /// A sign-in page of a proxy or of a network responded instead of the server. Sign in on that page first, or set the HTTP headers that
    /// the proxy requires.
    case proxyLogin
    /// The server at the address is not an Audiobookshelf server.
    case wrongServer
    /// The server is not set up yet.
    case notSetUp
    /// The server supports only unencrypted HTTP, and its host is not in a private network. Ask the user for permission, then call
    /// ``ShelfSignInViewModel/allowPlainHTTP()``.
    case needsPlainHTTP
    /// The app may not use the local network. Ask the user to allow this in the settings of the device.
    case localNetworkDenied
    /// The user name or the password is wrong.
    case wrongCredentials
    /// The identity provider refused the sign-in, or the provider accepted it and the server refused it.
    case refusedByProvider
    /// Any other failure; ``State/error`` has the error.
    case other
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The step of the sign-in that the screen shows.
    public var step = Step.address
    /// The server's address as the user typed it.
    public var address = ""
    /// The base URL of the server that was found; nil until a server is found. For the next launch, keep
    /// `client.address` of the service instead.
    public var server: URL?
    /// The server's version; nil until a server is found.
    public var serverVersion: String?
    /// The profile of the server, for example whether its version is supported; nil until a server is found. Show the profile's `text(_:)`
    /// to the user. The user can sign in whatever the profile is.
    public var profile: ServerProfile?
    /// Whether the server offers a sign-in with a user name and a password.
    public var offersPassword = false
    /// Whether the server offers a sign-in through an OpenID identity provider.
    public var offersOpenID = false
    /// The message that the server's administrator has set for the sign-in screen; nil if there is none. It can contain simple HTML.
    public var message: String?
    /// The text that the server's administrator has set for the button of the identity provider; nil if there is none.
    public var openIDButton: String?
    /// Whether the app should open the identity provider's page at once, without a sign-in form. The server's administrator sets this
    /// option.
    public var opensProviderAtOnce = false
    /// The identity provider's page, which the app shows in a browser during the step ``Step/provider``; nil in other steps.
    public var providerPage: URL?
    /// The name of the account that is signed in; nil before the step ``Step/signedIn``.
    public var username: String?
    /// The reason why the last step failed; nil if the last step did not fail.
    public var problem: Problem?
    /// The servers on the local network that ``ShelfSignInViewModel/lookAround(_:foundBy:)`` has found so far, at most 50.
    public var found: [FoundServer] = []
    /// Whether the search for servers on the local network is running.
    public var isLookingAround = false
    public var isRefreshing = false
    public var error: ClientError?
    /// A sentence that explains ``problem`` to the user.
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { signIn.screen.publisher }
  /// The service for the server that was found; nil until a server is found. The app uses this service after the sign-in.
  public var shelf: ShelfService? { signIn.service }

  private let signIn: SignInScreen<State, ShelfService>
  private let texts: Texts
  private var flow: OpenIDFlow?

  /// Creates the screen.
  /// - Parameter connect: creates the service for an address. In this closure, the app can give the service its own transport, environment
  ///   and HTTP headers.
  public init(
    texts: Texts = .english, connect: @escaping @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> ShelfService
  ) {
    self.texts = texts
    signIn = SignInScreen(State(), texts: texts, connect: connect)
    signIn.abandon = { [weak self] in self?.flow = nil }
    signIn.screen.attach(self)
  }

  // MARK: The server

  /// The text in the address field. Changing the text starts the sign-in again from its first step.
  public var address: String {
    get { signIn.address }
    set { signIn.address = newValue }
  }

  /// Looks for servers on the local network and adds each one to ``State/found``, without credentials and without the app's headers.
  /// ``choose(_:)`` takes one of them. On Apple's systems, the user is asked to let the app into the local network.
  /// - Parameters:
  ///   - finder: asks the hosts which service they run. Give it the transport and the environment of the app's services.
  ///   - discovery: names the hosts, such as `NamedHosts`, or `BonjourDiscovery` on Apple's systems.
  public func lookAround(_ finder: ServerFinder, foundBy discovery: some ServerDiscovery) {
    signIn.lookAround(finder, discovery)
  }

  /// Ends the search for servers on the local network. The found servers stay in ``State/found``.
  public func stopLookingAround() { signIn.stopLookingAround() }

  /// Takes the address of a found server, and searches for the server there as ``findServer()`` does.
  public func choose(_ server: FoundServer) {
    signIn.stopLookingAround()
    address = server.address.description
    findServer()
  }

  /// Searches for the server at the typed address, first with HTTPS. The requests contain no credentials.
  public func findServer() { findServer(allowsPlainHTTP: false) }

  /// Searches for the server again, and also accepts unencrypted HTTP. Call this method after the user has agreed to a connection that
  /// others can read.
  public func allowPlainHTTP() { findServer(allowsPlainHTTP: true) }

  private func findServer(allowsPlainHTTP: Bool) {
    let notSetUp = texts(
      "shelf.signIn.notSetUp", english: "The server is not set up yet. Open its address in a browser to set it up.")
    signIn.findServer(allowsPlainHTTP: allowsPlainHTTP) { shelf throws(ClientError) in
      let status = try await shelf.server.status()
      let profile = ServerProfile(status, clockSkew: shelf.client.clockSkew)
      return {
        $0.show(status, profile)
        if !status.isInit { ($0.step, $0.problem, $0.notice) = (.address, .notSetUp, notSetUp) }
      }
    }
  }

  // MARK: Signing in

  /// Signs in with a user name and a password. The password is used once and not stored.
  public func signIn(username: String, password: String) {
    guard let shelf, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let login = try await shelf.account.signIn(username: username, password: password)
      self?.finish(login, on: shelf)
    }
  }

  /// Signs in with an API key that an administrator has created. The sign-in ends when the key expires or is disabled. Spaces and line
  /// breaks around the key, for example from copying, are removed before the key is sent.
  public func signIn(apiKey: String) {
    guard let shelf, state.step == .chooseWay else { return }
    let key = apiKey.trimmingCharacters(in: .whitespacesAndNewlines)
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      do throws(ClientError) { self?.finish(try await shelf.account.signIn(apiKey: key), on: shelf) } catch {
        guard error.detail == ClientError.Detail.wrongCredentials else { throw error }
        throw with(error) { $0.detail = ShelfDetail.wrongKey }
      }
    }
  }

  /// Signs in with a token that the user has, such as the token of a script or of another client. The server is asked at once whether it
  /// accepts the token. If it refuses the token, ``State/problem`` is `wrongCredentials`, and nobody is signed in. An account that was signed
  /// in before, or whose sign-in had expired, then has an expired sign-in and keeps its data.
  /// - Parameter token: the access token, and the refresh token if the user has it. Without a refresh token, the sign-in ends when the
  ///   access token expires. Two devices must not renew the same refresh token: the server ends the sign-in of both.
  public func signIn(token: HeldToken) {
    guard let shelf, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let before = try await shelf.account.status()
      _ = try await shelf.account.signIn(token: token)
      do throws(ClientError) { self?.finish(try await shelf.account.authorize(), on: shelf) } catch {
        guard error.kind == .signedOut, error.detail != ClientError.Detail.accountChanged else { throw error }
        // The refused token is stored by now: remove it, otherwise the next launch shows an expired sign-in. If an account was there before,
        // keep the expired sign-in: a sign-out would erase the account's downloads.
        if before == .signedOut { try? await shelf.account.signOut(pending: .keep) }
        throw with(error) { $0.detail = ShelfDetail.wrongKey }
      }
    }
  }

  /// Begins a sign-in through the server's identity provider. After this call, show ``State/providerPage`` in a browser once ``State/step``
  /// is ``Step/provider``.
  /// - Parameter redirect: the app's own URL to which the provider's page returns. The server's administrator has to allow this URL.
  public func startOpenID(redirect: URL) {
    guard let shelf, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let flow = try await shelf.openID.start(redirect: redirect)
      guard let self, !Task.isCancelled else { return }
      self.flow = flow
      signIn.screen.state = with(state) { ($0.step, $0.providerPage) = (.provider, flow.page) }
    }
  }

  /// Finishes a sign-in through the identity provider, after the browser has returned to the app.
  /// - Parameter callback: the URL to which the browser was redirected at the end. It begins with the app's own URL.
  public func finishOpenID(callback: URL) {
    guard let shelf, let flow, state.step == .provider else { return }
    self.flow = nil
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let login = try await shelf.openID.finish(flow, callback: callback)
      self?.finish(login, on: shelf)
    }
  }

  /// Cancels the running step. Call this method when the user closes the provider's page or chooses another way to sign in.
  public func cancel() { signIn.cancel() }

  private func finish(_ login: Login, on service: ShelfService) {
    // The user may have typed another server address during the sign-in: drop the answer.
    guard service.client.session === shelf?.client.session else { return }
    signIn.screen.state = with(state) { ($0.step, $0.username) = (.signedIn, login.user.username) }
  }
}

extension ShelfSignInViewModel.Step: SignInStep {}

extension ShelfSignInViewModel.State: SignInState {
  package mutating func closeProviderPage() { providerPage = nil }

  fileprivate mutating func show(_ status: ServerStatus, _ profile: ServerProfile) {
    (serverVersion, self.profile) = (status.serverVersion, profile)
    // Servers without a list of sign-in methods accept only passwords.
    offersPassword = status.authMethods.isEmpty || status.authMethods.contains(.local)
    offersOpenID = status.authMethods.contains(.openid)
    let form = status.authFormData
    message = form?.authLoginCustomMessage.flatMap { $0.isEmpty ? nil : $0 }
    openIDButton = offersOpenID ? form?.authOpenIDButtonText : nil
    opensProviderAtOnce = offersOpenID && form?.authOpenIDAutoLaunch == true
  }
}

extension ShelfSignInViewModel.Problem: SignInScreenProblem {
  package init?(own error: ClientError) {
    switch (error.kind, error.detail) {
    case (_, ClientError.Detail.wrongCredentials), (_, ShelfDetail.wrongKey): self = .wrongCredentials
    case (.forbidden, "openIDRefused"): self = .refusedByProvider
    default: return nil
    }
  }
}
