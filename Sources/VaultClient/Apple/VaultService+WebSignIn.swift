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
    /// systems, the system's browser passes this address to the app, but only to an app that is associated with the host (`webcredentials:`
    /// in its entitlements). In every other app, use ``VaultSignInViewModel`` and show its page in a `WebSignInPage`.
    /// - Throws: `unsupported` if the browser cannot pass the address to the app, `cancelled` if the user closed the browser, and the
    ///   errors of ``SignInFlow/signIn(_:exchange:present:)``.
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
