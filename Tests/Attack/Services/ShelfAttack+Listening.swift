import Foundation
import MediaCore
import ShelfTesting
import Testing

@testable import ShelfClient

extension AttackedShelf {
  /// Files on the device, the queue of what is played next, the tree, and signing in through a provider.
  var listening: [AttackCall] {
    [
      AttackCall("openID") {
        let redirect = try #require(URL(string: "audiobookshelf://oauth"))
        let flow = try await shelf.openID.start(redirect: redirect)
        var callback = try #require(URLComponents(url: redirect, resolvingAgainstBaseURL: false))
        callback.queryItems = [
          URLQueryItem(name: "code", value: $0.text("code")), URLQueryItem(name: "state", value: $0.text(flow.state)),
        ]
        // No provider has issued the code, so the server refuses it.
        do { try await shelf.openID.finish(flow, callback: callback.url ?? redirect) } catch let error as ClientError
          where error.kind == .forbidden
        {}
      },
      AttackCall("media.stream") {
        let text = try #require(ShelfWorld.sample.itemID(titled: "Only Text"))
        let version = FileVersion(entityTag: $0.text("W/\"a\""), lastModified: $0.text("Sat, 21 Nov 2026 09:04:08 GMT"))
        _ = try await shelf.media.stream(
          .ebook(item: $0.text(text), ino: nil), range: $0.range(0..<10), of: version
        ) { _ in }
      },
      AttackCall("covers") {
        let cover = Artwork(
          .item($0.text(salt.libraryItemId)), updatedAt: $0.date(clock.now()), width: $0.integer(400))
        _ = try await shelf.media.url(of: cover)
        _ = await shelf.covers.placeholder(for: cover)
        try await found { _ = try await shelf.covers.picture(cover) }
        try await shelf.covers.setBudget($0.integer(CoverStore.defaultBudget))
        _ = try await shelf.covers.usedBytes()
        try await shelf.covers.removeAll()
      },
      AttackCall("downloads") {
        let id = PlayableID(libraryItemId: $0.text(signals), episodeId: $0.text(episodes[0].episodeId ?? ""))
        try await shelf.downloads.setSettings(
          DownloadSettings(budget: $0.integer(1 << 40), concurrentDownloads: $0.integer(1)))
        try await shelf.downloads.download(id, title: $0.text("An episode"))
        try await shelf.downloads.pause(id)
        _ = try await shelf.downloads.all().map { $0.fraction ?? 0 }
        _ = await shelf.downloads.localItem(id)
        try await shelf.downloads.resume(id)
        try await shelf.downloads.remove(id)
        await shelf.downloads.settled()
      },
      AttackCall("upNext") {
        var entry = QueueEntry(id: salt, title: $0.text("The Salt Clock"))
        (entry.duration, entry.publishedAt) = ($0.number(5401), $0.date(clock.now()))
        try await shelf.upNext.playLast(entry)
        try await shelf.upNext.playNext(QueueEntry(id: notes, title: "Field Notes"))
        try await shelf.upNext.move(salt, to: $0.integer(0))
        _ = try await shelf.upNext.entries()
        try await shelf.upNext.clear()
      },
      AttackCall("playbackSettings") {
        let (forward, backward, fade) = ($0.number(30), $0.number(10), $0.number(10))
        try shelf.playbackSettings.update { settings in
          settings.setSkip(forward: forward, backward: backward)
          (settings.sleepFadeOut, settings.sleepRewind) = (fade, fade)
        }
        _ = PlaybackSpeed($0.number(1)).time(for: $0.number(60))
        var timer = SleepTimer(.duration($0.number(60)), fadeOut: $0.number(10))
        timer.moved(to: $0.number(10), in: ChapterList([Chapter(id: 0, start: $0.number(0), end: $0.number(20))]))
      },
      AttackCall("progressStore.record") {
        let now = clock.now()
        var heard = LocalListening(
          id: "5b1d6a2e-8f0c-4c3a-9a55-1f2d7c9e0b11", item: PlayableID(libraryItemId: $0.text(notes.libraryItemId)),
          startedAt: $0.date(now - 30), endedAt: $0.date(now), seconds: $0.number(20), startPosition: $0.number(0),
          position: $0.number(20))
        heard.duration = $0.number(600)
        try await shelf.progressStore.record(heard)
        _ = try await shelf.progressStore.lastPlayed()
        await shelf.progressStore.settled()
      },
      AttackCall("tree") {
        let tree = BrowseTree(shelf: shelf)
        _ = try await tree.children(of: .root, limit: $0.integer(10))
        _ = try await tree.children(of: .section(.series, library: $0.text(books)), limit: $0.integer(10))
        _ = try await tree.kept(.podcast($0.text(signals)))
        _ = try await tree.children(of: .downloads)
        _ = BrowsePlace($0.text("podcast/p"))?.description
      },
      AttackCall("screens of a library") { await browse($0) },
    ]
  }

  @MainActor
  private func browse(_ arguments: Arguments) async {
    let library = LibraryViewModel(shelf: shelf, library: arguments.text(books), pageSize: arguments.integer(5))
    await library.refreshAndWait()
    library.setFilter(ItemFilter(group: arguments.text("genres"), value: arguments.text("Fiction")))
    await library.settled()
    let search = ShelfSearchViewModel(shelf: shelf, library: books, limit: arguments.integer(5))
    search.query = arguments.text("salt")
    await search.settled()
    let item = ItemViewModel(shelf: shelf, item: arguments.text(salt.libraryItemId))
    await item.refreshAndWait()
    item.addToQueue(salt)
    await item.settled()
    try? await shelf.upNext.clear()
    let marks = BookmarksViewModel(shelf: shelf, item: salt.libraryItemId)
    await marks.refreshAndWait()
    marks.add(arguments.text("Here"), at: arguments.number(90))
    await marks.settled()
    for mark in marks.state.bookmarks.value ?? [] { marks.remove(mark) }
    await marks.settled()
  }
}
