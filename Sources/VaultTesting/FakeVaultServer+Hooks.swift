public import Foundation
import MediaTesting

/// The server's state, read by tests past its routes.
extension FakeVaultServer {
  /// Whether a film is watched; nil if `user` has no such film.
  public func isWatched(movie id: Int, of user: String) -> Bool? {
    read { db in db.movies.first { $0.id == id && $0.userID == db.user(named: user)?.id }?.watched }
  }

  /// Whether an episode is watched; nil if `user` has no such episode.
  public func isWatched(episode id: Int, of user: String) -> Bool? {
    let series = seriesIDs(of: user)
    return read { db in db.episodes.first { $0.id == id && series.contains($0.seriesID) }?.watched }
  }

  /// Whether each episode of a series is watched. The keys are the codes of the episodes, such as `S01E02`. Empty if `user` has no such
  /// series.
  public func watchedEpisodes(ofSeries id: Int, of user: String) -> [String: Bool] {
    guard seriesIDs(of: user).contains(id) else { return [:] }
    return read { Dictionary($0.episodes(of: id).map { ($0.code, $0.watched) }, uniquingKeysWith: { $1 }) }
  }

  /// Returns the ids of the films that belong to `user`.
  public func movieIDs(of user: String) -> [Int] {
    read { db in db.movies.filter { $0.userID == db.user(named: user)?.id }.map(\.id) }
  }

  /// Returns the ids of the series that belong to `user`.
  public func seriesIDs(of user: String) -> [Int] {
    read { db in db.series.filter { $0.userID == db.user(named: user)?.id }.map(\.id) }
  }

  /// Returns the id of the user's list with the given name; nil if the user has no such list. Deleted lists are ignored.
  public func listID(named name: String, of user: String) -> Int? {
    read { db in db.lists.first { $0.isActive && $0.userID == db.user(named: user)?.id && $0.name == name }?.id }
  }

  /// Returns the rows of a list in the order in which they were added. The result includes hidden rows, such as the rows for the episodes
  /// of a copied series.
  public func contents(ofList id: Int) -> [VaultWorld.Item] {
    read { db in db.items.filter { $0.listID == id } }.map { row in
      VaultWorld.Item(type: row.type, id: row.itemID, notes: row.notes, watched: row.watched, watchedBy: row.watchedBy)
    }
  }

  private func read<Value>(_ body: (VaultTables) -> Value) -> Value { state.withLock { body($0.db) } }
}

/// Changes that tests make to the server without the client.
extension FakeVaultServer {
  /// The Auth0 client to which a code is issued. A server can have one client for its web page and another client for apps.
  public enum AuthorizationClient: Sendable, Hashable {
    /// The only client of a server that uses one client for its web page and for apps. Both callback routes of the server accept the code.
    case any
    /// The client of the web page. The callback route for apps refuses the code, as on a server with two Auth0 clients.
    case web
    /// The client for apps.
    case mobile
  }

  /// Returns a bearer token, as the server issues it after a sign-in with a password. If `user` does not exist, the token has a valid
  /// signature, but the server refuses it.
  ///
  /// - Parameter lifetime: the time after which the token expires, by the server's clock.
  public func token(for user: String, lifetime: Duration = .seconds(365 * 86_400)) -> String {
    let now = VaultStamp(clock.now())
    return state.withLock { state in
      state.now = now
      return VaultAccounts.passwordToken(user, lifetime: lifetime.components.seconds, state)
    }
  }

  /// Returns the code that Auth0 issues to the app when `user` signs in at Auth0's page. The server's callback routes accept the code once.
  ///
  /// The code is also valid if ``Settings/simulatedUpstreams`` is false. If `user` does not exist, the callback route creates an account. If
  /// the account has only a password, this method links it with Auth0, without renaming it: the callback routes find accounts by their
  /// Auth0 id alone.
  public func authorizationCode(for user: String, client: AuthorizationClient = .any) -> String {
    let code = random.uuid()
    state.withLock { state in
      let known = state.db.user(named: user)
      let profile = VaultGrant.Profile(
        subject: known?.auth0ID ?? "auth0|\(user)", email: known?.email ?? "\(user)@example.test",
        name: known?.fullName ?? user, picture: "https://image.example.test/\(user).png")
      if let known { state.db.users.change(known.id) { $0.auth0ID = profile.subject } }
      state.codes[code] = VaultGrant(profile: profile, client: client)
    }
    return code
  }

  /// Simulates the browser: returns the address to which Auth0's page redirects after `user` has signed in at that page.
  ///
  /// ```swift
  /// let test = TestVault()
  /// let user = try await test.vault.account.signInFlow().signIn { page in try test.server.signIn(at: page, as: "alice") }
  /// ```
  /// - Throws: `URLError` if the address of the page contains no redirect address.
  public func signIn(at page: URL, as user: String, client: AuthorizationClient = .any) throws -> URL {
    guard let callback = SignInPage.callback(of: page, code: authorizationCode(for: user, client: client)) else {
      throw URLError(.badURL)
    }
    return callback
  }

  /// Invalidates every token that the server has issued so far, as a change of the server's secret does.
  public func revokeAllTokens() {
    let secret = random.uuid()
    state.withLock { $0.tokenSecret = secret }
  }

  /// Makes TMDB, OMDb and TVMaze unreachable for the server, or reachable again. While these catalogues are unreachable, searches fail, and
  /// the server answers an import of an existing title as if the title did not exist.
  public func setCatalogue(isReachable: Bool) { state.withLock { $0.lacksCatalogue = !isReachable } }

  /// Closes an account, or opens a closed account again. The server refuses the tokens of a closed account.
  public func setActive(_ isActive: Bool, for user: String) {
    state.withLock { state in
      if let row = state.db.user(named: user) { state.db.users.change(row.id) { $0.isActive = isActive } }
    }
  }

  /// Marks a film as watched or unwatched, as if another device of the film's owner had done it.
  public func setWatched(_ watched: Bool, movie id: Int) {
    state.withLock { $0.db.movies.change(id) { $0.watched = watched } }
  }

  /// Marks an episode as watched or unwatched, as if another device of the series' owner had done it.
  public func setWatched(_ watched: Bool, episode id: Int) {
    state.withLock { $0.db.episodes.change(id) { $0.watched = watched } }
  }
}
