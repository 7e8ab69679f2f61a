import MediaCore

extension LiveUpdates {
  /// Keeps the screen of `model` true by the server's events: it is read again soon after an event that concerns it, and once after each
  /// new connection. While events arrive, age alone is no reason to read.
  @MainActor
  func refresh<State, Model: AnyObject & Sendable>(
    _ screen: StoreScreen<State>, of model: Model,
    after concerns: @escaping @MainActor @Sendable (Model, LiveEvent) async -> Bool
  ) {
    screen.follow(
      isPushed: currentStatus == .live,
      [
        observeStatus { [weak self, weak screen] _ in
          Task { @MainActor in if let self { screen?.push(self.currentStatus == .live) } }
        },
        observe { [weak screen, weak model] event in
          Task { @MainActor in if let model, await concerns(model, event) { screen?.readSoon() } }
        },
      ])
  }
}

extension LiveEvent {
  /// Whether an item or its episodes have changed.
  func concerns(item id: String) -> Bool {
    switch self {
    case .itemsAdded(let items), .itemsUpdated(let items): items.contains { $0.id == id }
    case .itemRemoved(let removed, _): removed == id
    case .episodeAdded(let episode): episode.libraryItemId == id
    default: false
    }
  }

  /// Whether a list of a library's items, series or authors may have changed.
  func concerns(library id: String, showing rows: [ShelfRow]?) -> Bool {
    switch self {
    case .itemsAdded(let items), .itemsUpdated(let items): items.contains { $0.libraryId == nil || $0.libraryId == id }
    case .itemRemoved(_, let library): library == nil || library == id
    case .episodeAdded: concerns(anyOf: rows)
    default: false
    }
  }

  /// Whether something about a shown row has changed.
  func concerns(anyOf rows: [ShelfRow]?) -> Bool {
    (rows ?? []).contains { row in concerns(item: row.playable?.libraryItemId ?? row.id) }
  }

  /// Whether a library's playlists or collections may have changed.
  func concerns(listsOf kind: ItemListKind, in library: String, showing rows: [ShelfRow]?) -> Bool {
    switch (self, kind) {
    case (.playlistChanged(let list), .playlist): list.libraryId == nil || list.libraryId == library
    case (.collectionChanged(let list), .collection): list.libraryId == nil || list.libraryId == library
    case (.playlistRemoved(let id), .playlist), (.collectionRemoved(let id), .collection):
      (rows ?? []).contains { $0.id == id }
    default: false
    }
  }

  /// Whether a playlist or collection itself has changed or is gone.
  func concerns(list id: String, _ kind: ItemListKind) -> Bool {
    switch (self, kind) {
    case (.playlistChanged(let list), .playlist): list.id == id
    case (.collectionChanged(let list), .collection): list.id == id
    case (.playlistRemoved(let removed), .playlist), (.collectionRemoved(let removed), .collection): removed == id
    default: false
    }
  }
}
