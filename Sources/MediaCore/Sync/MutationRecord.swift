public import Foundation

/// An accepted change with its progress so far.
///
/// ``MutationQueue`` lists the records: `open()` returns the changes that wait or are being sent, and `refused()` the changes that need a
/// decision of the user. ``target`` is an id from the service, such as the id of a book.
///
/// ```swift
/// for change in try await shelf.queue.refused() {
///   show(change.refusalReason ?? "")
///   try await shelf.queue.discard(change.id)  // or retry(_:)
/// }
/// ```
public struct MutationRecord: Sendable, Hashable, Identifiable {
  /// The members that never change. They share one reference, so that the frequent copies of a record are cheap.
  private let origin: Origin
  /// The id of the change. The id is created before the first attempt to send the change, and stays the same when the change is sent again.
  public var id: String { origin.id }
  /// The stored name of the change's type.
  public var kind: MutationKind { origin.kind }
  /// The account to which the change belongs. The change is never sent for another account.
  public var account: String { origin.account }
  /// The id of the item that is changed. Changes with the same target are sent in the order in which they were made.
  public var target: String { origin.target }
  /// The origin of the change: `"user"`, `"playback"`, `"undo"`.
  public var cause: String { origin.cause }
  /// The position of the change in the order of the account's changes. Each later change has a higher number, regardless of the device's
  /// clock, even after a new launch. A waiting change gets a new number when a change that was made before it comes from a widget or a file.
  public var order: Int { origin.order }
  /// The time at which the change was made, by the device's clock. If newer changes were merged into the change, or if it was edited, this is
  /// the time of the newest one. If the clock was set back before another process made the change, the time is just after that of the
  /// earlier changes with the same ``target``.
  public var createdAt: Date { origin.createdAt }
  /// The progress of the change on its way to the server.
  public internal(set) var state: State = .pending
  /// Attempts that ended with a conflict.
  var attempts = 0
  /// The mutation itself with its base, and what was sent and read.
  var payload: AnyMutationPayload

  init(
    id: String, kind: MutationKind, account: String, target: String, cause: String, order: Int, createdAt: Date,
    payload: AnyMutationPayload
  ) {
    origin = Origin(
      id: id, kind: kind, account: account, target: target, cause: cause, order: order, createdAt: createdAt)
    self.payload = payload
  }

  private init(_ origin: Origin, _ payload: AnyMutationPayload) { (self.origin, self.payload) = (origin, payload) }

  /// The same record at another place in the order, pending.
  func reordered(_ order: Int) -> MutationRecord {
    MutationRecord(
      Origin(
        id: id, kind: kind, account: account, target: target, cause: cause, order: order, createdAt: createdAt), payload
    )
  }

  /// The same record with the time of a newer change that was merged into it. If the clock was set back meanwhile, the record keeps its time.
  func redated(_ date: Date) -> MutationRecord {
    guard date > createdAt else { return self }
    let newer = Origin(
      id: id, kind: kind, account: account, target: target, cause: cause, order: order, createdAt: date)
    var redated = MutationRecord(newer, payload)
    (redated.state, redated.attempts) = (state, attempts)
    return redated
  }

  private final class Origin: Sendable, Hashable {
    let id: String
    let kind: MutationKind
    let account: String
    let target: String
    let cause: String
    let order: Int
    let createdAt: Date

    init(
      id: String, kind: MutationKind, account: String, target: String, cause: String, order: Int, createdAt: Date
    ) {
      self.id = id
      self.kind = kind
      self.account = account
      self.target = target
      self.cause = cause
      self.order = order
      self.createdAt = createdAt
    }

