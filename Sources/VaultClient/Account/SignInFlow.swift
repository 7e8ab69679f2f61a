public import Foundation
public import MediaCore

/// One sign-in over Auth0: shows the sign-in page, checks the callback and returns the signed-in user.
///
/// ```swift
/// let flow = vault.account.signInFlow()
/// let user = try await flow.signIn { page in
///   // Show `page`; return the first address for which `flow.isCallback(_:)` is true, or nil when the user closes it.
///   await webSheet.open(page, until: flow.isCallback)
/// }
/// ```
///
/// The flow sends a random `state`. It accepts a callback only once, only while the sign-in is in progress, only at the exact address to
/// which Auth0 redirects, and only with that `state`. An attacker therefore cannot inject a code of their own account. The server does not
/// support PKCE.
public final class SignInFlow: Sendable {
  /// The route by which a sign-in exchanges its code for a token.
  public enum Exchange: Sendable, Hashable {
    /// Uses the mobile route first. If the server refuses the code because Auth0 issued the code to the server's other client, the flow
    /// shows the page again and uses the web route.
    case automatic
    /// Uses the server's route for apps only.
    case mobile
    /// Uses the server's route for browsers only.
    case web
  }

  /// The time after which an unfinished sign-in expires: ten minutes.
  public static let lifetime = Duration.seconds(600)

  private struct Pending {
    let state: String
    let callback: CallbackAddress
    let redirectURI: String
    let begunAt: Duration
    let exchange: Exchange
    let tenant: Auth0Settings
  }

  private struct State {
    var pending: Pending?
    /// States that were used already.
    var spent: [String] = []
  }

  typealias Redeem = @Sendable (_ code: String, _ redirectURI: String?, Auth0Settings) async throws(ClientError) -> User

  private let page: @Sendable (SignInWay) async throws(ClientError) -> AuthorizePage
  private let redeem: Redeem
  private let configured: Auth0Settings?
  private let environment: ClientEnvironment
  private let state = Locked(State())

  init(
    page: @escaping @Sendable (SignInWay) async throws(ClientError) -> AuthorizePage, redeem: @escaping Redeem,
    configured: Auth0Settings?, environment: ClientEnvironment
  ) {
    self.page = page
    self.redeem = redeem
    self.configured = configured
    self.environment = environment
  }

  // MARK: In one call

  /// Signs in: shows the page, checks the callback, and exchanges the callback's code for a token.
  /// - Parameter present: shows a page and returns the first address for which ``isCallback(_:)`` is true, or nil if the user closed the
  ///   page.
  /// - Throws: `cancelled` if the user closed the page; `forbidden` with `ClientError.signInRefusal` if Auth0 refuses; `invalidRequest`
  ///   with a ``SignInProblem`` if the callback cannot be trusted.
  public func signIn(
    _ way: SignInWay = .login, exchange: Exchange = .automatic,
    present: @escaping @Sendable (URL) async throws -> URL?
  ) async throws(ClientError) -> User {
    do throws(ClientError) {
      return try await attempt(way, exchange: exchange, present: present)
    } catch {
      guard exchange == .automatic, error.isRefusedCode else { throw error }
      return try await attempt(way, exchange: .web, present: present)
    }
  }

  private func attempt(
    _ way: SignInWay, exchange: Exchange, present: @Sendable (URL) async throws -> URL?
  ) async throws(ClientError) -> User {
    let page = try await begin(way, exchange: exchange)
    let callback: URL?
    do { callback = try await present(page) } catch {
      abandon()
      if let error = error as? ClientError { throw error }
      if error is CancellationError { throw .cancelled(.vaultAccountSignIn) }
      throw ClientError(.unsupported, operation: .vaultAccountSignIn, detail: "presentation")
    }
    guard let callback, !Task.isCancelled else {
      abandon()
      throw .cancelled(.vaultAccountSignIn)
    }
    return try await finish(callback)
  }

  // MARK: In two steps

