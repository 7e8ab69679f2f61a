import MediaCore

/// The button under an error.
enum TroubleAction: Equatable {
  case retry
  /// The server no longer accepts the sign-in, so that a retry fails as well.
  case signIn

  static func of(_ error: ClientError) -> TroubleAction {
    error.kind == .signedOut || error.retryHint == .afterSignIn ? .signIn : .retry
  }
}

/// The line that stands in the place of a list's rows.
enum ListPhase: Equatable {
  case rows
  case loading
  case empty
  /// The error above the list says all.
  case failed

  static func of<Element>(_ state: LoadState<[Element]>) -> ListPhase {
    of(state, isEmpty: { $0.isEmpty })
  }

  static func of<Value>(_ state: LoadState<Value>, isEmpty: (Value) -> Bool) -> ListPhase {
    if let value = state.value { return isEmpty(value) ? (state.isLoading ? .loading : .empty) : .rows }
    return state.error == nil ? .loading : .failed
  }
}

/// The question before a sign-out, with its choices.
struct SignOutQuestion: Equatable {
  struct Choice: Equatable, Identifiable {
    let title: String
    let pending: PendingWork

    var id: String { title }
    /// Whether changes of the user are lost.
    var isDestructive: Bool { pending == .discard }
  }

  let message: String
  let choices: [Choice]

  private init(message: String, choices: [Choice]) {
    self.message = message
    self.choices = choices
  }

  /// - Parameter pendingCount: the changes that the server does not have yet. Without any there is nothing to choose.
  init(pendingCount: Int) {
    switch pendingCount {
    case 0: message = "You can sign in again at any time."
    case 1: message = "One change is not on the server yet."
    default: message = "\(pendingCount) changes are not on the server yet."
    }
    guard pendingCount > 0 else {
      choices = [Choice(title: "Sign Out", pending: .keep)]
      return
    }
    choices = [
      Choice(title: "Sign Out, Send Changes Later", pending: .keep),
      Choice(title: "Sign Out and Discard Changes", pending: .discard),
    ]
  }

  /// Leaving a Hub erases the user's id, which only this device has, so that the channels cannot be reached again. No choice can keep them.
  static let leavingHub = SignOutQuestion(
    message: "Your channels and watched videos are erased from this device.",
    choices: [Choice(title: "Leave and Erase", pending: .discard)])
}
