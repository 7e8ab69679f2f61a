public import Foundation
public import MediaCore

/// Signs in through an identity provider (OpenID), in a browser that the app shows. Works with servers whose ``ServerStatus/authMethods``
/// contain `openid`.
///
/// ```swift
/// let flow = try await shelf.openID.start(redirect: redirect)       // audiobookshelf://oauth, or one that the admin allows
/// let callback = await openInBrowser(flow.page)                     // an ASWebAuthenticationSession, for example
/// try await shelf.openID.finish(flow, callback: callback)
/// ```
public protocol OpenIDAPI: Sendable {
  /// Begins a sign-in, with PKCE (`GET /auth/openid`). Stores nothing.
  /// - Parameter redirect: the app's own address, to which the browser returns. The server's administrator has to allow this address.
  /// - Throws: `invalidRequest` with the server's message for an address that is not allowed, `unsupported` with the detail `openIDOff` if
  ///   the server has no identity provider, `rateLimited`.
  func start(redirect: URL) async throws(ClientError) -> OpenIDFlow
  /// Finishes the sign-in (`GET /auth/openid/callback`). The tokens are stored before this method returns.
  /// - Parameter callback: the address to which the provider's page sent the browser.
  /// - Throws: `invalidRequest` with the detail `openIDCallback` for an address that does not belong to `flow`; `forbidden` if the provider
  ///   or the server refused the sign-in, with the message of the refusal.
  @discardableResult
  func finish(_ flow: OpenIDFlow, callback: URL) async throws(ClientError) -> Login
}

/// A sign-in through an identity provider that has begun and is not finished.
public struct OpenIDFlow: Sendable, Hashable {
  /// The provider's page, to be shown in a browser.
  public let page: URL
  /// The address of the app to which the provider's page sends the browser back.
  public let redirect: URL
  let state: String
  let verifier: Secret
  /// The cookies by which the server recognises this sign-in, sent with the last step only.
  let cookies: Secret
}

struct LiveOpenIDAPI: OpenIDAPI {
  let client: ServiceClient
  let progress: ProgressCache

  func start(redirect: URL) async throws(ClientError) -> OpenIDFlow {
    let random = client.environment.random
    let state = random.signInState()
    // PKCE allows 43 to 128 characters; two UUIDs have 72.
    let verifier = random.uuid() + random.uuid()
    let answer = try await begin([
      "response_type": "code", "client_id": "ShelfClient", "redirect_uri": redirect.absoluteString,
      "code_challenge": Self.challenge(for: verifier), "code_challenge_method": "S256", "state": state,
    ])
    let page = answer.fields["Location"].flatMap { URL(string: $0) }
    guard (300..<400).contains(answer.status), let page,
      ["https", "http"].contains(page.scheme?.lowercased()),
      // Refuse a redirect without our `state`: it comes from a proxy's own sign-in page.
      Self.query(of: page)["state"] == state
    else { throw ClientError(.wrongServer, operation: .shelfOpenIDStart, status: answer.status) }
    let cookies = answer.fields.values("Set-Cookie").compactMap { $0.split(separator: ";").first.map(String.init) }
    return OpenIDFlow(
      page: page, redirect: redirect, state: state, verifier: Secret(verifier),
      cookies: Secret(cookies.joined(separator: "; ")))
  }

  private func begin(_ query: QueryParameters) async throws(ClientError) -> HTTPResponse {
    do throws(ClientError) {
      return try await client.send(
        Endpoint(.shelfOpenIDStart, path: ["auth", "openid"], query: query, traits: Self.traits) { response, _ in
          response
        })
    } catch {
      guard await client.isOff(.openid, after: error) else { throw error }
      throw ClientError(.unsupported, operation: error.operation, status: 500, detail: "openIDOff")
    }
  }

  func finish(_ flow: OpenIDFlow, callback: URL) async throws(ClientError) -> Login {
    let query = Self.query(of: callback)
    let address = CallbackParts(callback.absoluteString)?.address
    guard let address, address == CallbackParts(flow.redirect.absoluteString)?.address, query["state"] == flow.state
    else { throw ClientError(.invalidRequest, operation: .shelfOpenIDFinish, detail: "openIDCallback") }
    guard let code = query["code"], !code.isEmpty else {
      throw ClientError(.forbidden, operation: .shelfOpenIDFinish, detail: "openIDRefused")
    }
    let generation = await client.session.currentGeneration()
    let asked = try? await progress.readMark()
    let login = try await client.send(AccountEndpoints.openIDCallback(flow, code: code, traits: Self.traits))
    guard let credentials = Credentials(login) else {
      throw ClientError(.undecodable, operation: .shelfOpenIDFinish, detail: "user.accessToken: missing")
    }
    try await client.adopt(login, credentials, generation: generation, progress, askedAt: asked)
    return login
  }

  /// The server answers both steps with a redirect: to the provider, and after a failure to its own sign-in page.
  private static var traits: EndpointTraits {
    with(AccountEndpoints.signingIn) { $0.readsRedirects = true }
  }

  private static func challenge(for verifier: String) -> String {
    Data(SHA256.digest(Array(verifier.utf8))).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }

  /// The query's items by name. A name that occurs twice is left out: the provider and this client could read different values.
  static func query(of url: URL) -> [String: String] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return Dictionary(grouping: items, by: \.name).compactMapValues { $0.count == 1 ? $0[0].value ?? "" : nil }
  }
}
