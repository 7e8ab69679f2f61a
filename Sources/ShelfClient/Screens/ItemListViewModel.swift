public import MediaCore

/// The state of one playlist or collection.
public struct ItemListState: RowListState {
  /// The rows of the books and episodes, in the order of the playlist or collection.
  public var rows: LoadState<[ShelfRow]> = .idle
  public var total: Int?
  public var hasMore = false
  /// Whether the next page of the list is being loaded.
  public var isLoadingMore = false
  /// The name of the playlist or collection.
  public var name: String
  /// The progress of the books and episodes that the account has begun, with the id of the row as the key.
  public var progress: [String: KnownProgress] = [:]
  /// The removal that was made last on this screen, which ``ItemListViewModel/undoRemoval()`` undoes. Nil ten seconds after the removal.
  public var undoable: ListRemoval?
  /// The id of the list that ``ItemListViewModel/undoRemoval()`` has made in place of this one, which the server had removed already. The
  /// screen of that list is another one.
  public var replacement: String?
  /// Whether the playlist or collection was deleted, on this device or on the server. Removing the last entry of a playlist also deletes
  /// the playlist.
  public var isGone = false
  public var isRefreshing = false
  public var error: ClientError?
  public var notice: String?

  /// Creates the state of a playlist or collection that has not loaded yet.
  /// - Parameter name: the name to show until the playlist or collection has loaded.
  public init(name: String = "") { self.name = name }
}

/// The base class of ``PlaylistViewModel`` and ``CollectionViewModel``.
///
/// The screen shows the user's changes at once. While the server cannot be reached, the changes wait on this device. If the server refuses
/// a change, the screen undoes it and shows a notice.
@MainActor
public class ItemListViewModel: RowListViewModel<ItemListState> {
  public let id: String
  let store: ItemListStore
  /// The name to show until the list has loaded.
  private let listedName: String
  private var isMissing = false

  init(
    shelf: ShelfService, _ kind: ItemListKind, _ id: String, name: String, _ list: RowList, _ store: ItemListStore
  ) {
    self.id = id
    self.store = store
    listedName = name
    super.init(ItemListState(name: name), list, shelf: shelf)
    paging.attach(self, observing: [shelf.progressStore.observe]) { model in
      await model.render()
    } fetch: { (model) async throws(ClientError) in
      model.isMissing = false
    } failed: { model, error in
      // A 404 without the server's message comes from a proxy: the list may still exist.
      if error.kind == .notFound, error.isAbsence { model.isMissing = true }
    } reset: { model in
      model.isMissing = false
      model.screen.takeUndo(\.undoable)
      model.screen.state.replacement = nil
      model.screen.state.progress = [:]
      model.screen.state.isGone = false
      model.screen.state.name = model.listedName
    }
    shelf.live.refresh(screen, of: self) { model, event in
      if event.concerns(anyOf: model.state.rows.value) { return true }
      // Events use the server's id: find it for a list that was made on this device.
      let list = ItemListReference(kind: kind, id: id)
      let known = list.isLocal ? (try? await shelf.madeLists.readableID(of: list)) ?? nil : id
      return known.map { event.concerns(list: $0, kind) } ?? false
    }
  }

  private func render() async {
    let progress = await shelf.progressOfRows(state.rows.value ?? [])
    var state = screen.state
    state.progress = progress
    state.name = paging.title ?? (state.name.isEmpty ? listedName : state.name)
    state.isGone = isMissing || paging.isGone == true
    screen.state = state
  }

  /// Puts the entries of the playlist or collection into a new order. New entries of another device that the screen does not show yet
  /// follow at the end.
  /// - Parameter order: the ids of all rows, in the new order.
  public func reorder(_ order: [ShelfRow.ID]) {
    let shown = Set((state.rows.value ?? []).map(\.id)).union(order)
    changeAll { [self] () async throws(ClientError) in [try await submit(order, showing: shown)] }
  }

  /// Moves a row to an index of the shown rows. Entries that another device has added, and that the screen does not show yet, come after
  /// the shown rows.
  public func move(_ row: ShelfRow.ID, to index: Int) {
    guard let entry = PlayableID(row) else { return }
    changeAll { [self] () async throws(ClientError) in
      // Show the move before this one first: `index` counts in the order after it.
      await screen.showQuietly()
      var order = (state.rows.value ?? []).map(\.id)
      guard let from = order.firstIndex(of: row) else { return [try await store.move(entry, in: id, to: index)] }
      order.remove(at: from)
      order.insert(row, at: min(max(0, index), order.count))
      return [try await submit(order, showing: Set(order))]
    }
  }

  private func submit(_ order: [ShelfRow.ID], showing shown: Set<ShelfRow.ID>) async throws(ClientError) -> Submission {
    let waiting = (try await store.entries(of: id) ?? []).map(\.id).filter { !shown.contains($0) }
    return try await store.reorder(id, to: (order + waiting).compactMap(PlayableID.init))
  }

  /// Renames the playlist or collection. The screen shows the new name at once. The change is sent when the server can be reached.
  public func rename(_ name: String) {
    change { [store, id] () async throws(ClientError) in try await store.rename(id, to: name) }
  }

  /// Downloads all books and episodes of the list, also those of another device that the screen does not show yet: at most the first
  /// ``WholeList/limit``. The rules and the budget of the downloads apply.
  public func downloadAll() {
    screen.downloadAll(shelf, whole())
  }

  /// Plays the books and episodes in the order of the list, as far as ``downloadAll()`` would take them: see
  /// ``PlayerViewModel/playAll(_:)``.
  public func playAll(in player: PlayerViewModel) {
    screen.playAll(shelf, in: player, whole())
  }

  private func whole() -> @MainActor @Sendable () async throws(ClientError) -> WholeList {
    { [store, id, shown = state.rows.value ?? []] () async throws(ClientError) in
      let entries = try await store.entries(of: id)
      return WholeList(entries ?? shown)
    }
  }

  /// Deletes the playlist or collection itself. ``undoRemoval()`` can restore it for ten seconds.
  public func delete() {
    removeUndoably { [shelf, store, id, list = paging.list] () async throws(ClientError) in
      try await shelf.deleteUndoably(list, id, from: store)
    }
  }

  /// Undoes the removal of ``ItemListState/undoable``. Removed entries are back at their places. A list that the server has removed already
  /// is made again, and has another id: ``ItemListState/replacement``.
  public func undoRemoval() {
    undoRemoval(in: store) { [weak self, id] restored in
      if restored != id { self?.screen.state.replacement = restored }
    }
  }
}
