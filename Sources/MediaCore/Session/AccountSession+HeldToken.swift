/// Tokens that the app held before: they are taken unchecked, and checked before the first call that sends them.
extension AccountSession {
  /// Whether the sign-in is on disk; writes a sign-in that could not be written before.
  package func isStored() -> Bool {
    if isUnsaved { save(signIn) }
    return !isUnsaved
  }

  /// The tokens in clear, to be kept out of a file.
  func heldSecrets() throws(ClientError) -> [String] {
    let credentials = try heldCredentials()
    return [credentials?.access, credentials?.refresh].compactMap { $0?.reveal() }
  }

  /// Asks the server who owns a token that was taken unchecked. Calls wait for the answer, so that none is sent for another account.
  /// - Throws: `signedOut` when the server refuses the token, with its own words, or names another account: the sign-in has then run
  ///   out, and what was done offline waits for the account. Other errors leave the token unchecked.
  func checkHeldToken() async throws(ClientError) {
    guard let grant = currentGrant, grant.credentials.isUnchecked, let identify = scheme.identify else { return }
    let work =
      checking
      ?? SharedWork<Void>(operation: .accountCheck, endsWhenAbandoned: false) { [weak self] in
        do throws(ClientError) { return .success(try await self?.check(grant, identify) ?? ()) } catch {
          return .failure(error)
        }
      }
    checking = work
    try await work.value().get()
  }

  private func check(_ grant: Grant, _ identify: AuthenticationScheme.Identify) async throws(ClientError) {
    defer { if isCurrent(grant) { checking = nil } }
    let owner: TokenOwner
    let answered = Locked<AnsweringAddress?>(nil)
    do throws(ClientError) {
      owner = try await AnsweringAddress.noting(answered) { () async throws(ClientError) in
        try await identify(grant.credentials)
      }
    } catch {
      guard error.status == 401, error.kind == .signedOut else { throw error }
      // Try to renew: only the access token may have expired. Without a refresh token, `renew` confirms the refusal by another request.
      do throws(ClientError) {
        _ = try await renew(after: grant, refusedAt: answered.withLock { $0 })
      } catch let refusal {
        guard refusal.detail != ClientError.Detail.anotherAccount else { throw endOfAnotherAccount(grant) }
        throw with(refusal) { $0.serverMessage = $0.serverMessage ?? error.serverMessage }
      }
      // If the token was renewed, its owner is known. Otherwise the owner is still unknown: throw.
      guard isCurrent(grant), credentials?.isUnchecked == true else { return }
      throw error
    }
    guard isCurrent(grant), var checked = credentials, checked.isUnchecked else { return }
    guard owner.account == checked.account else { throw endOfAnotherAccount(grant) }
    checked.isUnchecked = false
    checked.name = owner.name ?? checked.name
    save(.current(checked))
    credentials = checked
    notifyObservers()
  }

  /// Ends a sign-in whose token belongs to another account than the app said.
  private func endOfAnotherAccount(_ grant: Grant) -> ClientError {
    with(expire(grant, isGenuine: true)) { $0.detail = ClientError.Detail.anotherAccount }
  }
}
