import Foundation
public import MediaCore

/// Changes lists of items without a network: the account's playlists (``ShelfService/playlistStore``) or the collections
/// (``ShelfService/collectionStore``). Each change is durable when the call returns, is shown at once, and is sent as soon as the server
/// can be reached. Before a change is sent, the list is read from the server, so that changes of other devices are not lost.
///
/// ```swift
/// let (id, _) = try await shelf.playlistStore.create("Evening", in: library.id, entries: [episode])
/// try await shelf.playlistStore.add([other], to: id)
/// ```
///
/// ``create(_:in:entries:description:)`` returns a local id. Every method of this store and every screen accepts that id from then on, in
/// place of the server's id.
public struct ItemListStore: Sendable {
  let kind: ItemListKind
  private let client: ServiceClient
  let queue: MutationQueue
  private let made: LocalItemLists
  let rows: RowStore
  private let items: ItemStore
  private let maker: RowMaker
  private let others: SeenEntries

  /// Stores other than the lists that may hold the title of a book or an episode.
  struct SeenEntries: Sendable {
    let latest: QueueStore
    let upNext: UpNextStore
    let played: PlayedItemStore
  }

  init(
    _ kind: ItemListKind, _ client: ServiceClient, _ queue: MutationQueue, _ made: LocalItemLists, _ rows: RowStore,
    _ items: ItemStore, _ maker: RowMaker, _ others: SeenEntries
  ) {
    self.kind = kind
    self.client = client
    self.queue = queue
    self.made = made
    self.rows = rows
    self.items = items
    self.maker = maker
    self.others = others
  }

  // MARK: Reading

  /// Returns the entries of a playlist or collection as stored on this device, with this device's unsent changes. Nil if the list was never
  /// opened or is removed. Sends no request.
  /// - Throws: `signedOut`, `storage`.
  public func entries(of id: String) async throws(ClientError) -> [ShelfRow]? {
    let kept = try await rows.beginning(of: list(id))
    return kept?.pages[0].isGone == true ? nil : kept?.pages[0].rows
  }

  /// Returns the server's id of a playlist or collection; nil while the list exists on this device only.
  /// - Throws: `notFound` if no list has this local id any more, because its creation was refused or discarded.
  public func serverID(of id: String) async throws(ClientError) -> String? {
    try await made.readableID(of: reference(id))
  }

  /// Calls `changed` after each change of a playlist or collection until the returned token is released.
  public func observe(_ changed: @escaping @Sendable () -> Void) -> ObservationToken { rows.observe(changed) }

  // MARK: Changing

  /// Creates a playlist or collection (`POST /api/playlists`, `POST /api/collections`). If the server's response is lost, the SDK finds the
  /// list on the server and does not create it a second time.
  /// - Parameters:
  ///   - entries: books or episodes of the library `library`. A collection needs at least one book, and accepts no episodes.
  ///   - description: the text to show beside the name.
  /// - Returns: a local id of the list, and the change. The server refuses a new collection with `forbidden` if the account lacks
  ///   ``UserPermissions/update``.
  /// - Throws: `invalidRequest` for an empty name, or for a collection without books; `signedOut`, `storage`.
  @discardableResult
  public func create(
    _ name: String, in library: String, entries: [PlayableID] = [], description: String? = nil
  ) async throws(ClientError) -> (id: String, submission: Submission) {
    try check([library] + entries.flatMap(\.ids), isValid: !name.isEmpty && (kind == .playlist || !entries.isEmpty))
    try checkEntries(entries)
    var seen: Set<PlayableID> = []
    let rows = try await rows(for: entries.filter { seen.insert($0).inserted })
    return try await create(name, in: library, rows: rows, description: description)
  }

  func create(
    _ name: String, in library: String, rows: [ShelfRow], description: String?
  ) async throws(ClientError) -> (id: String, submission: Submission) {
    let id = ItemListReference.localID(client.environment.random)
    let creation = ListCreationMutation(
      list: reference(id), library: library, name: name, description: description, rows: rows,
      at: client.environment.clock.now())
    return (id, try await queue.submit(creation))
  }

  /// Gives a playlist or collection another name (`PATCH`). If another device renames the list later, the list keeps that later name.
  /// - Throws: `invalidRequest` for an empty name, `notFound` if no list has this local id.
  @discardableResult
  public func rename(_ id: String, to name: String) async throws(ClientError) -> Submission {
    try check([id], isValid: !name.isEmpty)
    return try await submit(ListEditMutation(list: made.stable(reference(id)), name: name, at: now))
  }

  /// Gives a playlist or collection another description (`PATCH`). An empty text removes the description of a collection; the server cannot
  /// remove the description of a playlist.
  /// - Throws: `invalidRequest` for an empty description of a playlist, `notFound` if no list has this local id.
  @discardableResult
  public func describe(_ id: String, as description: String) async throws(ClientError) -> Submission {
    try check([id], isValid: kind == .collection || !description.isEmpty)
    return try await submit(
      ListEditMutation(list: made.stable(reference(id)), description: description, at: now))
  }

  /// Deletes a playlist or collection (`DELETE`). Deleting a collection removes it for all accounts, and needs ``UserPermissions/delete``.
  /// A list that was not sent to the server yet is never sent.
  /// - Throws: `notFound` if no list has this local id.
  @discardableResult
  public func delete(_ id: String) async throws(ClientError) -> Submission {
    try check([id])
    return try await submit(ListRemovalMutation(list: made.stable(reference(id))))
  }

  /// Returns a reference to a list for mutations. For a list that was made on this device, the reference contains the local id, even after
  /// the server has given the list an id.
  /// - Throws: `notFound` if no list has this local id.
  func stableReference(_ id: String) async throws(ClientError) -> ItemListReference {
    try check([id])
    return try await made.stable(reference(id))
  }

