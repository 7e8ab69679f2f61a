import Foundation
import MediaCore
import MediaTesting
import ShelfTesting

@testable import ShelfClient

/// Bookmarks, whose changes are mutations. Changes of lists are mutations as well, but a request that arrives twice makes a list twice:
/// `ItemListStoreTests` has their situations.
extension StoreHandle {
  static func bookmarks(_ shelf: ShelfService, _ first: PlayableID, _ second: PlayableID) -> StoreHandle {
    let store = shelf.bookmarkStore
    return StoreHandle(
      name: "bookmarks",
      read: {
        try await store.bookmarks(of: nil)?.list.map { "\($0.libraryItemId) \(Int($0.time)) \($0.title)" }
          .joined(separator: "\n") ?? ""
      }, refresh: { try await store.refresh() }, refreshedAt: { try await store.bookmarks(of: nil)?.asOf },
      observe: { store.observe($0) }, change: { try await store.create("Here", at: 77, in: first.libraryItemId) },
      otherChange: { try await store.create("There", at: 88, in: second.libraryItemId) }, marker: "Seeded mark",
      writeOperation: .shelfBookmarksCreate, refreshOperation: .shelfBookmarksAll)
  }
}

/// Stores of what this device keeps of its listening, beside the progress and the Latest tab. Their changes are no mutations:
/// they are made where ``StoreHandle/refresh`` is called.
extension StoreHandle {
  static func shelfStores(_ shelf: ShelfService, tiny: PlayableID) -> [StoreHandle] {
    [downloads(shelf, tiny), upNext(shelf, tiny), playedItems(shelf, tiny), covers(shelf, tiny), rows(shelf)]
      + [statistics(shelf), home(shelf), sequences(shelf), itemSettings(shelf, tiny)]
  }

  private static func downloads(_ shelf: ShelfService, _ tiny: PlayableID) -> StoreHandle {
    StoreHandle(
      name: "downloads",
      read: {
        let settings = try await shelf.downloads.settings()
        return try await shelf.downloads.all().map { "\($0.title) \($0.phase) \($0.receivedBytes)" }
          .joined(separator: "\n") + " of \(settings.budget ?? 0)"
      },
      refresh: {
        try await shelf.downloads.setSettings(DownloadSettings(budget: 1 << 20, concurrentDownloads: 2))
        try await shelf.downloads.download(tiny)
        await shelf.downloads.settled()
      }, observe: { shelf.downloads.observe($0) }, marker: "Tiny Steps")
  }

  private static func upNext(_ shelf: ShelfService, _ tiny: PlayableID) -> StoreHandle {
    StoreHandle(
      name: "up next", read: { try await shelf.upNext.entries().map(\.title).joined(separator: "\n") },
      refresh: { try await shelf.upNext.playLast(QueueEntry(id: tiny, title: "Tiny Steps")) },
      observe: { shelf.upNext.observe($0) }, marker: "Tiny Steps")
  }

  private static func playedItems(_ shelf: ShelfService, _ tiny: PlayableID) -> StoreHandle {
    StoreHandle(
      name: "played items",
      read: {
        try await shelf.playedItems.all().map { "\($0.title) \($0.duration) \($0.chapters.count)" }
          .joined(separator: "\n")
      },
      refresh: {
        var item = LocalItem(id: tiny, tracks: [])
        (item.title, item.author, item.duration) = ("Tiny Steps", "Ada Small", 0.07)
        item.chapters = [Chapter(id: 0, start: 0, end: 0.05)]
        try await shelf.playedItems.note(item)
      }, observe: { _ in ObservationToken {} }, marker: "Tiny Steps")
  }

  private static func covers(_ shelf: ShelfService, _ tiny: PlayableID) -> StoreHandle {
    StoreHandle(
      name: "covers", read: { "\(try await shelf.covers.usedBytes()) bytes" },
      refresh: {
        let cover = Artwork(.item(tiny.libraryItemId), updatedAt: Date(milliseconds: 1_790_000_000_000), width: 50)
        _ = try await shelf.covers.picture(cover)
      }, observe: { _ in ObservationToken {} }, marker: tiny.libraryItemId)
  }

  private static func rows(_ shelf: ShelfService) -> StoreHandle {
    let list = shelf.lists.libraries()
    return StoreHandle(
      name: "rows",
      read: {
        let kept = try await shelf.rowStore.beginning(of: list)
        return (kept?.pages[0].rows ?? []).map(\.title).joined(separator: "\n")
      }, refresh: { try await shelf.rowStore.refresh(0, of: list) },
      refreshedAt: { try await shelf.rowStore.beginning(of: list)?.asOf }, observe: { shelf.rowStore.observe($0) },
      marker: "Audiobooks", refreshOperation: .shelfLibrariesAll)
  }

  private static func home(_ shelf: ShelfService) -> StoreHandle {
    let books = ServiceCase.shelfWorld.libraryIDs[0]
    let store = shelf.homeStore
    return StoreHandle(
      name: "home",
      read: {
        (try await store.current(books)?.shelves ?? []).map { "\($0.title): \($0.rows.map(\.title).sorted())" }
          .joined(separator: "\n")
      }, refresh: { try await store.refresh(books) }, refreshedAt: { try await store.current(books)?.asOf },
      observe: { store.observe($0) }, marker: "recently-added", refreshOperation: .shelfShelvesOfLibrary)
  }

  private static func sequences(_ shelf: ShelfService) -> StoreHandle {
    let book = PlayableID(libraryItemId: ServiceCase.shelfWorld.itemID(titled: "First Light") ?? "")
    return StoreHandle(
      name: "sequences",
      read: { try await shelf.sequences.sequence(of: book)?.rows.map(\.title).joined(separator: "\n") ?? "" },
      refresh: { try await shelf.sequences.refresh(book) }, observe: { shelf.sequences.observe($0) },
      marker: "Lantern Cycle")
  }

  private static func itemSettings(_ shelf: ShelfService, _ tiny: PlayableID) -> StoreHandle {
    StoreHandle(
      name: "item settings",
      read: { try await shelf.itemSettings.settings(of: tiny).speed.map { "\($0.rawValue)" } ?? "" },
      refresh: { try await shelf.itemSettings.update(tiny) { $0.speed = PlaybackSpeed(1.35) } },
      observe: { _ in ObservationToken {} }, marker: tiny.libraryItemId)
  }

  private static func statistics(_ shelf: ShelfService) -> StoreHandle {
    let store = ListeningStatsStore(shelf.listening, in: shelf.client.accounts)
    return StoreHandle(
      name: "statistics", read: { try await store.stats().map { "\($0.stats.totalTime ?? 0) s" } ?? "never asked" },
      refresh: { try await store.refresh() }, refreshedAt: { try await store.stats()?.asOf },
      observe: { store.observe($0) }, marker: "totalTime", refreshOperation: .shelfListeningStats)
  }
}
