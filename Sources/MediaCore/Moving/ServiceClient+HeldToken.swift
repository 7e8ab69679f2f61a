extension ServiceClient {
  /// Signs in with a token that the app held before. If the app or the token names the account, the token is taken at once, without a
  /// request, and is checked before the first call that sends it. If neither does, the server is asked.
  /// - Parameters:
  ///   - owner: the account that the token itself names; nil when it names none.
  ///   - ask: asks the server for the account, when neither the app nor the token names it.
  /// - Throws: `invalidRequest` for a text that cannot be a token; the same with the detail `anotherAccount` when `owner` is not the
  ///   account that the app names; the errors of `ask`.
  package func signIn(
    _ token: HeldToken, _ operation: OperationID, owner: TokenOwner?,
    ask: (Credentials) async throws(ClientError) -> TokenOwner
  ) async throws(ClientError) -> AccountSession.Status {
    guard token.isPossible else { throw ClientError(.invalidRequest, operation: operation) }
    if let told = token.account, let owner, told != owner.account {
      throw ClientError(.invalidRequest, operation: operation, detail: ClientError.Detail.anotherAccount)
    }
    var generation = await session.currentGeneration()
    var credentials = Credentials(
      account: owner?.account ?? token.account ?? "", name: token.name ?? owner?.name ?? "", access: token.access,
      refresh: token.refresh, expiresAt: JWTHint(token.access)?.expiresAt)
    if credentials.account.isEmpty {
      let owner = try await ask(credentials)
      (credentials.account, credentials.name) = (owner.account, owner.name ?? credentials.name)
      generation = owner.generation ?? generation
    } else {
      credentials.isUnchecked = true
    }
    try await session.adopt(credentials, generation: generation)
    log.add(.info, "signed in with a token of the app")
    return try await session.status()
  }

  /// Signs in with the sign-in that `source` has stored, if this SDK has no sign-in and has never taken one from a source.
  /// - Parameter signIn: signs in with the token of the source.
  /// - Returns: the status afterwards.
  package func signIn(
    from source: any MigrationSource,
    _ signIn: (HeldToken) async throws(ClientError) -> AccountSession.Status
  ) async throws(ClientError) -> AccountSession.Status {
    let status = try await session.status()
    guard !environment.isReading else { return status }
    let mark = MigrationMark(accounts)
    switch (try mark.read(), status.account) {
    case (.ended?, _): return status
    case (nil, _?):
      // The user signed in without `source`. Write `.ended`, otherwise the sign-in of `source` comes back after a sign-out.
      try? mark.write(.ended)
      return status
    case (.stored(let account)?, _), (.begun?, let account?):
      // The app ended after the sign-in, before `source` could delete its own sign-in: `end` calls `source` now.
      return try await end(mark, source, account, status)
    case (.begun?, nil), (nil, nil): break
    }
    guard let token = try await token(of: source) else { return status }
    // If the mark cannot be written, sign in all the same. At worst, if the app quits before `end(…)` runs, the source keeps its own sign-in.
    try? mark.write(.begun)
    let new = try await signIn(token)
    guard let account = new.account else { return new }
    return try await end(mark, source, account, new)
  }

  private func end(
    _ mark: MigrationMark, _ source: any MigrationSource, _ account: String, _ status: AccountSession.Status
  ) async throws(ClientError) -> AccountSession.Status {
    // Call `source`, which then deletes its own sign-in, only once the new sign-in is on disk: otherwise a crash would lose both.
    guard await session.isStored() else { return status }
    try? mark.write(.stored(account: account))
    await source.signInIsStored(for: account)
    try? mark.write(.ended)
    return status
  }

  private func token(of source: any MigrationSource) async throws(ClientError) -> HeldToken? {
    do { return try await source.heldToken() } catch {
      throw error as? ClientError ?? ClientError(.storage, operation: .accountMigrate)
    }
  }
}

/// The progress of taking over a sign-in that something else had stored. The mark outlives a sign-out, so that the old sign-in does not
/// come back then.
struct MigrationMark {
  enum Step: Codable, Equatable {
    /// The source was asked, and the sign-in may be stored.
    case begun
    /// The sign-in is on disk; the source may not know yet.
    case stored(account: String)
    case ended
  }

  private let blobs: BlobStore
  private let name: String

  init(_ accounts: AccountStorage) {
    blobs = BlobStore(files: accounts.environment.files, folder: "migrations", report: accounts.report)
    name = accounts.name
  }

  func read() throws(ClientError) -> Step? { try blobs.read(Step.self, name) }
  func write(_ step: Step) throws(ClientError) { try blobs.write(step, name) }
}
