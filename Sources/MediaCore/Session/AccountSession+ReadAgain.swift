extension AccountSession {
  /// Reads the stored sign-in again, in a process that does not own the folder: the owner may have signed out, or in as somebody else.
  /// - Throws: `storage` when it cannot be read now; the sign-in in memory stays.
  func readAgain() throws(ClientError) {
    guard isLoaded else { return try load() }
    let found = try read()
    guard found != signIn else { return }
    let before = try status()
    beginGeneration()
    credentials = nil
    switch found {
    case .current(let stored): credentials = stored
    case .expired(let account, let name): expired = (account, name)
    case nil: break
    }
    if try status() != before { notifyObservers() }
  }
}
