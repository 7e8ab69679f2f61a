#if canImport(AuthenticationServices)
  public import Foundation
  public import MediaCore

  extension ShelfService {
    /// Signs in through the server's identity provider in the system's browser.
    ///
    /// ```swift
    /// let redirect = URL(string: "audiobookshelf://oauth")!      // allowed by every server from the start
    /// let login = try await shelf.signIn(redirect: redirect, in: WebSignIn())
    /// ```
    /// - Parameter redirect: the app's own URL, to which the browser returns at the end of the sign-in. The server's administrator has to
    ///   allow this URL.
    /// - Throws: `cancelled` if the user closed the browser, `invalidRequest` with the detail `redirect` if no browser can pass `redirect`
    ///   to an app, and the errors of ``OpenIDAPI``.
    @MainActor @discardableResult
    public func signIn(redirect: URL, in browser: WebSignIn) async throws(ClientError) -> Login {
      guard let end = WebSignInRedirect(redirect) else {
        throw ClientError(.invalidRequest, operation: .shelfOpenIDStart, detail: "redirect")
      }
      let flow = try await roles.openID.start(redirect: redirect)
      guard let callback = try await browser.open(flow.page, until: end) else {
        throw .cancelled(.shelfOpenIDStart)
      }
      return try await roles.openID.finish(flow, callback: callback)
    }
  }
#endif
