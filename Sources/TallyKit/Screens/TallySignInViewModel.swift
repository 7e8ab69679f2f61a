public import Foundation
public import MediaCore

/// The sign-in screen: the server's address as users type it, then an e-mail address with its password, or a new account.
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
  /// The page of the sign-in that is shown.
  public enum Step: Sendable, Hashable {
    /// The steps in order.
    case address, searching, chooseWay, signingIn, signedIn
  }

  /// Why a step failed, by what the user can do about it.
  public enum Problem: Sendable, Hashable {
    /// The text is not an address.
    case address(ServerAddress.Problem)
    /// A sign-in page of a proxy or a network answered in the server's place: sign in there first, or set its headers.
    case proxyLogin
    /// The server at the address is not a Tally server.
    case wrongServer
    /// The server only answers plain http, and its host is not private: ask the user, then call ``TallySignInViewModel/allowPlainHTTP()``.
    case needsPlainHTTP
    /// The user has not let the app use the local network: ask for it to be allowed in the settings of the device.
    case localNetworkDenied
    /// The e-mail address or the password is wrong.
    case wrongCredentials
    /// The server rejected these fields of the form: `email`, `password`.
    case wrongFields([String])
    /// The e-mail address has an account already: sign in.
    case accountExists
    /// The account waits for its e-mail address to be confirmed.
    case confirmationPending
    /// Another problem: see ``State/error``.
    case other
  }

  /// The screen's state.
  public struct State: ScreenState {
    /// The page that is shown.
    public var step = Step.address
    /// The address as the user typed it.
    public var address = ""
    /// The base address that was found.
    public var server: URL?
    /// The account that signed in.
    public var email: String?
    /// The reason why the last step failed.
    public var problem: Problem?
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  /// The service of the server that was found, for the app to use after the sign-in; nil before.
  public private(set) var tally: TallyService?

  private let connect: @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> TallyService
  private let screen: StoreScreen<State>

  /// - Parameter connect: makes the service for an address, with the app's own transport, environment and headers.
  public init(
    texts: Texts = .english, connect: @escaping @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> TallyService
  ) {
    self.connect = connect
    screen = StoreScreen(State(), accounts: nil, texts: texts) { ErrorText.signIn($0, texts) }
    screen.attach(self)
  }

  // MARK: The server

  /// The text in the address field. A changed text restarts the sign-in.
  public var address: String {
    get { state.address }
    set {
      guard newValue != state.address else { return }
      screen.activities.cancelAll()
      tally = nil
      screen.state = with(State()) { $0.address = newValue }
    }
  }

  /// Looks for the server, https first, without sending credentials.
  public func findServer() { findServer(allowsPlainHTTP: false) }

  /// Looks for the server again, also over plain http. Call it after the user agreed to a connection that others can read.
  public func allowPlainHTTP() { findServer(allowsPlainHTTP: true) }

  private func findServer(allowsPlainHTTP: Bool) {
    begin(.searching)
    screen.activities.start("signIn") { [weak self] in
      guard let self else { return }
      do throws(ClientError) {
        let service = connect(try ServerAddress(state.address), allowsPlainHTTP)
        let base = try await service.client.locator.base()
        guard !Task.isCancelled else { return }
        tally = service
        screen.state = with(screen.state) { ($0.step, $0.server) = (.chooseWay, base) }
      } catch { fail(error, backTo: .address) }
    }
  }

  // MARK: Signing in

  /// Signs in with a password, which is used once and not stored.
  public func signIn(email: String, password: String) {
    work { account throws(ClientError) in try await account.signIn(email: email, password: password) }
  }

  /// Creates an account, and signs in with it.
  public func register(email: String, password: String) {
    work { account throws(ClientError) in try await account.register(email: email, password: password) }
  }

  private func work(_ body: @escaping @Sendable (any AccountAPI) async throws(ClientError) -> SignedInUser) {
    guard let tally, state.step == .chooseWay else { return }
    begin(.signingIn)
    screen.activities.start("signIn") { [weak self] in
      do throws(ClientError) {
        let user = try await body(tally.account)
        guard let self, !Task.isCancelled else { return }
        screen.state = with(screen.state) { ($0.step, $0.email) = (.signedIn, user.email) }
      } catch { self?.fail(error, backTo: .chooseWay) }
    }
  }

  /// Cancels the running search or sign-in.
  public func cancel() {
    screen.activities.cancel("signIn")
    if state.step != .signedIn { screen.state.step = tally == nil ? .address : .chooseWay }
  }

  private func begin(_ step: Step) {
    screen.state = with(screen.state) { ($0.step, $0.problem, $0.error) = (step, nil, nil) }
  }

  private func fail(_ error: ClientError, backTo step: Step) {
    guard !error.isCancellation, !Task.isCancelled else { return }
    screen.state = with(screen.state) { ($0.step, $0.error, $0.problem) = (step, error, Problem(error)) }
  }
}

extension TallySignInViewModel.Problem {
  private init(server problem: ServerProblem) {
    switch problem {
    case .address(let problem): self = .address(problem)
    case .proxyLogin: self = .proxyLogin
    case .wrongServer: self = .wrongServer
    case .needsPlainHTTP: self = .needsPlainHTTP
    case .localNetworkDenied: self = .localNetworkDenied
    }
  }

  fileprivate init(_ error: ClientError) {
    if let fields = error.wrongFields, !fields.isEmpty {
      self = .wrongFields(fields)
      return
    }
    switch (error.kind, error.detail) {
    case (_, AccountDetail.badCredentials): self = .wrongCredentials
    case (_, AccountDetail.confirmationPending): self = .confirmationPending
    case (.conflict, _): self = .accountExists
    default: self = ServerProblem(error).map(Self.init(server:)) ?? .other
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
