public import MediaCore

extension ClientError {
  /// The error as one sentence for the user. Errors that only a ViewVault server causes have texts with the keys `vault.error.…`. All other
  /// errors use `ClientError.text(_:)`.
  public func vaultText(_ texts: Texts = .english) -> String {
    if let brokenRoute { return brokenRoute.explanation(texts) }
    if signInProblem != nil {
      return texts("vault.error.callback", english: "The sign-in could not be trusted. Please try again.")
    }
    if signInRefusal != nil { return texts("vault.error.refused", english: "The sign-in was refused.") }
    if isDeletionUncertain {
      return texts(
        "vault.error.deletion",
        english: "The answer was lost: the account may be deleted or not. You were signed out; sign in to see.")
    }
    if let refusal = detail.flatMap(VaultRefusal.init(rawValue:)) { return refusal.text(texts) }
    if detail == VaultDetail.unknownKind {
      return texts(
        "vault.error.unknownKind",
        english: "The server cannot tell whether this is a film or a series. Search for the title instead.")
    }
    if detail == VaultDetail.catalogue {
      return texts(
        "vault.error.catalogue",
        english: "The server does not find this title, or cannot reach its catalogue now. The import is tried again.")
    }
    if kind == .notFound, operation != .vaultImportsToggleAutomation, operation.rawValue.hasPrefix("vault.imports.") {
      return texts(
        "vault.error.noSuchTitle", english: "There is no such title to import.")
    }
    switch (operation, status, detail) {
    case (.vaultAccountSignIn, 401, _):
      return texts("vault.error.password", english: "The username or the password is not right.")
    case (.vaultListNew, _, VaultDetail.noName):
      return texts("vault.error.listName", english: "A list needs a name.")
    case (_, _, VaultDetail.auth0NotConfigured):
      return texts("vault.error.noAuth0", english: "This server has no web sign-in. Use a username and a password.")
    case (_, _, VaultDetail.duplicate):
      return texts("vault.error.duplicate", english: "That is already there.")
    case (_, _, VaultDetail.alreadyShared):
      return texts("vault.error.alreadyShared", english: "This list is already shared with that person.")
    default: return refusalText(texts) ?? text(texts)
    }
  }

  /// A refused change with the server's reason: its kind alone would say something else, such as that the list is gone where the guest
  /// is not known. Nil for a read, and without a reason.
  private func refusalText(_ texts: Texts) -> String? {
    guard [.notFound, .forbidden, .invalidRequest, .conflict].contains(kind),
      OperationID.vaultWrites.contains(operation),
      let reason = serverMessage, !reason.isEmpty
    else { return nil }
    return texts("vault.error.reason", english: "The server refused this: %@", reason)
  }
}

extension VaultRefusal {
  /// The text of the reason. Keys are `vault.refused.` and the reason.
  fileprivate func text(_ texts: Texts) -> String {
    switch self {
    case .gone:
      texts("vault.refused.gone", english: "A change could not be made: what it is about is gone.")
    case .anotherTitle:
      texts("vault.refused.anotherTitle", english: "A change could not be made: its title is gone.")
    case .ambiguous:
      texts(
        "vault.refused.ambiguous",
        english: "A film and a series share one number in this list; the server would take the wrong one.")
    case .noOwnList:
      texts(
        "vault.refused.noOwnList",
        english: "A title goes into a shared list by way of a list of your own: make one, and try again.")
    }
  }
}

extension MutationRecord {
  /// The reason why the server refused this change permanently, in the server's own words if the server sent a reason; nil if the change
  /// was not refused. The text key is `vault.refused.` followed by the reason.
  public func vaultText(_ texts: Texts = .english) -> String? {
    guard let refusalReason else { return nil }
    if let refusal = VaultRefusal(rawValue: refusalReason) { return refusal.text(texts) }
    // A reason without a blank is an internal name, not a sentence for the user: show a general text instead.
    guard refusalReason.contains(" ") else {
      return texts("vault.refused.other", english: "The server refused a change.")
    }
    return texts("vault.refused.reason", english: "The server refused a change: %@", refusalReason)
  }
}
