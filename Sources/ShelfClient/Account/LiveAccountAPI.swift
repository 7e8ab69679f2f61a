import MediaCore

struct LiveAccountAPI: AccountAPI {
  let client: ServiceClient
  let store: ProgressStore

  func signIn(username: String, password: String) async throws(ClientError) -> Login {
    let generation = await client.session.currentGeneration()
    let since = await store.lessonsSoFar()
    let login: Login
    do throws(ClientError) {
      login = try await client.send(AccountEndpoints.signIn(username: username, password: password))
    } catch {
      var error = error
      if error.status == 401 { error.detail = ClientError.Detail.wrongCredentials }
      // With passwords switched off the route fails with a web page: say what it means.
      guard error.status == 500, let status = try? await client.send(ServerEndpoints.status()),
        !status.authMethods.isEmpty, !status.authMethods.contains(.local)
      else { throw error }
      throw ClientError(.unsupported, operation: error.operation, status: 500, detail: "passwordSignInOff")
    }
    guard let credentials = Credentials(login) else {
      throw ClientError(.undecodable, operation: "shelf.account.signIn", detail: "user.accessToken: missing")
    }
    try await client.session.adopt(credentials, generation: generation)
    client.log.add(.info, "signed in")
    await store.take(login.user.mediaProgress, of: login.user.id, since: since)
    return login
  }

  func signOut(pending: PendingWork) async throws(ClientError) {
    let ended: Credentials?
    do throws(ClientError) { ended = try await store.signOut(pending) } catch {
      client.log.add(.info, "signed out")
      throw error
    }
    client.log.add(.info, "signed out")
    // The sign-in is over here whatever the server says; it forgets the token by itself in thirty days.
    if let refresh = ended?.refresh { try? await client.send(AccountEndpoints.signOut(refresh)) }
  }

  func status() async throws(ClientError) -> AccountSession.Status { try await client.session.status() }

  func observeStatus(_ changed: @escaping @Sendable (AccountSession.Status) -> Void) -> ObservationToken {
    client.session.observeStatus(changed)
  }

  func authorize() async throws(ClientError) -> Login {
    let since = await store.lessonsSoFar()
    let login = try await client.send(AccountEndpoints.authorize())
    await store.take(login.user.mediaProgress, of: login.user.id, since: since)
    return login
  }

  func me() async throws(ClientError) -> User {
    let since = await store.lessonsSoFar()
    let user = try await client.send(AccountEndpoints.me())
    await store.take(user.mediaProgress, of: user.id, since: since)
    return user
  }

  func loginSessions(page: Int, limit: Int) async throws(ClientError) -> Page<LoginSession> {
    let answer = try await client.send(AccountEndpoints.loginSessions(page: page, limit: limit))
    return Page(
      items: answer.sessions, total: answer.total, page: answer.page ?? page, limit: answer.itemsPerPage ?? limit)
  }

  func endLoginSession(_ id: String) async throws(ClientError) {
    do throws(ClientError) { try await client.send(AccountEndpoints.endLoginSession(id)) } catch {
      // Ended by an attempt whose answer was lost, or by somebody else.
      guard error.kind == .notFound, error.serverMessage != nil else { throw error }
    }
  }

  func changePassword(from old: String, to new: String) async throws(ClientError) {
    let generation = await client.session.currentGeneration()
    let change = try await client.send(AccountEndpoints.changePassword(from: old, to: new))
    var tokens = change.user
    // The server did not know this sign-in by its refresh token and has ended it with the others.
    if tokens?.access == nil, try await client.session.refreshToken() != nil,
      case .signedIn(_, let name) = try await client.session.status()
    {
      client.log.add(.info, "signing in anew with the new password")
      tokens = try? await client.send(AccountEndpoints.signIn(username: name, password: new)).tokens
    }
    guard let access = tokens?.access else { return }
    try await client.session.replaceTokens(
      access: Secret(access), refresh: tokens?.refresh.map { Secret($0) }, generation: generation)
  }
}
