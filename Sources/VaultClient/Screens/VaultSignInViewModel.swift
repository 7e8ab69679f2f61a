public import Foundation
public import MediaCore

/// The sign-in screen. The user types the server's address, then signs in over Auth0 or with a password, whichever the server offers.
///
/// ```swift
/// let signIn = VaultSignInViewModel { address, allowsPlainHTTP in
///   var options = ClientOptions()
///   options.allowsPlainHTTP = allowsPlainHTTP
///   return VaultService(server: address, options: options)
/// }
/// signIn.address = "nas.local:8008"
/// signIn.findServer()                                 // then state.step is .chooseWay, with state.offersAuth0
/// signIn.signIn(username: "ada", password: "…")       // then state.step is .signedIn, and signIn.vault is the service
/// ```
@MainActor
public final class VaultSignInViewModel: ViewModel {
  /// The step of the sign-in that the screen shows.
  public enum Step: Sendable, Hashable {
    /// The steps before and during a sign-in, in their order. `address`: the user types the address of the server. `searching`: the app
    /// looks for the server. `chooseWay`: the user chooses a way to sign in. `signingIn`: the sign-in is running.
    case address, searching, chooseWay, signingIn
    /// The app has to show Auth0's page, which is at ``State/providerPage``.
    case provider
    /// The sign-in has succeeded. ``VaultSignInViewModel/vault`` is the service to use.
    case signedIn
  }

  /// The reason why a step failed. The cases differ by what the user can do about the problem.
  public enum Problem: Sendable, Hashable {
    /// The text is not an address.
    case address(ServerAddress.Problem)
    /// The sign-in page of a proxy or a network answered instead of the server. The user has to sign in there first, or set the proxy's
    /// headers.
    case proxyLogin
    /// A server that is no ViewVault server answers at the address.
    case wrongServer
    /// The server supports only plain http, and its host is not private. Ask the user for permission, then call
    /// ``VaultSignInViewModel/allowPlainHTTP()``.
    case needsPlainHTTP
    /// The app has no permission to use the local network. The user can grant the permission in the settings of the device.
    case localNetworkDenied
    /// The name or the password is wrong.
    case wrongCredentials
    /// The user has tried to sign in too often. The server accepts ten attempts in a minute.
    case tooManyAttempts
    /// Auth0 refused the sign-in, or Auth0 accepted the sign-in and the server then refused it.
    case refusedByProvider
    /// The address at which the sign-in page ended does not belong to this sign-in.
    case untrustedCallback
    /// A problem that has no case of its own. ``State/error`` contains the error.
    case other
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The step of the sign-in that the screen shows.
    public var step = Step.address
    /// The server's address as the user typed it. If empty, the public server is used.
    public var address = ""
    /// The base address of the server; nil until a server was found. For the next launch, keep
    /// `client.address` of the service instead.
    public var server: URL?
    /// The server's version; nil until a server was found.
    public var serverVersion: String?
    /// Whether to offer a sign-in with a password. True as soon as a server was found, because every server still accepts the passwords of
    /// older accounts.
    public var offersPassword = false
    /// Whether to offer a sign-in over Auth0. True if the server that was found has Auth0 configured.
    public var offersAuth0 = false
    /// The providers to offer in addition to Auth0's own sign-in page; empty if the server has no Auth0.
    public var providers: [SignInProvider] = []
    /// The page to show in a web view; nil while no page has to be shown. Close the web view when ``VaultSignInViewModel/isCallback(_:)``
    /// returns true for the address of the web view.
    public var providerPage: URL?
    /// The name of the user who signed in; nil until the sign-in has succeeded.
    public var username: String?
    /// The reason why the last step failed; nil if the last step did not fail.
    public var problem: Problem?
    /// The servers on the local network that ``VaultSignInViewModel/lookAround(_:foundBy:)`` has found so far, at most 50.
    public var found: [FoundServer] = []
    /// Whether the search for servers on the local network is running.
    public var isLookingAround = false
    public var isRefreshing = false
    public var error: ClientError?
    /// A sentence for the user about ``problem``.
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { signIn.screen.publisher }
  /// The service of the server that was found; nil until a server was found. Use this service in the app after the sign-in.
  public var vault: VaultService? { signIn.service }

  private let signIn: SignInScreen<State, VaultService>
  private var flow: (flow: SignInFlow, way: SignInWay, exchange: SignInFlow.Exchange)?

