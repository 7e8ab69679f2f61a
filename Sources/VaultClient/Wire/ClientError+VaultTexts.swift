public import MediaCore

extension ClientError {
  /// One sentence for a person, with the faults and refusals of this service; otherwise ``ClientError/text(_:)``. Keys
  /// are `vault.error.` and a name.
  public func vaultText(_ texts: Texts = .english) -> String {
    if let brokenRoute { return brokenRoute.explanation(texts) }
    if signInProblem != nil {
      return texts("vault.error.callback", english: "The sign-in could not be trusted. Please try again.")
    }
    if signInRefusal != nil {
      return texts("vault.error.refused", english: "The sign-in was refused.")
    }
    if isDeletionUncertain {
      return texts(
        "vault.error.deletion",
        english: "The answer was lost: the account may be deleted or not. You were signed out; sign in to see.")
    }
    if let refusal = detail.flatMap(VaultRefusal.init(rawValue:)) { return refusal.text(texts) }
    if kind == .notFound, operation.hasPrefix("vault.imports.") {
      return texts("vault.error.noSuchTitle", english: "There is no such title to import.")
    }
    switch (operation, status, detail) {
    case ("vault.account.signIn", 401, _):
      return texts("vault.error.password", english: "The username or the password is not right.")
    case ("vault.list.new", _, VaultDetail.noName):
      return texts("vault.error.listName", english: "A list needs a name.")
    case (_, _, VaultDetail.auth0NotConfigured):
      return texts("vault.error.noAuth0", english: "This server has no web sign-in. Use a username and a password.")
    case (_, _, VaultDetail.duplicate):
      return texts("vault.error.duplicate", english: "That is already there.")
    case (_, _, VaultDetail.alreadyShared):
      return texts("vault.error.alreadyShared", english: "This list is already shared with that person.")
    default: return text(texts)
    }
  }
}

extension VaultRefusal {
  /// The text of the reason. Keys are `vault.refused.` and the reason.
  fileprivate func text(_ texts: Texts) -> String {
    let english =
      switch self {
      case .gone: "A change could not be made: what it is about is gone."
      case .anotherTitle: "A change could not be made: its title is gone."
      case .ambiguous: "A film and a series share one number in this list; the server would take the wrong one."
      }
    return texts(Texts.Key(rawValue: "vault.refused.\(rawValue)"), english: english)
  }
}

extension MutationRecord {
  /// The reason for a person why the server refused this change for good; nil for other mutations. Keys are
  /// `vault.refused.` and the reason.
  public func vaultText(_ texts: Texts = .english) -> String? {
    guard let refusalReason else { return nil }
    return VaultRefusal(rawValue: refusalReason)?.text(texts)
      ?? texts("vault.refused.other", english: "The server refused a change.")
  }
}
