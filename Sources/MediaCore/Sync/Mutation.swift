public import Foundation

/// A change that an app makes, described as the state that the server shall have, not as a request. The type holds the content of the
/// change and its rules: how the server's state is read, how the base, remote and sent states are merged, how the change is written, and
/// when the server's state shows it.
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

  /// The name under which the mutation is stored. It must not change between versions of an app.
  static var kind: MutationKind { get }
  /// The id of the thing that the mutation changes. Mutations with the same target are sent in their order.
  var target: String { get }
  /// Whether writing takes several requests, some of which alone leave a state that the user did not ask for. Such a mutation is
  /// sent only after the disk holds that it is being sent.
  var isMultiStep: Bool { get }
  /// Whether the queue notes on disk that the mutation may be on the server, before it sends it; true by default. A mutation that
  /// does no harm when it is sent twice can return false: the queue then notes it once an attempt may have arrived, and until then
  /// merges newer ones into it.
  var isNotedBeforeSending: Bool { get }

  /// Reads the state that the target has on the server now; nil for none.
  func fetch(_ api: API, _ context: MutationContext) async throws(ClientError) -> Remote?
  /// Decides what to do, given the server's state. By default, the mutation is written unless the server's state shows it.
  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self>
  /// Whether writing over `merge.remote` undoes a change that another device has made since `merge.base`. The queue then keeps the server's
  /// state in ``MutationRecord/overwritten(_:)``, for a conflict that an app can show and undo. False by default.
  func overwritesAnother(_ merge: MergeInput<Self>) -> Bool
  /// Writes the mutation to the server. Repeating the call with the same ``MutationContext/id`` must do no harm.
  func perform(_ api: API, over remote: Remote?, _ context: MutationContext) async throws(ClientError)
  /// Whether a state that was read from the server shows the mutation.
  func isReflected(in remote: Remote?) -> Bool
  /// Merges this mutation, which still waits, with a newer one of the same target; nil when both have to be sent.
  func coalesced(with newer: Self) -> Self?
  /// Returns the rest of this mutation that is left to write after a newer one of the same target has reached the server before it. This
  /// happens when the decision about this mutation did not reach the disk, or the user retries it.
  func remainder(after newer: Self) -> Self
  /// Returns the mutation to note on disk when the server has answered the write but cannot be read back; the mutation itself by default. A
  /// mutation of several requests notes that all of them have arrived.
  func answered() -> Self
  /// Whether the content of a mutation from a file can be sent: its numbers and texts are such that this device would accept them from its
  /// user. Called for the changes of an imported file, which can contain anything. True by default.
  var isPlausible: Bool { get }
  /// Whether an error means that the server will never accept the mutation. See ``ClientError/isFinalRefusal`` for the default.
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

/// The inputs of a merge: the states of the target that are known, the mutation as last sent, and the times. The base, which the server had
/// before, shows which side has changed.
public struct MergeInput<M: Mutation>: Sendable {
  /// The server's state when the mutation was made, as far as it was known; nil for none or unknown.
  public var base: M.Remote?
  /// The server's state now; nil for none.
  public var remote: M.Remote?
  /// The mutation as it was last sent; it may or may not have arrived. Nil before it was sent.
  public var sent: M?
  /// When the mutation was made, by the device's clock.
  public var createdAt: Date
  /// The time by the server's clock; nil while it is unknown.
  public var serverNow: Date?
  /// The time by the device's clock.
  public var deviceNow: Date

  /// Inputs for tests of a mutation's ``Mutation/resolve(_:)``.
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
  /// The server already shows the mutation.
  case done
  /// The given mutation has to be written. It can differ from the one that was made, if both sides have changed.
  case write(M)
  /// The server's state counts. With `write`, a part is still to be written (such as listening time).
  case superseded(reason: String, write: M? = nil)
  /// The mutation cannot be made true, and is listed as refused.
  case refused(reason: String)
}

/// The identity and the history of the mutation that is being sent, for the functions of a ``Mutation``.
public struct MutationContext: Sendable {
  /// The id of the mutation, which is the same for each repetition.
  public let id: String
  /// The account that the mutation belongs to.
  public let account: String
  /// The mutation's place in the account's order.
  public let order: Int
  /// Whether an earlier attempt has begun to write the mutation; it may have arrived or not.
  public let wasSent: Bool
  /// Whether the server is being read after a write.
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

  /// The account's changes of a target, oldest first: the open ones, and the decided ones that are still listed.
  public func changes(of target: String) async -> [MutationRecord] { await changes(target) }
}

extension ClientError {
  /// Whether the service itself refused and said why. A bare or HTML 404 does not count: a proxy in front of a restarting server
  /// sends such answers.
  public var isFinalRefusal: Bool {
    switch kind {
    case .notFound, .forbidden, .invalidRequest: serverMessage != nil || status == nil
    case .unsupported, .conflict: true
    default: false
    }
  }

  /// Whether the cause of the error ends by itself, so that a change that waits for this needs no message.
  public var isTransient: Bool { [.unreachable, .timedOut, .cancelled, .rateLimited, .waiting].contains(kind) }

  /// Whether the round of sending ends: no other request would get through either.
  var endsRound: Bool {
    [.unreachable, .timedOut, .tls, .signedOut, .rateLimited, .wrongServer, .cancelled, .storage].contains(kind)
  }
}
