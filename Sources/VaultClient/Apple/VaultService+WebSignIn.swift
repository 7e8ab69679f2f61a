#if canImport(AuthenticationServices)
  public import MediaCore

  extension VaultService {
    /// Signs in over Auth0 in the system's browser.
    ///
    /// ```swift
    /// let user = try await vault.signIn(in: WebSignIn())
    /// ```
    ///
    /// The sign-in page of a ViewVault server ends at a web address of that server. Since iOS 17.4 and the matching versions of other
    /// systems, the system's browser hands this address over, but only to an app that is associated with the host (`webcredentials:` in its
    /// entitlements). Every other app shows the page of ``VaultSignInViewModel`` in a `WebSignInPage`.
    /// - Throws: `unsupported` if the browser cannot hand the address over, `cancelled` if the user closed the browser, and the errors of
    ///   ``SignInFlow/signIn(_:exchange:present:)``.
    @MainActor
    public func signIn(_ way: SignInWay = .login, in browser: WebSignIn) async throws(ClientError) -> User {
      try await roles.account.signInFlow().signIn(way) { page in
        guard let redirect = WebSignInRedirect(page: page) else {
          throw ClientError(.wrongServer, operation: .vaultAccountSignInPage, detail: "redirectURI")
        }
        return try await browser.open(page, until: redirect)
      }
    }
  }
#endif
