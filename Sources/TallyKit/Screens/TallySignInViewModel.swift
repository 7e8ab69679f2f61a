public import Foundation
public import MediaCore

/// The sign-in screen. The user first types the server's address, and then signs in with an e-mail address and a password, or creates an
/// account.
///
/// ```swift
/// let signIn = TallySignInViewModel { address, allowsPlainHTTP in
///   var options = ClientOptions()
///   options.allowsPlainHTTP = allowsPlainHTTP
///   return TallyService(server: address, options: options)
/// }
/// signIn.address = "nas.local:4000"
/// signIn.findServer()                              // then state.step is .chooseWay
/// signIn.signIn(email: "ada@example.org", password: "…")   // then state.step is .signedIn, and signIn.tally is the service
/// ```
@MainActor
public final class TallySignInViewModel: ViewModel {
  /// A step of the sign-in, which determines the page to show.
  public enum Step: Sendable, Hashable {
    /// The steps of the sign-in, in the order in which the user goes through them.
    case address, searching, chooseWay, signingIn, signedIn
  }

  /// The reason why a step of the sign-in failed. The cases differ in what the user can do to solve the problem.
  public enum Problem: Sendable, Hashable {
    /// The text in the address field is not an address.
    case address(ServerAddress.Problem)
    /// The sign-in page of a proxy or a network responded instead of the server. The user must first sign in there, or the app must set the
    /// headers that the proxy expects.
    case proxyLogin
    /// The server at the address is not a Tally server.
    case wrongServer
    /// The server only supports plain HTTP, and its host is not in a private network. Ask the user for permission, then call
    /// ``TallySignInViewModel/allowPlainHTTP()``.
    case needsPlainHTTP
    /// The user has not allowed the app to use the local network. Ask the user to allow this in the settings of the device.
    case localNetworkDenied
    /// The e-mail address or the password is wrong.
    case wrongCredentials
    /// The server rejected fields of the form. The value is the names of these fields: `email`, `password`.
    case wrongFields([String])
    /// An account with this e-mail address already exists, so the user should sign in.
    case accountExists
    /// The account exists, but its e-mail address is not confirmed yet.
    case confirmationPending
    /// A problem that no other case describes; ``State/error`` has the error.
    case other
  }

  /// The state of the sign-in screen.
  public struct State: ScreenState {
    /// The current step, which determines the page to show.
    public var step = Step.address
    /// The server's address as the user typed it.
    public var address = ""
    /// The base address of the server that was found; nil before a server was found. For the next launch, keep
    /// `client.address` of the service instead.
    public var server: URL?
    /// The e-mail address of the account that signed in; nil before the sign-in.
    public var email: String?
    /// The reason why the last step failed; nil if no step has failed.
    public var problem: Problem?
    /// The servers on the local network that ``TallySignInViewModel/lookAround(_:foundBy:)`` has found so far, at most 50.
    public var found: [FoundServer] = []
    /// Whether the search for servers on the local network is running.
    public var isLookingAround = false
    public var isRefreshing = false
    public var error: ClientError?
    /// A sentence for the user about ``problem``; nil if there is no problem.
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { signIn.screen.publisher }
  /// The service of the server that was found, for the app to use after the sign-in; nil before a server was found.
  public var tally: TallyService? { signIn.service }

  private let signIn: SignInScreen<State, TallyService>

  /// Creates the model of the sign-in screen.
  /// - Parameter connect: creates the service for an address, with the app's own transport, environment and headers.
  public init(
    texts: Texts = .english, connect: @escaping @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> TallyService
  ) {
    signIn = SignInScreen(State(), texts: texts, describe: { ErrorText.signIn($0, texts) }, connect: connect)
    signIn.screen.attach(self)
  }

  // MARK: The server

  /// The text in the address field. Setting another text restarts the sign-in.
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

  /// Searches for the server at ``address``, over HTTPS first. Sends no credentials.
  public func findServer() { signIn.findServer(allowsPlainHTTP: false) { _ in { _ in } } }

  /// Searches for the server again, also over plain HTTP. Call this method only after the user has agreed to a connection that is not
  /// encrypted.
  public func allowPlainHTTP() { signIn.findServer(allowsPlainHTTP: true) { _ in { _ in } } }

  // MARK: Signing in

  /// Signs in with a password, which is used once and not stored.
  public func signIn(email: String, password: String) {
    run { account throws(ClientError) in try await account.signIn(email: email, password: password) }
  }

  /// Creates an account, and signs in with it.
  public func register(email: String, password: String) {
    run { account throws(ClientError) in try await account.register(email: email, password: password) }
  }

  private func run(_ body: @escaping @Sendable (any AccountAPI) async throws(ClientError) -> SignedInUser) {
    guard let tally, state.step == .chooseWay else { return }
    signIn.run(.signingIn, backTo: .chooseWay) { [weak self] () async throws(ClientError) in
      let user = try await body(tally.account)
      guard let screen = self?.signIn.screen, !Task.isCancelled else { return }
      screen.state = with(screen.state) { ($0.step, $0.email) = (.signedIn, user.email) }
    }
  }

  /// Cancels the search for the server or the sign-in that is in progress.
  public func cancel() { signIn.cancel() }
}

extension TallySignInViewModel.State: SignInState {}
extension TallySignInViewModel.Step: SignInStep {}

extension TallySignInViewModel.Problem: SignInScreenProblem {
  package init?(own error: ClientError) {
    if let fields = error.wrongFields, !fields.isEmpty {
      self = .wrongFields(fields)
      return
    }
    switch (error.kind, error.detail) {
    case (_, AccountDetail.badCredentials): self = .wrongCredentials
    case (_, AccountDetail.confirmationPending): self = .confirmationPending
    case (.conflict, _): self = .accountExists
    default: return nil
    }
  }
}

extension ClientError {
  /// The form's fields that the server rejected; nil for other errors.
  var wrongFields: [String]? {
    guard let detail, detail.hasPrefix("VALIDATION_ERROR: ") else { return nil }
    return detail.dropFirst(18).split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
