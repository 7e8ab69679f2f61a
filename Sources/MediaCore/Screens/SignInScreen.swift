package import Foundation

/// A step of a sign-in screen: the pages that the sign-in screens of all services have.
package protocol SignInStep: Equatable, Sendable {
  static var address: Self { get }
  static var searching: Self { get }
  static var chooseWay: Self { get }
  static var signedIn: Self { get }
}

/// The members that the states of all services' sign-in screens have.
package protocol SignInState: ScreenState {
  associatedtype Page: SignInStep
  associatedtype Trouble: SignInScreenProblem

  var step: Page { get set }
  var address: String { get set }
  var server: URL? { get set }
  var problem: Trouble? { get set }
  var found: [FoundServer] { get set }
  var isLookingAround: Bool { get set }
  /// Removes a provider's page that is shown; does nothing for a service without providers.
  mutating func closeProviderPage()
}

extension SignInState {
  package mutating func closeProviderPage() {}
}

/// The logic that the sign-in screens of all services share: the address, the search for the server, and the end of a failed step.
@MainActor
package final class SignInScreen<State: SignInState, Service: MediaService> {
  package let screen: StoreScreen<State>
  /// The service of the server that was found; nil before.
  package private(set) var service: Service?
  /// Drops a sign-in that was begun on a provider's page. Called when the user changes the address or cancels.
  package var abandon: @MainActor () -> Void = {}

  private let initial: State
  private let connect: @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> Service

  package init(
    _ state: State, texts: Texts, describe: (@MainActor (ClientError) -> String)? = nil,
    connect: @escaping @MainActor (ServerAddress, _ allowsPlainHTTP: Bool) -> Service
  ) {
    screen = StoreScreen(state, accounts: nil, texts: texts, describe: describe)
    (initial, self.connect) = (state, connect)
  }

  package var address: String {
    get { screen.state.address }
    set {
      guard newValue != address else { return }
      // The search of the local network goes on: what the user types does not concern it.
      screen.activities.cancel("signIn")
      abandon()
      service = nil
      screen.state = with(initial) {
        ($0.address, $0.found, $0.isLookingAround) = (newValue, screen.state.found, screen.state.isLookingAround)
      }
    }
  }

  /// Looks for servers on the local network, and adds each one to `found`.
  package func lookAround(_ finder: ServerFinder, _ discovery: some ServerDiscovery) {
    screen.state = with(screen.state) { ($0.found, $0.isLookingAround) = ([], true) }
    screen.activities.start(Self.looking) { [weak self] in
      for await server in finder.servers(foundBy: discovery) {
        guard let self, !Task.isCancelled else { return }
        if screen.state.found.count < Self.mostFound { screen.state.found.append(server) }
      }
      if !Task.isCancelled { self?.screen.state.isLookingAround = false }
    }
  }

  /// Ends the search of the local network; the found servers stay.
  package func stopLookingAround() {
    screen.activities.cancel(Self.looking)
    screen.state.isLookingAround = false
  }

  private static var looking: String { "looking" }
  /// The number of found servers that the screen shows: more of them come from a hostile network.
  private static var mostFound: Int { 50 }

  /// Looks for the server at the address that the user typed.
  /// - Parameters:
  ///   - empty: the address to use for an empty text; nil to refuse an empty text.
  ///   - look: reads the server's description that the screen shows. The closure that it returns puts the description into the state, whose
  ///     step is `chooseWay`.
  package func findServer(
    allowsPlainHTTP: Bool, empty: ServerAddress? = nil,
    look: @escaping @MainActor (Service) async throws(ClientError) -> (inout State) -> Void
  ) {
    run(.searching, backTo: .address) { [weak self] () async throws(ClientError) in
      guard let self else { return }
      let text = screen.state.address.trimmingCharacters(in: .whitespacesAndNewlines)
      let address = if text.isEmpty, let empty { empty } else { try ServerAddress(text) }
      let service = connect(address, allowsPlainHTTP)
      // Search, even if the address has worked before: the server may have moved to another path of its host since.
      let base = try await service.client.locator.locate()
      let show = try await look(service)
      guard !Task.isCancelled else { return }
      self.service = service
      screen.state = with(screen.state) {
        ($0.step, $0.server) = (.chooseWay, base)
        show(&$0)
      }
    }
  }

  /// Runs `body` while `step` is shown. If `body` fails, returns to an earlier step and sets the problem.
  package func run(
    _ step: State.Page, backTo earlier: State.Page,
    _ body: @escaping @MainActor () async throws(ClientError) -> Void
  ) {
    screen.state = with(screen.state) {
      ($0.step, $0.problem, $0.error, $0.notice) = (step, nil, nil, nil)
      $0.closeProviderPage()
    }
    screen.activities.start("signIn") { [weak self] in
      do throws(ClientError) { try await body() } catch { self?.fail(error, backTo: earlier) }
    }
  }

  private func fail(_ error: ClientError, backTo step: State.Page) {
    guard !error.isCancellation, !Task.isCancelled else { return }
    screen.state = with(screen.state) { ($0.step, $0.error, $0.problem) = (step, error, .init(error)) }
    screen.notice(error)
  }

  /// Cancels the running step, for a user who closes the provider's page or wants another way to sign in.
  package func cancel() {
    screen.activities.cancel("signIn")
    abandon()
    screen.state = with(screen.state) {
      $0.closeProviderPage()
      if $0.step != .signedIn { $0.step = service == nil ? .address : .chooseWay }
    }
  }
}
