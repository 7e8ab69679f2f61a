import MediaCore

/// A mutation of this service. Stores the wanted state instead of a request: a toggle that is sent twice undoes itself.
protocol VaultMutation: Mutation where API == VaultAPI {
  /// The reason why the mutation can never be carried out over the server's state; nil while it can.
  func refusal(over remote: Remote?) -> VaultRefusal?
  /// The server's state of the target as the cache has it; nil where it is not known.
  func base(in snapshot: VaultSnapshot) -> Remote?
  /// Whether making the same change again discards a refused one. False for marks and removals: many can be made at once, and each would
  /// be looked up.
  static var isMadeAgain: Bool { get }
  /// Whether both mutations want the same state.
  func isSame(as other: Self) -> Bool
  /// Applies the open mutation to a copy of the cached snapshot.
  func apply(to snapshot: inout VaultSnapshot)
  /// Merges the result of the mutation into the cached snapshot; called again over answers that were requested earlier.
  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot)
}

extension VaultMutation {
  func base(in snapshot: VaultSnapshot) -> Remote? { nil }
  static var isMadeAgain: Bool { true }
  func isSame(as other: Self) -> Bool { self == other }
  func refusal(over remote: Remote?) -> VaultRefusal? { nil }

  func resolve(_ merge: MergeInput<Self>) -> Resolution<Self> {
    if let refusal = refusal(over: merge.remote) { return .refused(refusal) }
    return isReflected(in: merge.remote) ? .done : .write(self)
  }

  func apply(to snapshot: inout VaultSnapshot) {}

  /// Whether two changes of one number are about the same title, as far as their IMDb ids are known.
  static func isSameTitle(_ a: String?, _ b: String?) -> Bool { a == nil || b == nil || a == b }

  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot) {
    if record.state == .synced { snapshot.counting(record.id) { apply(to: &$0) } }
  }
}

enum VaultMutations {
  /// Every kind that the queue sends and the cache overlays.
  private static let all: [any VaultMutation.Type] = [
    MovieMarkMutation.self, SeriesMarkMutation.self, TitleRemovalMutation.self, MovieEditMutation.self,
    SeriesEditMutation.self, EpisodeMutation.self, ListCreationMutation.self, ListEditMutation.self,
    ListRemovalMutation.self, ListItemMutation.self, ListMarkMutation.self, TransferMutation.self,
    ShareMutation.self, ImportMutation.self, SeenMutation.self, SeenTitlesMutation.self,
    AutomationMutation.self,
  ]

  static func handlers(_ api: VaultAPI) -> [MutationHandler] {
    func handler<M: VaultMutation>(_ type: M.Type) -> MutationHandler { MutationHandler(type, api) }
    return all.map { handler($0) }
  }

  static var overlays: [MutationOverlay<VaultSnapshot>] {
    func overlay<M: VaultMutation>(_ type: M.Type) -> MutationOverlay<VaultSnapshot> {
      MutationOverlay(type, apply: { $0.apply(to: &$1) }, settle: { $0.settle($1, in: &$2) })
    }
    return all.map { overlay($0) }
  }
}

/// The reason why a mutation can never be carried out, as an app can read it in ``MutationRecord/refusalReason``.
enum VaultRefusal: String, Sendable, CaseIterable {
  /// The target does not exist any more.
  case gone
  /// The id of the target belongs to another title now.
  case anotherTitle
  /// The list holds a film and a series of that id, and the server would use the wrong one.
  case ambiguous
  /// A title reaches another user's list only through one of the user's own lists, and there is none.
  case noOwnList

  /// The refusal of a change of a title; nil when the server still has that title.
  /// - Parameters:
  ///   - remote: the IMDb id of the title on the server; nil without a title.
  ///   - imdbID: the one that the title had when it was changed; nil when that is unknown.
  ///   - accepted: the one that the change itself sets.
  init?(title remote: String??, changedAs imdbID: String?, accepting accepted: [String?] = []) {
    if let remote, imdbID == nil || remote == imdbID || accepted.contains(remote) { return nil }
    self = remote == nil ? .gone : .anotherTitle
  }
}

extension Resolution {
  static func refused(_ reason: VaultRefusal) -> Resolution { .refused(reason: reason.rawValue) }
}

/// Runs a read. Nil when the server itself answers that the object does not exist; an HTML page or a proxy's answer does not count.
func ifPresent<Value: Sendable>(
  orForbidden: Bool = false, _ read: () async throws -> Value
) async throws(ClientError) -> Value? {
  do { return try await read() } catch {
    let error = ClientError(thrown: error)
    let isAbsent = error.kind == .notFound || orForbidden && error.kind == .forbidden
    guard isAbsent, error.serverMessage != nil else { throw error }
    return nil
  }
}