  /// Creates the view model of the sign-in screen.
  /// - Parameter connect: creates the service for an address, with the app's own transport, environment and headers.
  public init(
    texts: Texts = .english, connect: @escaping @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> VaultService
  ) {
    signIn = SignInScreen(State(), texts: texts, describe: { $0.vaultText(texts) }, connect: connect)
    signIn.abandon = { [weak self] in self?.forgetFlow() }
    signIn.screen.attach(self)
  }

  // MARK: The server

  /// The text in the address field. Changing the text restarts the sign-in.
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

  /// Looks for the server at ``address``, over https first, without sending credentials. If the address is empty, uses the public server.
  public func findServer() { findServer(allowsPlainHTTP: false) }

  /// Looks for the server again, now also over plain http. Call this only after the user has agreed to a connection that others can read.
  public func allowPlainHTTP() { findServer(allowsPlainHTTP: true) }

  private func findServer(allowsPlainHTTP: Bool) {
    signIn.findServer(allowsPlainHTTP: allowsPlainHTTP, empty: .viewVault) { vault throws(ClientError) in
      _ = try await vault.server.health()
      let version = try await vault.server.marker().version
      let offersAuth0 = try await Self.offersAuth0(vault)
      return { state in
        (state.serverVersion, state.offersPassword, state.offersAuth0) = (version, true, offersAuth0)
        state.providers = offersAuth0 ? SignInProvider.all : []
      }
    }
  }

  private static func offersAuth0(_ service: VaultService) async throws(ClientError) -> Bool {
    do throws(ClientError) {
      _ = try await service.account.auth0Settings()
      return true
    } catch {
      guard error.detail == ClientError.VaultDetail.auth0NotConfigured else { throw error }
      return false
    }
  }

  // MARK: Signing in

  /// Signs in with a password. The password is used once and never stored.
  public func signIn(username: String, password: String) {
    guard let vault, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let user = try await vault.account.signIn(username: username, password: password)
      self?.finish(user)
    }
  }

  /// Begins a sign-in over Auth0. When ``State/providerPage`` is set, show that page in a web view.
  public func startAuth0(_ way: SignInWay = .login) {
    guard state.step == .chooseWay else { return }
    start(way, .automatic)
  }

  private func start(_ way: SignInWay, _ exchange: SignInFlow.Exchange) {
    guard let vault else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let flow = vault.account.signInFlow()
      let page = try await flow.begin(way, exchange: exchange)
      guard let self, !Task.isCancelled else { return }
      self.flow = (flow, way, exchange)
      signIn.screen.state = with(state) { ($0.step, $0.providerPage) = (.provider, page) }
    }
  }

  /// Whether `url` is the address that ends the sign-in. If true, close the web view and call ``finishAuth0(callback:)``.
  public func isCallback(_ url: URL) -> Bool { flow?.flow.isCallback(url) ?? false }

  /// Finishes the sign-in over Auth0. If the server has different Auth0 clients for apps and for its web page, the sign-in page may be
  /// shown once more.
  /// - Parameter callback: the address at which the web view arrived.
  public func finishAuth0(callback: URL) {
    guard let flow, state.step == .provider else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      do throws(ClientError) {
        let user = try await flow.flow.finish(callback)
        self?.flow = nil
        self?.finish(user)
      } catch {
        guard let self, !Task.isCancelled else { return }
        forgetFlow()
        guard flow.exchange == .automatic, error.isRefusedCode else { throw error }
        start(flow.way, .web)
      }
    }
  }

  /// Cancels the running sign-in, because the user closed the page or chose another way to sign in.
  public func cancel() { signIn.cancel() }

  private func forgetFlow() {
    flow?.flow.abandon()
    flow = nil
  }

  private func finish(_ user: User) {
    guard !Task.isCancelled else { return }
    signIn.screen.state = with(state) { ($0.step, $0.username) = (.signedIn, user.username) }
  }
}

extension VaultSignInViewModel.Step: SignInStep {}

extension VaultSignInViewModel.State: SignInState {
  package mutating func closeProviderPage() { providerPage = nil }
}

extension VaultSignInViewModel.Problem: SignInScreenProblem {
  package init?(own error: ClientError) {
    if error.signInProblem != nil {
      self = .untrustedCallback
      return
    }
    switch (error.kind, error.detail) {
    case (.rateLimited, _): self = .tooManyAttempts
    case (.signedOut, _) where error.operation == .vaultAccountSignIn: self = .wrongCredentials
    case (.signedOut, _) where error.operation.rawValue.hasPrefix("vault.account.redeem"): self = .refusedByProvider
    case (.forbidden, _) where error.signInRefusal != nil: self = .refusedByProvider
    default: return nil
    }
  }
}
