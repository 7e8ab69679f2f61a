import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

extension AttackedShelf {
  /// The slug of the book that the world shares.
  static let share = "salt"

  var sharing: [AttackCall] {
    [
      AttackCall("account.signIn apiKey") {
        // The server has no API keys: it refuses this one, and the earlier sign-in stays.
        do { try await shelf.account.signIn(apiKey: $0.text("a.b.c")) } catch let error as ClientError
          where error.kind == .signedOut
        {}
      },
      AttackCall("account.signIn token") {
        // The server did not issue this token: it refuses it, and the earlier sign-in stays.
        do { _ = try await shelf.account.signIn(token: HeldToken($0.text("a.b.c"))) } catch let error as ClientError
          where error.kind == .signedOut
        {}
      },
      AttackCall("podcasts.add") {
        let library = try #require(try await shelf.libraries.all().first { $0.mediaType == .podcast })
        var metadata = PodcastMetadata()
        (metadata.title, metadata.feedUrl) = ($0.text("Waves"), $0.text("https://feeds.example.org/waves.xml"))
        let draft = PodcastDraft(
          libraryId: $0.text(library.id), folderId: $0.text(library.folders.first?.id ?? ""),
          path: $0.text("/media/Waves"), metadata: metadata)
        // The server refuses a podcast that it already has.
        do { _ = try await shelf.podcasts.add(draft) } catch let error as ClientError where error.status == 400 {}
      },
      AttackCall("shares") { arguments in
        let share = try await shelf.shares.open(arguments.text(Self.share), at: arguments.number(10))
        _ = try await shelf.shares.track(arguments.integer(1), of: share, range: arguments.range(10..<30))
        try await found { _ = try await shelf.shares.cover(of: share) }
        _ = try await shelf.shares.download(share)
        try await shelf.shares.saveProgress(arguments.number(20), of: share)
      },
    ]
  }

  var listStores: [AttackCall] {
    [
      AttackCall("playlistStore") { try await change(shelf.playlistStore, $0) },
      AttackCall("collectionStore") { try await change(shelf.collectionStore, $0) },
      AttackCall("bookmarkStore") {
        let (time, item) = ($0.number(321), $0.text(salt.libraryItemId))
        try await shelf.bookmarkStore.create($0.text("Here"), at: time, in: item)
        await shelf.queue.settled()
        for mark in try await shelf.bookmarkStore.bookmarks(of: item)?.list ?? [] where mark.time == time {
          try await shelf.bookmarkStore.rename(mark, to: $0.text("There"))
          try await shelf.bookmarkStore.remove(mark)
        }
      },
    ]
  }

  private func change(_ store: ItemListStore, _ arguments: Arguments) async throws {
    let first = PlayableID(libraryItemId: arguments.text(salt.libraryItemId))
    let id = try await store.create(
      arguments.text("Best"), in: arguments.text(books), entries: [first], description: arguments.text("Of all")
    ).id
    try await store.add([notes], to: id)
    try await store.move(notes, in: id, to: arguments.integer(0))
    try await store.reorder(id, to: [notes, first])
    try await store.rename(id, to: arguments.text("Better"))
    try await store.describe(id, as: arguments.text("Of many"))
    try await store.remove([notes], from: id)
    _ = try await (store.entries(of: id), store.serverID(of: id))
    await shelf.queue.settled()
    try await store.delete(id)
  }
}
