public import Foundation

/// A change that an app makes, described as the state that the server should have, not as a request. The type holds the content of the
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
  /// The type of the target's state on the server.
  associatedtype Remote: Codable & Hashable & Sendable
  /// The type of the API through which the mutation is sent.
  associatedtype API: Sendable

  /// The name under which this type of mutation is stored. It must not change between versions of an app.
  static var kind: MutationKind { get }
  /// The id of the item that the mutation changes. Mutations with the same target are sent in the order in which they were made.
  var target: String { get }
  /// Whether writing takes several requests, some of which alone leave a state that the user did not ask for. The queue sends such a
  /// mutation only after it has noted on disk that sending begins. False by default.
  var isMultiStep: Bool { get }
  /// Whether the queue notes on disk, before it sends the mutation, that the mutation may be on the server. True by default. Return false
  /// for a mutation that does no harm when it is sent twice. The queue then writes this note only after an attempt that may have reached
  /// the server, and until then merges newer mutations into this one.
  var isNotedBeforeSending: Bool { get }

  /// Reads the state that the target has on the server now; nil if the server has no state for it.
  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> Remote?
  /// Decides whether and how to write the mutation, given the server's state. By default, the mutation is written unless the server's state
  /// already shows it.
  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self>
  /// Whether writing over `merge.remote` undoes a change that another device has made since `merge.base`. The queue then keeps the server's
  /// state in ``MutationRecord/overwritten(_:)``, for a conflict that an app can show and undo. False by default.
  func overwritesAnother(_ merge: MergeInput<Self>) -> Bool
  /// Writes the mutation to the server. Repeated calls with the same ``MutationContext/id`` must have no further effect.
  func perform(_ api: API, over remote: Remote?, _ context: MutationContext) async throws(ClientError)
  /// Whether a state that was read from the server shows that the mutation has taken effect.
  func isReflected(in remote: Remote?) -> Bool
  /// Merges this mutation, which still waits, with a newer mutation of the same target. Returns nil if both have to be sent.
  func coalesced(with newer: Self) -> Self?
  /// Returns the rest of this mutation that is left to write if a newer mutation of the same target has reached the server first. This
  /// happens if the outcome of this mutation was not saved to disk, or if the user retries it.
  func remainder(after newer: Self) -> Self
  /// Returns the mutation to note on disk if the server has answered the write but its state cannot be read back. By default, this is the
  /// mutation itself. A mutation that takes several requests returns a copy which records that all requests have arrived.
  func answered() -> Self
  /// Whether a mutation that was imported from a file can be sent. Imported files can contain anything, so check that this device would
  /// accept the mutation's numbers and texts from its user. True by default.
  var isPlausible: Bool { get }
  /// Whether an error means that the server will never accept the mutation. By default, ``ClientError/isFinalRefusal`` decides.
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
  public func answered() -> Self { self }
  public var isPlausible: Bool { true }
  public static func isFinal(_ error: ClientError) -> Bool { error.isFinalRefusal }
}

/// The stored name of a kind of mutation, such as `"shelf.progress"`.
public struct MutationKind: Vocabulary {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The inputs of a merge: the states of the target as far as they are known, the mutation as last sent, and the times. A comparison with
/// `base`, the server's earlier state, shows which side has changed.
public struct MergeInput<M: Mutation>: Sendable {
  /// The server's state when the mutation was made; nil if the server had none or its state was unknown.
  public var base: M.Remote?
  /// The server's state now; nil if the server has none.
  public var remote: M.Remote?
  /// The mutation as it was last sent, whether or not it arrived. Nil if it was not sent yet.
  public var sent: M?
  /// When the mutation was made, by the device's clock.
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

/// The decision of a mutation after the server's state was read.
public enum Resolution<M: Mutation>: Sendable, Hashable {
  /// The server already shows the mutation, so nothing is written.
  case done
  /// The given mutation is written to the server. It can differ from the mutation that the user made, if the server's state has changed
  /// meanwhile.
  case write(M)
  /// The server's state stays, and the mutation is given up for the given reason. If `write` is not nil, this part of the mutation, such as
  /// listening time, is still written.
  case superseded(reason: String, write: M? = nil)
  /// The mutation can never be carried out, so it is listed as refused.
  case refused(reason: String)
}

/// The identity and the history of the mutation that is being sent, for the functions of a ``Mutation``.
public struct MutationContext: Sendable {
  /// The id of the mutation, which is the same for each repetition.
  public let id: String
  /// The account that the mutation belongs to.
  public let account: String
  /// The position of the mutation in the order in which the account's mutations were made.
  public let order: Int
  /// Whether an earlier attempt has begun to write the mutation. That attempt may or may not have reached the server.
  public let wasSent: Bool
  /// Whether the server's state is being read back after a write.
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

  /// Returns the account's changes of a target, oldest first: the open changes, and the decided changes that are still listed.
  public func changes(of target: String) async -> [MutationRecord] { await changes(target) }
}

extension ClientError {
  /// Whether the error is a refusal by the service itself, which a retry cannot change. False for a 404 with an empty or HTML body, because
  /// a proxy in front of a restarting server sends such answers.
  public var isFinalRefusal: Bool {
    switch kind {
    case .notFound, .forbidden, .invalidRequest: serverMessage != nil || status == nil
    case .unsupported, .conflict: true
    default: false
    }
  }

  /// Whether the cause of the error can pass without the user's help, such as a lost network. A change that waits because of such an error
  /// needs no message.
  public var isTransient: Bool { [.unreachable, .timedOut, .cancelled, .rateLimited, .waiting].contains(kind) }

  /// Whether the round of sending ends: no other request would get through either.
  var endsRound: Bool {
    [.unreachable, .timedOut, .tls, .signedOut, .rateLimited, .wrongServer, .cancelled, .storage].contains(kind)
  }
}