  /// Adds entries at the end of a playlist or collection (`POST …/batch/add`). Entries that are already in the list stay where they are.
  /// - Throws: `invalidRequest` for an episode in a collection, `notFound` if no list has this local id.
  @discardableResult
  public func add(_ entries: [PlayableID], to id: String) async throws(ClientError) -> Submission {
    try check([id] + entries.flatMap(\.ids), isValid: !entries.isEmpty)
    try checkEntries(entries)
    return try await add(rows: try await rows(for: entries), to: id)
  }

  func add(rows: [ShelfRow], to id: String) async throws(ClientError) -> Submission {
    try await submit(ListEntryMutation(list: made.stable(reference(id)), rows: rows))
  }

  /// Removes entries from a playlist or collection (`POST …/batch/remove`). Removing the last entry of a playlist also removes the
  /// playlist, as on the server.
  /// - Throws: `notFound` if no list has this local id.
  @discardableResult
  public func remove(_ entries: [PlayableID], from id: String) async throws(ClientError) -> Submission {
    try check([id] + entries.flatMap(\.ids), isValid: !entries.isEmpty)
    return try await submit(ListEntryMutation(list: made.stable(reference(id)), removed: entries))
  }

  /// Puts the entries of a playlist or collection into another order (`PATCH`). Entries that another device adds meanwhile come after the
  /// entries in `order`.
  /// - Parameter order: all entries of the list that this device has, neither more nor fewer.
  /// - Throws: `invalidRequest` if `order` has other entries than the list; `notFound` if no list has this local id.
  @discardableResult
  public func reorder(_ id: String, to order: [PlayableID]) async throws(ClientError) -> Submission {
    let known = try await entries(of: id).map { Set($0.map(\.id)) }
    try check([id] + order.flatMap(\.ids), isValid: known.map { $0 == Set(order.map(\.description)) } ?? true)
    return try await submit(ListOrderMutation(list: made.stable(reference(id)), order: order, madeAt: now))
  }

  /// Moves an entry to the index `index` of a playlist or collection. If the index is outside of the list, the entry moves to the nearest
  /// end.
  /// - Throws: `notFound` if the list on this device does not have the entry.
  @discardableResult
  public func move(_ entry: PlayableID, in id: String, to index: Int) async throws(ClientError) -> Submission {
    var order = (try await entries(of: id) ?? []).compactMap { PlayableID($0.id) }
    guard let from = order.firstIndex(of: entry) else {
      throw ClientError(.notFound, operation: kind.change)
    }
    order.remove(at: from)
    order.insert(entry, at: min(max(0, index), order.count))
    return try await reorder(id, to: order)
  }

  /// Moves entries that were added again back to their places in `order`. Other entries stay where another device may have moved them.
  func place(
    _ entries: [PlayableID], in id: String, by order: [PlayableID]
  ) async throws(ClientError) -> Submission {
    try await submit(ListOrderMutation(list: made.stable(reference(id)), order: order, madeAt: now, moved: entries))
  }

  private var now: Date { client.environment.clock.now() }

  private func submit(_ change: some ListChangeMutation) async throws(ClientError) -> Submission {
    // If the queue already contains a change of this list, submit without a base: the cached list lacks that change. Changes that add or
    // remove entries do not matter, because the server does not change the list's date for them.
    let isFirst = try await queue.open().allSatisfy {
      $0.target != change.target || $0.kind == ListEntryMutation.kind
    }
    let base = isFirst ? try await rows.known(change.list) : nil
    return try await queue.submit(change, base: base.map { .found($0) })
  }

  // MARK: Parts

  func list(_ id: String) -> RowList {
    // The list is only read from the cache, so the closure fetches nothing.
    RowList(.entries(reference(id)), limit: RowStore.largestPage, isPaged: false) { _, _ in nil }
  }

  private func reference(_ id: String) -> ItemListReference { ItemListReference(kind: kind, id: id) }

  private func check(_ ids: [String?], isValid: Bool = true) throws(ClientError) {
    try WireID.check(ids, operation: kind.change)
    if !isValid { throw ClientError(.invalidRequest, operation: kind.change) }
  }

  private func checkEntries(_ entries: [PlayableID]) throws(ClientError) {
    try check([], isValid: kind == .playlist || entries.allSatisfy { $0.episodeId == nil })
  }

  /// Rows to show until the server sends its own. An entry that was never seen on this device has no title.
  private func rows(for entries: [PlayableID]) async throws(ClientError) -> [ShelfRow] {
    var made: [ShelfRow] = []
    for id in entries {
      let known: ShelfRow?
      if let row = try await rows.row(id) { known = row } else { known = try await seenRow(id) }
      var row = known ?? ShelfRow(id: id.description, kind: id.episodeId == nil ? .book : .episode, title: "")
      if known == nil { row.playable = id }
      made.append(row)
    }
    return made
  }

  private func seenRow(_ id: PlayableID) async throws(ClientError) -> ShelfRow? {
    if let item = try await items.item(id.libraryItemId)?.item {
      guard let episode = id.episodeId else { return try await maker.row(item) }
      if let one = item.media.podcast?.episodes?.first(where: { $0.id == episode }) {
        return try await maker.row(one, of: item)
      }
    }
    if let entry = try await others.latest.current().entries.first(where: { $0.id == id }) { return maker.row(entry) }
    if let entry = try await others.upNext.entries().first(where: { $0.id == id }) { return maker.row(entry) }
    guard let played = try await others.played.item(id), !played.title.isEmpty else { return nil }
    var entry = QueueEntry(id: id, title: played.title)
    (entry.author, entry.coverURL) = (played.author, played.coverURL)
    entry.duration = played.duration > 0 ? played.duration : nil
    return maker.row(entry)
  }
}
