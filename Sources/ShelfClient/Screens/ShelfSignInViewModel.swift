public import Foundation
public import MediaCore

/// The sign-in screen: an address as people type it, the ways to sign in that the server at this address offers, and a password or a
/// provider.
///
/// ```swift
/// let signIn = ShelfSignInViewModel { address, allowsPlainHTTP in
///   var options = ClientOptions()
///   options.allowsPlainHTTP = allowsPlainHTTP
///   return ShelfService(server: address, options: options)
/// }
/// signIn.address = "nas.local:13378"
/// signIn.findServer()                                 // then state.step is .chooseWay, with state.offersPassword
/// signIn.signIn(username: "ada", password: "…")       // then state.step is .signedIn, and signIn.shelf is the service
/// ```
@MainActor
public final class ShelfSignInViewModel: ViewModel {
  /// The page of the sign-in that is shown.
  public enum Step: Sendable, Hashable {
    /// The steps of a sign-in with a password, in this order.
    case address, searching, chooseWay, signingIn
    /// The page of the identity provider is to be shown in a browser: ``State/providerPage``.
    case provider
    /// The account is signed in; its service is ``ShelfSignInViewModel/shelf``.
    case signedIn
  }

  /// The reason of a failure, by what the user can do about it.
  public enum Problem: Sendable, Hashable {
    /// The text is no address.
    case address(ServerAddress.Problem)
    /// A sign-in page of a proxy or a network answered in the server's place: sign in on that page first, or set the headers that the proxy
    /// requires.
    case proxyLogin
    /// The server at the address is not an Audiobookshelf server.
    case wrongServer
    /// The server is not set up yet.
    case notSetUp
    /// The server speaks only plain http, and the host is not private: ask the user, then call
    /// ``ShelfSignInViewModel/allowPlainHTTP()``.
    case needsPlainHTTP
    /// The user has not let the app use the local network: ask the user to allow it in the settings of the device.
    case localNetworkDenied
    /// The name or the password is wrong.
    case wrongCredentials
    /// The identity provider refused the sign-in, or the server did after the provider.
    case refusedByProvider
    /// A problem without a case of its own; ``State/error`` has the error.
    case other
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The page of the sign-in that is shown.
    public var step = Step.address
    /// The address as it was typed.
    public var address = ""
    /// The base address of the server that was found.
    public var server: URL?
    /// The server's version; nil until a server was found.
    public var serverVersion: String?
    /// The profile of the server with its version; nil until a server was found. Show its `text(_:)`; a profile blocks nothing.
    public var profile: ServerProfile?
    /// Whether the server accepts a name and a password.
    public var offersPassword = false
    /// Whether the server has an identity provider.
    public var offersOpenID = false
    /// The server's own text for this screen, which can contain simple HTML.
    public var message: String?
    /// The server's text for the button that leads to the identity provider.
    public var openIDButton: String?
    /// Whether the server is set to skip its own sign-in form: the app should go straight to the provider's page.
    public var opensProviderAtOnce = false
    /// The provider's page to show in a browser, in the step ``Step/provider``.
    public var providerPage: URL?
    /// The name of the account that signed in.
    public var username: String?
    /// The reason why the last step failed.
    public var problem: Problem?
    public var isRefreshing = false
    public var error: ClientError?
    /// A sentence about ``problem``.
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { signIn.screen.publisher }
  /// The service of the server that was found, for the app to use after the sign-in; nil until then.
  public var shelf: ShelfService? { signIn.service }

  private let signIn: SignInScreen<State, ShelfService>
  private let texts: Texts
  private var flow: OpenIDFlow?

  /// Creates the screen.
  /// - Parameter connect: makes the service for an address, with the app's own transport, environment and headers.
  public init(
    texts: Texts = .english, connect: @escaping @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> ShelfService
  ) {
    self.texts = texts
    signIn = SignInScreen(State(), texts: texts, connect: connect)
    signIn.abandon = { [weak self] in self?.flow = nil }
    signIn.screen.attach(self)
  }

  // MARK: The server

  /// The text in the address field. A change starts the sign-in over.
  public var address: String {
    get { signIn.address }
    set { signIn.address = newValue }
  }

  /// Looks for the server at the typed address, without any credential; tries https first.
  public func findServer() { findServer(allowsPlainHTTP: false) }

  /// Looks for the server again, also with plain http. Call this after the user agreed to a connection that others can read.
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

  /// Signs in with a password, which is used once and not stored.
  public func signIn(username: String, password: String) {
    guard let shelf, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let login = try await shelf.account.signIn(username: username, password: password)
      self?.finish(login, on: shelf)
    }
  }

  /// Begins a sign-in through the server's provider: show ``State/providerPage`` in a browser.
  /// - Parameter redirect: the app's own address, which the server's administrator has to allow.
  public func startOpenID(redirect: URL) {
    guard let shelf, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let flow = try await shelf.openID.start(redirect: redirect)
      guard let self, !Task.isCancelled else { return }
      self.flow = flow
      signIn.screen.state = with(state) { ($0.step, $0.providerPage) = (.provider, flow.page) }
    }
  }

  /// Finishes a sign-in through the provider, with the address that the browser came back to.
  public func finishOpenID(callback: URL) {
    guard let shelf, let flow, state.step == .provider else { return }
    self.flow = nil
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let login = try await shelf.openID.finish(flow, callback: callback)
      self?.finish(login, on: shelf)
    }
  }

  /// Cancels the running step, when the user closes the provider's page or chooses another way.
  public func cancel() { signIn.cancel() }

  private func finish(_ login: Login, on service: ShelfService) {
    // The user may have typed another server address during the sign-in: drop the answer.
    guard service.client.session === shelf?.client.session else { return }
    signIn.screen.state = with(state) { ($0.step, $0.username) = (.signedIn, login.user.username) }
  }
}

extension ShelfService: SignInService {}
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
    case (_, ClientError.Detail.wrongCredentials): self = .wrongCredentials
    case (.forbidden, "openIDRefused"): self = .refusedByProvider
    default: return nil
    }
  }
}
