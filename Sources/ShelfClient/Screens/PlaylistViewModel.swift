public import MediaCore

/// One playlist: its books and episodes in their order.
///
/// Changes need the server; a refused one is shown as a notice, and the list as the server has it.
@MainActor
public final class PlaylistViewModel: ViewModel {
  public struct State: RowListState {
    /// In their order.
    public var rows: LoadState<[ShelfRow]> = .idle
    public var total: Int?
    public var hasMore = false
    public var isLoadingMore = false
    public var name: String
    /// Of the entries that were begun, by the row's id.
    public var progress: [String: KnownProgress] = [:]
    /// It is gone from the server: taking out the last entry removes a playlist.
    public var isGone = false
    public var isRefreshing = false
    public var error: ClientError?
    public var notice: String?
  }

  public var publisher: StatePublisher<State> { screen.publisher }
  public let id: String
  private let shelf: ShelfService
  private let screen: StoreScreen<State>
  private let paging: RowPaging<State>

  /// - Parameters:
  ///   - id: the playlist's.
  ///   - name: as the list of playlists has it.
  public init(shelf: ShelfService, playlist id: String, name: String = "") {
    self.id = id
    self.shelf = shelf
    screen = StoreScreen(State(name: name), accounts: shelf.client.accounts)
    paging = RowPaging(shelf.lists.entries(ofPlaylist: id), screen: screen, store: shelf.rowStore)
    paging.attach(self, observing: [shelf.progressStore.observe]) { model in
      model.screen.state.progress = await shelf.progressOfRows(model.state.rows.value ?? [])
    } failed: { model, error in
      if error.kind == .notFound { model.screen.state.isGone = true }
    } reset: { model in
      model.screen.state.progress = [:]
      model.screen.state.isGone = false
    }
  }

  /// Adds at the end; those that are in it already are passed over.
  public func add(_ entries: [PlayableID]) {
    change { (role, id) async throws(ClientError) in _ = try await role.add(entries, to: id) }
  }

  /// Takes an entry out; the playlist goes with its last one.
  public func remove(_ entry: PlayableID) {
    change { (role, id) async throws(ClientError) in _ = try await role.remove(entry, from: id) }
  }

  /// Puts the entries into another order.
  /// - Parameter order: the ids of all rows.
  public func reorder(_ order: [ShelfRow.ID]) {
    change { (role, id) async throws(ClientError) in
      _ = try await role.update(id, PlaylistUpdate(items: order.compactMap(PlayableID.init).map(PlaylistEntry.init)))
    }
  }

  /// Moves a row to another place, counted without it.
  public func move(_ row: ShelfRow.ID, to index: Int) {
    var order = (state.rows.value ?? []).map(\.id)
    guard let from = order.firstIndex(of: row) else { return }
    order.remove(at: from)
    order.insert(row, at: min(max(index, 0), order.count))
    reorder(order)
  }

  public func rename(_ name: String) {
    change { [screen] (role, id) async throws(ClientError) in
      let renamed = try await role.update(id, PlaylistUpdate(name: name))
      await MainActor.run { screen.state.name = renamed.name }
    }
  }

  private func change(
    _ body: @escaping @Sendable (any PlaylistAPI, String) async throws(ClientError) -> Void
  ) {
    screen.act { [weak self, shelf, id] () async throws(ClientError) in
      var problem: ClientError?
      do throws(ClientError) { try await body(shelf.roles.playlists, id) } catch { problem = error }
      // The server's list counts, also when it refused.
      do throws(ClientError) { try await self?.paging.fetch() } catch {
        if error.kind == .notFound { self?.screen.state.isGone = true } else { problem = problem ?? error }
      }
      if let problem { throw problem }
      return []
    }
  }
}