    static func == (one: Origin, other: Origin) -> Bool {
      if one === other { return true }
      return (one.id, one.kind, one.account, one.target) == (other.id, other.kind, other.account, other.target)
        && (one.cause, one.order, one.createdAt) == (other.cause, other.order, other.createdAt)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The progress of a change, from accepted to synced or refused.
  public enum State: Sendable, Hashable, Codable {
    /// The change is on disk, but not on the server yet.
    case pending
    /// A request that writes the change is running. If the app crashes now, the change may or may not have reached the server.
    case sending
    /// The server's state was read back after the write, and shows the change.
    case synced
    /// The change was given up, because another device has changed the server's state in the meantime or the app discarded the change.
    /// `reason` is a word that the service defines, such as `removed`.
    case superseded(reason: String)
    /// The server will not accept the change. The change stays listed until it is retried, edited or discarded.
    case refused(reason: String)
  }

  /// Whether the change waits or is being sent, so that its outcome is not decided yet.
  public var isOpen: Bool { state == .pending || state == .sending }
  /// Whether the server refused the change for good. A refused change stays listed until it is retried, edited or discarded.
  public var isRefused: Bool { if case .refused = state { true } else { false } }
  /// The reason why the server refused the change; nil if the change was not refused.
  public var refusalReason: String? { if case .refused(let reason) = state { reason } else { nil } }

  /// Whether the change was sent and nothing is left to do.
  var isOnServer: Bool {
    switch state {
    case .synced, .superseded: true
    default: false
    }
  }

  /// Returns the content of the change; nil if the type of the change is not `M`.
  public func mutation<M: Mutation>(_ type: M.Type = M.self) -> M? { payload.of(type)?.mutation }

  /// Returns the content of the change as it was last sent. Nil if the change was not sent, or if its type is not `M`.
  public func sent<M: Mutation>(_ type: M.Type = M.self) -> M? { payload.of(type)?.sent }

  /// Returns the state that the server had for the target when the outcome of the change was decided. Nil if the server had no such state,
  /// or if the type of the change is not `M`.
  public func remote<M: Mutation>(_ type: M.Type = M.self) -> M.Remote? { payload.of(type)?.remote }

  /// Returns the server's last known state of the target at the time when the change was made. Nil if no such state was known, or if the
  /// type of the change is not `M`.
  public func base<M: Mutation>(_ type: M.Type = M.self) -> M.Remote? { payload.of(type)?.base }

  /// Returns the state that another device had set and that this change has replaced. Nil if the change has replaced no such state, or if
  /// the type of the change is not `M`.
  public func overwritten<M: Mutation>(_ type: M.Type = M.self) -> M.Remote? { payload.of(type)?.overwritten }

  /// Whether a decided change of a journal that was read without handlers may be a conflict: the change was given up, or has replaced
  /// another device's state.
  var mayBeConflict: Bool { state != .synced || payload.mayHaveOverwritten }

  /// Whether readers see no difference: the same openness, decision and mutation. A record that is being sent looks the same as a
  /// pending one.
  func isSameForReaders(as other: MutationRecord) -> Bool {
    isOpen == other.isOpen && (isOpen || state == other.state) && payload.hasSameMutation(as: other.payload)
  }
}

extension MutationRecord: CustomStringConvertible {
  /// The kind, the target and the state of the change as text for a log. The text contains neither the account nor the content of the
  /// change.
  public var description: String { "\(kind) \(target): \(state)" }
}

extension MutationRecord.State: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pending: "pending"
    case .sending: "sending"
    case .synced: "synced"
    case .superseded(let reason): "superseded (\(reason))"
    case .refused(let reason): "refused (\(reason))"
    }
  }
}

/// The stored part of a mutation besides its record.
struct MutationPayload<M: Mutation>: Codable, Hashable, Sendable {
  var mutation: M
  var base: M.Remote?
  var sent: M?
  /// The server's state when it was decided.
  var remote: M.Remote?
  /// Another device's state that a write of this mutation has replaced, or may have: the answer can have been lost.
  var overwritten: M.Remote?
}

private protocol MutationHolder {
  var heldMutation: any Hashable { get }
}

extension MutationPayload: MutationHolder {
  fileprivate var heldMutation: any Hashable { mutation }
}

/// A ``MutationPayload`` of any type.
struct AnyMutationPayload: Hashable, Sendable {
  let value: any Hashable & Codable & Sendable

  init<M: Mutation>(_ payload: MutationPayload<M>) { value = payload }

  /// A kind that this build has no handler for, kept as it was.
  init(unknown value: JSONValue) { self.value = value }

  /// The payload of a kind. A journal that was read before a service of the kind was made holds it as plain JSON.
  func of<M: Mutation>(_ type: M.Type) -> MutationPayload<M>? {
    if let known = value as? MutationPayload<M> { return known }
    guard let json = value as? JSONValue else { return nil }
    return try? JSONDocument.own(json.serialized()).decode(MutationPayload<M>.self)
  }

