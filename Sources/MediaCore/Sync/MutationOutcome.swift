/// The outcome of a mutation so far, such as sent, waiting or refused.
///
/// A ``Submission`` returns the outcome. Only ``refused(_:)`` needs an action of the user. A waiting mutation is sent without the user's
/// help.
///
/// ```swift
/// func line(for outcome: MutationOutcome) -> String {
///   switch outcome {
///   case .written, .synced: return "Saved"
///   case .superseded: return "Another change counts"
///   case .waiting, .refused: return outcome.text(.english) ?? ""
///   }
/// }
/// ```
public enum MutationOutcome: Sendable, Hashable {
  /// The server accepted the mutation. The server's state was not read back yet.
  case written
  /// The server's state was read back after the write, and shows the mutation.
  case synced
  /// The mutation waits to be sent. The associated value is the error of the last attempt, or nil if there was no attempt. While the
  /// sign-in of the account is expired, the associated value is a `signedOut` error, even if there was no attempt. ``wait`` is the reason
  /// for the wait.
  case waiting(ClientError?)
  /// The server will not accept the mutation. The mutation stays in ``MutationQueue/refused()`` until it is retried, edited or discarded.
  case refused(ClientError)
  /// The mutation was given up, because another device has changed the server's state in the meantime or the app discarded the mutation.
  case superseded(reason: String)

  /// Whether the server has accepted the mutation.
  public var isDelivered: Bool { self == .written || self == .synced }

  /// The reason why a mutation waits.
  public enum Wait: Sendable, Hashable {
    /// The server cannot be reached. The mutation is sent as soon as the server can be reached.
    case network
    /// The server answers with an error that can end by itself, or with a request to wait. The mutation is sent again later.
    case server
    /// The sign-in of the account ended. The mutation is sent after the user signs in to this account again.
    case signIn
    /// The mutation cannot be sent because reading or writing this device's files fails, as on a full disk. It is sent once the files can
    /// be read and written again.
    case device
    /// A widget or an extension has stored the mutation for the app that owns the folder; see ``ClientEnvironment/extending()``. That app
    /// sends the mutation when it next comes to the front.
    case app
  }

  /// The reason why the mutation waits; nil if the mutation does not wait. In the process that owns the folder, the reason is `network`
  /// until an attempt has failed for another reason or the sign-in of the account has expired.
  public var wait: Wait? {
    guard case .waiting(let error) = self else { return nil }
    switch error?.kind {
    case nil, .unreachable, .timedOut, .cancelled: return .network
    case .signedOut: return .signIn
    case .storage: return error?.detail == FileSystemError.inUse.detail ? .app : .device
    default: return .server
    }
  }

  /// The outcome of a mutation whose account has to sign in again. Such a mutation waits for the sign-in, even if its last attempt failed
  /// for another reason. A mutation that waits for this device's files or for another process still waits for those.
  /// - Parameter expiry: returns the error of the expired sign-in; nil if the sign-in is not expired. Called only for a mutation that waits.
  func blocked(by expiry: @Sendable () async -> ClientError?) async -> MutationOutcome {
    guard case .waiting(let error) = self, error?.kind != .storage, error?.kind != .signedOut,
      let expiry = await expiry()
    else { return self }
    return .waiting(expiry)
  }

  /// The outcome as one sentence for the user, in the language of `texts`. The sentence says why the mutation waits, or why the server
  /// refused it. Nil for all other outcomes, because they need no message.
  public func text(_ texts: Texts) -> String? {
    switch (self, wait) {
    case (.refused(let error), _): error.text(texts)
    case (_, .network?):
      texts("change.waits.network", english: "Saved on this device. It is sent as soon as the server can be reached.")
    case (_, .server?):
      texts("change.waits.server", english: "Saved on this device. The server cannot take it now; it is sent later.")
    case (_, .signIn?):
      texts("change.waits.signIn", english: "Saved on this device. It is sent after you sign in again.")
    case (_, .device?):
      texts(
        "change.waits.device", english: "Saved on this device. It is sent when this device can read its files again.")
    case (_, .app?):
      texts("change.waits.app", english: "Saved on this device. The app sends it when it runs.")
    case (_, nil): nil
    }
  }
}
