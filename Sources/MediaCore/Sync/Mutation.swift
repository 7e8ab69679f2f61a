public import Foundation

/// A change that an app makes. A mutation describes the state that the server should have, not a request. The type holds the content of the
/// change and its rules: how the server's state is read, how the base, remote and sent states are merged, how the change is written, and
/// which state of the server shows the change.
///
/// ```swift
/// struct MarkWatched: Mutation {
///   static let kind: MutationKind = "jellyfin.watched"
///   var item: String
///   var isWatched: Bool
///   var target: String { item }
///
///   func fetch(_ api: JellyfinAPI, _ context: MutationContext) async throws(ClientError) -> Bool? {
///     try await api.isWatched(item)
///   }
///   func perform(_ api: JellyfinAPI, over remote: Bool?, _ context: MutationContext) async throws(ClientError) {
///     try await api.setWatched(isWatched, item)
///   }
///   func isReflected(in remote: Bool?) -> Bool { remote == isWatched }
/// }
/// ```
///
/// A ``MutationQueue`` stores the mutation on disk, sends it, reads the result back, and reports the outcome to its caller.
public protocol Mutation: Codable, Hashable, Sendable {
  /// The type of the state that the server has for the mutation's target.
  associatedtype Remote: Codable & Hashable & Sendable
  /// The type of the API through which the mutation is sent.
  associatedtype API: Sendable

  /// The name under which this type of mutation is stored. It must not change between versions of an app.
  static var kind: MutationKind { get }
  /// The id of the item that the mutation changes. Mutations with the same target are sent in the order in which they were made.
  var target: String { get }
  /// Whether writing the mutation takes several requests, and some of these requests alone leave the server in a state that the user did
  /// not ask for. The queue sends such a mutation only after it has noted on disk that sending begins. False by default.
  var isMultiStep: Bool { get }
  /// Whether the queue notes on disk, before it sends the mutation, that the mutation may be on the server. True by default. Return false
  /// for a mutation that does no harm when it is sent twice. The queue then writes this note only after an attempt that may have reached
  /// the server, and until then merges newer mutations into this one.
  var isNotedBeforeSending: Bool { get }

  /// Reads the current state of the target from the server. Returns nil if the server has no state for the target.
  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> Remote?
  /// Decides whether and how to write the mutation, given the server's state. By default, the mutation is written unless the server's state
  /// already shows it.
  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self>
  /// Whether writing this mutation over `merge.remote` undoes a change that another device has made since `merge.base`. If true, the queue
  /// stores the server's state in ``MutationRecord/overwritten(_:)``, so that an app can show the conflict and undo it. False by default.
  func overwritesAnother(_ merge: MergeInput<Self>) -> Bool
  /// Writes the mutation to the server. Repeated calls with the same ``MutationContext/id`` must have no further effect.
  func perform(_ api: API, over remote: Remote?, _ context: MutationContext) async throws(ClientError)
  /// Whether `remote`, a state that was read from the server, shows that the mutation has taken effect.
  func isReflected(in remote: Remote?) -> Bool
  /// Merges this mutation, which still waits, with a newer mutation of the same target. Returns the merged mutation, or nil if both
  /// mutations have to be sent.
  func coalesced(with newer: Self) -> Self?
  /// Returns the part of this mutation that still has to be written after a newer mutation of the same target has reached the server. This
  /// method is called if the outcome of this mutation was not saved to disk, or if the user retries this mutation.
  func remainder(after newer: Self) -> Self
  /// Returns the base of this waiting mutation after `earlier`, another mutation of the same target, was superseded or refused. If parts of
  /// `earlier` are on the server, add these parts to `base`: otherwise they look like changes of another device. By default, this is
  /// `base`.
  func base(_ base: Remote?, after earlier: MutationRecord) -> Remote?
  /// Returns the mutation to note on disk if the server has answered the write but the target's state cannot be read back. By default, this
  /// is the mutation itself. A mutation that takes several requests returns a copy which records that all requests have arrived.
  func answered() -> Self
  /// Whether a mutation that was imported from a file can be sent. Imported files can contain anything, so return false for numbers and
  /// texts that the app would not accept from its user. True by default.
  var isPlausible: Bool { get }
  /// Whether an error means that the server will never accept the mutation. By default, this is ``ClientError/isFinalRefusal`` of the
  /// error.
  static func isFinal(_ error: ClientError) -> Bool
}

extension Mutation {
  public var isMultiStep: Bool { false }
  public var isNotedBeforeSending: Bool { true }

  public func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    isReflected(in: merge.remote) ? .done : .write(self)
  }

  public func overwritesAnother(_ merge: MergeInput<Self>) -> Bool { false }
  public func coalesced(with newer: Self) -> Self? { newer }
  public func remainder(after newer: Self) -> Self { coalesced(with: newer) ?? self }
  public func base(_ base: Remote?, after earlier: MutationRecord) -> Remote? { base }
  public func answered() -> Self { self }
  public var isPlausible: Bool { true }
  public static func isFinal(_ error: ClientError) -> Bool { error.isFinalRefusal }
}

