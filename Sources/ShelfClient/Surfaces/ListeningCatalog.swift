import Foundation
public import MediaCore

/// The books and episodes that a voice assistant, a shortcut or another part of the system can choose from: by id, as a suggestion, or by
/// words. On Apple's systems, `ListenableQuery` connects the catalog to App Intents.
///
/// ```swift
/// let catalog = ListeningCatalog(shelf: shelf)
/// for entry in try await catalog.matching("salt clock") { print(entry.title, entry.author) }
/// ```
public struct ListeningCatalog: Sendable {
  /// The highest number of entries that ``suggested()`` and ``matching(_:)`` return.
  public static let limit = 25
  /// The time for which ``matching(_:)`` waits for the server, before it searches on this device.
  static let patience = Duration.seconds(8)

  let shelf: ShelfService

  /// Creates the catalog of the account that is signed in. Sends no request.
  public init(shelf: ShelfService) { self.shelf = shelf }

  /// Returns the items to offer first, as stored on this device: the items to play next, then the newest unfinished episodes, with the
  /// user's progress. Sends no request.
  /// - Throws: `signedOut`, `storage`.
  public func suggested() async throws(ClientError) -> [QueueEntry] {
    Array(try await ContinueList(shelf.upNext, shelf.queueStore, shelf.progressStore).entries.prefix(Self.limit))
  }

  /// Returns items by their ids, in the order of the ids. An item that this device does not have is read from the server
  /// (`GET /api/items/{id}`). The result leaves out each item that the server does not have any more.
  /// - Throws: `signedOut`, `storage`; another error, such as `unreachable`, only if no item was found.
  public func entries(of ids: [PlayableID]) async throws(ClientError) -> [QueueEntry] {
    try await shelf.client.accounts.ofOneAccount(.shelfIntent) { () async throws(ClientError) in
      let known = Dictionary(try await kept().map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      var found: [QueueEntry] = []
      var problem: ClientError?
      for id in ids where WireID.arePlausible(id.ids) {
        do throws(ClientError) {
          if let entry = known[id] {
            found.append(entry)
          } else if let entry = try await entry(of: id) {
            found.append(entry)
          }
        } catch {
          if error.kind == .signedOut || error.isCancellation { throw error }
          // A proxy's 404 does not mean that the item is gone.
          if error.kind != .notFound || !error.isAbsence { problem = problem ?? error }
        }
      }
      if let problem, found.isEmpty { throw problem }
      return found
    }
  }

  /// Searches the libraries of the server for books and episodes (`GET /api/libraries/{id}/search`). If the server cannot be reached, or does
  /// not answer within eight seconds, returns the items on this device whose title or author contains every word of `text`. For a blank
  /// text, returns ``suggested()``.
  /// - Throws: `signedOut`, `storage`, and errors of the server other than that it cannot be reached.
  public func matching(_ text: String) async throws(ClientError) -> [QueueEntry] {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { return try await suggested() }
    let entries = try await shelf.client.accounts.ofOneAccount(.shelfIntent) { () async throws(ClientError) in
      var found: [QueueEntry]?
      do throws(ClientError) {
        found = try await shelf.client.environment.clock.attempt(.shelfIntent, within: Self.patience) {
          () async throws(ClientError) in try await search(text)
        }
      } catch {
        guard error.isTransient, !error.isCancellation else { throw error }
      }
      if let found { return found }
      return try await kept().filter { SearchText.matches(text, in: [$0.title, $0.author]) }
    }
    return Array(entries.prefix(Self.limit))
  }

  // MARK: Sources

  /// The title of an item on this device; nil if this device does not have the item.
  func keptTitle(of id: PlayableID) async throws(ClientError) -> String? {
    try await kept().first { $0.id == id }?.title
  }

  private func search(_ text: String) async throws(ClientError) -> [QueueEntry] {
    let mark = try await shelf.rowStore.markForFound()
    var seen: Set<PlayableID> = []
    var entries: [QueueEntry] = []
    for library in try await shelf.libraries.all() {
      let found = try await shelf.search.results(for: text, in: library.id, limit: Self.limit)
      let rows = try await shelf.lists.rows.entries(of: found.books + found.episodes)
      // Store the rows, so that a shortcut that was made with one of them finds it without a network.
      await shelf.rowStore.note(rows, askedAt: mark)
      entries += rows.compactMap { QueueEntry($0) }.filter { seen.insert($0.id).inserted }
    }
    return entries
  }

  /// The items on this device, each once: those of the lists, the opened items, the downloads, and the rows of the lists that were browsed.
  private func kept() async throws(ClientError) -> [QueueEntry] {
    let list = try await ContinueList(shelf.upNext, shelf.queueStore, shelf.progressStore)
    let played = try await shelf.playedItems.all().map { QueueEntry($0) }
    let rows = await shelf.downloads.playableRows() + (try await shelf.rowStore.playableRows())
    var seen: Set<PlayableID> = []
    return (list.entries + played + rows.compactMap { QueueEntry($0) }).filter { seen.insert($0.id).inserted }
  }

  /// The item from its kept page, else from the server; nil if the page does not list it.
  private func entry(of id: PlayableID) async throws(ClientError) -> QueueEntry? {
    if let page = try await shelf.itemStore.item(id.libraryItemId), let entry = try await entry(of: id, in: page.item) {
      return entry
    }
    try await shelf.itemStore.refresh(id.libraryItemId)
    guard let page = try await shelf.itemStore.item(id.libraryItemId) else { return nil }
    return try await entry(of: id, in: page.item)
  }

  private func entry(of id: PlayableID, in item: ShelfItem) async throws(ClientError) -> QueueEntry? {
    let maker = shelf.lists.rows
    guard let episodeId = id.episodeId else { return QueueEntry(try await maker.row(item)) }
    guard let episode = item.media.podcast?.episodes?.first(where: { $0.id == episodeId }) else { return nil }
    return QueueEntry(try await maker.row(episode, of: item))
  }
}
