public import Foundation

/// Something an app wants to be true on a server: a wished-for state, not a request. It is durable before the call that makes
/// it returns, and stays until the server shows it, something newer replaces it, or somebody decides.
public struct Intent: Sendable, Hashable, Identifiable, Codable {
  /// Made before the first attempt, so that every repetition is known as one.
  public let id: String
  public let kind: Kind
  /// Whose it is; it is never sent for anybody else.
  public let account: String
  /// What it is about; intents for one target go out in their order, and newer ones can take the place of older ones.
  public let target: String
  /// What shall be true, in the service's own form.
  public internal(set) var wish: JSONValue
  /// What the server was last known to hold when the wish was made: the third input of a merge.
  public internal(set) var acknowledged: JSONValue?
  /// What was last on its way to the server: whether it arrived may be unknown, so that a server which shows it tells of no
  /// other device.
  public internal(set) var sent: JSONValue?
  /// What made it: `"user"`, `"playback"`, `"undo"`.
  public let cause: String
  /// Rises by one with each intent of an account, whatever the clock does.
  public let order: Int
  /// By the device's clock.
  public let createdAt: Date
  public internal(set) var state: State = .pending
  /// Attempts that ended without a decision.
  public internal(set) var attempts = 0
  /// Why the last attempt ended, when it did.
  public internal(set) var lastProblem: String?

  /// Which handler knows how to make it true.
  public struct Kind: Vocabulary {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public enum State: Sendable, Hashable, Codable {
    case pending
    case sending
    /// The server was read afterwards and shows it.
    case synced(receipt: JSONValue)
    /// Something else counts instead; nothing was lost without a trace.
    case superseded(by: JSONValue, reason: String)
    /// The server will not have it. Listed until it is retried, edited or discarded.
    case refused(reason: String)
  }

  public var isOpen: Bool { state == .pending || state == .sending }

  package var isRefused: Bool { if case .refused = state { true } else { false } }
}

/// What an ``Outbox`` asks a service about one kind of intent: how to read, merge and write. Nothing of a service is known here.
///
/// ```swift
/// let watched = IntentHandler("tally.watched",
///   read: { intent in try await tally.send(.progress(of: intent.target)) },
///   merge: { intent, server in server == intent.wish ? .alreadyTrue : .write(intent.wish) },
///   write: { intent, wish, _ in try await tally.send(.setProgress(intent.target, wish)) },
///   isReflected: { wish, server in server == wish })
/// ```
public struct IntentHandler: Sendable {
  public typealias Read = @Sendable (Intent) async throws(ClientError) -> JSONValue?
  public typealias Write = @Sendable (Intent, _ wish: JSONValue, _ server: JSONValue?) async throws(ClientError) -> Void

  public enum Decision: Sendable, Hashable {
    /// Make this true. It can differ from the wish where both sides moved.
    case write(JSONValue)
    /// The server already shows it.
    case alreadyTrue
    /// What the server has counts. With `write`, something is still to be told (such as listening time) but the state
    /// stays the server's.
    case superseded(by: JSONValue, reason: String, write: JSONValue? = nil)
    case refuse(reason: String)
  }

  public let kind: Intent.Kind
  /// The server's state of the target now; nil for none.
  public let read: Read
  public let merge: @Sendable (Intent, _ server: JSONValue?) -> Decision
  /// Has to be safe to repeat with the same intent id.
  public let write: Write
  /// Whether a state read back from the server shows what was written.
  public let isReflected: @Sendable (_ written: JSONValue, _ server: JSONValue?) -> Bool
  /// The wish that stands for an older waiting one and a newer one of the same target; nil when both have to go out.
  public let combine: @Sendable (_ older: Intent, _ newer: JSONValue) -> JSONValue?
  /// What is left to do of an older wish when a newer one of the same target is on the server: that the older one had ended
  /// did not reach the disk, or somebody tries it again. What both combine to, or else the older wish.
  public let remainder: @Sendable (_ older: Intent, _ newer: JSONValue) -> JSONValue
  /// Whether writing it takes several requests of which some alone leave what nobody wished: then none is sent before the
  /// disk knows of it.
  public let isInSteps: @Sendable (_ written: JSONValue) -> Bool
  /// Whether an error means that the server will never have it.
  public let isFinal: @Sendable (ClientError) -> Bool

  public init(
    _ kind: Intent.Kind, read: @escaping Read, merge: @escaping @Sendable (Intent, JSONValue?) -> Decision,
    write: @escaping Write, isReflected: @escaping @Sendable (JSONValue, JSONValue?) -> Bool,
    combine: @escaping @Sendable (Intent, JSONValue) -> JSONValue? = { _, newer in newer },
    remainder: (@Sendable (Intent, JSONValue) -> JSONValue)? = nil,
    isInSteps: @escaping @Sendable (JSONValue) -> Bool = { _ in false },
    isFinal: @escaping @Sendable (ClientError) -> Bool = IntentHandler.defaultIsFinal
  ) {
    self.kind = kind
    self.read = read
    self.merge = merge
    self.write = write
    self.isReflected = isReflected
    self.combine = combine
    self.remainder = remainder ?? { older, newer in combine(older, newer) ?? older.wish }
    self.isInSteps = isInSteps
    self.isFinal = isFinal
  }

  /// Refusals that the service itself explained. A bare or HTML 404 is as likely a proxy in front of a restarting server.
  public static let defaultIsFinal: @Sendable (ClientError) -> Bool = { error in
    switch error.kind {
    case .notFound, .forbidden, .invalidRequest: error.serverMessage != nil || error.status == nil
    case .unsupported, .conflict: true
    default: false
    }
  }
}