  func hasSameMutation(as other: AnyMutationPayload) -> Bool {
    guard let mine = value as? any MutationHolder, let theirs = other.value as? any MutationHolder else {
      return self == other
    }
    return AnyHashable(mine.heldMutation) == AnyHashable(theirs.heldMutation)
  }

  /// Whether the payload, or the mutation as it was sent, has a replaced state of another device. True if the payload is not plain JSON.
  var mayHaveOverwritten: Bool {
    guard let json = value as? JSONValue else { return true }
    let replaced = json["overwritten"] ?? json["sent"]?["overwritten"]
    return replaced?.isNull == false
  }

  static func == (a: AnyMutationPayload, b: AnyMutationPayload) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }
  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension MutationRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, kind, account, target, cause, order, createdAt, state, attempts, payload
  }

  /// Decodes a record. The decoder's `userInfo` can hold functions that decode the content of each kind of mutation. Without these
  /// functions, the content stays undecoded JSON.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    origin = Origin(
      id: try members.decode(String.self, forKey: .id),
      kind: try members.decode(MutationKind.self, forKey: .kind),
      account: try members.decode(String.self, forKey: .account),
      target: try members.decode(String.self, forKey: .target),
      cause: try members.decode(String.self, forKey: .cause),
      order: try members.decode(Int.self, forKey: .order),
      createdAt: try members.decode(Date.self, forKey: .createdAt))
    state = try members.decode(State.self, forKey: .state)
    attempts = try members.decode(Int.self, forKey: .attempts)
    let forms = CodingUserInfoKey.mutationForms.flatMap { decoder.userInfo[$0] as? [MutationKind: MutationForm] }
    if let form = forms?[origin.kind], let known = try? form.decode(try members.superDecoder(forKey: .payload)) {
      payload = known
    } else {
      payload = AnyMutationPayload(unknown: try members.decode(JSONValue.self, forKey: .payload))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    // Encode in alphabetical order, so that the JSON writer need not sort the members.
    try members.encode(account, forKey: .account)
    try members.encode(attempts, forKey: .attempts)
    try members.encode(cause, forKey: .cause)
    try members.encode(createdAt, forKey: .createdAt)
    try members.encode(id, forKey: .id)
    try members.encode(kind, forKey: .kind)
    try members.encode(order, forKey: .order)
    try payload.value.encode(to: members.superEncoder(forKey: .payload))
    try members.encode(state, forKey: .state)
    try members.encode(target, forKey: .target)
  }
}

extension MutationRecord {
  /// Appends the same JSON as `encode(to:)` in a third of the time, for the journal, which writes nothing else.
  func write(to json: inout [UInt8]) throws {
    json += #"{"account":"#.utf8
    JSONEscapes.write(account, to: &json)
    json += #","attempts":\#(attempts),"cause":"#.utf8
    JSONEscapes.write(cause, to: &json)
    json += #","createdAt":\#(JSONWriter.text(createdAt.timeIntervalSinceReferenceDate)),"id":"#.utf8
    JSONEscapes.write(id, to: &json)
    json += #","kind":"#.utf8
    JSONEscapes.write(kind.rawValue, to: &json)
    json += #","order":\#(order),"payload":"#.utf8
    try JSONWriter.write(payload.value, to: &json)
    json += #","state":"#.utf8
    state.write(to: &json)
    json += #","target":"#.utf8
    JSONEscapes.write(target, to: &json)
    json += "}".utf8
  }
}

extension MutationRecord.State {
  fileprivate func write(to json: inout [UInt8]) {
    switch self {
    case .pending: json += #"{"pending":{}}"#.utf8
    case .sending: json += #"{"sending":{}}"#.utf8
    case .synced: json += #"{"synced":{}}"#.utf8
    case .superseded(let reason): Self.write("superseded", reason, to: &json)
    case .refused(let reason): Self.write("refused", reason, to: &json)
    }
  }

  private static func write(_ name: String, _ reason: String, to json: inout [UInt8]) {
    json += #"{"\#(name)":{"reason":"#.utf8
    JSONEscapes.write(reason, to: &json)
    json += "}}".utf8
  }
}

extension CodingUserInfoKey {
  static let mutationForms = CodingUserInfoKey(rawValue: "MediaCore.mutationForms")
}