  /// Begins a sign-in and returns the page to show. If this flow began another sign-in before, that sign-in is abandoned.
  public func begin(_ way: SignInWay = .login, exchange: Exchange = .automatic) async throws(ClientError) -> URL {
    var page = try await self.page(way)
    if let configured {
      guard page.host == configured.domain.lowercased() else {
        throw ClientError(.wrongServer, operation: .vaultAccountSignInPage, detail: "auth0Domain")
      }
      if exchange != .web, let client = configured.clientID { page["client_id"] = client }
      if let audience = configured.audience { page["audience"] = audience }
    }
    guard let redirectURI = page["redirect_uri"], let callback = page.callback else {
      throw ClientError(.wrongServer, operation: .vaultAccountSignInPage, detail: "redirectURI")
    }
    let secret = environment.random.signInState()
    page["state"] = secret
    let pending = Pending(
      state: secret, callback: callback, redirectURI: redirectURI, begunAt: environment.clock.uptime(),
      exchange: exchange,
      tenant: Auth0Settings(domain: page.host, clientID: page["client_id"], audience: configured?.audience))
    let url = try page.url()
    state.withLock { $0.pending = pending }
    return url
  }

  /// Whether `url` is the callback address to which Auth0 redirects at the end. Scheme, host, port and path must match; differences in
  /// spelling that browsers introduce are ignored. The suffix `#_=_`, which some providers add, is accepted. Call this method in the web
  /// view's navigation delegate for each address that is about to open.
  public func isCallback(_ url: URL) -> Bool { isCallback(url.absoluteString) }

  func isCallback(_ text: String) -> Bool {
    guard let expected = state.withLock({ $0.pending?.callback }), let parts = CallbackParts(text) else { return false }
    return Self.isCallback(parts, expected)
  }

  /// Decides both when the web view closes and which callback is accepted, so that the two never differ.
  private static func isCallback(_ parts: CallbackParts, _ expected: CallbackAddress) -> Bool {
    parts.address == expected && !parts.hasFragment
  }

  /// Finishes the sign-in that ``begin(_:exchange:)`` began.
  /// - Parameter callback: the address at which the web view ended, for which ``isCallback(_:)`` is true.
  public func finish(_ callback: URL) async throws(ClientError) -> User { try await finish(callback.absoluteString) }

  func finish(_ text: String) async throws(ClientError) -> User {
    let (pending, callback) = try accept(text)
    switch callback {
    case .refusal(let reason):
      throw ClientError(.forbidden, operation: .vaultAccountCallback, detail: "auth0.\(reason)")
    case .code(let code):
      return try await redeem(code, pending.exchange == .web ? pending.redirectURI : nil, pending.tenant)
    }
  }

  /// Abandons the sign-in. Callbacks that arrive later are not accepted.
  public func abandon() { state.withLock { $0.pending = nil } }

  /// Accepts a callback exactly once. A callback that does not belong to this sign-in leaves it waiting for its own.
  private func accept(_ text: String) throws(ClientError) -> (Pending, SignInCallback) {
    let now = environment.clock.uptime()
    do throws(SignInProblem) {
      return try state.withLock { (state) throws(SignInProblem) in try Self.accept(text, now, &state) }
    } catch { throw error.error }
  }

  private static func accept(
    _ text: String, _ now: Duration, _ state: inout State
  ) throws(SignInProblem) -> (Pending, SignInCallback) {
    guard let parts = CallbackParts(text) else { throw .notTheCallback }
    let isRepeated = state.spent.contains { (try? SignInCallback(query: parts.query, state: $0)) != nil }
    guard let pending = state.pending else { throw isRepeated ? .repeated : .unsolicited }
    guard isCallback(parts, pending.callback) else { throw .notTheCallback }
    guard now - pending.begunAt < Self.lifetime else {
      state.pending = nil
      throw .expired
    }
    do throws(SignInProblem) {
      let callback = try SignInCallback(query: parts.query, state: pending.state)
      state.pending = nil
      state.spent = state.spent.suffix(7) + [pending.state]
      return (pending, callback)
    } catch { throw isRepeated ? .repeated : error }
  }
}

extension ClientError {
  /// Whether the server could not exchange a code, which may have been issued to its other Auth0 client.
  var isRefusedCode: Bool {
    operation == .vaultAccountRedeemCode && status == 401
      && serverMessage == "Failed to exchange authorization code"
  }
}
