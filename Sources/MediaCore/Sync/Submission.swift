/// A change that this device has accepted and stored, with functions to follow its progress. The change is sent even if the app keeps no
/// reference to this submission. If the process ends before the change is sent, the next service object for the same server and folder
/// sends it.
///
/// ``written()`` and ``settled()`` send the waiting changes and return a ``MutationOutcome``; ``outcome()`` sends nothing.
///
/// ```swift
/// let change = try await shelf.progressStore.markFinished(PlayableID(libraryItemId: "li_1"))
/// if let text = await change.settled().text(.english) { show(text) }  // nil when the server has it
/// ```
public struct Submission: Sendable, Hashable, Identifiable {
  public let id: String
  /// The stored name of the change's type.
  public let kind: MutationKind
  /// The account to which the change belongs.
  public let account: String
  /// The id of the item that is changed.
  public let target: String
  let queue: MutationQueue

  init(_ record: MutationRecord, queue: MutationQueue) {
    id = record.id
    kind = record.kind
    account = record.account
    target = record.target
    self.queue = queue
  }

  /// Sends the waiting changes. Returns the outcome of this change as soon as the server has accepted the change or cannot accept it for
  /// now. The queue reads the server's state back only after that.
  public func written() async -> MutationOutcome { await queue.shared.written(self) }

  /// Sends the waiting changes. Returns the outcome of this change once sending is over and the server's state was read back.
  public func settled() async -> MutationOutcome { await queue.shared.settled(self) }

  /// The outcome once the round of sending is over that the store's call has started. Starts no further round.
  /// - Parameter readsBack: false to return as soon as the server has accepted the change.
  package func sent(readsBack: Bool = true) async -> MutationOutcome {
    await queue.shared.sent(self, readsBack: readsBack)
  }

  /// Returns the outcome of this change so far, without sending anything.
  public func outcome() async -> MutationOutcome { await queue.shared.outcome(self, trustsWrite: false) }

  public static func == (a: Submission, b: Submission) -> Bool { a.id == b.id && a.account == b.account }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
