import MediaCore

/// A mutation of this service. Requests are never stored, for toggles undo themselves when they are repeated: the stored part is
/// the state that is wanted.
protocol VaultMutation: Mutation where API == VaultAPI {
  /// Shows the mutation in what is cached.
  func apply(to snapshot: inout VaultSnapshot)
  /// Merges the decided mutation into what is cached; called again on top of answers that were asked for before.
  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot)
}

extension VaultMutation {
  func apply(to snapshot: inout VaultSnapshot) {}

  func settle(_ record: MutationRecord, in snapshot: inout VaultSnapshot) {
    if record.state == .synced { apply(to: &snapshot) }
  }
}

enum VaultMutations {
  /// Every kind that the queue sends and the cache shows.
  private static let all: [any VaultMutation.Type] = [
    MovieMarkMutation.self, SeriesMarkMutation.self, TitleRemovalMutation.self, MovieEditMutation.self,
    SeriesEditMutation.self, EpisodeMutation.self,
    ListCreationMutation.self, ListEditMutation.self, ListRemovalMutation.self, ListItemMutation.self,
    ListMarkMutation.self, TransferMutation.self,
    ShareMutation.self, ImportMutation.self, SeenMutation.self, AutomationMutation.self,
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

/// Why a mutation cannot be made true, as an app can read it in ``MutationRecord/refusalReason``.
enum VaultRefusal: String, Sendable, CaseIterable {
  /// Its target is not there any more.
  case gone
  /// The id of its target belongs to another title now.
  case anotherTitle
  /// A film and a series of that id are in the list, and the server would take the wrong one.
  case ambiguous
}

extension Resolution {
  static func refused(_ reason: VaultRefusal) -> Resolution { .refused(reason: reason.rawValue) }
}

/// Nil for a thing that the server says is not there; a page or a proxy in its place says nothing of it.
func ifPresent<Value: Sendable>(
  _ read: () async throws(ClientError) -> Value
) async throws(ClientError) -> Value? {
  do throws(ClientError) { return try await read() } catch {
    guard error.kind == .notFound, error.serverMessage != nil else { throw error }
    return nil
  }
}