/// The name under which a type of mutation is stored, such as `"shelf.progress"`.
public struct MutationKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The inputs of a merge: the earlier and the current state of the target on the server, the mutation as it was last sent, and the times.
/// If `base` is known and differs from `remote`, the target has changed on the server since the mutation was made.
public struct MergeInput<M: Mutation>: Sendable {
  /// The server's state when the mutation was made. Nil if the server had no state for the target, or if its state was unknown.
  public var base: M.Remote?
  /// The server's state now. Nil if the server has no state for the target.
  public var remote: M.Remote?
  /// The mutation as it was last sent, whether or not it arrived. Nil if it was not sent yet.
  public var sent: M?
  /// The time at which the mutation was made, by the device's clock. If newer mutations were merged into it, or if it was edited, this is the
  /// time of the newest one.
  public var createdAt: Date
  /// The current time by the server's clock; nil if it is unknown.
  public var serverNow: Date?
  /// The current time by the device's clock.
  public var deviceNow: Date

  /// Creates the inputs of a merge, for tests of a mutation's ``Mutation/resolve(_:)``.
  public init(
    base: M.Remote? = nil, remote: M.Remote? = nil, sent: M? = nil, createdAt: Date, serverNow: Date? = nil,
    deviceNow: Date
  ) {
    self.base = base
    self.remote = remote
    self.sent = sent
    self.createdAt = createdAt
    self.serverNow = serverNow
    self.deviceNow = deviceNow
  }
}

/// The decision of a mutation, made after the server's state was read, whether and how the mutation is written.
public enum Resolution<M: Mutation>: Sendable, Hashable {
  /// The server already shows the mutation, so nothing is written.
  case done
  /// The given mutation is written to the server. The given mutation can differ from the mutation that the user made, if the server's state
  /// has changed in the meantime.
  case write(M)
  /// The mutation is given up for the given reason, and the server's state stays. If `write` is not nil, it is the part of the mutation
  /// that is still written, such as listening time.
  case superseded(reason: String, write: M? = nil)
  /// The mutation can never be carried out, so it is listed as refused.
  case refused(reason: String)
}

/// The identity and the history of the mutation that is being sent. The queue passes it to the functions of a ``Mutation``.
public struct MutationContext: Sendable {
  /// The id of the mutation. The id stays the same when the mutation is sent again.
  public let id: String
  /// The account that the mutation belongs to.
  public let account: String
  /// The position of the mutation in the order in which the account's mutations were made.
  public let order: Int
  /// Whether an earlier attempt has begun to write the mutation. The earlier attempt may or may not have reached the server.
  public let wasSent: Bool
  /// Whether the queue has already written the mutation and now reads the server's state back.
  public var isReadBack = false
  private let changes: @Sendable (_ target: String) async -> [MutationRecord]

  init(
    id: String, account: String, order: Int, wasSent: Bool,
    changes: @escaping @Sendable (_ target: String) async -> [MutationRecord] = { _ in [] }
  ) {
    self.id = id
    self.account = account
    self.order = order
    self.wasSent = wasSent
    self.changes = changes
  }

  /// Returns the account's changes of the item with the id `target`, oldest first. The result contains the changes that are not on the
  /// server yet, and the synced, superseded and refused changes that the queue still lists.
  public func changes(of target: String) async -> [MutationRecord] { await changes(target) }
}

extension ClientError {
  /// Whether the error is a refusal by the service itself, which a retry cannot change. False for a refusal (400, 403, 404 and the like)
  /// without a message of the service: its body is empty, HTML, or a text that names the status. A proxy in front of a restarting server
  /// sends such answers.
  public var isFinalRefusal: Bool {
    switch kind {
    case .notFound, .forbidden, .invalidRequest: serverMessage != nil || status == nil
    case .unsupported, .conflict: true
    default: false
    }
  }

  /// Whether the service itself says that something does not exist, or that this account may not see it. False for a 403 or 404 without a
  /// message of the service: it comes from a proxy, and says nothing about what was asked for.
  package var isAbsence: Bool { [.notFound, .forbidden].contains(kind) && isFinalRefusal }

  /// Whether the cause of the error can pass without the user's help, such as a lost network. A change that waits because of such an error
  /// needs no message.
  public var isTransient: Bool { [.unreachable, .timedOut, .cancelled, .rateLimited, .waiting].contains(kind) }

  /// Whether the round of sending ends: no other request would get through either.
  var endsRound: Bool {
    [.unreachable, .timedOut, .tls, .signedOut, .rateLimited, .wrongServer, .cancelled, .storage].contains(kind)
  }
}
